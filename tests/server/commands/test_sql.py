"""`frieze sql`: rows as a table, CSV and JSON, the schema for people, and errors."""

from pathlib import Path

import orjson
import pytest

from server.people.formats import as_csv, table_text
from server.people.view import Table, View
from tests.paths import ROOT
from tests.server.processes import PATIENCE as SECONDS
from tests.server.processes import RawServer, environment, frieze, request
from tests.server.results import answer

MILL = ROOT / "worlds" / "cider-mill"
READY = "SELECT id, line FROM task WHERE id IN ('cell-a1', 'cell-a1.1') ORDER BY id"


def test_sql_table_aligns_text_left_and_numbers_right() -> None:
    shown = table_text(Table(("id", "line"), [["a", 1], ["bcd", 20], [None, 300]]))
    assert shown.splitlines() == ["id   line", "---  ----", "a       1", "bcd    20", "      300"]


def test_sql_table_cuts_nothing_and_escapes_control_characters() -> None:
    shown = table_text(Table(("text",), [["a\x1b[2J\nb"], ["x" * 100]])).splitlines()
    assert shown[2:] == ["a\\u001b[2J\\nb", "x" * 100]


def test_sql_table_without_rows_shows_the_columns() -> None:
    assert table_text(Table(("id", "x"), [])).splitlines() == ["id  x", "--  -"]


def test_sql_csv_quotes_what_needs_it() -> None:
    assert as_csv(View([Table(("a", "b"), [["x,y", None], ['"', "1\n2"]])], {})) == 'a,b\n"x,y",\n"""","1\n2"'


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ((), b"id         line\n---------  ----\ncell-a1       1\ncell-a1.1     2\n"),
        (("--format", "csv"), b"id,line\ncell-a1,1\ncell-a1.1,2\n"),
        (("--format", "json"), b'{"columns":["id","line"],"rows":[["cell-a1",1],["cell-a1.1",2]],"total":2}\n'),
    ],
)
def test_sql_prints_rows_in_each_format(options: tuple[str, ...], expected: bytes) -> None:
    done = frieze("sql", MILL, *options, READY)
    assert (done.stdout, done.stderr, done.returncode) == (expected, b"", 0)


def test_sql_limit_says_how_many_rows_there_are() -> None:
    done = frieze("sql", MILL, "--limit", "1", "--format", "csv", READY)
    assert (done.stdout, done.stderr) == (b"id,line\ncell-a1,1\n", b"1 of 2 rows\n")


def test_sql_reads_standard_input(tmp_path: Path) -> None:
    import subprocess
    import sys

    command = [sys.executable, "-m", "server.cli", "sql", str(MILL), "-", "--format", "csv"]
    done = subprocess.run(
        command, input=READY.encode(), capture_output=True, cwd=tmp_path, env=environment(), timeout=SECONDS, check=True
    )
    assert done.stdout == b"id,line\ncell-a1,1\ncell-a1.1,2\n"


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("SELECT titel FROM task", b"Did you mean title?"),
        ("SELECT * FROM taks", b"Did you mean task?"),
        ("DELETE FROM task", b"Only one SELECT"),
        (
            "WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT count(*) FROM t",
            b"50,000,000 steps",
        ),
    ],
)
def test_sql_error_is_said_on_standard_error(sql: str, message: bytes) -> None:
    done = frieze("sql", MILL, sql)
    assert (done.stdout, done.returncode) == (b"", 1)
    assert message in done.stderr


def test_sql_reads_another_source_as_base() -> None:
    sql = "SELECT count(*) AS n FROM base.location"
    beside = ("--beside", f"garden={ROOT / 'worlds' / 'locked-garden'}", "--base", "source:garden")
    assert frieze("sql", MILL, sql, *beside, "--format", "csv").stdout == b"n\n2\n"
    assert frieze("sql", MILL, sql, "--base", "source:none").returncode == 1


def test_sql_without_statement_shows_the_relations_for_people() -> None:
    shown = frieze("sql", MILL).stdout.decode()
    assert "\ntask (24)\n    A task of any format.\n" in shown
    assert "Without rows: " in shown
    assert max(map(len, shown.splitlines())) <= 100


ENDLESS = "WITH RECURSIVE t (n, x) AS (SELECT 1, 'aaaaaaaa' UNION ALL SELECT n + 1, x{} FROM t) SELECT {} FROM t"
DOUBLED = ", ".join(f"a{n} AS (SELECT x.id FROM a{n - 1} x, a{n - 1} y)" for n in range(1, 60))
HOSTILE = [
    f"WITH a0 AS (SELECT id FROM task), {DOUBLED} SELECT count(*) FROM a59",
    ENDLESS.format("", "count(*)"),
    ENDLESS.format("", "n"),
    ENDLESS.format("|| x", "length(x)"),
    "SELECT count(*) FROM object a, object b, object c, object d, object e, object f, object g",
    "SELECT printf('%.*c', 1000000000, 'x')",
    "SELECT * FROM sqlite_master",
    "WITH task AS (SELECT * FROM object_row) SELECT * FROM task",
    "PRAGMA table_list",
    "ATTACH '/tmp/x' AS y",
    "VACUUM",
    "SELECT 1; DELETE FROM task",
    "SELECT " + "(" * 5_000 + "1" + ")" * 5_000,
    "SELECT '\u202e' REGEXP '(((('",
    "",
]


def test_query_facts_over_stdio_ends_each_hostile_statement_and_the_server_goes_on() -> None:
    with RawServer(MILL) as server:
        server.initialize()
        for sql in HOSTILE:
            result = server.call("query_facts", {"sql": sql})["result"]
            assert result["isError"], sql
            assert orjson.loads(result["content"][0]["text"])["code"] in ("too_large", "invalid_argument"), sql
        counted = server.call("query_facts", {"sql": "SELECT count(*) FROM task"})["result"]
        assert answer(counted)["rows"] == [[24]]
        server.write(request("ping", request_id="alive"))
        assert orjson.loads(server.line())["id"] == "alive"
