"""The text of `frieze.toml`: its values, the lines that they stand in, and what is wrong with them."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from compiler.model.diagnostics import Code, Diagnostic
from compiler.model.spans import Span, whole_file
from compiler.pipeline.settings.codes import NOT_TOML, UNKNOWN_SETTING
from compiler.text.near_names import NearNames, did_you_mean
from compiler.text.toml import TomlError, parse_toml
from compiler.text.toml_lines import Key, line_of, toml_lines

_PLACE = re.compile(r" \(at line (\d+), column \d+\)$")


@dataclass(slots=True)
class SettingsText:
    """A parsed file of settings. Whoever reads a setting reports what is wrong with it."""

    path: str
    values: Mapping[str, Any]
    _lines: dict[Key, int]
    _texts: list[str]
    diagnostics: list[Diagnostic] = field(default_factory=list)

    def span(self, *key: str | int) -> Span:
        """Return the place of a key: its line, without the blanks around it."""
        return line_span(self.path, self._texts, line_of(self._lines, key))

    def item_span(self, key: Key, item: str) -> Span:
        """Return the place of a text in a list: the first line from its key on that has it, else that of the key."""
        first = line_of(self._lines, key)
        numbers = range(first, len(self._texts) + 1)
        quoted = (f'"{item}"', f"'{item}'")
        found = (number for number in numbers if any(part in self._texts[number - 1] for part in quoted))
        return line_span(self.path, self._texts, next(found, first))

    def report_at(self, code: Code, span: Span, **fields: Any) -> None:
        """Report what is wrong at a place."""
        self.diagnostics.append(code.at(span, **fields))

    def report(self, code: Code, key: Key, /, suggestion: str | None = None, **fields: Any) -> None:
        """Report what is wrong with a key."""
        self.diagnostics.append(code.at(self.span(*key), suggestion=suggestion, **fields))

    def report_unknown_keys(self, table: Mapping[str, Any], known: Collection[str], key: Key = ()) -> None:
        """Report the keys of a table that are no settings. `key` is that of the table."""
        is_list = any(isinstance(part, int) for part in key)
        where = (f"[[{key[0]}]]" if is_list else f"[{'.'.join(map(str, key))}]") if key else self.path
        for name in table:
            if name not in known:
                near = did_you_mean(NearNames(known).nearest(name))
                self.report(UNKNOWN_SETTING, (*key, name), suggestion=near, what="key", name=name, where=where)


def parse_settings(path: str, text: str) -> SettingsText:
    """Parse the text of a file of settings. A text that is not TOML has no values, and is reported."""
    try:
        values = parse_toml(text)
    except TomlError as error:
        return _not_toml(path, text.split("\n"), str(error))
    return SettingsText(path, values, toml_lines(text), text.split("\n"))


def _not_toml(path: str, texts: list[str], reason: str) -> SettingsText:
    place = _PLACE.search(reason)
    span = line_span(path, texts, int(place[1]) if place else 1)
    reason = _PLACE.sub("", reason).rstrip(".")
    return SettingsText(path, {}, {}, texts, [NOT_TOML.at(span, path=path, reason=reason)])


def line_span(path: str, lines: list[str], number: int) -> Span:
    """Return the range of a line without the blanks around it; the first place of the file if there is no such line."""
    if not 0 < number <= len(lines):
        return whole_file(path)
    line = lines[number - 1]
    text = line.strip()
    start = len(line[: len(line) - len(line.lstrip())].encode()) + 1
    return Span(path, number, start, number, start + len(text.encode()))
