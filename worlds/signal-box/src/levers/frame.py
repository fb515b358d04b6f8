"""The frame of levers."""

LEVERS = 24
