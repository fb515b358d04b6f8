"""Puts a member into the text of a JSON file, or takes it out, and leaves every other byte as it is.

Files of settings may have comments and commas behind the last member, as VS Code and Zed read them.
"""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

_TOKEN = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*+"|[{}\[\]:,]|[-+.\w]++')
_BLANK = re.compile(r"(?:[\s\ufeff]++|//[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/)*+")
_OPENING, _CLOSING = frozenset("{["), frozenset("}]")
_STEP = "  "


class JsonTextError(ValueError):
    """What is wrong in a text, and its line from 1."""

    def __init__(self, problem: str, text: str, at: int) -> None:
        super().__init__(problem)
        self.problem = problem
        self.line = text.count("\n", 0, at) + 1


class Member(NamedTuple):
    """A member of an object: its name, and where it, its value and the value's end are."""

    name: str
    start: int
    value: int
    end: int


class Members(NamedTuple):
    """An object in a text: where its braces are, and its members."""

    start: int
    end: int
    members: tuple[Member, ...]

    def named(self, name: str) -> Member | None:
        """The last member of a name, which counts."""
        return next((member for member in reversed(self.members) if member.name == name), None)


def with_member(text: str, key: str, name: str, value: Any) -> str:
    """Return a text of JSON whose object `key` has a member with this value. Raises JsonTextError."""
    if "\r\n" in text and text.count("\r\n") == text.count("\n"):
        return with_member(text.replace("\r\n", "\n"), key, name, value).replace("\n", "\r\n")
    if not text.strip(" \t\r\n\ufeff"):
        return f"{_written({key: {name: value}}, '')}\n"
    root = _read(text)
    held = root.named(key)
    if held is None:
        return _put(text, root, key, {name: value})
    inner = _object(text, held.value)
    old = inner.named(name)
    if old is None:
        return _put(text, inner, name, value)
    with suppress(ValueError):  # a comment in it
        if json.loads(text[old.value : old.end]) == value:
            return text
    return f"{text[: old.value]}{_written(value, _indent(text, old.start))}{text[old.end :]}"


def without_member(text: str, key: str, name: str) -> str:
    """Return a text of JSON whose object `key` lacks a member. Raises JsonTextError."""
    held = _read(text).named(key) if text.strip(" \t\r\n\ufeff") else None
    inner = None if held is None else _object(text, held.value)
    old = None if inner is None else inner.named(name)
    if inner is None or old is None:
        return text
    at = inner.members.index(old)
    if at + 1 < len(inner.members):
        return text[: old.start] + text[inner.members[at + 1].start :]
    comma = _after_blank(text, old.end)
    rest = text[comma + 1 :] if text[comma] == "," else text[old.end :]
    before = text[: old.start].rstrip(" \t\r\n")
    if at:
        comma = _after_blank(text, inner.members[at - 1].end)
        before = before[:comma] + before[comma + 1 :]
    return f"{before}{rest}"


def _read(text: str) -> Members:
    """The object that a whole text is. Raises JsonTextError."""
    root = _object(text, _after_blank(text, 0))
    if (end := _after_blank(text, root.end + 1)) < len(text):
        raise JsonTextError("Something stands behind the object", text, end)
    return root


def _object(text: str, at: int) -> Members:
    """The object that begins at a place. Raises JsonTextError."""
    if text[at : at + 1] != "{":
        raise JsonTextError("An object is expected here", text, at)
    members: list[Member] = []
    tokens = _tokens(text, at + 1)
    start, token = next(tokens)
    while token != "}":
        if not token.startswith('"') or next(tokens)[1] != ":":
            raise JsonTextError("The name of a member and a colon are expected here", text, start)
        value, end = _value(tokens, text)
        members.append(Member(json.loads(token), start, value, end))
        start, token = next(tokens)
        if token == ",":
            start, token = next(tokens)
        elif token != "}":
            raise JsonTextError("A comma or the end of the object is expected here", text, start)
    return Members(at, start, tuple(members))


def _value(tokens: Iterator[tuple[int, str]], text: str) -> tuple[int, int]:
    """Where the next value begins and ends. Raises JsonTextError."""
    first, token = next(tokens)
    if token in ",:}]":
        raise JsonTextError("A value is expected here", text, first)
    at, depth = first, int(token in _OPENING)
    while depth:
        at, token = next(tokens)
        depth += (token in _OPENING) - (token in _CLOSING)
    return first, at + len(token)


def _tokens(text: str, at: int) -> Iterator[tuple[int, str]]:
    """Give each token from a place on, and where it is. Raises JsonTextError."""
    while True:
        at = _after_blank(text, at)
        found = _TOKEN.match(text, at)
        if found is None:
            problem = "The file ends within an object" if at == len(text) else "This is no JSON"
            raise JsonTextError(problem, text, at)
        yield at, found[0]
        at = found.end()


def _after_blank(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at


def _put(text: str, into: Members, name: str, value: Any) -> str:
    """Put a member behind the others of an object, on a line of its own unless the object stands on one line."""
    outer = _indent(text, into.start)
    if not into.members:
        inner = outer + _STEP
        shown = f"{inner}{json.dumps(name)}: {_written(value, inner)}"
        kept = text[into.start + 1 : into.end].rstrip()  # a comment
        return f"{text[: into.start + 1]}{kept}\n{shown}\n{outer}{text[into.end :]}"
    last = into.members[-1]
    between = text[last.end : into.end]
    comma = "" if text[_after_blank(text, last.end)] == "," else ","
    if "\n" not in text[into.start : into.end]:
        shown = f" {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}"
        return f"{text[: last.end]}{comma}{between.rstrip()}{shown}{between[len(between.rstrip()) :]}{text[into.end :]}"
    inner = _indent(text, last.start)
    shown = f"{inner}{json.dumps(name)}: {_written(value, inner)}"
    return f"{text[: last.end]}{comma}{between.rstrip()}\n{shown}\n{outer}{text[into.end :]}"


def _indent(text: str, at: int) -> str:
    """The blanks at the beginning of the line of a place."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _written(value: Any, indent: str) -> str:
    return json.dumps(value, ensure_ascii=False, indent=len(_STEP)).replace("\n", f"\n{indent}")
