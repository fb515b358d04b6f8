"""Worker processes change how long a build takes, and nothing else."""

import contextlib
import os
import select
import shutil
import signal
import sqlite3
import threading
from collections import Counter
from pathlib import Path
from typing import Any, NoReturn

import pytest

from compiler.pipeline import linking, parse_work, part_linking, pool
from compiler.pipeline.pool import worker_count, worker_pool
from compiler.store import object_tables
from compiler.store.frozen.frozen_file import write_frozen
from compiler.store.snapshot import Snapshot
from compiler.store.writer import Writer
from tests.closing import compile_source
from tests.compiler.pipeline.table_rows import different_tables
from tests.compiler.samples import WORLDS, all_samples
from tests.server.processes import PATIENCE

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no workers here")


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parse_work, "CHUNK_BYTES", 2_000)
    monkeypatch.setattr(linking, "CHUNK_BYTES", 2_000)


def content(snapshot: Snapshot) -> bytes:
    return snapshot.serialized


def children() -> list[int]:
    """The processes that this one has started and not waited for."""
    return [int(one) for one in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()]


# --- the pool ------------------------------------------------------------------------------------------


def test_pool_gives_results_in_any_order_of_asking() -> None:
    with worker_pool(lambda number: str(number * number).encode(), range(300), 3) as workers:
        assert [workers.result(number) for number in (0, 299, *range(1, 299))] == [
            str(number * number).encode() for number in (0, 299, *range(1, 299))
        ]


def test_pool_has_no_result_for_a_task_that_fails() -> None:
    def run(number: int) -> bytes:
        if number == 1:
            raise ValueError
        return b"done"

    with worker_pool(run, range(4), 2) as workers:
        assert [workers.result(number) for number in range(4)] == [b"done", None, b"done", b"done"]


def test_pool_goes_on_without_a_worker_that_died() -> None:
    def run(number: int) -> bytes:
        if number == 2:
            os.kill(os.getpid(), signal.SIGKILL)
        return b"done"

    with worker_pool(run, range(20), 2) as workers:
        results = [workers.result(number) for number in range(20)]
    assert results[2] is None
    assert results.count(None) <= pool.TASKS_PER_WORKER


def test_pool_without_living_workers_has_no_results() -> None:
    with worker_pool(lambda _: os._exit(9), range(10), 2) as workers:
        assert [workers.result(number) for number in range(10)] == [None] * 10


def test_pool_survives_a_worker_that_is_killed_while_it_writes() -> None:
    def run(number: int) -> bytes:
        if number == 0:  # the pipe is full long before all is written
            threading.Timer(0.05, lambda: os.kill(os.getpid(), signal.SIGKILL)).start()
            return bytes(400_000_000)
        return b"done"

    with worker_pool(run, range(4), 2) as workers:
        assert workers.result(3) == b"done"
        assert workers.result(0) is None


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="no list of processes here")
def test_pool_leaves_no_process_behind() -> None:
    before = children()
    with pytest.raises(ZeroDivisionError), worker_pool(lambda _: b"done", range(1000), 3):
        raise ZeroDivisionError
    assert children() == before


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no workers here")
def test_workers_end_with_a_process_that_is_killed() -> None:
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        with worker_pool(lambda _: bytes(1_000_000), range(1000), 3) as workers:  # more than a pipe holds
            workers.result(0)
            os.kill(os.getpid(), signal.SIGKILL)
    os.close(writing)
    os.waitpid(pid, 0)
    ready, _, _ = select.select([reading], [], [], PATIENCE)
    assert ready  # for no worker has the other end any more
    os.close(reading)


def test_pool_starts_no_thread() -> None:
    with worker_pool(lambda _: b"done", range(10), 2) as workers:
        workers.result(9)
        assert threading.active_count() == 1


def test_worker_count_is_one_in_a_process_with_threads() -> None:
    done = threading.Event()
    thread = threading.Thread(target=done.wait)
    thread.start()
    try:
        assert worker_count(4, 1 << 30) == 1
    finally:
        done.set()
        thread.join()
    assert worker_count(4, 0) == 4


def test_worker_count_of_a_small_source_is_one() -> None:
    assert worker_count(None, pool.BYTES_PER_WORKER) == 1


# --- builds --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", [2, pytest.param(5, marks=pytest.mark.long("compiles all samples twice"))])
def test_build_gives_the_same_bytes_for_any_number_of_workers(jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = content(all_samples())
    assert content(compile_source(WORLDS, jobs=jobs)) == expected
    monkeypatch.undo()
    assert content(compile_source(WORLDS, jobs=jobs)) == expected


@pytest.mark.long("waits for workers that are killed")
@pytest.mark.parametrize(
    ("module", "function", "after"),
    [
        (parse_work, "encode_file", 3),
        (part_linking, "rows_made_of", 1),
        pytest.param(parse_work, "encode_file", 1, marks=pytest.mark.long("compiles all samples")),
        pytest.param(part_linking, "rows_made_of", 3, marks=pytest.mark.long("compiles all samples")),
    ],
)
def test_build_does_the_work_of_dead_workers(
    monkeypatch: pytest.MonkeyPatch, module: object, function: str, after: int
) -> None:
    parent, calls = os.getpid(), Counter[int]()
    works = getattr(module, function)

    def dies(*arguments: Any) -> object:
        calls[os.getpid()] += 1
        if os.getpid() != parent and calls[os.getpid()] > after:
            os._exit(9)
        return works(*arguments)

    expected = content(all_samples())
    monkeypatch.setattr(module, function, dies)
    assert content(compile_source(WORLDS, jobs=3)) == expected


def test_build_that_fails_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def fails(*_: object) -> NoReturn:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(Writer, "complete", fails)
    with pytest.raises(sqlite3.OperationalError, match="full"):
        compile_source(WORLDS / "cider-mill", jobs=2)
    assert list(tmp_path.iterdir()) == []


def test_workers_read_units_from_the_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    source = Path(shutil.copytree(WORLDS, tmp_path / "source"))
    kept = compile_source(source, jobs=3, keep=True)
    assert kept.id == all_samples().id
    assert different_tables(kept, all_samples()) == ["meta"]  # which tells where the source is


# --- the objects ---------------------------------------------------------------------------------------


def test_full_text_index_is_consistent(tmp_path: Path) -> None:
    write_frozen(all_samples(), tmp_path / "all.frieze")
    with contextlib.closing(sqlite3.connect(tmp_path / "all.frieze")) as database:
        database.execute("INSERT INTO search_index (search_index) VALUES ('integrity-check')")


def test_objects_that_do_not_fit_in_memory_get_the_same_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    sql = "SELECT object_row.rowid, * FROM object_row JOIN search_index AS s ON s.rowid = object_row.rowid ORDER BY 1"
    expected = all_samples().rows(sql)
    monkeypatch.setattr(object_tables, "MAX_WAITING_BYTES", 10_000)
    assert compile_source(WORLDS).rows(sql) == expected
