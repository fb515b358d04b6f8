"""`frieze export --parquet` writes the relations."""

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


def test_export_of_relations_is_no_source_of_commands(folder: Path) -> None:
    for words in (
        ("sql", str(folder), "SELECT 1"),
        ("query", str(folder), "get_snapshot_info"),
        ("check", str(folder)),
    ):
        refused = run(*words)
        assert refused.exit_code == 2
        assert "has relations as Parquet files" in refused.stderr


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
