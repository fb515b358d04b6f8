"""Numbers among the parameters of a page."""

from collections.abc import Mapping

MAX_DIGITS = 9


def number_in(parameters: Mapping[str, str], name: str, default: int, least: int, most: int) -> int:
    """Return a parameter as a number from `least` to `most`, the nearer of both for one beyond; `default` for none, and
    for a text that is no number."""
    text = parameters.get(name, "")
    given = int(text) if text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS else default
    return max(min(given, most), least)
