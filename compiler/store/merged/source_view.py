"""One source of a merged snapshot, seen as a snapshot: the rows that are stated in it, with the refs and paths of the
merged one.

A connection of its own has temporary views in the place of the tables, which let through the rows of the source. A link
of the source to an object of another one is there; the object is not.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any

from compiler.model.source_names import COLUMN
from compiler.store.connection import allow_only_reads, closed_on_error
from compiler.store.merged.merged_database import part_of_citations, part_of_source
from compiler.store.merged.views import merged_relations
from compiler.store.row_ranges import rows_of
from compiler.store.schema import SPAN_COLUMNS, STORED_SPAN, Table, table_of
from compiler.store.snapshot import Snapshot
from compiler.store.snapshot_connection import SnapshotConnection

_LINK_COUNTS = """
CREATE TEMP VIEW link_count AS SELECT kind, count(*) AS count FROM temp.link_row GROUP BY kind
"""


def view_of_source(snapshot: Snapshot, number: int, name: str) -> Snapshot:
    """Return the view of one source, which is closed with the merged snapshot. `number` is its place, from 1."""
    classes = list(snapshot.fact_classes.values())
    statements = [*_statements([table_of(fact_class) for fact_class in classes], number, name)]

    def opened() -> sqlite3.Connection:
        with closed_on_error(snapshot.open_database()) as database:
            database.execute("PRAGMA temp_store = MEMORY")  # set later, it would drop the views
            for statement in statements:
                database.execute(statement)
        return database

    with closed_on_error(opened()) as database:
        allow_only_reads(database)
        connection = SnapshotConnection(database, opened, snapshot.recipe._replace(statements=statements))
    view = _view(snapshot, connection, number)
    snapshot.close_with_this(view.close)
    return view


def _view(snapshot: Snapshot, connection: SnapshotConnection, number: int) -> Snapshot:
    own = snapshot.meta["sources"][number - 1]
    unread = {
        path: reason
        for path, reason in (snapshot.meta.get("unread") or {}).items()
        if path.startswith(f"{own['name']}/")
    }
    own_id = sha256(f"{snapshot.id}\0{own['name']}".encode()).hexdigest()  # whose cursors are of no other
    meta = {**snapshot.meta, "id": own_id, "unread": unread, "revision": own.get("revision"), "sources": [own]}
    classes = list(snapshot.fact_classes.values())
    kinds = list(snapshot.link_kinds.values())
    return Snapshot(connection, meta, lambda: classes, lambda: kinds, snapshot.is_foreign, snapshot.charge)


def _statements(tables: Iterable[Table[Any]], number: int, name: str) -> Iterator[str]:
    """Give the statements that create the temporary views."""
    own, citing = rows_of(part_of_source(number)), rows_of(part_of_citations(number))
    within = f"(rowid BETWEEN {own.start} AND {own.stop - 1} OR rowid BETWEEN {citing.start} AND {citing.stop - 1})"
    for table in tables:
        for stored, span in ((table.name, SPAN_COLUMNS), (table.stored, STORED_SPAN)):
            listed = ", ".join(f'"{column}"' for column in (*table.columns, *span))
            yield f'CREATE TEMP VIEW "{stored}" AS SELECT rowid AS rowid, {listed} FROM main."{stored}" WHERE {within}'
    columns = "source, target, kind, dangling, file, start_line, start_col"
    for stored, last in (("link_row", "more_lines"), ("link_full", "end_line")):
        listed = f"{columns}, {last}, end_col"
        yield f"CREATE TEMP VIEW {stored} AS SELECT rowid AS rowid, {listed} FROM main.{stored} WHERE {within}"
    yield _LINK_COUNTS
    objects = "ref, kind, id, title, file, start_line, end_line, fact_table, fact_row"
    yield (
        f"CREATE TEMP VIEW object_row AS SELECT rowid AS rowid, {objects} FROM main.object_row"
        f" WHERE fact_row BETWEEN {own.start} AND {own.stop - 1}"
    )
    found = "SELECT rowid AS rowid, * FROM main.diagnostic_row"
    yield f"CREATE TEMP VIEW diagnostic_row AS {found} WHERE part = {part_of_source(number)}"
    for stored in ("source_text", "source_state"):
        yield (f"CREATE TEMP VIEW {stored} AS SELECT * FROM main.{stored} WHERE path >= '{name}/' AND path < '{name}0'")
    for relation in merged_relations():
        listed = ", ".join(f'"{column.name}"' for column in relation.columns)
        yield (
            f'CREATE TEMP VIEW "{relation.name}" AS SELECT {listed} FROM main."{relation.name}"'
            f" WHERE {COLUMN} = '{name}'"
        )
