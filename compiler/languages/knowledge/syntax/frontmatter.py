"""Frontmatter: YAML between two lines of hyphens, in which every scalar stays the text that was written.

What YAML refuses, as `assignee: @ana` or the placeholders of a template, is read line by line: nothing of the rest is
lost.
"""

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

Value = str | list["Value"] | dict[str, "Value"]

_FENCED = re.compile(r"---[ \t]*\n(?:(.*?)\n)??(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
# Formatters of markdown turn the fence into a rule and the last line into a heading.
_MANGLED = re.compile(r"_{3,}[ \t]*\n+##[ \t]+(\w[\w-]*:[^\n]*)\n")
_NEXT_KEY = re.compile(r"[ \t]+(?=(?:date|deciders|decision-makers|consulted|informed|tags|parent|nav_order):[ \t])")
_LINE = re.compile(r"([A-Za-z_][\w .-]*?)[ \t]*:(?:[ \t]+(.*))?$")
_ITEM = re.compile(r"[ \t]*-[ \t]+(.*)$")
_HANDLE = re.compile(r"^([ \t]*(?:-|[\w-]+:)[ \t]+)([@`][^\n#'\"\\]*+)$", re.MULTILINE)
_LISTED = re.compile(r"^[ \t]*[\w-]+:[ \t]*\[[^\n\[\]'\"]*+\][ \t]*$", re.MULTILINE)
_OF_LIST = re.compile(r"(?<=[\[,])([ \t]*)(@[^,\]\n]*[^,\]\s])")


class Frontmatter(NamedTuple):
    """The values of a frontmatter by their keys, the line where each stands, and where the text after it begins.

    `wrong` says what YAML refuses, with `wrong_line`; then the values are those that line by line reading finds.
    `capital` has the keys with capitals by what they are in small letters: people write `Status:` as they write titles.
    """

    values: dict[str, Value]
    lines: dict[str, int]
    body_start: int
    body_line: int
    wrong: str = ""
    wrong_line: int = 0
    capital: Mapping[str, str] = MappingProxyType({})

    def value(self, key: str) -> Value | None:
        """The value of a key, however it is capitalised; None when there is none."""
        return self.values.get(key if key in self.values else self.capital.get(key, key))

    def line(self, key: str) -> int:
        """The line of a key, however it is capitalised; 0 when there is none."""
        return self.lines.get(key if key in self.lines else self.capital.get(key, key), 0)

    def text(self, *keys: str) -> str:
        """The first of these keys that has a plain text, "" when none has; a list gives its first text."""
        for key in keys:
            value = self.value(key)
            if isinstance(value, list):
                value = next((one for one in value if isinstance(one, str)), "")
            if isinstance(value, str) and value.strip():
                return value.strip()
        return ""

    def texts(self, *keys: str) -> tuple[str, ...]:
        """The texts of the first of these keys that is there: of a list its items, of a text what commas separate."""
        for key in keys:
            value = self.value(key)
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
    from compiler.languages.knowledge.syntax.yaml_values import (  # most pages have none, and do without YAML
        BadYamlError,
        compose,
    )

    body_line = text.count("\n", 0, found.end()) + 1
    written = found[1] or ""
    if written and text.startswith("_"):
        written = _NEXT_KEY.sub("\n", written)
    wrong: BadYamlError | None = None
    for inside in dict.fromkeys((written, _quoted(written))):
        try:
            values, lines = compose(inside)
            return Frontmatter(values, lines, found.end(), body_line, capital=_capital(values))
        except BadYamlError as error:
            wrong = error
    assert wrong
    values, lines = _line_by_line(written)
    return Frontmatter(values, lines, found.end(), body_line, wrong.reason, wrong.line + 2, _capital(values))


def _capital(values: Iterable[str]) -> dict[str, str]:
    """The keys that have capitals, by themselves in small letters."""
    return {key.lower(): key for key in values if not key.islower()}


def _quoted(text: str) -> str:
    """A frontmatter with quotes around handles and code: people write them as they say them, and YAML keeps their signs
    for itself."""
    if "@" not in text and "`" not in text:
        return text
    lines = _HANDLE.sub(lambda found: f'{found[1]}"{found[2].rstrip()}"', text)
    return _LISTED.sub(lambda found: _OF_LIST.sub(r'\1"\2"', found[0]), lines)


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
