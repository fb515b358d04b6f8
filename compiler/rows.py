"""What linking makes of a part as rows of plain values: what is written into a database, and crosses between processes.

The rows of a part stand in a range of their own, `rows_of(part)`, in the table of every class of facts and in that of
the links. Where a part has many rows in a table, a digest of them is kept beside: whether a part that is linked again
has others is then seen without reading them.
"""

import marshal
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple, cast

from compiler.facts import Fact, Link, Object
from compiler.schema import table_of

Row = tuple[Any, ...]

LINKS = "link"  # stands for their table among the digests
_MANY = 64  # rows; of fewer there is no digest
_DIGEST_BYTES = 16
_PLAIN = 2  # the format of `marshal` in which equal values have equal bytes

_PART_BITS = 24  # a file has at most so many bytes, and fewer facts


class Packed(NamedTuple):
    """Objects of one class that wait to be written: their refs, and their rows as bytes, which take a fraction of the
    memory. The rows have the columns of `object` and, further, body and context."""

    table: str
    refs: list[str]
    body: bytes

    def rows(self) -> list[Row]:
        """The rows, in order."""
        found: list[Row] = marshal.loads(self.body)
        return found


class PartRows(NamedTuple):
    """The facts of a part by the names of their tables, its objects, and its links in order.

    Rows of facts begin with their number; links have source, target, kind and the span. `digests` are those of the
    tables with many rows.
    """

    facts: list[tuple[str, list[Row]]]
    objects: list[Packed]
    links: list[Row]
    digests: list[tuple[str, bytes]]


def rows_of(part: int) -> range:
    """The rows of a part, in the table of any class of facts and in that of the links."""
    return range((part << _PART_BITS) + 1, (part + 1) << _PART_BITS)


def part_rows(part: int, facts: Iterable[Fact], links: Iterable[Link] = ()) -> PartRows:
    """The rows of a part."""
    rows = PartRows([], [], link_values(links), [])
    for fact_class, listed in by_class(facts).items():
        rows.facts.append((fact_class.table, fact_rows(part, fact_class, listed)))
        if issubclass(fact_class, Object):
            objects = object_rows(rows_of(part), cast(list[Object], listed))
            rows.objects.append(Packed(fact_class.table, [one[0] for one in objects], marshal.dumps(objects)))
    for table, members in [*rows.facts, (LINKS, rows.links)]:
        if digest := digest_of(members):
            rows.digests.append((table, digest))
    return rows


def digest_of(rows: list[Row]) -> bytes | None:
    """Names the rows that a part has in one table, where they are many; None where they are not."""
    return blake2b(marshal.dumps(rows, _PLAIN), digest_size=_DIGEST_BYTES).digest() if len(rows) >= _MANY else None


def link_values(links: Iterable[Link]) -> list[Row]:
    """Links as plain values."""
    return [(source, target, kind, *span) for source, target, kind, span in links]


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
