"""A finished snapshot is read-only: each way to write that comes to mind is tried, and fails."""

import dataclasses
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from compiler.store.snapshot import Snapshot
from tests.queries.snapshots import ADA, Person, town

WRITES = [
    # rows
    "INSERT INTO link_string (string) VALUES ('x')",
    "INSERT OR REPLACE INTO meta VALUES ('id', '\"forged\"')",
    "REPLACE INTO meta VALUES ('id', '\"forged\"')",
    "UPDATE link_string SET title = 'x'",
    "UPDATE link_full SET dangling = 0",
    "DELETE FROM diagnostic_row",
    "DELETE FROM source_text WHERE 1",
    "WITH x AS (SELECT 1) DELETE FROM link_string",
    "INSERT INTO meta VALUES ('x', '1') RETURNING key",
    "UPDATE fact_town_person SET name = 'eve' RETURNING *",
    # schema
    "CREATE TABLE x (a)",
    "CREATE TABLE x AS SELECT * FROM object_row",
    "CREATE TEMP TABLE x (a)",
    "CREATE TEMPORARY VIEW x AS SELECT 1",
    "CREATE VIEW x AS SELECT 1",
    "CREATE INDEX x ON link_string (title)",
    "CREATE TRIGGER x AFTER INSERT ON link_string BEGIN DELETE FROM link_full; END",
    "CREATE TEMP TRIGGER x AFTER INSERT ON main.object_row BEGIN DELETE FROM link_full; END",
    "CREATE VIRTUAL TABLE x USING fts5(a)",
    "CREATE VIRTUAL TABLE temp.x USING fts5(a)",
    "DROP TABLE link_string",
    "DROP TABLE search_index",
    "DROP INDEX object_kind",
    "ALTER TABLE link_string RENAME TO x",
    "ALTER TABLE link_string ADD COLUMN x",
    "ALTER TABLE link_string DROP COLUMN title",
    "REINDEX",
    "ANALYZE",
    "VACUUM",
    # the full-text index and its shadow tables
    "INSERT INTO search_index (title) VALUES ('x')",
    "INSERT INTO search_index (search_index) VALUES ('rebuild')",
    "INSERT INTO search_index (search_index) VALUES ('optimize')",
    "INSERT INTO search_index (search_index) VALUES ('delete-all')",
    "INSERT INTO search_index (search_index, rank) VALUES ('merge', 16)",
    "INSERT INTO search_index (search_index, rank) VALUES ('automerge', 0)",
    "INSERT INTO search_index (search_index, rank) VALUES ('rank', 'bm25(1)')",
    "INSERT INTO search_index (search_index, rowid) VALUES ('delete', 1)",
    "UPDATE search_index SET title = 'x'",
    "DELETE FROM search_index",
    "DELETE FROM search_index_data",
    "UPDATE search_index_body SET body = 'x'",
    "INSERT INTO search_index_config VALUES ('x', 1)",
    # other databases and files
    "ATTACH ':memory:' AS other",
    "ATTACH 'other.db' AS other",
    "DETACH main",
    "VACUUM INTO 'copy.db'",
    "SELECT load_extension('x')",
    "SELECT writefile('x', 'y')",
    "SELECT readfile('x')",
    "SELECT edit('x')",
    "SELECT fts3_tokenizer('x', x'00')",
    # the connection's own settings
    "PRAGMA query_only = OFF",
    "PRAGMA query_only",
    "PRAGMA writable_schema = ON",
    "PRAGMA journal_mode = DELETE",
    "PRAGMA user_version = 7",
    "PRAGMA application_id = 7",
    "PRAGMA case_sensitive_like = ON",
    "PRAGMA temp_store_directory = '.'",
    "PRAGMA trusted_schema = ON",
    "PRAGMA data_version = 3",
    "PRAGMA table_info(object)",
    "SELECT * FROM pragma_user_version",
    # transactions
    "BEGIN",
    "BEGIN IMMEDIATE",
    "BEGIN EXCLUSIVE",
    "COMMIT",
    "ROLLBACK",
    "SAVEPOINT x",
    "RELEASE x",
    "ROLLBACK TO x",
    # writes to the schema table
    "INSERT INTO sqlite_master VALUES ('table', 'x', 'x', 0, '')",
    "UPDATE sqlite_schema SET sql = ''",
    "DELETE FROM sqlite_master",
    # two statements, and none
    "SELECT 1; DELETE FROM link_string",
    "SELECT 1; SELECT 2",
    # hidden behind something harmless
    "EXPLAIN DELETE FROM link_string",
    "/* only looking */ DELETE FROM link_string",
    "-- nothing\nDELETE FROM link_string",
]


def contents(made: Snapshot) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table."""
    tables = [name for (name,) in made.rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    return {name: made.rows(f'SELECT * FROM "{name}" ORDER BY 1') for name in tables}


@pytest.fixture(scope="module")
def made() -> Snapshot:
    return town()


@pytest.fixture(autouse=True)
def unchanged(made: Snapshot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever a test tries: afterwards the snapshot holds what it held, and no file has appeared."""
    monkeypatch.chdir(tmp_path)
    before = contents(made)
    yield
    assert contents(made) == before
    assert list(tmp_path.iterdir()) == []


def is_refused(run: Callable[[str], object], statement: str) -> bool:
    try:
        run(statement)
    except (sqlite3.DatabaseError, sqlite3.ProgrammingError):
        return True
    return False


def test_snapshot_refuses_statements_that_write(made: Snapshot) -> None:
    assert [statement for statement in WRITES if not is_refused(made.rows, statement)] == []


def test_snapshot_refuses_statements_that_write_behind_its_api() -> None:
    """`rows` refuses most of them by their first word; what SQLite itself is told to refuse is tried here."""
    allowed = []
    for statement in WRITES:
        made = town()
        before = contents(made)
        is_out = is_refused(made._connection._database.execute, statement)
        # VACUUM is refused halfway, after the index was closed: `rows` must never let it in.
        if not is_out or not (statement.startswith("VACUUM") or contents(made) == before):
            allowed.append(statement)
    assert allowed == []


def test_snapshot_refuses_writes_with_parameters_and_through_read_methods(made: Snapshot) -> None:
    with pytest.raises(sqlite3.DatabaseError):
        made.rows("DELETE FROM link_string WHERE string = ?", (ADA.ref,))
    with pytest.raises(sqlite3.DatabaseError):
        made.objects(**{'ref" = 1; DELETE FROM link_string; --': "x"})


def test_snapshot_allows_what_queries_read(made: Snapshot) -> None:
    assert made.rows("SELECT count(*) FROM object_row") == [(8,)]
    assert made.rows("SELECT rowid FROM search_index WHERE search_index MATCH 'tar'")
    assert made.rows(
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT sum(i) FROM n"
    )


def test_snapshot_facts_are_immutable(made: Snapshot) -> None:
    fact = made.facts(Person)[0]
    for name in ("name", "span", "extra"):
        with pytest.raises((dataclasses.FrozenInstanceError, AttributeError, TypeError)):
            setattr(fact, name, "eve")
        with pytest.raises((dataclasses.FrozenInstanceError, AttributeError, TypeError)):
            delattr(fact, name)


def test_snapshot_rows_are_immutable(made: Snapshot) -> None:
    for row in (made.objects()[0], made.links()[0], made.diagnostics()[0], made.diagnostics()[0].span):
        with pytest.raises((AttributeError, TypeError)):
            setattr(row, "kind" if hasattr(row, "kind") else "file", "x")


def test_snapshot_lists_are_copies(made: Snapshot) -> None:
    made.objects().clear()
    made.facts(Person).pop()
    assert len(made.objects()) == 8
    assert len(made.facts(Person)) == 3
