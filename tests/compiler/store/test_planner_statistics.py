"""What the planner is told: recursive queries over one diagram look edges up by node."""

import sqlite3
from pathlib import Path

import pytest

from tests.closing import closed_later, compile_source

AHEAD = """WITH RECURSIVE ahead(id) AS (SELECT 'n0'
  UNION SELECT target FROM edge JOIN ahead ON source = ahead.id WHERE diagram = 'chain')
  SELECT count(*) FROM ahead"""
BEHIND = """WITH RECURSIVE behind(id) AS (SELECT 'n9'
  UNION SELECT source FROM edge JOIN behind ON target = behind.id WHERE diagram = 'chain')
  SELECT count(*) FROM behind"""


@pytest.fixture
def database(tmp_path: Path) -> sqlite3.Connection:
    edges = "\n".join(f"    n{at} --> n{at + 1}" for at in range(20))
    (tmp_path / "chain.mmd").write_text(f"flowchart LR\n{edges}\n", "utf-8")
    found: sqlite3.Connection = closed_later(sqlite3.connect(":memory:"))
    found.deserialize(compile_source(tmp_path).serialized)
    return found


@pytest.mark.parametrize(
    ("sql", "index", "count"),
    [(AHEAD, "fact_diagram_edge_from_name", 21), (BEHIND, "fact_diagram_edge_to_name", 10)],
)
def test_statistics_make_recursion_look_edges_up_by_node(
    database: sqlite3.Connection, sql: str, index: str, count: int
) -> None:
    plan = " ".join(detail for *_, detail in database.execute(f"EXPLAIN QUERY PLAN {sql}"))
    assert index in plan
    assert database.execute(sql).fetchall() == [(count,)]


def test_statistics_leave_lookup_by_diagram_to_its_index(database: sqlite3.Connection) -> None:
    sql = "EXPLAIN QUERY PLAN SELECT source FROM edge WHERE diagram = 'chain'"
    assert any("fact_diagram_edge_diagram" in detail for *_, detail in database.execute(sql))


@pytest.mark.parametrize("column", ["ref", "id"])
def test_planner_looks_up_an_object_behind_a_left_join(database: sqlite3.Connection, column: str) -> None:
    sql = f"SELECT o.title FROM json_each('[1]') AS asked LEFT JOIN object AS o ON o.{column} = asked.value"
    plan = " ".join(detail for *_, detail in database.execute(f"EXPLAIN QUERY PLAN {sql}"))
    assert "MATERIALIZE" not in plan
    assert "SCAN link_string" not in plan


def test_planner_looks_up_objects_of_a_kind(database: sqlite3.Connection) -> None:
    sql = "EXPLAIN QUERY PLAN SELECT id FROM object WHERE kind = 'node' ORDER BY id"
    assert any("object_kind (kind=?" in detail for *_, detail in database.execute(sql))
