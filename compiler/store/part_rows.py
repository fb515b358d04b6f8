"""A linked part as rows of plain values, which can be written into a database and sent between processes.

The rows of a part stand in a range of their own, `rows_of(part)`, in the table of every class of facts and in that of
the links. Where a part has many rows in a table, the database holds a digest of them: whether relinking changed them is
then seen without reading them.
"""

import contextlib
import marshal
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple, cast

import orjson

from compiler.model.facts import Fact, Link, Object
from compiler.store.schema import table_of

Row = tuple[Any, ...]

LINKS = "link"  # the name of the links among the digests
_MIN_DIGEST_ROWS = 64  # of fewer rows there is no digest
_DIGEST_BYTES = 16
_WITHOUT_SHARING = 2  # the last format of `marshal` in which equal values have equal bytes

_PART_BITS = 24  # a file has at most so many bytes, and fewer facts
_ROW_BITS = 48
MAX_FACT_ROW = (1 << _ROW_BITS) - 1


class PartObjects:
    """The objects of one class and part. They become bytes, which take a fraction of the memory, when `body` is first
    read."""

    __slots__ = ("_body", "_members", "_rows", "refs", "table")

    def __init__(
        self,
        table: str,
        refs: list[str],
        body: bytes = b"",
        members: Sequence[Object] = (),
        numbers: Sequence[int] = (),
    ) -> None:
        """`numbers` are the rows in which the facts of `members` stand."""
        self.table, self.refs = table, refs
        self._body, self._members, self._rows = body, members, numbers

    @property
    def body(self) -> bytes:
        """Their rows for `object_row` and for `search_index`, as bytes."""
        if self._members:
            rows = object_rows(self._rows, self._members)
            self._body = marshal.dumps(([row[:-2] for row in rows], [(row[2], row[3], *row[-2:]) for row in rows]))
            self._members = ()
        return self._body

    def rows(self) -> tuple[list[Row], list[Row]]:
        """Return their rows for `object_row` and those for `search_index`, without their numbers among all objects."""
        objects, searched = marshal.loads(self.body)
        return objects, searched

    def of(self, rows: Sequence[int]) -> list[Row]:
        """Return the `object_rows` of those whose facts stand in these rows. Not all facts are listed as objects."""
        if self._members:
            of_row = dict(zip(self._rows, self._members, strict=True))
            listed = [row for row in rows if row in of_row]
            return object_rows(listed, map(of_row.__getitem__, listed))
        objects, searched = self.rows()
        places = {one[-1]: place for place, one in enumerate(objects)}
        found = [places[row] for row in rows if row in places]
        return [(*objects[place], *searched[place][-2:]) for place in found]


class PartRows(NamedTuple):
    """The facts of a part by the names of their tables, its objects, and its links in order.

    Rows of facts and of links begin with their number. Source, target, kind and file of a link are indexes into
    `strings`, which holds each string once. `digests` are part, table and digest where there are many rows.
    """

    facts: list[tuple[str, list[Row]]]
    objects: list[PartObjects]
    links: list[Row]
    strings: list[str]
    digests: list[tuple[int, str, bytes]]


def rows_of(part: int) -> range:
    """Return the row numbers of a part, in the table of any class of facts and in that of the links."""
    return range((part << _PART_BITS) + 1, (part + 1) << _PART_BITS)


def object_number(place: int, row: int) -> int:
    """Return the row number of an object, by the place of its class among all classes and the row of its fact."""
    return place << _ROW_BITS | row


def part_rows(part: int, facts: Iterable[Fact], links: Iterable[Link] = ()) -> PartRows:
    """Return the facts and links of a part as rows."""
    rows = PartRows([], [], *numbered_links(part, links), [])
    for fact_class, members in by_class(facts).items():
        numbered = _add(rows, fact_class, members, rows_of(part))
        if digest := digest_of(numbered, has_floats=table_of(fact_class).has_floats):
            rows.digests.append((part, fact_class.table, digest))
    if digest := links_digest(rows.links, rows.strings):
        rows.digests.append((part, LINKS, digest))
    return rows


def placed_rows(facts: Iterable[Fact], places: Mapping[str, int]) -> PartRows:
    """Return facts about files as rows of part 0, each in the place of its file."""
    rows = PartRows([], [], [], [], [])
    for fact_class, members in by_class(facts).items():
        _add(rows, fact_class, members, [places[one.span.file] for one in members])
    return rows


def _add(rows: PartRows, fact_class: type[Fact], members: list[Fact], numbers: Sequence[int]) -> list[Row]:
    """Add the facts of a class. Return their rows."""
    numbered = table_of(fact_class).rows(numbers, members)
    rows.facts.append((fact_class.table, numbered))
    if issubclass(fact_class, Object):
        rows.objects.extend(_objects(numbers, fact_class.table, cast(list[Object], members)))
    return numbered


def _objects(rows: Sequence[int], table: str, members: list[Object]) -> list[PartObjects]:
    """Return the objects of one class as a list of one; [] if none of them is listed."""
    listed = [(row, one) for row, one in zip(rows, members, strict=False) if one.is_listed]
    objects = [one for _, one in listed]
    numbers = [row for row, _ in listed]
    return [PartObjects(table, [one.ref for one in objects], members=objects, numbers=numbers)] if listed else []


def digest_of(rows: list[Row], *, has_floats: bool = False) -> bytes | None:
    """Return a hash of the rows that a part has in one table, whatever its number is; None where they are few."""
    if len(rows) < _MIN_DIGEST_ROWS:
        return None
    return sha256(_as_bytes([row[1:] for row in rows], has_floats)).digest()[:_DIGEST_BYTES]


def _as_bytes(rows: list[Row], has_floats: bool) -> bytes:
    """Return bytes that are equal for equal rows only. JSON is several times faster than marshal, but writes all floats
    that are not finite alike, and cannot write integers of more than 64 bits."""
    with contextlib.suppress(TypeError):
        if not has_floats:
            return orjson.dumps(rows)
    return marshal.dumps(rows, _WITHOUT_SHARING)


def links_digest(links: list[Row], strings: list[str]) -> bytes | None:
    """Return a hash of the links of a part; None where they are few."""
    return digest_of([*links, (0, *strings)]) if links else None


def numbered_links(part: int, links: Iterable[Link]) -> tuple[list[Row], list[str]]:
    """Return links as the numbered rows of a part, and the strings that stand in them."""
    places = _Indexes()
    rows = [
        (row, places[source], places[target], places[kind], places[file], line, column, end_line, end_column)
        for row, (source, target, kind, (file, line, column, end_line, end_column)) in zip(
            rows_of(part), links, strict=False
        )
    ]
    return rows, list(places)


class _Indexes(dict[str, int]):
    """Numbers strings in the order in which they are met, from 0."""

    def __missing__(self, string: str) -> int:
        index = self[string] = len(self)
        return index


def by_class(facts: Iterable[Fact]) -> dict[type[Fact], list[Fact]]:
    """Return the facts of each class, in their order."""
    found: dict[type[Fact], list[Fact]] = {}
    for fact in facts:
        members = found.get(type(fact))
        if members is None:
            members = found[type(fact)] = []
        members.append(fact)
    return found


def object_rows(rows: Iterable[int], objects: Iterable[Object]) -> list[Row]:
    """Return objects of one class, whose facts stand in these rows, as rows of `object_row` followed by the body and
    the context, which `search_index` has."""
    found = []
    for row, one in zip(rows, objects, strict=False):
        file, start_line, _, end_line, _ = one.span
        found.append(
            (one.ref, one.kind, one.id, one.title, file, start_line, end_line, one.table, row, one.body, one.context)
        )
    return found


def row_changes(before: list[Row], after: list[Row]) -> tuple[list[Row], list[Row]]:
    """Return the rows to delete and the rows to insert to make `before` into `after`. Rows begin with their number."""
    if before == after:
        return [], []
    if [row[0] for row in before] == [row[0] for row in after]:
        changed = [pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]]
        return [old for old, _ in changed], [new for _, new in changed]
    old, new = set(before), set(after)
    return [row for row in before if row not in new], [row for row in after if row not in old]
