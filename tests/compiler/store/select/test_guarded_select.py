"""The guarded SELECT: what it answers, what it refuses, and the bounds that end it."""

import sqlite3
from contextlib import closing
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.store.select.bounds import Bounds
from compiler.store.select.errors import SelectError
from compiler.store.select.guarded_select import GuardedSelect
from tests.compiler.store.select.small_relations import PRIVATE, database, guarded
from tests.compiler.tables import table

NUMBERS = "WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t LIMIT 1000)"
ENDLESS = "WITH RECURSIVE t (n, x) AS (SELECT 1, 'aaaaaaaa' UNION ALL SELECT n + 1, x FROM t)"
DOUBLING = "WITH RECURSIVE t (n, x) AS (SELECT 1, 'aaaaaaaa' UNION ALL SELECT n + 1, x || x FROM t WHERE n < {})"


def test_database_that_cannot_be_read_leaves_no_connection_open(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("compiler.store.select.guarded_select.SelectCheck", lambda *_, **__: opened.append("check"))
    with closing(sqlite3.connect(":memory:")) as empty, pytest.raises(sqlite3.OperationalError):
        guarded(empty)
    assert opened == []


def rows(sql: str, parameters: Any = (), select: GuardedSelect | None = None) -> list[tuple[Any, ...]]:
    return (select or guarded()).select(sql, parameters).rows


def error(sql: str, parameters: Any = (), bounds: Bounds | None = None) -> SelectError:
    """The error of a statement. The same connection still answers afterwards."""
    select = guarded()
    with pytest.raises(SelectError) as raised:
        select.select(sql, parameters, bounds=bounds or Bounds())
    assert rows("SELECT id FROM requirement WHERE id = 'REQ-1'", select=select) == [("REQ-1",)]
    return raised.value


@table(
    ("sql", "expected"),
    [
        ("SELECT id, line FROM requirement ORDER BY id DESC", [("REQ-3", 3), ("REQ-2", 2), ("REQ-1", 1)]),
        ("-- why\n/* and how */ select count(*) from link;", [(5,)]),
        ("WITH x AS (SELECT level FROM requirement) SELECT count(*) FROM x", [(3,)]),
        ("WITH requirement AS (SELECT 7 AS id) SELECT id FROM requirement", [(7,)]),
        ("VALUES (1, 'a'), (2, 'b')", [(1, "a"), (2, "b")]),
        (
            "SELECT r.id FROM requirement r JOIN link ON target = r.ref JOIN task t ON t.ref = source",
            [("REQ-1",), ("REQ-2",)],
        ),
        ("SELECT ref FROM search WHERE search MATCH 'pays' ORDER BY rank, ref", [("k:task/T-1",), ("k:task/T-2",)]),
        ("SELECT count(*) FROM search WHERE search MATCH 'title'", [(3,)]),
        ("SELECT value FROM json_each('[1,2]')", [(1,), (2,)]),
        ("SELECT date('2026-01-31', '+1 day'), strftime('%Y', '2025-03-01')", [("2026-02-01", "2025")]),
        (
            "SELECT printf('%05.1f|%s', 2.25, 'x'), instr('abc', 'c'), replace(1.5, '.', ','), trim('  x ')",
            [("002.3|x", 3, "1,5", "x")],
        ),
        (
            "SELECT instr(NULL, 'a'), replace('a', NULL, 'b'), trim(NULL), replace('ab', '', 'x'), rtrim('abb', 'b')",
            [(None, None, None, "ab", "a")],
        ),
    ],
)
def test_select_reads_the_relations(sql: str, expected: list[tuple[Any, ...]]) -> None:
    assert rows(sql) == expected


def test_select_takes_named_and_positional_parameters_and_lists_as_json() -> None:
    assert rows("SELECT id FROM requirement WHERE level = :level", {"level": "OPS"}) == [("REQ-2",)]
    assert rows("SELECT id FROM requirement WHERE level = ? AND line > ?", ["PRD", 1]) == [("REQ-3",)]
    listed = "SELECT id FROM requirement WHERE level IN (SELECT value FROM json_each(:levels))"
    assert rows(listed, {"levels": ["DEV", "PRD"]}) == [("REQ-1",), ("REQ-3",)]
    assert "parameters" in error("SELECT :level").message


def test_select_counts_all_rows_and_keeps_a_page() -> None:
    found = guarded().select(f"{NUMBERS} SELECT n FROM t", skip=10, limit=3)
    assert (found.rows, found.total, found.columns) == ([(11,), (12,), (13,)], 1000, ("n",))


def test_select_names_the_relations_that_it_read() -> None:
    found = guarded().select("SELECT (SELECT count(*) FROM task WHERE id = r.id) FROM requirement r")
    assert found.relations == {"task", "requirement"}


def test_select_steps_are_the_same_each_time() -> None:
    select = guarded()
    sql = f"{NUMBERS} SELECT count(*) FROM t a JOIN t b ON a.n >= b.n WHERE 'x' || a.n REGEXP '1$'"
    assert select.select(sql).steps == select.select(sql).steps == guarded().select(sql).steps > 100_000


def test_select_with_text_that_is_no_utf8_replaces_the_bytes() -> None:
    assert rows("SELECT CAST(x'ff41' AS TEXT), x'ff', 9e999") == [("\ufffdA", b"\xff", float("inf"))]


@table(
    ("sql", "expected"),
    [
        ("SELECT id FROM requirement WHERE title REGEXP 'T[a-z]+ (1|3)$'", [("REQ-1",), ("REQ-3",)]),
        ("SELECT 'ABC' REGEXP 'b', 'ABC' REGEXP '(?i)b', NULL REGEXP 'b'", [(0, 1, None)]),
        ("SELECT value FROM json_each(dependents('r:REQ-1'))", [("k:task/T-1",), ("r:REQ-2",), ("k:task/T-2",)]),
        ("SELECT dependents('REQ-1', 1), dependents(NULL)", [('["k:task/T-1","r:REQ-2"]', None)]),
        ("SELECT dependencies('T-2')", [('["r:REQ-2","r:REQ-1"]',)]),
        ("SELECT dependents('r:REQ-9')", [('["k:task/T-2"]',)]),
        (
            "SELECT reachable('flow', 'b', 'forward'), reachable('flow', 'b', 'backward')",
            [('["b","c","d"]', '["a","b","c"]')],
        ),
        ("SELECT loop('flow', 'c'), loop('flow', 'd'), loop('flow', NULL)", [('["b","c"]', "[]", None)]),
    ],
)
def test_select_functions_of_text_links_and_diagrams(sql: str, expected: list[tuple[Any, ...]]) -> None:
    assert rows(sql) == expected


@table(
    ("sql", "expected"),
    [
        ("SELECT 'a' REGEXP '(('", "pattern of REGEXP is not valid"),
        ("SELECT 'a' REGEXP '((a{100}){100}){100}'", "pattern of REGEXP is not valid"),
        ("SELECT dependents('r:nothing')", "no object or link has this ref"),
        ("SELECT dependents('r:REQ-1', 0)", "an integer of at least 1"),
        ("SELECT dependents()", "one or two arguments"),
        ("SELECT reachable('flow', 'b', 'sideways')", "'forward' or 'backward'"),
        ("SELECT loop('flow', 'z')", "no node 'z' in 'flow'"),
        ("SELECT loop('none', 'z')", "no diagram 'none'"),
    ],
)
def test_select_functions_say_what_is_wrong_with_an_argument(sql: str, expected: str) -> None:
    assert expected in error(sql).message


@table(
    ("sql", "unknown"),
    [
        ("SELECT titel FROM requirement", ("column", "titel")),
        ("SELECT r.titel FROM requirement r", ("column", "r.titel")),
        ("SELECT * FROM requirements", ("table", "requirements")),
        ("SELECT lenght(id) FROM task", ("function", "lenght")),
        ("SELECT * FROM base.requirement", ("table", "base.requirement")),
    ],
)
def test_select_error_has_the_unknown_name(sql: str, unknown: tuple[str, str]) -> None:
    assert error(sql).unknown == unknown


HIDDEN = [
    *(
        quoted.format(name)
        for name in PRIVATE
        for quoted in ("{}", '"{}"', "'{}'", "[{}]", "`{}`", "main.{}", "MAIN.{}")
    ),
    *("sqlite_master", "sqlite_schema", "main.sqlite_master", "temp.sqlite_master", "sqlite_temp_master"),
    *("pragma_table_info('requirement')", "pragma_function_list", "pragma_database_list", "dbstat", "sqlite_stmt"),
    *("search_index_data", "search_index_body", "link_full"),
]


@table(
    "sql",
    [
        "SELECT * FROM {}",
        "SELECT count(*) FROM {}",
        "SELECT 1 FROM {} LIMIT 1",
        "SELECT (SELECT 1 FROM {}) FROM requirement",
        "WITH requirement AS (SELECT * FROM {}) SELECT * FROM requirement",
        "WITH task AS (SELECT count(*) FROM {}), link AS (SELECT * FROM task) SELECT * FROM link",
        "SELECT * FROM requirement UNION ALL SELECT * FROM {}",
        "SELECT 1 WHERE EXISTS (SELECT 1 FROM {})",
        "/* ; */ SELECT * FROM requirement, {}",
        "SELECT * FROM requirement JOIN {} USING (ref)",
    ],
)
def test_select_of_a_private_table_is_refused(sql: str) -> None:
    kinds = {table: error(sql.format(table)).kind for table in HIDDEN}
    assert kinds == dict.fromkeys(HIDDEN, "invalid")


@table(
    "sql",
    [
        "DELETE FROM requirement",
        "/* SELECT */ DELETE FROM fact_requirement",
        "WITH x AS (SELECT 1) DELETE FROM fact_requirement",
        "WITH x AS (SELECT 1) INSERT INTO secret SELECT 'x'",
        "INSERT INTO secret VALUES ('x')",
        "UPDATE secret SET word = 'x'",
        "CREATE TABLE x (y)",
        "CREATE TEMP VIEW task AS SELECT * FROM secret",
        "DROP VIEW requirement",
        "PRAGMA query_only = OFF",
        "PRAGMA table_info(secret)",
        "ATTACH ':memory:' AS other",
        "DETACH main",
        "VACUUM",
        "REINDEX",
        "BEGIN",
        "EXPLAIN SELECT * FROM secret",
        "EXPLAIN QUERY PLAN SELECT 1",
        "SELECT 1; SELECT 2",
        "SELECT 1; DELETE FROM secret",
        "SELECT 1;;; DROP VIEW requirement",
        "SELECT 1 -- ;\n; VACUUM",
        "",
        "   ",
        ";",
        "-- SELECT 1",
        "/* SELECT 1",
        "SELECT 'open",
        "SELECT \x00 1",
        "SELECT '\ud800'",
        "SELECT load_extension('x')",
        "SELECT fts3_tokenizer('simple')",
        "SELECT writefile('x', 'y')",
        "SELECT readfile('/etc/passwd')",
        "SELECT random()",
        "SELECT hex(randomblob(8))",
        "SELECT date('now')",
        "SELECT date(x'6e6f77')",
        "SELECT date('now' || char(0))",
        "SELECT strftime(x'2573', '2026-01-01')",
        "SELECT printf(x'252e32303030303030303030630a', 1)",
        "SELECT json_patch('{}', '{}')",
        "SELECT highlight(search, 1, 'a', 'b') FROM search WHERE search MATCH 'pays'",
        "SELECT datetime()",
        "SELECT strftime('%s')",
        "SELECT time('2026-01-01', 'localtime')",
        "SELECT CURRENT_TIMESTAMP",
        "SELECT current_date",
        "SELECT last_insert_rowid(), changes(), total_changes()",
        "SELECT sqlite_version()",
    ],
)
def test_select_refuses_everything_that_is_no_plain_reading(sql: str) -> None:
    found = error(sql)
    assert found.kind == "invalid"
    assert found.message


def joined(count: int) -> str:
    return ", ".join(f"object o{number}" for number in range(count))


@table(
    ("bound", "sql"),
    [
        ("steps", f"SELECT count(*) FROM {joined(12)}"),
        ("rows", f"SELECT 1 FROM {joined(12)}"),
        ("steps", f"SELECT o0.ref FROM {joined(12)} ORDER BY o1.ref DESC, o0.title LIMIT 1"),
        ("rows", f"{ENDLESS} SELECT n FROM t"),
        ("steps", f"{ENDLESS} SELECT count(*) FROM t"),
        ("steps", f"{ENDLESS} SELECT n FROM t WHERE n < 0"),
        ("length", f"{DOUBLING.format(40)} SELECT length(x) FROM t"),
        ("length", "SELECT replace(replace(printf('%1000d', 1), ' ', printf('%1000d', 1)), ' ', printf('%1000d', 1))"),
        ("length", "SELECT printf('%.*c', 1000000000, 'x')"),
        ("length", "SELECT format('%1000000000d', 1)"),
        ("steps", f"{NUMBERS} SELECT group_concat(printf('%1000d', a.n)) FROM t a, t b"),
        ("memory", f"{NUMBERS} SELECT json_group_array(printf('%1000d', a.n)) FROM t a, t b"),
        (
            "memory",
            f"{DOUBLING.format(16)} SELECT count(*) FROM"
            " (SELECT a.x || b.n || c.n || d.n FROM t a, t b, t c, t d UNION SELECT 1)",
        ),
        ("depth", f"SELECT {'(' * 300}1{')' * 300}"),
        ("depth", f"SELECT {'+'.join('1' * 500)}"),
        ("depth", f"SELECT {'NOT ' * 500}1"),
        ("columns", f"SELECT {','.join('1' * 500)}"),
        ("compound", " UNION ".join(["SELECT 1"] * 200)),
        ("tables", f"SELECT 1 FROM {joined(70)}"),
        ("pattern", f"SELECT 'a' LIKE '%{'a%' * 400}b'"),
        ("sql", f"SELECT '{'x' * 30_000}'"),
        ("arguments", f"SELECT max({','.join('1' * 120)})"),
        ("arguments", f"{NUMBERS} SELECT trim('x', (SELECT group_concat(char(n + 300), '') FROM t))"),
    ],
)
def test_select_ends_within_each_bound(bound: str, sql: str) -> None:
    bounds = Bounds(steps=5_000_000 if bound != "memory" else 50_000_000, memory=100_000_000)
    found = error(sql, bounds=bounds)
    assert (found.kind, found.bound) == ("bound", bound), found.message
    assert found.hint or bound in ("length", "arguments")


@table(
    "sql",
    [
        f"{DOUBLING.format(17)} SELECT max(instr(a.x, substr(b.x, 1, length(b.x) / 2) || 'b')) FROM t a, t b",
        f"{DOUBLING.format(17)} SELECT max(length(replace(x, substr(x, 2) || 'b', ''))) FROM t",
        f"{DOUBLING.format(17)} SELECT max(x LIKE '%{'a%' * 100}b') FROM t",
        f"{DOUBLING.format(17)} SELECT max(x GLOB '*{'[ab]*' * 50}c') FROM t",
        f"{DOUBLING.format(17)} SELECT max(x REGEXP '(a*)*(a|aa)+b$') FROM t",
    ],
)
def test_select_of_long_texts_takes_linear_time(sql: str) -> None:
    """Each of these would take minutes if its function were quadratic."""
    found = guarded().select(sql, bounds=Bounds(seconds=30))
    assert found.total == 1


def test_select_deadline_is_the_last_resort() -> None:
    assert error(f"{ENDLESS} SELECT count(*) FROM t", bounds=Bounds(steps=10**12, seconds=0.05)).bound == "seconds"


def test_select_error_of_a_bound_says_how_far_it_came() -> None:
    found = error(f"{ENDLESS} SELECT n FROM t", bounds=Bounds(rows=10))
    assert found.message == "The statement takes more than 10 rows; it was stopped after 0 steps and 10 rows"


def test_select_charge_may_end_a_statement() -> None:
    class StoppedError(Exception):
        pass

    def stop(_: int) -> None:
        raise StoppedError

    select = guarded()
    with pytest.raises(StoppedError):
        select.select(f"{ENDLESS} SELECT count(*) FROM t", charge=stop)
    assert rows("SELECT 1", select=select) == [(1,)]


def test_select_reads_another_snapshot_as_base() -> None:
    made, other = database(), database(["DEV", "DEV"])
    made.execute("ATTACH ':memory:' AS base")
    made.deserialize(other.serialize(), name="base")
    other.close()
    select = guarded(made, has_base=True)
    changed = "SELECT n.id, o.level FROM requirement n JOIN base.requirement o USING (id) WHERE n.level <> o.level"
    assert rows(changed, select=select) == [("REQ-2", "DEV")]
    assert select.select("SELECT count(*) FROM base.requirement").rows == [(2,)]
    assert select.select("SELECT 1 FROM base.task, task").relations == {"base.task", "task"}
    assert rows("SELECT ref FROM base.search WHERE search MATCH 'pay' LIMIT 1", select=select) == [("k:task/T-1",)]
    for name in ("base.secret", "base.fact_task", "base.sqlite_master", "secret"):
        with pytest.raises(SelectError):
            select.select(f"WITH task AS (SELECT * FROM {name}) SELECT * FROM task")


TABLES = st.sampled_from([*PRIVATE, "requirement", "task", "link", "sqlite_master", "json_each('[1]')", "x", "search"])
QUOTES = st.sampled_from(["{}", '"{}"', "'{}'", "[{}]", "`{}`", "main.{}", "/**/{}--\n"])
FRAGMENTS = st.sampled_from(
    [
        "SELECT * FROM {}",
        "SELECT count(*) FROM {}",
        "SELECT word FROM {}",
        "SELECT * FROM (SELECT * FROM {})",
        "SELECT * FROM {} AS requirement",
        "SELECT (SELECT max(rowid) FROM {})",
        "SELECT * FROM requirement WHERE ref IN (SELECT * FROM {})",
        "SELECT * FROM {} UNION ALL SELECT * FROM task",
        "VALUES ((SELECT group_concat(word) FROM {}))",
    ]
)
WRAPPINGS = st.sampled_from(
    [
        "{}",
        "WITH requirement AS ({}) SELECT * FROM requirement",
        "WITH x AS ({}) SELECT * FROM x",
        "WITH RECURSIVE task AS ({} UNION SELECT * FROM task) SELECT * FROM task LIMIT 5",
        "WITH secret AS (SELECT 1) {}",
        "SELECT * FROM ({}) AS link",
        "-- ;\n{};",
        "SELECT 1; {}",
        "EXPLAIN {}",
        "SELECT * FROM json_each((SELECT json_group_array(word) FROM ({})))",
    ]
)


@given(st.lists(WRAPPINGS, max_size=3), FRAGMENTS, QUOTES, TABLES)
def test_select_of_any_shape_never_reads_a_private_table(
    wrappings: list[str], fragment: str, quotes: str, table: str
) -> None:
    """`secret` has one row, the word "hidden": whatever the statement, it does not come out."""
    sql = fragment.replace("{}", quotes.format(table))
    for wrapping in wrappings:
        sql = wrapping.replace("{}", sql)
    select = guarded()
    try:
        found = select.select(sql, bounds=Bounds(steps=200_000))
    except SelectError:
        return
    finally:
        select.close()
    assert "hidden" not in str(found.rows)
    assert found.relations <= {"requirement", "task", "link", "search"}
    is_shadowed = "WITH secret" in sql
    assert is_shadowed or table not in {*PRIVATE, "sqlite_master"}


def test_names_of_columns_do_not_depend_on_what_was_asked_before() -> None:
    select = guarded()
    assert [select.select("SELECT 1").columns for _ in range(2)] == [("1",), ("1",)]


def test_unknown_column_beside_a_double_quote_is_told_how_texts_are_quoted() -> None:
    assert error('SELECT lavel FROM requirement WHERE id = "REQ-1"').hint == "Text stands in 'single quotes'."
    assert error("SELECT lavel FROM requirement WHERE id = 'REQ-1'").hint == ""
