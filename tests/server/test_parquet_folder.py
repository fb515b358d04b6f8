"""A folder of Parquet files as the source of a server and of `frieze query`."""

from pathlib import Path

import pytest

from compiler.languages.registry import relations
from compiler.store.parquet.writer import write_parquet
from tests.closing import compile_source
from tests.paths import ROOT
from tests.server.processes import RawServer, frieze, request
from tests.server.results import answer

pytest.importorskip("duckdb", reason="no DuckDB: make test-extras installs the extra, and these tests run")

SQL = "SELECT source_name, count(*) AS decisions FROM decision GROUP BY source_name ORDER BY 1"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("parquet") / "relations"
    write_parquet(compile_source(ROOT / "worlds" / "post-road"), relations(), place)
    return place


def test_server_of_parquet_files_answers_sql_and_lists_what_it_answers(folder: Path) -> None:
    with RawServer(folder) as server:
        server.initialize()
        listed = server.ask(request("tools/list", request_id=9))["result"]["tools"]
        assert [one["name"] for one in listed] == ["get_snapshot_info", "query_facts"]
        found = answer(server.call("query_facts", {"sql": SQL, "limit": 2})["result"])
        assert found["rows"] == [["depot", 2], ["rules", 3]]
        more = {"sql": SQL, "limit": 2, "cursor": found["next_cursor"]}
        assert answer(server.call("query_facts", more)["result"])["rows"] == [["vans", 1]]
        assert answer(server.call("get_snapshot_info", {})["result"])["objects"]["decision"] == 6
        assert server.call("search", {"query": "letters"})["result"]["isError"]


def test_query_of_parquet_files_says_which_columns_there_are(folder: Path) -> None:
    found = frieze("query", folder, "query_facts", "--sql", "SELECT titel FROM decision")
    assert found.returncode == 1
    assert b"titel" in found.stdout


def test_query_of_parquet_files_that_are_cut_short_is_a_clear_error(tmp_path: Path) -> None:
    write_parquet(compile_source(ROOT / "worlds" / "post-road"), relations(), tmp_path / "out")
    [path] = (tmp_path / "out/decision/source_name=rules").glob("*.parquet")
    path.write_bytes(path.read_bytes()[:-100])
    found = frieze("query", tmp_path / "out", "query_facts", "--sql", SQL)
    assert found.returncode == 2
    assert b"is damaged: decision/source_name=rules/rows.parquet has" in found.stderr
