"""The codes of the bells."""

ENTERING = "2"
