"""The functions and operators of a SELECT beyond SQLite's: DuckDB gives what the snapshot gives."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from compiler.languages.registry import relations
from compiler.store.parquet.dialect import for_duckdb
from compiler.store.parquet.reader import ParquetRelations, open_parquet
from compiler.store.parquet.writer import write_parquet
from compiler.store.select.errors import SelectError
from compiler.store.select.pool import guarded_select
from compiler.store.snapshot import Snapshot
from queries.sql.relations import relation_columns
from tests.closing import compile_source
from tests.paths import ROOT

pytest.importorskip("duckdb", reason="no DuckDB: make test-extras installs the extra, and these tests run")

ASKED: list[tuple[str, Any]] = [
    ("SELECT ref, dependents(ref) FROM object ORDER BY ref", ()),
    ("SELECT ref, dependencies(ref) FROM object ORDER BY ref", ()),
    ("SELECT ref, dependents(ref, 2), dependencies(ref, 1) FROM object ORDER BY ref", ()),
    ("SELECT dependents(id) FROM object WHERE kind = 'diagram' AND id = 'checkout'", ()),
    ("SELECT title, id AS frieze, dependents(ref), dependencies(ref) FROM object ORDER BY ref LIMIT 20", ()),
    ("SELECT dependents(NULL)", ()),
    (
        "SELECT diagram, id, reachable(diagram, id, 'forward'), reachable(diagram, id, 'backward') FROM node"
        " ORDER BY 1, 2",
        (),
    ),
    ("SELECT diagram, id, loop(diagram, id) FROM node ORDER BY 1, 2", ()),
    ("SELECT value FROM json_each(reachable('checkout', 'pay', 'forward'))", ()),
    ("SELECT id FROM object WHERE title REGEXP '^[A-C]|s$' ORDER BY ref", ()),
    ("SELECT id FROM object WHERE title NOT REGEXP :pattern ORDER BY ref", {"pattern": "a+"}),
    ("SELECT id FROM object WHERE title REGEXP ? AND kind = ? ORDER BY ref", ["a", "node"]),
    (
        "SELECT id FROM object WHERE id IN (SELECT value FROM json_each(:ids)) AND kind = 'diagram' ORDER BY 1",
        {"ids": ["checkout", "pay-card"]},
    ),
    ("SELECT 'x REGEXP y :z' -- REGEXP :q", ()),
]
REFUSED = [
    "SELECT dependents('no-such-object')",
    "SELECT dependents('d:checkout', 0)",
    "SELECT reachable('checkout', 'pay', 'sideways')",
    "SELECT reachable('checkout', 'nowhere', 'forward')",
    "SELECT loop('no-diagram', 'pay')",
]


@pytest.fixture(autouse=True)
def quiet_callbacks() -> None:
    """Datasette, whose tests run in the same process, has errors of functions printed: a failure for pytest."""
    sqlite3.enable_callback_tracebacks(False)


@pytest.fixture(scope="module")
def snapshot() -> Iterator[Snapshot]:
    with compile_source(ROOT / "worlds" / "checkout-session") as compiled:
        yield compiled


@pytest.fixture(scope="module")
def opened(snapshot: Snapshot, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ParquetRelations]:
    folder = tmp_path_factory.mktemp("parquet") / "relations"
    write_parquet(snapshot, relations(), folder)
    with open_parquet(folder) as found:
        yield found


@pytest.mark.parametrize(("sql", "parameters"), ASKED)
def test_duckdb_functions_give_what_those_of_a_snapshot_give(
    snapshot: Snapshot, opened: ParquetRelations, sql: str, parameters: Any
) -> None:
    with guarded_select(snapshot, relation_columns(snapshot)) as select:
        expected = select.select(sql, parameters).rows
    assert expected
    assert opened.select(sql, parameters=parameters).rows == expected


@pytest.mark.parametrize("sql", REFUSED)
def test_duckdb_functions_refuse_what_those_of_a_snapshot_refuse(
    snapshot: Snapshot, opened: ParquetRelations, sql: str
) -> None:
    with guarded_select(snapshot, relation_columns(snapshot)) as select, pytest.raises(SelectError) as expected:
        select.select(sql)
    with pytest.raises(SelectError) as found:
        opened.select(sql)
    assert found.value.kind == expected.value.kind == "invalid"
    assert found.value.message.partition(":")[0] == expected.value.message.partition(":")[0]


def test_duckdb_pages_are_parts_of_the_whole(opened: ParquetRelations) -> None:
    sql = "SELECT ref FROM object ORDER BY ref"
    whole = opened.select(sql)
    page = opened.select(sql, 7, skip=1_005 % whole.total)
    assert page.rows == whole.rows[1_005 % whole.total :][:7]
    assert page.total == whole.total


def test_duckdb_function_of_a_diagram_that_two_sources_share_is_refused(tmp_path: Path) -> None:
    text = "".join(
        f'[[source]]\nname = "{name}"\npath = "{ROOT / "worlds" / "checkout-session"}"\n'
        for name in ("first", "second")
    )
    (tmp_path / "frieze.toml").write_text(text)
    merged = compile_source(tmp_path / "frieze.toml")
    write_parquet(merged, relations(), tmp_path / "out")
    asked = "SELECT reachable('checkout', 'pay', 'forward')"
    with open_parquet(tmp_path / "out") as both, pytest.raises(SelectError, match="several sources have the diagram"):
        both.select(asked)
    with (
        guarded_select(merged, relation_columns(merged)) as select,
        pytest.raises(SelectError, match="several sources"),
    ):
        select.select(asked)


def test_regexp_of_what_is_no_text_says_what_to_write() -> None:
    with pytest.raises(SelectError, match="a text or a parameter"):
        for_duckdb("SELECT 1 WHERE a REGEXP b")
