"""The front matter of notes: strict YAML. What YAML refuses is read line by line, so that one bad value costs nothing
else."""

import re
from typing import Any

from compiler.text.front_matter import FrontMatter, find_block
from compiler.text.yaml import YamlError, load_yaml

_LINE = re.compile(r"([ \t]*)([A-Za-z_][\w-]*)[ \t]*:(?:[ \t]+(.*))?$")


def read_frontmatter(text: str) -> FrontMatter:
    """Return the front matter that a text begins with, an empty one if there is none. Lines of `text` end in `\\n`."""
    block = find_block(text)
    if block is None:
        return FrontMatter({})
    try:
        values = load_yaml(block.yaml + "\n")
    except YamlError as error:
        pairs = _line_by_line(block.yaml)
        return FrontMatter(pairs, block.body_start, block.body_line, error.reason, error.line + 2)
    return FrontMatter(values if isinstance(values, dict) else {}, block.body_start, block.body_line)


def _line_by_line(text: str) -> dict[str, Any]:
    """Return the values of lines `key: rest`. An indented line belongs to the map of the last key without a rest."""
    values: dict[str, Any] = {}
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
