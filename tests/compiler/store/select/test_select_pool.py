"""SELECTs of others over a snapshot: a process runs them, is kept for the next one, and can be ended."""

import os
import resource
import signal
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from compiler.languages.registry import fact_classes, link_kinds
from compiler.store.opening import thaw
from compiler.store.select import processes
from compiler.store.select.bounds import BOUNDS, Bounds
from compiler.store.select.errors import SelectError
from compiler.store.select.pool import declared_relations, guarded_select
from compiler.store.select.processes import Processes
from compiler.store.select.worker import MAX_KEPT
from compiler.store.snapshot import Snapshot
from tests.closing import compile_source
from tests.paths import ROOT

RELATIONS = {relation.name: [column.name for column in relation.columns] for relation in declared_relations()}
GARDEN, MILL = ROOT / "worlds" / "locked-garden", ROOT / "worlds" / "cider-mill"
DOUBLING = "WITH RECURSIVE t (n, x) AS (SELECT 1, 'aaaaaaaa' UNION ALL SELECT n + 1, x || x FROM t WHERE n < 17)"
# Less than a thousand steps of SQLite's machine, which take half a minute.
COLUMNS = ", ".join(f"x LIKE '%{'a' * 250}b{number}'" for number in range(60))
LONG = f"{DOUBLING} SELECT {COLUMNS} FROM t WHERE n = 17"
# Some tenths of a second.
COUNTED = "WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t LIMIT 1000000) SELECT count(*) FROM t"
ROWS = "m (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM m LIMIT 900)"
LARGE = f"{DOUBLING}, {ROWS} SELECT m.n FROM m, t ORDER BY x || m.n"


@pytest.fixture(autouse=True, name="pool")
def no_process() -> Iterator[Processes]:
    """The processes, none of which runs."""
    pool = processes.shared()
    pool.close()
    yield pool
    pool.close()


def count(snapshot: Snapshot, relation: str, base: Snapshot | None = None) -> int:
    found = guarded_select(snapshot, RELATIONS, base).select(f"SELECT count(*) FROM {relation}")
    return int(found.rows[0][0])


def refusal(snapshot: Snapshot, sql: str, bounds: Bounds = BOUNDS) -> SelectError:
    with pytest.raises(SelectError) as raised:
        guarded_select(snapshot, RELATIONS).select(sql, bounds=bounds)
    return raised.value


def is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_process_is_kept_for_the_next_question_and_for_other_snapshots(pool: Processes) -> None:
    snapshot, other = compile_source(GARDEN), compile_source(MILL)
    assert pool.pids == []
    assert (count(snapshot, "world"), count(other, "task"), count(snapshot, "world")) == (1, 24, 1)
    assert len(pool.pids) == 1


def test_statement_is_answered_as_it_is_in_this_process() -> None:
    select = guarded_select(compile_source(MILL), RELATIONS)
    found = select.select(
        "SELECT id, 1.5, NULL, x'00ff', :name FROM task ORDER BY id", {"name": "é\0"}, skip=2, limit=1
    )
    assert (found.rows, found.total) == ([("001-booking/T003", 1.5, None, b"\x00\xff", "é\0")], 24)
    assert found.columns == ("id", "1.5", "NULL", "x'00ff'", ":name")
    assert found.relations == {"task"}
    assert found.steps == 0
    listed = select.select(
        "SELECT count(*) FROM task WHERE id IN (SELECT value FROM json_each(?))", [["001-booking/T003", "none"]]
    )
    assert listed.rows == [(1,)]


def test_snapshot_in_memory_and_a_base_are_opened_by_the_process() -> None:
    snapshot, other = compile_source(GARDEN), compile_source(MILL)
    copy = thaw(snapshot.serialized, fact_classes, link_kinds)
    assert (count(copy, "world"), count(copy, "base.task", other)) == (1, 24)
    assert count(other, "base.world", copy) == 1
    copy.close()


def test_snapshot_whose_file_is_gone_is_copied_into_the_process() -> None:
    made = compile_source(GARDEN)
    gone = made.recipe._replace(uri="file:///nowhere/at/all?mode=ro")
    select = processes.RemoteSelect(
        processes.Database(gone, made.stored_meta, lambda: made.serialized), RELATIONS, made.link_kinds.values()
    )
    assert select.select("SELECT count(*) FROM world").rows == [(1,)]


def test_large_database_in_memory_does_not_end_its_process() -> None:
    made = compile_source(GARDEN)
    with closing(sqlite3.connect(":memory:")) as large:
        large.deserialize(made.serialized)
        large.execute("CREATE TABLE padding AS SELECT zeroblob(?)", (MAX_KEPT,))
        content = large.serialize()
    database = processes.Database(made.recipe._replace(uri=""), made.stored_meta, lambda: content)
    select = processes.RemoteSelect(database, RELATIONS, made.link_kinds.values())
    assert select.select("SELECT count(*) FROM world").rows == [(1,)]


def test_process_opens_no_more_than_it_may_and_closes_with_the_snapshot(pool: Processes) -> None:
    snapshots = [compile_source(GARDEN) for _ in range(processes.MAX_OPEN + 2)]
    assert [count(snapshot, "world") for snapshot in snapshots * 2] == [1] * len(snapshots) * 2
    assert len(pool.open_keys) == processes.MAX_OPEN
    for snapshot in snapshots:
        snapshot.close()
    assert pool.open_keys == []


def test_reader_that_is_closed_leaves_the_snapshot_open_here_and_in_the_processes(pool: Processes) -> None:
    snapshot = compile_source(GARDEN)
    reader = snapshot.reader(lambda: False)
    assert count(reader, "world") == 1
    open_keys = pool.open_keys
    reader.close()
    assert pool.open_keys == open_keys
    assert count(snapshot, "world") == 1
    assert pool.open_keys == open_keys


def test_time_that_one_step_takes_ends_the_process(pool: Processes) -> None:
    snapshot = compile_source(GARDEN)
    started = monotonic()
    error = refusal(snapshot, LONG, BOUNDS._replace(seconds=0.2))
    assert monotonic() - started < 10
    assert (error.kind, error.bound, error.steps) == ("bound", "seconds", BOUNDS.steps)
    assert len(pool.pids) == 1  # that of the first stage, which has been started again
    assert count(snapshot, "world") == 1


def test_memory_that_few_steps_take_is_refused_by_the_system(pool: Processes) -> None:
    snapshot = compile_source(GARDEN)
    error = refusal(snapshot, LARGE, BOUNDS._replace(memory=50_000_000))
    assert (error.kind, error.bound) == ("bound", "memory")
    assert len(pool.pids) == 1  # that of the first stage
    assert count(snapshot, "world") == 1


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc")
def test_process_that_a_statement_has_made_large_is_replaced(pool: Processes) -> None:
    snapshot = compile_source(GARDEN)
    wide = f"{DOUBLING} SELECT {', '.join(['x || n'] * 190)} FROM t WHERE n = 17"
    rows = f"{DOUBLING}, {ROWS.replace('900', '150')} SELECT m.n FROM m, t WHERE t.n = 17 ORDER BY x || m.n"
    for sql in (wide, rows):
        guarded_select(snapshot, RELATIONS).select(sql)
        held = [int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * resource.getpagesize() for pid in pool.pids]
        assert all(size < 2 * MAX_KEPT for size in held)
        assert count(snapshot, "world") == 1


def test_refused_statement_charges_the_steps_that_it_took() -> None:
    charged: list[int] = []
    select = guarded_select(compile_source(GARDEN), RELATIONS)
    endless = "WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT count(*) FROM t"
    with pytest.raises(SelectError, match="200,000 steps"):
        select.select(endless, bounds=Bounds(steps=200_000), charge=charged.append)
    assert sum(charged) == 201_000


def test_statement_that_nobody_waits_for_ends_its_process(pool: Processes) -> None:
    class StoppedError(Exception):
        pass

    snapshot = compile_source(GARDEN)
    assert count(snapshot, "world") == 1
    (process,) = pool.pids

    def stop(_: int) -> None:
        raise StoppedError

    with pytest.raises(StoppedError):
        guarded_select(snapshot, RELATIONS).select(LONG, charge=stop)
    assert is_gone(process)
    assert count(snapshot, "world") == 1


def test_statement_waits_for_a_process_and_no_longer_than_it_may_take(pool: Processes) -> None:
    snapshot = compile_source(GARDEN)
    is_over = threading.Event()

    def check(_: int) -> None:
        if is_over.is_set():
            raise KeyboardInterrupt

    def hold() -> None:
        with closing(snapshot.reader(lambda: False)) as reader, pytest.raises(KeyboardInterrupt):
            guarded_select(reader, RELATIONS).select(LONG, charge=check)

    holders = [threading.Thread(target=hold) for _ in range(processes.STAGES[processes.LAST].processes)]
    for holder in holders:
        holder.start()
    until(lambda: pool.idle_count(processes.LAST) == 0)
    assert count(snapshot, "world") == 1  # a quick one waits for none of those that take long
    error = refusal(snapshot, LONG, BOUNDS._replace(seconds=0.7))
    assert (error.kind, error.hint) == ("unavailable", "Ask again.")
    is_over.set()
    for holder in holders:
        holder.join()
    assert count(snapshot, "world") == 1


def test_statement_waits_for_the_processes_of_all_stages_as_long_as_for_one(
    pool: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends: list[float] = []
    give = pool.process

    def noted(key: int, stages: Sequence[int], end: float, charge: processes.Charge) -> Any:
        ends.append(end)
        return give(key, stages, end, charge)

    monkeypatch.setattr(pool, "process", noted)
    with compile_source(MILL) as snapshot:
        guarded_select(snapshot, RELATIONS).select(COUNTED)
    assert len(ends) > 1
    assert len({*ends}) == 1


def test_statement_that_the_first_stage_did_not_end_is_not_tried_there_again(pool: Processes) -> None:
    select = guarded_select(compile_source(GARDEN), RELATIONS)
    assert select.select(COUNTED).rows == [(1_000_000,)]
    (first, last) = pool.pids
    # What takes long leaves the processors to what others ask.
    assert os.getpriority(os.PRIO_PROCESS, first) < os.getpriority(os.PRIO_PROCESS, last)
    os.kill(first, signal.SIGKILL)
    until(lambda: pool.pids == [last])
    assert select.select(COUNTED).rows == [(1_000_000,)]
    assert pool.pids == [last]
    assert select.select("SELECT 1").rows == [(1,)]
    assert len(pool.pids) == 2


def test_process_that_ends_of_itself_is_replaced(pool: Processes) -> None:
    snapshot = compile_source(GARDEN)
    assert count(snapshot, "world") == 1
    (process,) = pool.pids
    os.kill(process, signal.SIGKILL)
    until(lambda: pool.pids == [])
    assert count(snapshot, "world") == 1


def test_system_that_allows_no_process_is_told() -> None:
    snapshot = compile_source(GARDEN)
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (3, before[1]))
    try:
        error = refusal(snapshot, "SELECT 1")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    assert error.kind == "unavailable"
    assert error.message == "No process can be started for the statement: Too many open files"
    assert count(snapshot, "world") == 1


def test_forked_process_has_processes_of_its_own(pool: Processes) -> None:
    snapshot = compile_source(GARDEN)
    assert count(snapshot, "world") == 1
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.write(writing, bytes(len(pool.pids)))
        os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    assert os.read(reading, 10) == b""
    os.close(reading)
    assert count(snapshot, "world") == 1


def until(is_so: Callable[[], bool]) -> None:
    end, pause = monotonic() + 20, threading.Event()
    while not is_so():
        assert monotonic() < end
        pause.wait(0.02)
