"""Edits of JSON files that keep the rest as it is written: order, spacing, one line or several an object."""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from queries.operations.arguments import unavailable
from queries.operations.draft import Draft

MAX_DEPTH = 100
_BLANKS = re.compile(r"[ \t\r\n]*")
_SCALAR = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s,\]}:]+')
_DEFAULT_INDENT = "  "


@dataclass(slots=True)
class Place:
    """A value of a JSON text, and where it stands. An object has `members`, an array has `items`."""

    start: int
    end: int
    value: Any
    members: dict[str, "Place"] = field(default_factory=dict)
    items: list["Place"] = field(default_factory=list)
    key_start: int = 0

    def member(self, *names: str) -> "Place | None":
        """Return the value of a member, or of a member of it; None if it is not there, or null."""
        place: Place | None = self
        for name in names:
            place = place.members.get(name) if place else None
        return place if place and place.value is not None else None

    def text(self, name: str) -> str:
        """Return the text of a member, "" if it is none."""
        found = self.member(name)
        return found.value if found and isinstance(found.value, str) else ""

    def objects(self, name: str) -> Iterator["Place"]:
        """Give the objects of a list."""
        found = self.member(name)
        yield from (one for one in (found.items if found else ()) if isinstance(one.value, dict))


class JsonEdits:
    """Edits of one JSON file. Raises QueryError if the file is no JSON object."""

    def __init__(self, draft: Draft, path: str) -> None:
        self.draft, self.path = draft, path
        self.text = draft.text(path).text
        try:
            json.loads(self.text.removeprefix("\ufeff"))
            self.root = _Reader(self.text).value(len(self.text) - len(self.text.removeprefix("\ufeff")), 0)
        except (ValueError, RecursionError):
            raise unavailable("This file is no JSON that an operation can edit", file=path) from None
        if not isinstance(self.root.value, dict):
            raise unavailable("This file holds no JSON object", file=path)

    def replace(self, place: Place, value: Any) -> None:
        """Put another value in place of one."""
        if value != place.value or type(value) is not type(place.value):
            self.draft.replace_range(self.path, place.start, place.end, self._written(value, place.start))

    def set(self, parent: Place, name: str, value: Any) -> None:
        """Give an object's member a value; one that is not there is added at the end."""
        if name in parent.members:
            self.replace(parent.members[name], value)
            return
        rivals = list(parent.members.values())
        head = f"{json.dumps(name, ensure_ascii=self._is_ascii)}{self._colon}"
        self._add(parent, [(one.key_start, one.end) for one in rivals], len(rivals), value, head)

    def remove(self, parent: Place, name: str) -> None:
        """Take a member out of an object."""
        ranges = [(one.key_start, one.end) for one in parent.members.values()]
        self._take_out(parent, ranges, [list(parent.members).index(name)])

    def append(self, name: str, value: Any, before: Place | None = None) -> None:
        """Put a value behind the others of a list of the file, which may be missing, or before one of them."""
        array = self.root.member(name)
        if array is None:
            self.set(self.root, name, [value])
        else:
            index = next((at for at, item in enumerate(array.items) if item is before), len(array.items))
            self._add(array, [(item.start, item.end) for item in array.items], index, value, "")

    def drop(self, name: str, places: Collection[Place]) -> None:
        """Take values out of a list of the file."""
        if (array := self.root.member(name)) is not None:
            gone = [at for at, item in enumerate(array.items) if any(item is place for place in places)]
            self._take_out(array, [(item.start, item.end) for item in array.items], gone)

    def _add(self, parent: Place, ranges: list[tuple[int, int]], index: int, value: Any, head: str) -> None:
        if not ranges:
            self._fill(parent, value, head)
        elif index >= len(ranges):
            between = self.text[ranges[-2][1] : ranges[-1][0]] if len(ranges) > 1 else self._between(parent, ranges[0])
            at = ranges[-1][1]
            self.draft.replace_range(self.path, at, at, between + head + self._item(value, parent, ranges[-1][0]))
        else:
            start = ranges[index][0]
            between = self.text[ranges[index - 1][1] : start] if index else self._between(parent, ranges[0])
            self.draft.replace_range(self.path, start, start, head + self._item(value, parent, start) + between)

    def _between(self, parent: Place, first: tuple[int, int]) -> str:
        blanks = self.text[parent.start + 1 : first[0]]
        return f",{blanks}" if "\n" in blanks or self._is_dense else ", "

    def _fill(self, parent: Place, value: Any, head: str) -> None:
        """Put the first value into an empty list or object."""
        opening, closing = self.text[parent.start], self.text[parent.end - 1]
        if self._is_one_line:
            new = f"{opening}{head}{self._dumped(value)}{closing}"
        else:
            outer = self._indentation_at(parent.start)
            inner = outer + self._indent
            item = self._dumped(value) if self._has_one_line_objects else self._pretty(value, inner)
            new = f"{opening}\n{inner}{head}{item}\n{outer}{closing}"
        self.draft.replace_range(self.path, parent.start, parent.end, new)

    def _take_out(self, parent: Place, ranges: list[tuple[int, int]], indexes: Sequence[int]) -> None:
        if indexes and len(indexes) == len(ranges):
            self.draft.replace_range(self.path, parent.start + 1, parent.end - 1, "")
            return
        last_kept = max({*range(len(ranges))} - {*indexes}, default=-1)
        for at in indexes:
            if at < last_kept:
                self.draft.replace_range(self.path, ranges[at][0], ranges[at + 1][0], "")
            else:  # with what stands between it and the one before, which the ones before it take with them, too
                self.draft.replace_range(self.path, ranges[at - 1][1], ranges[at][1], "")

    def _item(self, value: Any, parent: Place, beside: int) -> str:
        """Return a value as its neighbours are written: in one line, or a line a member."""
        others = [one for one in (*parent.items, *parent.members.values()) if type(one.value) is type(value)]
        spread = any("\n" in self.text[one.start : one.end] for one in others)
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

    @property
    def _colon(self) -> str:
        return ":" if self._is_dense else ": "

    @cached_property
    def _is_ascii(self) -> bool:
        return self.text.isascii() and "\\u" in self.text

    @cached_property
    def _has_one_line_objects(self) -> bool:
        """Whether the objects in the lists of the file stand in one line each."""
        found = [
            one
            for member in self.root.members.values()
            for one in member.items
            if isinstance(one.value, dict) and one.value
        ]
        return bool(found) and not any("\n" in self.text[one.start : one.end] for one in found)


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
            place.key_start = at
            if name in members:
                raise ValueError("a name that stands twice")
            members[name] = place
            at = self._next(place.end)
        return Place(start, at + 1, {name: one.value for name, one in members.items()}, members=members)

    def _array(self, start: int, depth: int) -> Place:
        items: list[Place] = []
        at = self._behind_blanks(start + 1)
        while self.text[at] != "]":
            items.append(self.value(at, depth + 1))
            at = self._next(items[-1].end)
        return Place(start, at + 1, [one.value for one in items], items=items)

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


def new_json(value: Mapping[str, Any]) -> str:
    """Return the text of a new JSON file, as the sessions' own program writes one."""
    return f"{json.dumps(value, ensure_ascii=False, indent=2)}\n"
