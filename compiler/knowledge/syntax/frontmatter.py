"""Frontmatter: YAML between two lines of hyphens, in which every scalar stays the text that was written.

Dates, `yes` and `1_000` are texts here, and `=` is no error. What YAML refuses, as `assignee: @ana` or the placeholders
of a template, is read line by line: nothing of the rest is lost.
"""

import re
from typing import NamedTuple

import yaml

LONGEST = 50_000  # characters that the fast loader is trusted with
MOST_NESTING = 200  # marks that may open something inside of something
MOST_VALUES = 5_000  # with aliases expanded: a few lines of YAML can stand for gigabytes
DEEPEST = 20

Value = str | list["Value"] | dict[str, "Value"]

_FENCED = re.compile(r"---[ \t]*\n(?:(.*?)\n)??(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
# Formatters of markdown turn the fence into a rule and the last line into a heading.
_MANGLED = re.compile(r"_{3,}[ \t]*\n+##[ \t]+(\w[\w-]*:[^\n]*)\n")
_LINE = re.compile(r"([A-Za-z_][\w .-]*?)[ \t]*:(?:[ \t]+(.*))?$")
_ITEM = re.compile(r"[ \t]*-[ \t]+(.*)$")
_HANDLE = re.compile(r"^([ \t]*(?:-|[\w-]+:)[ \t]+)(@[^\s#'\"]+)[ \t]*$", re.MULTILINE)
_Fast: type[yaml.BaseLoader] = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_NESTING = ("[", "{", "- -", "? ")


class Frontmatter(NamedTuple):
    """The values of a frontmatter by their keys, the line where each stands, and where the text after it begins.

    `wrong` says what YAML refuses, with `wrong_line`; then the values are those that line by line reading finds.
    """

    values: dict[str, Value]
    lines: dict[str, int]
    body_start: int
    body_line: int
    wrong: str = ""
    wrong_line: int = 0

    def text(self, *keys: str) -> str:
        """The first of these keys that has a plain text, "" when none has; a list gives its first text."""
        for key in keys:
            value = self.values.get(key)
            if isinstance(value, list):
                value = next((one for one in value if isinstance(one, str)), "")
            if isinstance(value, str) and value.strip():
                return value.strip()
        return ""

    def texts(self, *keys: str) -> tuple[str, ...]:
        """The texts of the first of these keys that is there: of a list its items, of a text what commas separate."""
        for key in keys:
            value = self.values.get(key)
            if isinstance(value, list):
                return tuple(one.strip() for one in value if isinstance(one, str) and one.strip())
            if isinstance(value, str) and value.strip():
                return tuple(part.strip() for part in value.split(",") if part.strip())
        return ()


NONE = Frontmatter({}, {}, 0, 1)


def has_frontmatter(text: str) -> bool:
    """Whether a text begins with a fence."""
    return text.startswith(("---\n", "--- ", "___"))


def read_frontmatter(text: str) -> Frontmatter:
    """The frontmatter that a text begins with; NONE when there is none. The lines of `text` end in `\\n`."""
    found = _FENCED.match(text) or _MANGLED.match(text)
    if not found:
        return NONE
    body_line = text.count("\n", 0, found.end()) + 1
    # People write handles as they say them, and YAML keeps the sign for itself.
    written = found[1] or ""
    inside = _HANDLE.sub(r'\1"\2"', written)
    try:
        values, lines = _compose(inside)
    except _BadYamlError as error:
        values, lines = _line_by_line(written)
        return Frontmatter(values, lines, found.end(), body_line, error.reason, error.line + 2)
    return Frontmatter(values, lines, found.end(), body_line)


class _BadYamlError(ValueError):
    def __init__(self, reason: str, line: int = 0) -> None:
        super().__init__(reason)
        self.reason, self.line = reason, line


def _compose(text: str) -> tuple[dict[str, Value], dict[str, int]]:
    try:
        node = yaml.compose(text, Loader=_loader(text))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise _BadYamlError(
            "a quote, a bracket or another sign of it is out of place", mark.line if mark else 0
        ) from None
    except yaml.YAMLError:
        raise _BadYamlError("it holds a control character") from None
    except (RecursionError, ValueError, OverflowError):
        raise _BadYamlError("it is nested too deeply, or holds an impossible escape") from None
    if node is None:
        return {}, {}
    if not isinstance(node, yaml.MappingNode):
        raise _BadYamlError("it is no list of keys and values")
    reading = _Reading()
    values = reading.mapping(node, 0)
    lines = {str(key.value): key.start_mark.line + 2 for key, _ in node.value if isinstance(key, yaml.ScalarNode)}
    return values, lines


def _loader(text: str) -> type[yaml.BaseLoader]:
    """The loader in C, but for texts that may be nested deeply: it would take the process down, where Python's own
    raises an error."""
    is_harmless = len(text) < LONGEST and sum(text.count(mark) for mark in _NESTING) < MOST_NESTING
    return _Fast if is_harmless else yaml.BaseLoader


class _Reading:
    """Nodes to values, within a budget. A null is an empty text."""

    def __init__(self) -> None:
        self.left = MOST_VALUES

    def value(self, node: yaml.Node, depth: int) -> Value:
        self.left -= 1
        if self.left < 0 or depth > DEEPEST:
            raise _BadYamlError("it stands for too many values", node.start_mark.line)
        if isinstance(node, yaml.MappingNode):
            return self.mapping(node, depth)
        if isinstance(node, yaml.SequenceNode):
            return [self.value(one, depth + 1) for one in node.value]
        text = _whole(node)
        is_plain = isinstance(node, yaml.ScalarNode) and node.style is None
        return "" if is_plain and text in ("~", "null", "Null", "NULL") else text

    def mapping(self, node: yaml.MappingNode, depth: int) -> dict[str, Value]:
        return {
            _whole(key): self.value(value, depth + 1) for key, value in node.value if isinstance(key, yaml.ScalarNode)
        }


def _whole(node: yaml.Node) -> str:
    """The text of a scalar. Not every loader refuses the half of a character."""
    text = str(node.value)
    if not text.isascii() and any("\ud800" <= one <= "\udfff" for one in text):
        raise _BadYamlError("it holds half a character", node.start_mark.line)
    return text


def _line_by_line(text: str) -> tuple[dict[str, Value], dict[str, int]]:
    """Lines `key: rest`, and under them lines `- item`; whatever else stands there is passed over."""
    values: dict[str, Value] = {}
    lines: dict[str, int] = {}
    key = ""
    for number, line in enumerate(text.split("\n"), 2):
        if found := _LINE.match(line):
            key = found[1]
            values[key], lines[key] = _rest((found[2] or "").strip()), number
        elif key and (item := _ITEM.match(line)):
            before = values[key]
            values[key] = [*(before if isinstance(before, list) else []), _unquoted(item[1].strip())]
    return values, lines


def _rest(text: str) -> Value:
    if text.startswith("[") and text.endswith("]"):
        return [_unquoted(part.strip()) for part in text[1:-1].split(",") if part.strip()]
    return _unquoted(text)


def _unquoted(text: str) -> str:
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        return text[1:-1]
    return text.lstrip("\"'") if text[:1] in ("'", '"') else text
