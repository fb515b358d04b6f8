"""A linked part as rows of plain values, which can be written into a database and sent between processes.

The rows of a part are numbered from 0 in the table of every class of facts and in that of the links. Where they stand
in a database is known when they are written (`compiler.store.row_ranges`). Where a part has many rows in a table, the
database holds a digest of them: whether relinking changed them is then seen without reading them. The rows of a large
part are made and read in chunks (`compiler.store.row_chunks`).
"""

import marshal
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import chain, count
from typing import Any, Generic, NamedTuple, TypeVar, cast

import orjson

from compiler.disk.spill_file import Read, SpillFile
from compiler.model.facts import Fact, Link, Object
from compiler.store.known_refs import KnownRefs
from compiler.store.row_chunks import CHUNK_ROWS, KEPT_BYTES, Chunks, stored_chunk
from compiler.store.schema import table_of
from compiler.store.searched_texts import own_texts

T = TypeVar("T")
C = TypeVar("C")
Row = tuple[Any, ...]
LinkChunk = tuple[list[Row], list[str]]  # links, and the strings that are met here first

LINKS = "link"  # the name of the links among the digests
_MIN_DIGEST_ROWS = 64  # of fewer rows there is no digest
_DIGEST_BYTES = 16
_COUNT_BYTES = 4  # of the length of a list, as marshal writes it
MAX_REFS = 50_000  # of one part that are strings while it is looked whether two are the same
_WITHOUT_SHARING = 2  # the last format of `marshal` in which equal values have equal bytes


class PartObjects:
    """The objects of one class and part, or a chunk of them. They become bytes, which take a fraction of the memory,
    when `body` is first read. The rows of their facts are numbered from 0, and returned as they are numbered from
    `first_row`, once that is set."""

    __slots__ = ("_body", "_members", "_rows", "first_row", "table")

    def __init__(
        self,
        table: str,
        body: bytes | Read = b"",
        members: Sequence[Object] = (),
        numbers: Sequence[int] = (),
    ) -> None:
        """`body` may be what reads it. `numbers` are the rows in which the facts of `members` stand."""
        self.table = table
        self._body, self._members, self._rows = body, members, numbers
        self.first_row = 0

    @property
    def body(self) -> bytes | Read:
        """Their rows for `object_row`, and what is searched of them, as bytes, or what reads these. The rows of their
        facts are numbered from 0."""
        if self._members:
            self._body = marshal.dumps(self._numbered())
            self._members = ()
        return self._body

    def rows(self) -> tuple[list[Row], list[Row]]:
        """Return their rows for `object_row`, and id, title, body, context and `own_texts` of each."""
        objects, searched = self._numbered()
        return [(*row[:-1], row[-1] + self.first_row) for row in objects], searched

    def _numbered(self) -> tuple[list[Row], list[Row]]:
        if self._members:
            rows = object_rows(self._rows, self._members)
            return [row[:-3] for row in rows], [(row[2], row[3], *row[-3:]) for row in rows]
        objects, searched = marshal.loads(self._body() if callable(self._body) else self._body)
        return objects, searched

    def of(self, rows: Sequence[int]) -> list[Row]:
        """Return the `object_rows` of those whose facts stand in these rows. Not all facts are listed as objects."""
        if self._members:
            numbers = [row + self.first_row for row in self._rows]
            of_row = dict(zip(numbers, self._members, strict=True))
            listed = [row for row in rows if row in of_row]
            return object_rows(listed, map(of_row.__getitem__, listed))
        objects, searched = self.rows()
        places = {listed[-1]: place for place, listed in enumerate(objects)}
        found = [places[row] for row in rows if row in places]
        return [(*objects[place], *searched[place][-3:]) for place in found]


class PartRows(NamedTuple):
    """The facts of a part by the names of their tables, its objects, and its links in order.

    Rows of facts and of links begin with their number. Source, target, kind and file of a link are indexes into the
    strings of all chunks of links, which hold each string once, where it is met first. `digests` are table and digest
    where there are many rows. `has_doubled_ref`: two of the objects have one ref. `most` is how many rows there are in
    the table that has most.
    """

    facts: list[tuple[str, Chunks[list[Row]]]]
    objects: list[PartObjects]
    links: Chunks[LinkChunk]
    digests: list[tuple[str, bytes]]
    has_doubled_ref: bool = False
    most: int = 0


def part_rows(facts: Iterable[Fact], links: Iterable[Link] = ()) -> PartRows:
    """Return the facts and links of a part as rows."""
    return rows_made_of(chain(facts, links))


def rows_made_of(
    made: Iterable[Fact | Link],
    places: Mapping[str, int] | None = None,
    chunk_rows: int | None = None,
) -> PartRows:
    """Return facts and links as the rows of a part. Each is taken when those before are rows already, or wait for the
    rest of a chunk: so never more of a large part is in memory. Facts stand in the rows that `places` has for their
    files, or else in one after the other. `chunk_rows` are those of a chunk, by default `CHUNK_ROWS`."""
    spill, refs = _Spill(chunk_rows or CHUNK_ROWS), KnownRefs(MAX_REFS)
    links = _LinkRows(spill)
    facts: dict[type[Fact], _FactRows] = {}
    for stated in made:
        if isinstance(stated, Link):
            links.add(stated)
        else:
            of_class = facts.get(type(stated))
            if of_class is None:
                of_class = facts[type(stated)] = _FactRows(type(stated), places, spill, refs)
            of_class.add(stated)
    rows = PartRows([], [], links.ended(), [], False)
    for fact_class, of_class in facts.items():
        rows.facts.append((fact_class.table, of_class.ended()))
        rows.objects.extend(of_class.objects)
    digests = [(table.table, of_class.digest()) for table, of_class in facts.items()] if places is None else []
    rows.digests.extend((name, found) for name, found in (*digests, (LINKS, links.digest())) if found)
    most = max((links.count, *(fact.count for fact in facts.values())))
    return rows._replace(has_doubled_ref=refs.has_doubled, most=most)


def placed_rows(facts: Iterable[Fact], places: Mapping[str, int]) -> PartRows:
    """Return facts about files as rows, each in the place of its file. There is no digest of them."""
    return rows_made_of(facts, places)


class _Spill:
    """Where the chunks of a part go, and how many rows one has. Most parts need no file."""

    def __init__(self, chunk_rows: int) -> None:
        self.chunk_rows = chunk_rows
        self._file: SpillFile | None = None

    def put(self, chunk: object) -> Read:
        """Keep a chunk. Return what reads it."""
        if self._file is None:
            self._file = SpillFile(KEPT_BYTES)
        return stored_chunk(self._file, chunk)


class _Rows(Generic[T, C]):
    """Makes the rows of one table. They are in memory while they are one chunk, else in a file."""

    def __init__(self, spill: _Spill) -> None:
        self.chunks: Chunks[C] = Chunks()
        self.count = 0
        self._spill = spill
        self._batch: list[T] = []

    def add(self, fact: T) -> None:
        """Add a fact or a link."""
        if len(self._batch) == self._spill.chunk_rows:
            self.chunks.add(self._spill.put(self._taken(is_large=True)))
        self._batch.append(fact)

    def ended(self) -> Chunks[C]:
        """Return the chunks of all that was added."""
        is_large = bool(self.chunks)
        if self._batch:
            chunk = self._taken(is_large=is_large)
            self.chunks.add(self._spill.put(chunk) if is_large else chunk)
        return self.chunks

    def _taken(self, *, is_large: bool) -> C:
        batch, self._batch = self._batch, []
        chunk = self._chunk(batch, is_large=is_large)
        self.count += len(batch)
        return chunk

    def _next(self, batch: list[T]) -> range:
        """The numbers of the rows of a batch."""
        return range(self.count, self.count + len(batch))

    def _chunk(self, batch: list[T], *, is_large: bool) -> C:
        raise NotImplementedError


class _FactRows(_Rows[Fact, list[Row]]):
    """Makes the rows of the facts of one class, and its objects."""

    def __init__(
        self, fact_class: type[Fact], places: Mapping[str, int] | None, spill: _Spill, refs: KnownRefs
    ) -> None:
        super().__init__(spill)
        self.objects: list[PartObjects] = []
        self._table = table_of(fact_class)
        self._places = places
        self._refs = refs if issubclass(fact_class, Object) else None
        self._digest = RowsDigest(has_floats=self._table.has_floats)

    def digest(self) -> bytes | None:
        """Return the digest of all rows."""
        return self._digest.found(self.chunks)

    def _chunk(self, batch: list[Fact], *, is_large: bool) -> list[Row]:
        places = self._places
        numbers = [places[fact.span.file] for fact in batch] if places else [*self._next(batch)]
        rows = self._table.rows(numbers, batch)
        self._digest.add(rows)
        if self._refs is not None:
            self._add_objects(numbers, cast(list[Object], batch), self._refs, is_large=is_large)
        return rows

    def _add_objects(self, numbers: list[int], batch: list[Object], refs: KnownRefs, *, is_large: bool) -> None:
        """Add those that are listed."""
        listed = [(row, fact) for row, fact in zip(numbers, batch, strict=False) if fact.is_listed]
        if not listed:
            return
        name = self._table.fact_class.table
        objects = PartObjects(name, members=[fact for _, fact in listed], numbers=[row for row, _ in listed])
        refs.add(fact.ref for _, fact in listed)
        self.objects.append(PartObjects(name, self._spill.put(objects.rows())) if is_large else objects)


class _LinkRows(_Rows[Link, LinkChunk]):
    """Makes the rows of links."""

    def __init__(self, spill: _Spill) -> None:
        super().__init__(spill)
        self._places = _Indexes()
        self._digest = RowsDigest()

    def digest(self) -> bytes | None:
        """Return the digest of all links and their strings; None if there are none."""
        if not self.chunks:
            return None
        strings = [(0, *self._places)]
        self._digest.add(strings)
        return self._digest.found(chain((rows for rows, _ in self.chunks), [strings]))

    def _chunk(self, batch: list[Link], *, is_large: bool) -> LinkChunk:  # noqa: ARG002
        rows = _numbered(self._next(batch), batch, self._places)
        self._digest.add(rows)
        return rows, self._places.taken()


class RowsDigest:
    """Makes a hash of the rows that a part has in one table, whatever their numbers are."""

    def __init__(self, *, has_floats: bool = False) -> None:
        """JSON is several times faster than marshal, but writes all floats that are not finite alike, and cannot write
        integers of more than 64 bits."""
        self._count = 0
        self._hash = None if has_floats else sha256()
        self._waiting: list[Row] = []  # rows that are not in the hash, because there are few
        self._is_empty = True

    def add(self, rows: Sequence[Row]) -> None:
        """Add rows."""
        self._count += len(rows)
        if self._hash is None or not rows:
            return
        self._waiting += rows
        if self._count < _MIN_DIGEST_ROWS:
            return
        waiting, self._waiting = self._waiting, []
        try:
            body = orjson.dumps([row[1:] for row in waiting])
        except TypeError:
            self._hash = None
            return
        self._hash.update(b"[" if self._is_empty else b",")
        self._hash.update(memoryview(body)[1:-1])
        self._is_empty = False

    def found(self, chunks: Iterable[Sequence[Row]]) -> bytes | None:
        """Return the hash; None where there are few rows. `chunks` are all that was added, for what has no JSON."""
        if self._count < _MIN_DIGEST_ROWS:
            return None
        if self._hash is not None:
            self._hash.update(b"]")
            return self._hash.digest()[:_DIGEST_BYTES]
        # What marshal writes of a list is a sign, the number of items, and the items.
        found = sha256(marshal.dumps([], _WITHOUT_SHARING)[:1] + self._count.to_bytes(_COUNT_BYTES, "little"))
        for rows in chunks:
            found.update(marshal.dumps([row[1:] for row in rows], _WITHOUT_SHARING)[1 + _COUNT_BYTES :])
        return found.digest()[:_DIGEST_BYTES]


def digest_of(rows: Sequence[Row], *, has_floats: bool = False) -> bytes | None:
    """Return a hash of the rows that a part has in one table, whatever their numbers are; None where they are few."""
    digest = RowsDigest(has_floats=has_floats)
    digest.add(rows)
    return digest.found([rows])


def links_digest(links: list[Row], strings: list[str]) -> bytes | None:
    """Return a hash of the links of a part; None where they are few."""
    return digest_of([*links, (0, *strings)]) if links else None


def numbered_links(links: Iterable[Link]) -> tuple[list[Row], list[str]]:
    """Return links as numbered rows, and the strings that stand in them."""
    places = _Indexes()
    rows = _numbered(count(), links, places)
    return rows, list(places)


def _numbered(numbers: Iterable[int], links: Iterable[Link], places: "_Indexes") -> list[Row]:
    return [
        (row, places[source], places[target], places[kind], places[file], line, column, end_line, end_column)
        for row, (source, target, kind, (file, line, column, end_line, end_column)) in zip(numbers, links, strict=False)
    ]


class _Indexes(dict[str, int]):
    """Numbers strings in the order in which they are met, from 0."""

    def __init__(self) -> None:
        super().__init__()
        self._new: list[str] = []

    def __missing__(self, string: str) -> int:
        index = self[string] = len(self)
        self._new.append(string)
        return index

    def taken(self) -> list[str]:
        """Return the strings that were met since the last time."""
        taken, self._new = self._new, []
        return taken


def object_rows(rows: Iterable[int], objects: Iterable[Object]) -> list[Row]:
    """Return objects of one class, whose facts stand in these rows, as rows of `object_row` followed by the body, the
    context and `own_texts`."""
    found = []
    for row, fact in zip(rows, objects, strict=False):
        file, start_line, _, end_line, _ = fact.span
        place = file, start_line, end_line
        texts = fact.body, fact.context, own_texts(fact)
        found.append((fact.ref, fact.kind, fact.id, fact.title, *place, fact.table, row, *texts))
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
