"""`frieze export --parquet` writes the relations, and `frieze sql` asks them."""

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from server.cli import frieze
from tests.paths import ROOT

MILL = ROOT / "worlds" / "cider-mill"


def run(*words: str) -> Result:
    return CliRunner().invoke(frieze, list(words))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    pytest.importorskip("duckdb", reason="no DuckDB: make test-extras installs the extra, and these tests run")
    done = run("export", str(MILL), "--parquet", str(tmp_path / "out"))
    assert done.exit_code == 0, done.output
    assert "relations in" in done.stderr
    assert done.stdout == ""
    return tmp_path / "out"


def test_sql_of_parquet_answers_as_of_the_source(folder: Path) -> None:
    asked = ("SELECT id, title, line FROM task WHERE NOT is_done ORDER BY id", "--format", "json")
    answer = json.loads(run("sql", str(folder), *asked).stdout)
    assert answer["total"] > 3
    assert answer == json.loads(run("sql", str(MILL), *asked).stdout)


def test_sql_of_parquet_shows_what_there_is(folder: Path) -> None:
    shown = run("sql", str(folder)).stdout
    assert "The relations of cider-mill, of the snapshot" in shown
    assert "priority" in shown


def test_sql_of_parquet_shows_values_that_json_lacks(folder: Path) -> None:
    shown = run("sql", str(folder), "SELECT DATE '2025-01-31', 1.50, [1, 2]", "--format", "csv").stdout
    assert shown.splitlines()[1] == '2025-01-31,1.50,"[1, 2]"'


def test_sql_of_parquet_says_what_is_wrong(folder: Path) -> None:
    assert "no_such" in run("sql", str(folder), "SELECT no_such FROM task").stderr
    assert run("sql", str(folder), "SELECT 1 FROM task", "--base", "HEAD").exit_code == 2
    next(folder.rglob("*.parquet")).unlink()
    refused = run("sql", str(folder), "SELECT 1")
    assert refused.exit_code == 2
    assert "is missing. Export the source again" in refused.stderr


def test_export_of_relations_goes_into_no_source() -> None:
    assert run("export", str(ROOT / "worlds"), "--parquet", str(ROOT / "worlds" / "out")).exit_code == 2
    assert not (ROOT / "worlds" / "out").exists()


@pytest.mark.parametrize(
    "words", [(), ("-o", "{}/a", "--parquet", "{}/b"), ("--parquet", "{}/b", "--base", "HEAD")], ids=str
)
def test_export_writes_a_site_or_relations(words: tuple[str, ...], tmp_path: Path) -> None:
    refused = run("export", str(MILL), *(one.format(tmp_path) for one in words))
    assert refused.exit_code == 2
    assert [*tmp_path.iterdir()] == []


def test_export_says_how_to_get_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)
    refused = run("export", str(MILL), "--parquet", str(tmp_path / "out"))
    assert refused.exit_code == 2
    assert "install frieze[parquet]" in refused.stderr
    assert [*tmp_path.iterdir()] == []
