"""Frontmatter of notes: YAML between two lines of hyphens, in which every scalar stays the text that was written.

What YAML refuses is read line by line, so that one bad value costs nothing else.
"""

import re
from typing import Any, NamedTuple

from compiler.languages.diagrams.settings import BadYamlError, load_yaml

Json = Any

_FENCED = re.compile(r"---[ \t]*\n(.*?)(?:^|\n)(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_LINE = re.compile(r"([ \t]*)([A-Za-z_][\w-]*)[ \t]*:(?:[ \t]+(.*))?$")


class Frontmatter(NamedTuple):
    """The values by their keys, and where the text after them begins. `wrong` says what YAML refuses, at `wrong_line`
    of the file."""

    values: dict[str, Json]
    body_start: int
    body_line: int
    wrong: str = ""
    wrong_line: int = 0

    def text(self, *keys: str) -> str:
        """The first of these keys that has a text, "" when none has."""
        for key in keys:
            value = self.values.get(key)
            if isinstance(value, str) and value.strip():
                return value.strip()
        return ""

    def texts(self, key: str) -> list[str]:
        """The texts of a key: of a list its items, of a text what commas separate."""
        value = self.values.get(key)
        parts = value.split(",") if isinstance(value, str) else value if isinstance(value, list) else []
        return [one.strip() for one in parts if isinstance(one, str) and one.strip()]


def read_frontmatter(text: str) -> Frontmatter:
    """The frontmatter that a text begins with, whose lines end in `\\n`; an empty one when there is none."""
    found = _FENCED.match(text)
    if not found:
        return Frontmatter({}, 0, 1)
    body_line = text.count("\n", 0, found.end()) + 1
    try:
        values = load_yaml(found[1] + "\n")
    except BadYamlError as error:
        return Frontmatter(_line_by_line(found[1]), found.end(), body_line, error.reason, error.line + 2)
    return Frontmatter(values if isinstance(values, dict) else {}, found.end(), body_line)


def _line_by_line(text: str) -> dict[str, Json]:
    """Lines `key: rest`; an indented one belongs to the map of the last key that has no rest."""
    values: dict[str, Json] = {}
    outer = ""
    for line in text.split("\n"):
        found = _LINE.match(line)
        if not found:
            continue
        indent, key, rest = found[1], found[2], (found[3] or "").strip().strip("\"'")
        if indent and isinstance(values.get(outer), dict):
            values[outer][key] = rest
        elif not indent:
            outer = key
            values[key] = rest if rest else {}
    return values
