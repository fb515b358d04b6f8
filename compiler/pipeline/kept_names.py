"""The names of the snapshots that a process built last. Most edits change no name: the next build takes those of the
snapshot that it starts from.
"""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import orjson

from compiler.mentions.names import Names
from compiler.model.facts import Fact
from compiler.store.writer import Writer

MAX_KEPT = 3  # a server's snapshot, the one before, and a proposal

_ID = "SELECT value FROM meta WHERE key = 'id'"


class ReadNames(NamedTuple):
    """Names, and the columns that they were made of."""

    names: Names
    columns: frozenset[tuple[type[Fact], tuple[str, ...]]]


class KeptNames:
    """Names by the id of their snapshot, the last one at the end."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, ReadNames] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def before(self, writer: Writer) -> ReadNames | None:
        """Return the names of the snapshot that was copied, if they are still those of all that is written."""
        copied = _copied(writer)
        kept = self._kept.get(copied) if copied is not None else None
        if copied is None or kept is None or not _are_same(kept, writer):
            return None
        self._kept.move_to_end(copied)
        return kept

    def keep_before(self, writer: Writer, names: ReadNames) -> None:
        """Keep the names of all that is written for the snapshot that was copied, if they are those of it, too: it may
        have been built by another process, and more edits of it may follow."""
        copied = _copied(writer)
        if copied is not None and _are_same(names, writer):
            self.keep(copied, names)

    def keep(self, snapshot_id: str, names: ReadNames) -> None:
        """Keep the names of a snapshot for those that are built from it."""
        self._kept[snapshot_id] = names
        self._kept.move_to_end(snapshot_id)
        while len(self._kept) > MAX_KEPT:
            self._kept.popitem(last=False)


def names_of(writer: Writer, kept: KeptNames | None) -> ReadNames:
    """Return the names of all objects that are written."""
    before = kept.before(writer) if kept is not None else None
    if before is not None:
        return before
    facts = _NotedFacts(writer)
    names = ReadNames(Names(facts), frozenset(facts.columns))
    if kept is not None:
        kept.keep_before(writer, names)
    return names


def _copied(writer: Writer) -> str | None:
    """Return the id of the snapshot that the writer began with a copy of, None if it began with nothing."""
    if writer.is_new:
        return None
    (stated,) = writer.database.execute(_ID).fetchone()
    found: str = orjson.loads(stated)
    return found


def _are_same(names: ReadNames, writer: Writer) -> bool:
    return all(writer.changes.is_same(*columns) for columns in names.columns)


class _NotedFacts:
    """The facts that are written, which note what of them is read."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self.columns: set[tuple[type[Fact], tuple[str, ...]]] = set()

    def each(self, fact_class: type[Fact], names: Sequence[str], **where: Any) -> Iterable[tuple[Any, ...]]:
        """Give some columns of the facts of a class that have the given values (`Writer.each`)."""
        self.columns.add((fact_class, (*names, *where)))
        return self._writer.each(fact_class, names, **where)
