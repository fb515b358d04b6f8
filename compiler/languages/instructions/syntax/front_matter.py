"""Reads the front matter of rules as their programs do: patterns such as `**/*.ts` stand in it without quotes, which is
no YAML. A line that is neither a pair nor an item of a list is a fault."""

import re
from typing import Any, NamedTuple

from compiler.languages.instructions.records import Fault, Pattern
from compiler.text.front_matter import find_block
from compiler.text.path_globs import split_patterns
from compiler.text.yaml import YamlError, load_yaml

_PAIR = re.compile(r"([A-Za-z_][\w-]*)[ \t]*:(?:[ \t]+(.*))?")
_ITEM = re.compile(r"[ \t]*-(?:[ \t]+(.*))?")
_COMMENT = re.compile(r"(?:^|[ \t])#.*")
_UNCLOSED = re.compile(r"---[ \t]*\n(?=(?:description|globs|alwaysApply|paths|applyTo|trigger|inclusion)[ \t]*:)")
NEAR = 4  # lines in which the next item of a list is looked for
MAX_NAME = 80  # characters of a line before a list in brackets
_WORDS = {"true": True, "false": False}
_FLOW = re.compile(r"\[(.*)\]")


class Fields(NamedTuple):
    """The fields of a front matter: their values, and the line of each, from 1. `body_start` and `body_line` say where
    the text after it begins."""

    values: dict[str, Any]
    lines: dict[str, int]
    faults: tuple[Fault, ...]
    body_start: int
    body_line: int
    source: tuple[str, ...] = ()

    def text(self, name: str) -> str:
        """Return the text of a field, "" if it has none."""
        value = self.values.get(name)
        return " ".join(value.split()) if isinstance(value, str) else ""

    def has(self, name: str) -> bool:
        """Whether a field has a value."""
        return self.values.get(name) not in (None, "", [])

    def patterns(self, names: tuple[str, ...]) -> tuple[Pattern, ...]:
        """Return the patterns of the first of these fields, each with its line."""
        name = next((name for name in names if name in self.values), "")
        value = self.values.get(name)
        line = self.lines.get(name, 1)
        found: list[Pattern] = []
        for text in value if isinstance(value, list) else [value]:
            if isinstance(value, list) and name in self.lines:
                line = self._line_of(text, line, self.lines[name])
            if isinstance(text, str):
                found += [Pattern(pattern, line) for pattern in split_patterns(text)]
        return tuple(found)

    def _line_of(self, item: Any, before: int, first: int) -> int:
        """The line of an item of a list: one of the next from that of the item before on. A list in brackets has the
        line of its field."""
        if "[" in self.source[first - 2][:MAX_NAME]:
            return first
        near = range(before, min(before + NEAR, len(self.source) + 2))
        return next((line for line in near if str(item) in self.source[line - 2]), before)


NONE = Fields({}, {}, (), 0, 1)


def read_fields(text: str) -> Fields:
    """Return the front matter of a text."""
    block = find_block(text)
    if block is None:
        if _UNCLOSED.match(text):
            return NONE._replace(faults=(Fault("malformed", 1, "it is not closed by a line '---'"),))
        return NONE
    source = tuple(block.yaml.split("\n"))
    values, lines, faults = _by_lines(source)
    try:
        strict = load_yaml(block.yaml)
    except YamlError:
        strict = None
    if isinstance(strict, dict):
        values, faults = {str(name): value for name, value in strict.items()}, []
    return Fields(values, lines, tuple(faults), block.body_start, block.body_line, source)


def _by_lines(source: tuple[str, ...]) -> tuple[dict[str, Any], dict[str, int], list[Fault]]:
    """The pairs of a block, read line by line."""
    values: dict[str, Any] = {}
    lines: dict[str, int] = {}
    faults: list[Fault] = []
    name = ""
    for number, line in enumerate(source, 2):
        if pair := _PAIR.fullmatch(line.rstrip()):
            name = pair[1]
            values[name], lines[name] = _value(pair[2] or ""), number
        elif name and (item := _ITEM.fullmatch(line.rstrip())):
            if not isinstance(values[name], list):
                values[name] = []
            values[name].append(str(_value(item[1] or "")))
        elif line.strip() and not line.lstrip().startswith("#") and not (name and line[0].isspace()):
            faults.append(Fault("malformed", number, f"'{line.strip()[:80]}' is no pair of a name and a value"))
    return values, lines, faults


def _value(text: str) -> Any:
    text = text.strip()
    if text[:1] in "\"'" and len(text) > 1 and text.endswith(text[0]):
        return text[1:-1]
    text = _COMMENT.sub("", text).rstrip()
    if flow := _FLOW.fullmatch(text):
        return [str(_value(pattern)) for pattern in split_patterns(flow[1])]
    return _WORDS.get(text, text)
