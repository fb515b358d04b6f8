"""A JSON file whose value is changed in place. What did not change is written as it stands in the text; what came is
written as its neighbours are: order, spacing, and one line or several an object stay as they are."""

import json
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from queries.operations.arguments import unavailable

MAX_DEPTH = 100
_TOKEN = re.compile(r'[\s\ufeff]*+([][{},:]|"(?:[^"\\]|\\.)*"|[^][{},:"\s]+)')
_INDENTATION = re.compile(r"[ \t]*")
_DEFAULT_INDENT = "  "

Json = Any
Object = dict[str, Json]


@dataclass(slots=True)
class Place:
    """A value of a JSON text, and where it stands: `start` to `end`. In an object `head` is where its name begins, and
    `name` what it is called; elsewhere it begins with the value. `inner` are the values in an object or an array."""

    head: int
    start: int
    end: int
    value: Json
    name: str = ""
    inner: list["Place"] = field(default_factory=list)


class JsonFile:
    """A JSON file: `value` is what it states, for callers to change. Raises QueryError if it is no JSON object."""

    def __init__(self, path: str, text: str) -> None:
        self.text = text
        try:
            json.loads(text.removeprefix("\ufeff"))
            self._root = _Reader(text).root()
        except (ValueError, RecursionError):
            raise unavailable("This file is no JSON that an operation can edit", file=path) from None
        if not isinstance(self._root.value, dict):
            raise unavailable("This file holds no JSON object", file=path)
        self.value: Object = self._root.value

    def written(self) -> str:
        """Return the text of the file that states the value."""
        return self.text[: self._root.start] + self._written(self._root, self.value) + self.text[self._root.end :]

    def _written(self, place: Place, value: Json) -> str:
        """Return the text of what stands in a place now."""
        text = self.text[place.start : place.end]
        if json.dumps(json.loads(text)) == json.dumps(value):
            return text
        is_spread = not self._is_one_line and not self._has_one_line_objects
        if not value or value is not place.value:
            return self._new(value, place.start, is_spread=is_spread)
        values = list(value.items()) if isinstance(value, dict) else [("", item) for item in value]
        return self._joined(place, values) if place.inner else self._filled(place, values, is_spread=is_spread)

    def _filled(self, place: Place, values: Sequence[tuple[str, Json]], *, is_spread: bool) -> str:
        """Return the text of an object or an array that was empty: a line a value, where the file has several lines."""
        if self._is_one_line:
            return self._dumped(place.value)
        outer = self._indentation(place.start)
        inner = outer + self._indent
        named = isinstance(place.value, dict)
        heads = (f"{self._dumped(name)}: " if named else "" for name, _ in values)
        items = (
            head + self._new(value, place.start, inner, is_spread=is_spread)
            for head, (_, value) in zip(heads, values, strict=True)
        )
        opening, closing = self.text[place.start], self.text[place.end - 1]
        return f"{opening}\n{inner}" + f",\n{inner}".join(items) + f"\n{outer}{closing}"

    def _joined(self, parent: Place, values: Sequence[tuple[str, Json]]) -> str:
        """Return the text of an object or an array with other values in it. Between two that stood side by side stays
        what was there; elsewhere stands what is between the first two."""
        old = parent.inner
        first, several = old[0], len(old) > 1
        blanks = self.text[parent.start + 1 : first.head]
        between = f",{blanks}" if "\n" in blanks or self._is_dense else ", "
        between = self.text[first.end : old[1].head] if several else between
        kept = _kept(old, values)
        parts = [self.text[parent.start : first.head]]
        for number, ((name, value), at) in enumerate(zip(values, kept, strict=True)):
            before = kept[number - 1] if number else None
            if number:
                is_beside = at is not None and before == at - 1
                parts.append(self.text[old[at - 1].end : old[at].head] if at and is_beside else between)
            if at is None:
                colon = (":" if self._is_dense else ": ") if isinstance(parent.value, dict) else ""
                head = self._dumped(name) + colon if colon else ""
                parts.append(head + self._new(value, first.head, is_spread=self._is_spread(parent, value)))
            else:
                head = self.text[old[at].head : old[at].start]
                if name != old[at].name and (key := _TOKEN.match(head)):
                    head = self._dumped(name) + head[key.end() :]
                parts.append(head + self._written(old[at], value))
        return "".join([*parts, self.text[old[-1].end : parent.end]])

    def _is_spread(self, parent: Place, value: Json) -> bool:
        """Whether a new value beside others has a line a member, as they have."""
        others = [place for place in parent.inner if type(place.value) is type(value)]
        spread = any("\n" in self.text[other.start : other.end] for other in others)
        return spread if others else not self._is_one_line

    def _new(self, value: Json, beside: int, indentation: str | None = None, *, is_spread: bool) -> str:
        """Return a value that was not there, indented as the line in which `beside` is."""
        if not is_spread or not isinstance(value, dict | list):
            return self._dumped(value)
        text = json.dumps(value, ensure_ascii=self._is_ascii, indent=self._indent)
        return text.replace("\n", f"\n{self._indentation(beside) if indentation is None else indentation}")

    def _indentation(self, offset: int) -> str:
        found = _INDENTATION.match(self.text, self.text.rfind("\n", 0, offset) + 1)
        return found[0] if found else ""

    def _dumped(self, value: Json) -> str:
        separators = (",", ":") if self._is_dense else (", ", ": ")
        return json.dumps(value, ensure_ascii=self._is_ascii, separators=separators)

    @cached_property
    def _indent(self) -> str:
        found = re.search(r"\n([ \t]+)\S", self.text)
        return found[1] if found else _DEFAULT_INDENT

    @cached_property
    def _is_one_line(self) -> bool:
        return "\n" not in self.text.strip()

    @cached_property
    def _is_dense(self) -> bool:
        return self._is_one_line and not re.search(r'"\s*: ', self.text)

    @cached_property
    def _is_ascii(self) -> bool:
        return self.text.isascii() and "\\u" in self.text

    @cached_property
    def _has_one_line_objects(self) -> bool:
        """Whether the objects in the lists of the file stand in one line each."""
        lists = [member for member in self._root.inner if isinstance(member.value, list)]
        found = [item for member in lists for item in member.inner if isinstance(item.value, dict) and item.value]
        return bool(found) and not any("\n" in self.text[item.start : item.end] for item in found)


def _kept(old: Sequence[Place], values: Sequence[tuple[str, Json]]) -> list[int | None]:
    """Return which of the old places each value has, in their order; None for a new one. A member of an object has that
    of its name, or of the one that it replaces and whose value it has; an item of an array that of the same value."""
    if old[0].head < old[0].start:
        at = {place.name: number for number, place in enumerate(old)}
        gone = {number for name, number in at.items() if name not in dict(values)}
        return [
            at.get(name, number if number in gone and old[number].value == value else None)
            for number, (name, value) in enumerate(values)
        ]
    if len(values) == len(old) and not any(isinstance(value, dict | list) for _, value in values):
        return [*range(len(old))]
    waiting: dict[Any, list[int]] = {}
    for number in reversed(range(len(old))):
        waiting.setdefault(_identity(old[number].value), []).append(number)
    kept: list[int | None] = []
    last = -1
    for _, value in values:
        numbers = waiting.get(_identity(value), [])
        while numbers and numbers[-1] <= last:
            numbers.pop()
        kept.append(numbers.pop() if numbers else None)
        last = last if kept[-1] is None else kept[-1]
    return kept


def _identity(value: Json) -> Any:
    """Return what an item of an array is known by: an object or an array by itself, whatever becomes of it."""
    return id(value) if isinstance(value, dict | list) else (type(value), value)


class _Reader:
    """Reads a valid JSON text into places."""

    def __init__(self, text: str) -> None:
        self._tokens = _TOKEN.finditer(text)

    def root(self) -> Place:
        """Return the whole value."""
        return self._value(next(self._tokens), 0)

    def _value(self, token: re.Match[str], depth: int) -> Place:
        if depth > MAX_DEPTH:
            raise ValueError("nested too deeply")
        start = token.start(1)
        if token[1] not in ("{", "["):
            return Place(start, start, token.end(1), json.loads(token[1]))
        inner: list[Place] = []
        is_object = token[1] == "{"
        while (token := next(self._tokens))[1] not in ("}", "]"):
            if is_object and token[1] != ",":
                next(self._tokens)  # the colon
                place = self._value(next(self._tokens), depth + 1)
                place.head, place.name = token.start(1), json.loads(token[1])
                inner.append(place)
            elif token[1] != ",":
                inner.append(self._value(token, depth + 1))
        names = {place.name: place.value for place in inner}
        if is_object and len(names) < len(inner):
            raise ValueError("a name that stands twice")
        value = names if is_object else [place.value for place in inner]
        return Place(start, start, token.end(1), value, inner=inner)


def text_in(parent: Object, name: str) -> str:
    """Return the text of a member, "" if it is none."""
    found = parent.get(name)
    return found if isinstance(found, str) else ""


def listed_in(parent: Object, name: str) -> list[Json]:
    """Return a list of an object, which is added if it is not there."""
    if not isinstance(parent.get(name), list):
        parent[name] = []
    return parent[name]  # type: ignore[no-any-return]


def objects_in(parent: Object, name: str) -> list[Object]:
    """Return the objects in a list of an object."""
    found = parent.get(name)
    return [item for item in found if isinstance(item, dict)] if isinstance(found, list) else []


def drop(parent: Object, name: str, gone: Collection[Object]) -> None:
    """Take objects out of a list of an object."""
    if gone:
        numbers = {id(item) for item in gone}
        parent[name][:] = [item for item in parent[name] if id(item) not in numbers]


def rename_key(parent: Object, old: str, new: str) -> None:
    """Give a member of an object another name, in its place."""
    members = [(new if name == old else name, value) for name, value in parent.items()]
    parent.clear()
    parent.update(members)
