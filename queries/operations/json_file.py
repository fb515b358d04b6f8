"""A JSON file whose value is changed in place. What differs then is written into its text: order, spacing, and one line
or several an object stay as they are."""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from queries.operations.arguments import unavailable

MAX_DEPTH = 100
_BLANKS = re.compile(r"[ \t\r\n]*")
_SCALAR = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s,\]}:]+')
_DEFAULT_INDENT = "  "

Json = Any
Object = dict[str, Json]
Spot = tuple[int, int, str]  # a range of the text, and what stands there after the edit


@dataclass(slots=True)
class Place:
    """A value of a JSON text, and where it stands. `members` and `items` are those of an object and of an array as the
    text has them, whatever becomes of the value."""

    start: int
    end: int
    value: Json
    members: dict[str, "Place"] = field(default_factory=dict)
    items: list["Place"] = field(default_factory=list)
    key_start: int = 0
    key_end: int = 0


class JsonFile:
    """A JSON file: `value` is what it states, for callers to change. Raises QueryError if it is no JSON object."""

    def __init__(self, path: str, text: str) -> None:
        self.text = text
        try:
            json.loads(text.removeprefix("\ufeff"))
            self._root = _Reader(text).value(len(text) - len(text.removeprefix("\ufeff")), 0)
        except (ValueError, RecursionError):
            raise unavailable("This file is no JSON that an operation can edit", file=path) from None
        if not isinstance(self._root.value, dict):
            raise unavailable("This file holds no JSON object", file=path)
        self.value: Object = self._root.value

    def spots(self) -> Iterator[Spot]:
        """Give what is to be written into the text, so that it states the value."""
        return self._compared(self._root, self.value)

    def _compared(self, place: Place, value: Json) -> Iterator[Spot]:
        if isinstance(value, dict) and value is place.value:
            yield from self._compared_object(place, value)
        elif isinstance(value, list) and value is place.value:
            yield from self._compared_array(place, value)
        elif type(value) is not type(place.value) or value != json.loads(self.text[place.start : place.end]):
            yield place.start, place.end, self._written(value, place.start)

    def _compared_object(self, place: Place, value: Object) -> Iterator[Spot]:
        old, new = list(place.members), list(value)
        gone, came = ([name for name in one if name not in other] for one, other in ((old, value), (new, old)))
        for before, after in zip(gone, came, strict=False):
            if old.index(before) == new.index(after) and place.members[before].value == value[after]:
                member = place.members[before]
                yield member.key_start, member.key_end, self._dumped(after)
                yield from self._compared(member, value[after])
                gone, came = [one for one in gone if one != before], [one for one in came if one != after]
        ranges = [(member.key_start, member.end) for member in place.members.values()]
        for name, member in place.members.items():
            if name in value:
                yield from self._compared(member, value[name])
        colon = ":" if self._is_dense else ": "
        added = [(f"{self._dumped(name)}{colon}", value[name]) for name in came]
        if added and len(gone) == len(ranges) > 0:
            yield self._instead(place, ranges, added)
            return
        yield from self._without(place, ranges, [at for at, name in enumerate(old) if name in gone])
        yield from self._with(place, ranges, len(ranges), added)

    def _compared_array(self, place: Place, value: list[Json]) -> Iterator[Spot]:
        ranges = [(item.start, item.end) for item in place.items]
        waiting: dict[Any, list[int]] = {}
        for number in reversed(range(len(ranges))):
            waiting.setdefault(_identity(place.items[number].value), []).append(number)
        kept: list[int | None] = []
        last = -1
        for one in value:
            numbers = waiting.get(_identity(one), [])
            while numbers and numbers[-1] <= last:
                numbers.pop()
            kept.append(numbers.pop() if numbers else None)
            last = last if kept[-1] is None else kept[-1]
        if len(value) == len(ranges) and not any(isinstance(one, dict | list) for one in value):
            kept = [*range(len(ranges))]
        if value and ranges and not any(at is not None for at in kept):
            yield self._instead(place, ranges, [("", one) for one in value])
            return
        stays = {*kept}
        yield from self._without(place, ranges, [at for at in range(len(ranges)) if at not in stays])
        for at, one in zip(kept, value, strict=True):
            if at is not None:
                yield from self._compared(place.items[at], one)
        new: list[tuple[str, Json]] = []
        for at, one in zip([*kept, len(ranges)], [*value, None], strict=True):
            if at is None:
                new.append(("", one))
            elif new:
                yield from self._with(place, ranges, at, new)
                new = []

    def _with(
        self, parent: Place, ranges: Sequence[tuple[int, int]], index: int, new: Sequence[tuple[str, Json]]
    ) -> Iterator[Spot]:
        """Give what writes new values, each with what stands before it, before one of the others or behind all."""
        if new and not ranges:
            yield parent.start, parent.end, self._filled(parent, new)
            return
        for head, value in new:
            if index >= len(ranges):
                several = len(ranges) > 1
                between = self.text[ranges[-2][1] : ranges[-1][0]] if several else self._between(parent, ranges[0])
                at = ranges[-1][1]
                yield at, at, between + head + self._item(value, parent, ranges[-1][0])
            else:
                at = ranges[index][0]
                between = self.text[ranges[index - 1][1] : at] if index else self._between(parent, ranges[0])
                yield at, at, head + self._item(value, parent, at) + between

    def _instead(self, parent: Place, ranges: Sequence[tuple[int, int]], new: Sequence[tuple[str, Json]]) -> Spot:
        """Return what writes new values in place of all others, as these are written."""
        several = len(ranges) > 1
        between = self.text[ranges[0][1] : ranges[1][0]] if several else self._between(parent, ranges[0])
        written = (head + self._item(value, parent, ranges[0][0]) for head, value in new)
        return ranges[0][0], ranges[-1][1], between.join(written)

    def _between(self, parent: Place, first: tuple[int, int]) -> str:
        blanks = self.text[parent.start + 1 : first[0]]
        return f",{blanks}" if "\n" in blanks or self._is_dense else ", "

    def _filled(self, parent: Place, new: Sequence[tuple[str, Json]]) -> str:
        """Return an empty list or object with its first values."""
        opening, closing = self.text[parent.start], self.text[parent.end - 1]
        if self._is_one_line:
            comma = "," if self._is_dense else ", "
            return f"{opening}{comma.join(head + self._dumped(value) for head, value in new)}{closing}"
        outer = self._indentation_at(parent.start)
        inner = outer + self._indent
        is_dumped = self._has_one_line_objects
        items = [head + (self._dumped(value) if is_dumped else self._pretty(value, inner)) for head, value in new]
        return f"{opening}\n{inner}" + f",\n{inner}".join(items) + f"\n{outer}{closing}"

    def _without(self, parent: Place, ranges: Sequence[tuple[int, int]], indexes: Sequence[int]) -> Iterator[Spot]:
        if indexes and len(indexes) == len(ranges):
            yield parent.start + 1, parent.end - 1, ""
            return
        last_kept = max({*range(len(ranges))} - {*indexes}, default=-1)
        for at in indexes:
            if at < last_kept:
                yield ranges[at][0], ranges[at + 1][0], ""
            else:  # with what stands between it and the one before, which the ones before it take with them, too
                yield ranges[at - 1][1], ranges[at][1], ""

    def _item(self, value: Any, parent: Place, beside: int) -> str:
        """Return a value as its neighbours are written: in one line, or a line a member."""
        others = [one for one in (*parent.items, *parent.members.values()) if type(one.value) is type(value)]
        spread = any("\n" in self.text[other.start : other.end] for other in others)
        if not isinstance(value, dict | list) or (others and not spread) or (not others and self._is_one_line):
            return self._dumped(value)
        return self._pretty(value, self._indentation_at(beside))

    def _written(self, value: Any, at: int) -> str:
        is_spread = isinstance(value, dict | list) and not self._is_one_line and not self._has_one_line_objects
        return self._pretty(value, self._indentation_at(at)) if is_spread else self._dumped(value)

    def _dumped(self, value: Any) -> str:
        separators = (",", ":") if self._is_dense else (", ", ": ")
        return json.dumps(value, ensure_ascii=self._is_ascii, separators=separators)

    def _pretty(self, value: Any, indentation: str) -> str:
        text = json.dumps(value, ensure_ascii=self._is_ascii, indent=self._indent)
        return text.replace("\n", f"\n{indentation}")

    def _indentation_at(self, offset: int) -> str:
        start = self.text.rfind("\n", 0, offset) + 1
        found = re.compile(r"[ \t]*").match(self.text, start)
        return found[0] if found else ""

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
        found = [
            item
            for member in self._root.members.values()
            for item in member.items
            if isinstance(item.value, dict) and item.value
        ]
        return bool(found) and not any("\n" in self.text[one.start : one.end] for one in found)


def _identity(value: Json) -> Any:
    """Return what an item of an array is known by: an object or an array by itself, whatever becomes of it."""
    return id(value) if isinstance(value, dict | list) else (type(value), value)


class _Reader:
    """Reads a valid JSON text into places."""

    def __init__(self, text: str) -> None:
        self.text = text

    def value(self, at: int, depth: int) -> Place:
        if depth > MAX_DEPTH:
            raise ValueError("nested too deeply")
        at = self._behind_blanks(at)
        if self.text[at] == "{":
            return self._object(at, depth)
        if self.text[at] == "[":
            return self._array(at, depth)
        end = self._scalar_end(at)
        return Place(at, end, json.loads(self.text[at:end]))

    def _object(self, start: int, depth: int) -> Place:
        members: dict[str, Place] = {}
        at = self._behind_blanks(start + 1)
        while self.text[at] != "}":
            key_end = self._scalar_end(at)
            name = json.loads(self.text[at:key_end])
            place = self.value(self._behind_blanks(key_end) + 1, depth + 1)
            place.key_start, place.key_end = at, key_end
            if name in members:
                raise ValueError("a name that stands twice")
            members[name] = place
            at = self._next(place.end)
        return Place(start, at + 1, {name: member.value for name, member in members.items()}, members=members)

    def _array(self, start: int, depth: int) -> Place:
        items: list[Place] = []
        at = self._behind_blanks(start + 1)
        while self.text[at] != "]":
            items.append(self.value(at, depth + 1))
            at = self._next(items[-1].end)
        return Place(start, at + 1, [item.value for item in items], items=items)

    def _next(self, at: int) -> int:
        at = self._behind_blanks(at)
        return self._behind_blanks(at + 1) if self.text[at] == "," else at

    def _behind_blanks(self, at: int) -> int:
        found = _BLANKS.match(self.text, at)
        return found.end() if found else at

    def _scalar_end(self, at: int) -> int:
        found = _SCALAR.match(self.text, at)
        if found is None:
            raise ValueError("no value")
        return found.end()


def new_json(value: Mapping[str, Json]) -> str:
    """Return the text of a new JSON file, as the sessions' own program writes one."""
    return f"{json.dumps(value, ensure_ascii=False, indent=2)}\n"


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
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def drop(parent: Object, name: str, gone: Collection[Object]) -> None:
    """Take objects out of a list of an object."""
    if gone:
        numbers = {id(one) for one in gone}
        parent[name][:] = [one for one in parent[name] if id(one) not in numbers]


def rename_key(parent: Object, old: str, new: str) -> None:
    """Give a member of an object another name, in its place."""
    members = [(new if name == old else name, value) for name, value in parent.items()]
    parent.clear()
    parent.update(members)
