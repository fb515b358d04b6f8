"""Workers change the time that a compilation takes, and nothing else."""

import contextlib
import marshal
import os
import shutil
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

import pytest

from compiler.build import full_build, link_workers
from compiler.build import parse_workers as workers
from compiler.store import object_tables, part_rows, writer
from compiler.store import unit_cache as kept_units
from compiler.store.frozen_file import write_frozen
from compiler.store.snapshot import Snapshot
from server.commands.dump import answers
from tests.closing import compile_source
from tests.paths import ROOT

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no workers here")
WORLDS = ROOT / "worlds"


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "CHUNK_BYTES", 2_000)
    monkeypatch.setattr(link_workers, "CHUNK_BYTES", 2_000)
    monkeypatch.setattr(full_build, "IN_MEMORY_BYTES", 0)  # for a larger source a process of its own writes the objects


def content(snapshot: Snapshot) -> bytes:
    return snapshot.serialized


@pytest.mark.parametrize("jobs", [2, 5])
def test_the_same_bytes_whatever_the_number_of_workers(jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = content(compile_source(WORLDS, jobs=1))
    assert content(compile_source(WORLDS, jobs=jobs)) == expected
    monkeypatch.undo()
    assert content(compile_source(WORLDS, jobs=jobs)) == expected


@pytest.mark.parametrize("after", [0, 1, 3])
def test_what_a_dead_worker_leaves_undone_is_parsed_here(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    here, took = os.getpid(), []
    encoded = kept_units.encoded

    def dying(*arguments: Any) -> object:
        took.append(1)
        if os.getpid() != here and len(took) > after:
            os._exit(9)
        return encoded(*arguments)

    expected = content(compile_source(WORLDS, jobs=1))
    monkeypatch.setattr(workers, "encoded", dying)
    assert content(compile_source(WORLDS, jobs=3)) == expected


@pytest.mark.parametrize("after", [0, 1, 5])
def test_what_a_dead_worker_leaves_undone_is_linked_here(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    here, took = os.getpid(), []
    make_rows = part_rows.part_rows

    def dying(*arguments: Any) -> object:
        took.append(1)
        if os.getpid() != here and len(took) > after:
            os._exit(9)
        return make_rows(*arguments)

    expected = content(compile_source(WORLDS, jobs=1))
    monkeypatch.setattr(link_workers, "part_rows", dying)
    assert content(compile_source(WORLDS, jobs=3)) == expected


@pytest.mark.parametrize("after", [0, 1, 5])
def test_what_the_writer_of_objects_leaves_undone_when_it_dies_is_written_here(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, after: int
) -> None:
    here, took = os.getpid(), []
    complete = object_tables.ObjectTables.complete

    def dying(*arguments: Any) -> None:
        took.append(1)
        if os.getpid() != here and len(took) > after:
            os._exit(9)
        complete(*arguments)

    expected = content(compile_source(WORLDS, jobs=1))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(object_tables.ObjectTables, "complete", dying)
    assert content(compile_source(WORLDS, jobs=2)) == expected
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_left_of_the_writer_of_objects_when_writing_fails(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    processes: list[int] = []
    forked = workers.forked

    def noted(work: Callable[[], None]) -> int:
        processes.append(forked(work))
        return processes[-1]

    def failing(*_: object) -> NoReturn:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("compiler.build.object_worker.forked", noted)
    monkeypatch.setattr(writer, "copy_objects", failing)
    with pytest.raises(sqlite3.OperationalError, match="full"):
        compile_source(WORLDS, jobs=2)
    monkeypatch.setattr(writer.Writer, "complete", failing)
    with pytest.raises(sqlite3.OperationalError, match="full"):
        compile_source(WORLDS, jobs=2)
    assert len(processes) == 2
    for process in processes:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)
    assert list(tmp_path.iterdir()) == []


def test_a_full_text_index_that_may_not_be_copied_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = answers(compile_source(WORLDS))
    copy = object_tables._copy

    def refused(database: sqlite3.Connection, table: str) -> None:
        if table.startswith("search_"):
            raise sqlite3.OperationalError(f"table {table} may not be modified")
        copy(database, table)

    monkeypatch.setattr(object_tables, "_copy", refused)
    snapshot = compile_source(WORLDS)
    assert answers(snapshot) == expected


def test_the_full_text_index_is_whole(tmp_path: Path) -> None:
    write_frozen(compile_source(WORLDS, jobs=2), tmp_path / "all.frieze")
    with contextlib.closing(sqlite3.connect(tmp_path / "all.frieze")) as database:
        database.execute("INSERT INTO search (search) VALUES ('integrity-check')")


def test_a_part_that_a_worker_has_not_written_whole_is_linked_here(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = content(compile_source(WORLDS, jobs=1))
    torn = SimpleNamespace(dumps=lambda value: marshal.dumps(value)[:-1], loads=marshal.loads)
    monkeypatch.setattr(link_workers, "marshal", torn)
    assert content(compile_source(WORLDS, jobs=3)) == expected


def test_workers_link_units_that_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    source = Path(shutil.copytree(WORLDS, tmp_path / "source"))
    assert answers(compile_source(source, jobs=3, keep=True)) == answers(compile_source(source, jobs=1))


def test_a_torn_message_of_a_worker_is_not_taken(tmp_path: Path) -> None:
    path = tmp_path / "output"
    path.write_bytes(workers._NUMBER.pack(100) + b"torn")
    found: list[object] = [None]
    with path.open("rb") as output:
        workers._collect(output, [[0]], found)
    assert found == [None]


def test_a_process_with_threads_has_no_workers() -> None:
    done = threading.Event()
    thread = threading.Thread(target=done.wait)
    thread.start()
    try:
        assert workers.worker_count(4, 1 << 30) == 1
    finally:
        done.set()
        thread.join()
    assert workers.worker_count(4, 0) == 4


def test_small_sources_are_parsed_by_one_process() -> None:
    assert workers.worker_count(None, workers.BYTES_A_WORKER) == 1


def test_objects_that_cannot_wait_in_memory_get_the_same_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    sql = "SELECT object.rowid, * FROM object JOIN search ON search.rowid = object.rowid ORDER BY object.rowid"
    expected = compile_source(WORLDS).rows(sql)
    monkeypatch.setattr(object_tables, "MOST_BYTES", 10_000)
    assert compile_source(WORLDS).rows(sql) == expected
