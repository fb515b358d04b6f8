"""Opening snapshots: from a finished database, a file, or bytes."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import orjson

from compiler.model.facts import Fact, LinkKind
from compiler.store.connection import allow_only_reads, closed_on_error, connect, connect_search
from compiler.store.snapshot import Snapshot, Supplier
from compiler.store.snapshot_connection import IN_MEMORY, Recipe, SnapshotConnection


def snapshot_of(
    database: sqlite3.Connection,
    fact_classes: Supplier[type[Fact]],
    link_kinds: Supplier[LinkKind],
    reopen: Callable[[], sqlite3.Connection] | None = None,
    recipe: Recipe = IN_MEMORY,
) -> Snapshot:
    """Close a finished database for writing and return its snapshot, which owns the connection from then on.

    `fact_classes` and `link_kinds` are called when they are first needed, since most questions need neither. `reopen`
    makes a second connection to the same file, as `recipe` says; without it a copy in memory is made where one is
    needed.
    """
    allow_only_reads(database)
    meta = {key: orjson.loads(value) for key, value in database.execute("SELECT key, value FROM meta")}
    return Snapshot(SnapshotConnection(database, reopen, recipe), meta, fact_classes, link_kinds)


def open_in_place(
    path: Path,
    fact_classes: Supplier[type[Fact]],
    link_kinds: Supplier[LinkKind],
    prepare: Callable[[sqlite3.Connection], None] = lambda _: None,
    frozen_size: int = 0,
) -> Snapshot:
    """Open the snapshot in a file that nobody changes any more. Raises sqlite3.Error when it holds none.

    `prepare` is called with each new connection, before any statement, and before only reads are left: it prepares a
    frozen file of `frozen_size` bytes. If the file was
    replaced meanwhile by another one, its snapshot goes on with the file that it had.
    """
    uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"

    def open_file() -> sqlite3.Connection:
        with closed_on_error(connect(uri)) as opened:
            prepare(opened)
            connect_search(opened)
        return opened

    with closed_on_error(open_file()) as database:
        return snapshot_of(database, fact_classes, link_kinds, open_file, Recipe(uri, frozen_size))


def thaw(serialized: bytes, fact_classes: Supplier[type[Fact]], link_kinds: Supplier[LinkKind]) -> Snapshot:
    """Open the snapshot whose `serialized` database this is, in memory."""
    with closed_on_error(connect(":memory:")) as database:
        database.deserialize(serialized)
        connect_search(database)
        return snapshot_of(database, fact_classes, link_kinds)
