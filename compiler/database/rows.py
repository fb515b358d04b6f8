"""What linking makes of a part as rows of plain values: what is written into a database, and crosses between processes.

The rows of a part stand in a range of their own, `rows_of(part)`, in the table of every class of facts and in that of
the links. Where a part has many rows in a table, a digest of them is kept beside: whether a part that is linked again
has others is then seen without reading them.
"""

import marshal
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple, cast

from compiler.database.schema import table_of
from compiler.facts import Fact, Link, Object

Row = tuple[Any, ...]

LINKS = "link"  # stands for their table among the digests
_MANY = 64  # rows; of fewer there is no digest
_DIGEST_BYTES = 16
_PLAIN = 2  # the format of `marshal` in which equal values have equal bytes

_PART_BITS = 24  # a file has at most so many bytes, and fewer facts
_ROW_BITS = 48


class Packed(NamedTuple):
    """Objects of one class that wait to be written: their refs, and their rows as bytes, which take a fraction of the
    memory."""

    table: str
    refs: list[str]
    body: bytes

    def rows(self) -> tuple[list[Row], list[Row]]:
        """The rows for `object` and those for `search`, without their numbers."""
        objects, searched = marshal.loads(self.body)
        return objects, searched


class PartRows(NamedTuple):
    """The facts of a part by the names of their tables, its objects, and its links in order.

    Rows of facts begin with their number, and so do links: source, target, kind and file of a link are the places of
    `words` at which they stand, each word once. `digests` are part, table and
    digest where there are many rows.
    """

    facts: list[tuple[str, list[Row]]]
    objects: list[Packed]
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
        rows.facts.append((fact_class.table, fact_rows(part, fact_class, members)))
        if issubclass(fact_class, Object):
            rows.objects.append(_packed(part, fact_class.table, cast(list[Object], members)))
    digests = [*((table, digest_of(numbered)) for table, numbered in rows.facts), (LINKS, links_digest(*rows[2:4]))]
    rows.digests.extend((part, name, digest) for name, digest in digests if digest)
    return rows


def _packed(part: int, table: str, objects: Iterable[Object]) -> Packed:
    """The objects of one class and part."""
    rows, searched = [], []
    for row, one in zip(rows_of(part), objects, strict=False):
        file, start_line, _, end_line, _ = one.span
        native, title = one.id, one.title
        rows.append((one.ref, one.kind, native, title, file, start_line, end_line, table, row))
        searched.append((native, title, one.body, one.context))
    return Packed(table, [row[0] for row in rows], marshal.dumps((rows, searched)))


def digest_of(rows: list[Row]) -> bytes | None:
    """Names the rows that a part has in one table, where they are many; None where they are not."""
    return blake2b(marshal.dumps(rows, _PLAIN), digest_size=_DIGEST_BYTES).digest() if len(rows) >= _MANY else None


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


def fact_rows(part: int, fact_class: type[Fact], facts: Sequence[Fact]) -> list[Row]:
    """Facts of one class as the numbered rows of a part."""
    return table_of(fact_class).rows(rows_of(part), facts)


def object_rows(rows: Iterable[int], objects: Iterable[Object]) -> list[Row]:
    """Objects of one class, whose facts stand in these rows, as rows of the tables of all objects."""
    found = []
    for row, one in zip(rows, objects, strict=False):
        file, start_line, _, end_line, _ = one.span
        found.append(
            (one.ref, one.kind, one.id, one.title, file, start_line, end_line, one.table, row, one.body, one.context)
        )
    return found
