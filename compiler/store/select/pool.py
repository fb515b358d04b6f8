"""The guarded connections of a snapshot. Opening one takes as long as many questions, so they are kept for the next."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Lock
from typing import TYPE_CHECKING

from compiler.model.relations import Relation
from compiler.store.connection import closed_on_error
from compiler.store.select.check import BASE, Relations
from compiler.store.snapshot import Snapshot

if TYPE_CHECKING:
    from compiler.store.select.guarded_select import GuardedSelect

MAX_IDLE = 2


class _Pool:
    """Connections that nobody uses, by the id of the other snapshot that is attached ("" without one). It holds no
    snapshot: a snapshot that nobody has any more closes it."""

    def __init__(self) -> None:
        self._idle: list[tuple[str, GuardedSelect]] = []
        self._lock = Lock()
        self._is_closed = True

    def open(self, snapshot: Snapshot) -> None:
        """Have the pool closed with a snapshot, unless it will be closed with another view of it."""
        if self._is_closed:
            self._is_closed = False
            snapshot.close_with_this(self.close)

    def take(self, base_id: str) -> "GuardedSelect | None":
        """Take a connection, if one is idle."""
        with self._lock:
            found = next((one for one in self._idle if one[0] == base_id), None)
            if found:
                self._idle.remove(found)
        return found[1] if found else None

    def give_back(self, base_id: str, select: "GuardedSelect") -> None:
        """Keep a connection for the next question; the one that was used longest ago is closed."""
        with self._lock:
            self._idle.append((base_id, select))
            closed = self._idle[: None if self._is_closed else -MAX_IDLE]
            self._idle = [one for one in self._idle if one not in closed]
        for _, one in closed:
            one.close()

    def close(self) -> None:
        """Close all that are idle now; those in use are closed when they are given back."""
        self._is_closed = True
        while self._idle:
            with suppress(IndexError):
                self._idle.pop()[1].close()


def declared_relations() -> Sequence[Relation]:
    """Every relation of the public schema, in the order of its declaration."""
    from compiler.languages.registry import relations  # not every question needs the languages

    return relations()


def relations_of(snapshot: Snapshot) -> Sequence[Relation]:
    """The relations of a snapshot: in a merged one each has the column `source_name` too."""
    if not snapshot.sources:
        return declared_relations()
    from compiler.store.merged.views import merged_relations

    return merged_relations()


@contextmanager
def guarded_select(snapshot: Snapshot, relations: Relations, base: Snapshot | None = None) -> Iterator["GuardedSelect"]:
    """Give a connection on which anybody's SELECT may run over the relations of a snapshot. `base` is another snapshot,
    whose relations then stand in the schema `base`."""
    pool = snapshot.memoize("store.select_pool", lambda _: _Pool())
    pool.open(snapshot)
    base_id = base.id if base is not None else ""
    select = pool.take(base_id) or _opened(snapshot, relations, base)
    try:
        yield select
    finally:
        pool.give_back(base_id, select)


def _opened(snapshot: Snapshot, relations: Relations, base: Snapshot | None) -> "GuardedSelect":
    from compiler.store.select.guarded_select import GuardedSelect  # not every command asks in SQL

    kinds = tuple(snapshot.link_kinds.values())
    with closed_on_error(snapshot.open_database()) as database:
        if base is not None:
            base.attach_to(database, BASE)
        return GuardedSelect(database, relations, lambda: kinds, has_base=base is not None)
