"""Patterns that select files by their paths, written as in a `.gitignore` (gitignore(5)).

Most patterns are a name, a path, or `*` before a suffix, which are looked up. The others run on RE2, so that no pattern
of a stranger takes long; it is imported when there is one.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property
from typing import Any, NamedTuple

from compiler.text.glob_expression import glob_expression
from compiler.text.patterns import PatternError, compile_pattern

_WILD = frozenset("*?[\\")
_UNION = 100  # patterns that are tried as one


class _Pattern(NamedTuple):
    """A pattern: whether it begins with `!`, is for folders only, and is for the whole path, not for the name."""

    text: str
    is_negated: bool
    is_for_folders: bool
    is_anchored: bool


@dataclass(slots=True)
class _Index:
    """The numbers of patterns, by what they match."""

    names: dict[str, list[int]] = field(default_factory=dict)
    paths: dict[str, list[int]] = field(default_factory=dict)
    suffixes: dict[str, list[int]] = field(default_factory=dict)
    wild: list[int] = field(default_factory=list)

    def add(self, number: int, pattern: _Pattern) -> None:
        text = pattern.text
        if not _WILD & set(text):
            (self.paths if pattern.is_anchored else self.names).setdefault(text, []).append(number)
        elif not pattern.is_anchored and text.startswith("*.") and not (_WILD | {"."}) & set(text[2:]):
            self.suffixes.setdefault(text[1:], []).append(number)
        else:
            self.wild.append(number)


class IgnorePatterns:
    """The patterns of one file, in their order: the last one that matches a path decides.

    Paths are below the folder of the file. A folder that is selected selects all that is in it, which is for the caller
    to see to.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self._patterns = [found for line in lines if (found := _pattern(line))]
        self._index = _Index()
        for number, pattern in enumerate(self._patterns):
            self._index.add(number, pattern)

    def __bool__(self) -> bool:
        return bool(self._patterns)

    def selects(self, path: str, *, is_folder: bool) -> bool | None:
        """Whether a path is selected. None if no pattern matches it; False if the last that does begins with `!`."""
        if not self._patterns:
            return None
        index, name = self._index, path.rpartition("/")[2]
        number = -1
        if found := index.names.get(name):
            number = self._last(found, is_folder, number)
        if found := index.paths.get(path):
            number = self._last(found, is_folder, number)
        if index.suffixes and (dot := name.rfind(".")) >= 0 and (found := index.suffixes.get(name[dot:])):
            number = self._last(found, is_folder, number)
        if index.wild and any(matches(path) for matches in self._unions):
            number = self._last_wild(path, is_folder, number)
        return None if number < 0 else not self._patterns[number].is_negated

    def selects_file(self, path: str) -> bool:
        """Whether the patterns select a file, or the nearest folder above it that they say something about."""
        selected = self.selects(path, is_folder=False)
        while selected is None and (path := path.rpartition("/")[0]):
            selected = self.selects(path, is_folder=True)
        return bool(selected)

    def may_select_below(self, folder: str) -> bool:
        """Whether a pattern with a path of its own may match something in a folder, at whatever depth."""
        parts = folder.split("/")
        own = (pattern for pattern in self._patterns if pattern.is_anchored and not pattern.is_negated)
        return any(_may_match_below(pattern.text.split("/"), parts) for pattern in own)

    def _last(self, numbers: Iterable[int], is_folder: bool, known: int) -> int:
        """The last of the patterns that match, and of the `known` one."""
        return max([known, *(number for number in numbers if is_folder or not self._patterns[number].is_for_folders)])

    def _last_wild(self, path: str, is_folder: bool, known: int) -> int:
        """The last pattern with wildcards that matches, or the `known` one if that comes later."""
        for number in reversed(self._index.wild):
            if number < known:
                break
            if (is_folder or not self._patterns[number].is_for_folders) and self._matcher(number)(path):
                return number
        return known

    @cached_property
    def _unions(self) -> list[Callable[[str], Any]]:
        """What tries the patterns with wildcards together. Those that are not valid are left out, as git does."""
        wild = self._index.wild = [number for number in self._index.wild if self._matcher(number) is not _never]
        chunks = (wild[start : start + _UNION] for start in range(0, len(wild), _UNION))
        joined = ("|".join(f"(?:{_expression(self._patterns[number])})" for number in chunk) for chunk in chunks)
        return [_compiled(expression) or _always for expression in joined]

    def _matcher(self, number: int) -> Callable[[str], Any]:
        if number not in self._matchers:
            expression = _expression(self._patterns[number])
            self._matchers[number] = (_compiled(expression) if expression else None) or _never
        return self._matchers[number]

    @cached_property
    def _matchers(self) -> dict[int, Callable[[str], Any]]:
        return {}


def _pattern(line: str) -> _Pattern | None:
    """The pattern of a line; None for an empty line and a comment."""
    line = _without_blanks_at_end(line.removesuffix("\r"))
    if not line or line.startswith("#"):
        return None
    is_negated = line.startswith("!")
    text = line[is_negated:]
    is_for_folders = text.endswith("/")
    text = text.removesuffix("/")
    is_anchored = "/" in text
    text = text.removeprefix("/")
    if "\\" in text:
        text = _without_needless_escapes(text)
    return _Pattern(text, is_negated, is_for_folders, is_anchored) if text else None


def _without_blanks_at_end(line: str) -> str:
    stripped = line.rstrip(" ")
    escapes = len(stripped) - len(stripped.rstrip("\\"))
    return stripped + " " if stripped != line and escapes % 2 else stripped


def _without_needless_escapes(text: str) -> str:
    """The text with a backslash before wildcards and backslashes only: `\\#a` is the name `#a`."""
    parts = []
    at = 0
    while at < len(text):
        if text[at] == "\\" and at + 1 < len(text) and text[at + 1] not in _WILD:
            at += 1
        elif text[at] == "\\":
            parts.append(text[at])
            at += 1
        parts.append(text[at : at + 1])
        at += 1
    return "".join(parts)


def _may_match_below(pattern: list[str], folder: list[str]) -> bool:
    for position, part in enumerate(folder):
        if position == len(pattern):
            return False
        if pattern[position] == "**":
            return True
        if part != pattern[position] and not fnmatchcase(part, pattern[position]):
            return False
    return len(pattern) > len(folder)


def _expression(pattern: _Pattern) -> str:
    """The regular expression that matches whole paths; "" if the pattern is not valid."""
    body = glob_expression(pattern.text)
    if body is None:
        return ""
    return rf"(?s)\A{body}\z" if pattern.is_anchored else rf"(?s)(?:\A|/){body}\z"


def _compiled(expression: str) -> Callable[[str], Any] | None:
    try:
        return compile_pattern(expression, case_sensitive=True)
    except (PatternError, UnicodeEncodeError):
        return None


def _never(_: str) -> bool:
    return False


def _always(_: str) -> bool:
    return True
