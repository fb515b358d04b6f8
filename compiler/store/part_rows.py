"""What linking makes of a part as rows of plain values: what is written into a database, and crosses between processes.

The rows of a part stand in a range of their own, `rows_of(part)`, in the table of every class of facts and in that of
the links. Where a part has many rows in a table, a digest of them is kept beside: whether a part that is linked again
has others is then seen without reading them.
"""

import contextlib
import marshal
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, NamedTuple, cast

import orjson

from compiler.model.facts import Fact, Link, Object
from compiler.store.schema import table_of

Row = tuple[Any, ...]

LINKS = "link"  # stands for their table among the digests
_MANY = 64  # rows; of fewer there is no digest
_DIGEST_BYTES = 16
_WITHOUT_SHARING = 2  # the last format of `marshal` in which equal values have equal bytes

_PART_BITS = 24  # a file has at most so many bytes, and fewer facts
_ROW_BITS = 48


class PartObjects:
    """The objects of one class and part: as bytes, which take a fraction of the memory, or as they are until these are
    asked for."""

    __slots__ = ("_body", "_members", "_rows", "refs", "table")

    def __init__(
        self, table: str, refs: list[str], body: bytes = b"", members: Sequence[Object] = (), part: int = 0
    ) -> None:
        self.table, self.refs = table, refs
        self._body, self._members, self._rows = body, members, rows_of(part)

    @property
    def body(self) -> bytes:
        """What is written of them, as bytes."""
        if self._members:
            rows = object_rows(self._rows, self._members)
            self._body = marshal.dumps(([row[:-2] for row in rows], [(row[2], row[3], *row[-2:]) for row in rows]))
            self._members = ()
        return self._body

    def rows(self) -> tuple[list[Row], list[Row]]:
        """Their rows for `object` and those for `search`, without their numbers among all objects."""
        objects, searched = marshal.loads(self.body)
        return objects, searched

    def of(self, rows: Sequence[int]) -> list[Row]:
        """What `object_rows` gives of those whose facts stand in some rows."""
        if self._members:
            return object_rows(rows, (self._members[self._rows.index(row)] for row in rows))
        objects, searched = self.rows()
        places = [row - objects[0][-1] for row in rows]
        return [(*objects[place], *searched[place][-2:]) for place in places]


class PartRows(NamedTuple):
    """The facts of a part by the names of their tables, its objects, and its links in order.

    Rows of facts begin with their number, and so do links: source, target, kind and file of a link are the places of
    `words` at which they stand, each word once. `digests` are part, table and digest where there are many rows.
    """

    facts: list[tuple[str, list[Row]]]
    objects: list[PartObjects]
    links: list[Row]
    words: list[str]
    digests: list[tuple[int, str, bytes]]


def rows_of(part: int) -> range:
    """The rows of a part, in the table of any class of facts and in that of the links."""
    return range((part << _PART_BITS) + 1, (part + 1) << _PART_BITS)


def object_number(place: int, row: int) -> int:
    """The row of an object among all objects, by the place of its class among all classes and the row of its fact."""
    return place << _ROW_BITS | row


def part_rows(part: int, facts: Iterable[Fact], links: Iterable[Link] = ()) -> PartRows:
    """The rows of a part."""
    rows = PartRows([], [], *numbered_links(part, links), [])
    for fact_class, members in by_class(facts).items():
        table = table_of(fact_class)
        numbered = table.rows(rows_of(part), members)
        rows.facts.append((table.name, numbered))
        if digest := digest_of(numbered, has_floats=table.has_floats):
            rows.digests.append((part, table.name, digest))
        if issubclass(fact_class, Object):
            objects = cast(list[Object], members)
            rows.objects.append(PartObjects(table.name, [one.ref for one in objects], members=objects, part=part))
    if digest := links_digest(rows.links, rows.words):
        rows.digests.append((part, LINKS, digest))
    return rows


def digest_of(rows: list[Row], *, has_floats: bool = False) -> bytes | None:
    """Names the rows that a part has in one table, where they are many; None where they are not."""
    return sha256(_as_bytes(rows, has_floats)).digest()[:_DIGEST_BYTES] if len(rows) >= _MANY else None


def _as_bytes(rows: list[Row], has_floats: bool) -> bytes:
    """The same bytes for equal rows only. JSON is made several times faster than what marshal makes, but has one word
    for all floats that are not finite, and none for what takes more than 64 bits."""
    with contextlib.suppress(TypeError):
        if not has_floats:
            return orjson.dumps(rows)
    return marshal.dumps(rows, _WITHOUT_SHARING)


def links_digest(links: list[Row], words: list[str]) -> bytes | None:
    """Names the links of a part in the same way."""
    return digest_of([*links, tuple(words)]) if links else None


def numbered_links(part: int, links: Iterable[Link]) -> tuple[list[Row], list[str]]:
    """Links as the numbered rows of a part, and the words that stand in them."""
    places = _Places()
    rows = [
        (row, places[source], places[target], places[kind], places[file], line, column, end_line, end_column)
        for row, (source, target, kind, (file, line, column, end_line, end_column)) in zip(
            rows_of(part), links, strict=False
        )
    ]
    return rows, list(places)


class _Places(dict[str, int]):
    """Words by the order in which they are met, from 0."""

    def __missing__(self, word: str) -> int:
        place = self[word] = len(self)
        return place


def by_class(facts: Iterable[Fact]) -> dict[type[Fact], list[Fact]]:
    """The facts of each class, in their order."""
    found: dict[type[Fact], list[Fact]] = {}
    for fact in facts:
        members = found.get(type(fact))
        if members is None:
            members = found[type(fact)] = []
        members.append(fact)
    return found


def object_rows(rows: Iterable[int], objects: Iterable[Object]) -> list[Row]:
    """Objects of one class, whose facts stand in these rows, as rows of `object` with what `search` has beside."""
    found = []
    for row, one in zip(rows, objects, strict=False):
        file, start_line, _, end_line, _ = one.span
        found.append(
            (one.ref, one.kind, one.id, one.title, file, start_line, end_line, one.table, row, one.body, one.context)
        )
    return found
