"""The names of the snapshots that this process built last. Most edits change no name but a title: the next build takes
the others over from the snapshot that it starts from, which its id names. After any other edit it reads the facts again
that have changed, and makes the names of them and of those that it kept.
"""

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from compiler.languages.knowledge.facts import EntityName
from compiler.mentions.names import READ_COLUMNS, Names
from compiler.model.facts import Fact
from compiler.store.writer import Writer

MAX_KEPT = 3  # a server's snapshot, the one before, and a proposal

Rows = list[tuple[Any, ...]]
ReadRows = Mapping[tuple[object, ...], Rows]  # by the class of the facts, the columns, and what they had to equal


class KeptNames(NamedTuple):
    """Names, and the facts that they were made of."""

    names: Names
    read: ReadRows


_kept: OrderedDict[str, KeptNames] = OrderedDict()  # by the id of the snapshot, the last one at the end


def names_of(writer: Writer, *, for_next: bool) -> KeptNames:
    """Return the names of all objects that are written. What they were made of is kept `for_next`, for the next build
    of the process. A build of a budget of its own is the only one, and may be large."""
    if writer.is_new and not for_next:
        return KeptNames(Names(_Written(writer)), {})
    if writer.is_new:
        return _made(writer, {})
    (stated,) = writer.database.execute("SELECT value FROM meta WHERE key = 'id'").fetchone()  # of the one copied
    kept = _kept.get(orjson.loads(stated))
    if kept is None:
        return _made(writer, {})
    changed = [read for read in READ_COLUMNS.items() if not writer.changes.is_same(*read)]
    if not changed:
        return kept
    if {one for one, _ in changed} == {EntityName}:
        old, new = map(set, writer.changes.columns(*changed[0]))
        names = kept.names.with_titles(old - new, new - old)
        if names:  # the facts that they were made of are others now, but for those of other classes
            return KeptNames(names, {key: rows for key, rows in kept.read.items() if key[0] is not EntityName})
    return _made(writer, kept.read)


def keep_names(snapshot_id: str, names: KeptNames) -> None:
    """Keep the names of a snapshot for those that are built from it."""
    _kept[snapshot_id] = names
    _kept.move_to_end(snapshot_id)
    while len(_kept) > MAX_KEPT:
        _kept.popitem(last=False)


def _made(writer: Writer, before: ReadRows) -> KeptNames:
    facts = _Facts(writer, before)
    return KeptNames(Names(facts), facts.read)


class _Written:
    """The facts that are written, read row by row."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    def columns(self, fact_class: type[Fact], names: Sequence[str], **where: Any) -> Iterable[tuple[Any, ...]]:
        """Give some columns of the facts of a class that have the given values (`Writer.each`)."""
        return self._writer.each(fact_class, names, **where)


class _Facts:
    """The facts that are written, of which those that are the same as before are not read again."""

    def __init__(self, writer: Writer, before: ReadRows) -> None:
        self._writer = writer
        self._before = before
        self.read: dict[tuple[object, ...], Rows] = {}

    def columns(self, fact_class: type[Fact], names: Sequence[str], **where: Any) -> Rows:
        """Return some columns of the facts of a class that have the given values (`Writer.columns`)."""
        key = (fact_class, *names, *where.items())
        rows = self._before.get(key)
        if rows is None or not self._writer.changes.is_same(fact_class, (*names, *where)):
            rows = self._writer.columns(fact_class, names, **where)
        self.read[key] = rows
        return rows
