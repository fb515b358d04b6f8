"""What an incremental build reads of the snapshot before it, ahead or when it is needed."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from compiler import compile_source
from compiler.model.source import Stamp
from compiler.pipeline.options import Resident
from compiler.store.cache.base_rows import RowsAhead, read_base_rows
from compiler.workspace.idle_work import IdleWork
from compiler.workspace.tasks import compiled
from tests.paths import ROOT

ANOTHER: Stamp = (0, 0)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return Path(shutil.copytree(ROOT / "worlds" / "locked-garden", tmp_path / "garden"))


@pytest.fixture
def database(source: Path) -> tuple[str, Stamp]:
    """A cached snapshot: where it is, and its stamp."""
    with compile_source(source, keep=True) as snapshot:
        assert snapshot.database
        return snapshot.database


def test_rows_are_those_of_the_files_and_parts(source: Path, database: tuple[str, Stamp]) -> None:
    rows = read_base_rows(database[0])
    assert {path: file.lines for path, file in rows.files.items()} == {
        path.name: path.read_text().count("\n") for path in source.iterdir()
    }
    assert {part.language for part in rows.parts} >= {"world"}
    assert rows.unread == frozenset()


def test_rows_read_ahead_are_those_of_one_database(database: tuple[str, Stamp]) -> None:
    path, stamp = database
    ahead, expected = RowsAhead(), read_base_rows(path)
    ahead.read(path, stamp)
    Path(path).unlink()
    assert ahead.rows(path, stamp) == expected
    with pytest.raises(sqlite3.Error):
        ahead.rows(path, ANOTHER)
    ahead.read(path, ANOTHER)  # which is gone: nothing is known of it
    with pytest.raises(sqlite3.Error):
        ahead.rows(path, ANOTHER)


def test_idle_work_reads_the_rows_of_the_newest_snapshot(source: Path) -> None:
    resident = Resident()
    compiled(str(source), None, (), {}, None, True, resident=resident)
    IdleWork(resident).run()
    assert resident.ahead.copied
    path, stamp = resident.ahead.copied
    Path(path).unlink()
    assert "locked-garden.urd.md" in resident.rows.rows(path, stamp).files
