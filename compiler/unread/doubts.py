"""A doubt: a place of a file that looks like something."""

from typing import NamedTuple

MAX_TEXT = 120  # characters of a quoted text


class Doubt(NamedTuple):
    """A place that looks like a thing. `line` and `end_line` are from 1. `scheme` is the first word of an id where the
    doubt counts only if the project uses that scheme, "" for any other doubt. `page` is the name of the
    page that stands there, where the doubt counts only if a file has it (`names_of_pages`). `start` is its
    column and `end` the one behind it, in bytes + 1; 0 where its lines are meant."""

    catcher: str
    line: int
    end_line: int
    text: str
    scheme: str = ""
    page: str = ""
    start: int = 0
    end: int = 0


def quoted(text: str) -> str:
    """Return a text as a row shows it: on one line, and cut."""
    line = " ".join(text.split())
    return line if len(line) <= MAX_TEXT else f"{line[: MAX_TEXT - 1]}…"
