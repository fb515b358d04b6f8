"""The lines of a chart that has no objects: a snapshot has only its text."""

import re
from collections.abc import Iterator

_FRONT_MATTER = re.compile(r"\A\s*---[ \t]*\n.*?\n[ \t]*---[ \t]*\n", re.S)
_NOTE = re.compile(r"%%[^\n]*")
_ABOUT = re.compile(r"^[ \t]*(?:accTitle[ \t]*:[^\n]*|accDescr[ \t]*(?::[^\n]*|\{[^}]{0,5000}\}))[ \t]*$", re.M)


def chart_body(source: str) -> str:
    """Return the text of a chart without front matter, notes, and what only describes it."""
    return _ABOUT.sub("", _NOTE.sub("", _FRONT_MATTER.sub("", source)))


def chart_lines(source: str, header: re.Pattern[str]) -> Iterator[str] | None:
    """Return the statements of a chart, without its header and its title; None where it does not begin with `header`.

    What stands behind the header on its line is the first statement.
    """
    body = chart_body(source).lstrip()
    found = header.match(body)
    if found is None:
        return None
    lines = map(str.strip, body[found.end() :].splitlines())
    return (line for line in lines if line and not re.fullmatch(r"title\b.*", line))
