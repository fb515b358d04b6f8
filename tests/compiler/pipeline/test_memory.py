"""A build of pages that stand for much takes little more memory for many than for few, and ends before it takes all."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from compiler import SourceError
from compiler.languages.diagrams.syntax import parse as diagram_parsing
from compiler.pipeline import memory
from compiler.pipeline.pool import worker_pool
from compiler.store.known_refs import KnownRefs
from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import RefreshError
from compiler.workspace.opening import watched_snapshot
from compiler.workspace.source_request import SourceRequest
from tests.closing import compile_source
from tests.paths import ROOT

pytestmark = pytest.mark.failures_are_findings

WORLDS = ROOT / "worlds"


def dense_pages(folder: Path, count: int) -> Path:
    """Pages of diagrams of which each stands for many edges."""
    folder.mkdir()
    for page in range(count):
        nodes = [" & ".join(f"{side}{page}x{at}" for at in range(20)) for side in "ab"]
        diagram = f"flowchart LR\n{' --> '.join(nodes)}\n"
        (folder / f"page{page}.md").write_text(f"# Page {page}\n\n```mermaid\n{diagram}```\n")
    return folder


# --- what stays in memory ------------------------------------------------------------------------------

COMPILE = """
import hashlib, resource, sys
from compiler import compile_source
from compiler.disk import spill_file
from compiler.pipeline import linking, memory, mentions, parse_work, pool
from compiler.store import known_refs, object_tables, part_rows, shared_strings, writer
if sys.argv[3] == "little":
    spill_file.KEPT_BYTES = pool.MAX_WAITING_BYTES = object_tables.MAX_WAITING_BYTES = 200_000
    memory.YOUNG_OBJECTS = 5_000
    parse_work.CHUNK_BYTES = linking.CHUNK_BYTES = 2_000
    parse_work.MAX_OBJECT_BYTES = 20_000
    part_rows.CHUNK_ROWS, part_rows.KEPT_BYTES, part_rows.MAX_REFS = 7, 1_000, 50
    known_refs.MAX_STRINGS = shared_strings.MAX_KNOWN = 500
    mentions.MENTIONS_AT_ONCE = 10
    mentions.BYTES_PER_WORKER = 1_000
    writer.SETTINGS = writer.SETTINGS.replace(str(writer.CACHE_KIB), "1024")
snapshot = compile_source(sys.argv[1], jobs=int(sys.argv[2]))
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
tables = "link_full", "object_row", "fact_mention_found", "diagnostic_row", "search_index_body"
rows = [snapshot.rows(f"SELECT * FROM {one} ORDER BY rowid") for one in tables]
rows.append(snapshot.rows("SELECT * FROM part_digest"))
assert all(rows[:2])
print(peak, hashlib.sha256(repr(rows).encode()).hexdigest())
"""


class Compiled(NamedTuple):
    """How many bytes a process held that compiled a source, and a hash of what it made."""

    peak: int
    content: str


def compiled(source: Path, jobs: int, kept: str = "little") -> Compiled:
    """Compile a source in a process that keeps `little` in memory, in proportion to a small source, or as `usual`."""
    command = [sys.executable, "-c", COMPILE, os.fspath(source), str(jobs), kept]
    held, content = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout.split()
    return Compiled(int(held), content)


@pytest.mark.long("builds that need hundreds of megabytes")
@pytest.mark.skipif(sys.platform != "linux", reason="how much memory a process held is told in other units")
@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.long("two processes that compile 100 pages"))])
def test_memory_of_a_build_is_not_in_proportion_to_what_pages_stand_for(tmp_path: Path, jobs: int) -> None:
    few, many = dense_pages(tmp_path / "few", 20), dense_pages(tmp_path / "many", 80)
    assert compiled(many, jobs).peak - compiled(few, jobs).peak < 16_000_000  # 60 pages, 24,000 edges


ALL_SAMPLES = pytest.mark.long("compiles all samples twice")


@pytest.mark.parametrize(
    ("source", "jobs"),
    [
        (WORLDS / "traced-kettle", 2),
        pytest.param(WORLDS, 1, marks=ALL_SAMPLES),
        pytest.param(WORLDS, 2, marks=ALL_SAMPLES),
    ],
)
def test_what_does_not_fit_in_memory_gives_the_same_snapshot(source: Path, jobs: int) -> None:
    assert compiled(source, jobs).content == compiled(source, 1, "usual").content


def test_refs_are_known_beyond_those_that_are_kept_as_strings() -> None:
    refs = KnownRefs(max_strings=10)
    for first in range(0, 3_000, 5):
        refs.add(f"r:REQ-p{number:05}" for number in range(first, first + 5))
    assert all(f"r:REQ-p{number:05}" in refs for number in range(3_000))
    assert not any(f"r:REQ-p{number:05}" in refs for number in range(3_000, 9_000))


# --- the bound -----------------------------------------------------------------------------------------


def bound(patch: pytest.MonkeyPatch, most: int) -> None:
    """Let a build take so many bytes."""
    patch.setattr(memory, "usual_memory", lambda: most)


def hungry(patch: pytest.MonkeyPatch, size: int, *, is_careful: bool = False) -> None:
    """Let parsing the diagrams of a file that is called `bad` take so many bytes, and go on and on. `is_careful`: it
    takes each error for one of the text."""
    usual: Callable[..., Any] = diagram_parsing.parse

    def parse(path: str, *arguments: Any) -> Any:
        with contextlib.suppress(*([Exception] if is_careful else [])):
            held = bytearray(size if "bad" in path else 0)
            while held:
                held[::4096] = bytes(len(held[::4096]))
        return usual(path, *arguments)

    patch.setattr(diagram_parsing, "parse", parse)


@pytest.fixture
def drawings(tmp_path: Path) -> Path:
    (tmp_path / "drawings").mkdir()
    for name in ("good", "bad"):
        (tmp_path / f"drawings/{name}.mmd").write_text(f"flowchart LR\n  {name}1 --> {name}2\n")
    return tmp_path / "drawings"


@pytest.mark.parametrize("jobs", [1, 2])
def test_build_that_takes_more_memory_than_it_may_ends_with_an_error(
    monkeypatch: pytest.MonkeyPatch, drawings: Path, jobs: int
) -> None:
    bound(monkeypatch, 100_000_000)
    hungry(monkeypatch, 400_000_000)
    with pytest.raises(SourceError, match=r"uses [\d,]+ bytes of memory and may use 100,000,000 \(half of the machine"):
        compile_source(drawings, jobs=jobs)


def test_error_of_code_that_swallows_errors_is_still_that_of_the_memory(
    monkeypatch: pytest.MonkeyPatch, drawings: Path
) -> None:
    bound(monkeypatch, 100_000_000)
    hungry(monkeypatch, 400_000_000, is_careful=True)
    with pytest.raises(SourceError, match="bytes of memory"):
        compile_source(drawings)


def test_file_that_alone_takes_half_of_the_memory_is_a_finding_and_the_rest_is_there(
    monkeypatch: pytest.MonkeyPatch, drawings: Path
) -> None:
    bound(monkeypatch, 700_000_000)
    hungry(monkeypatch, 500_000_000)
    snapshot = compile_source(drawings, jobs=1)
    (only,) = [one for one in snapshot.diagnostics() if one.code == "FRZ118"]
    assert only.span.file == "bad.mmd" and "more than 350 MB of memory are needed for it" in only.message
    assert snapshot.objects(file="good.mmd")


def test_worker_may_take_its_share_of_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    bound(monkeypatch, 900_000_000)
    with memory.bounded_memory(None):
        with worker_pool(lambda _: str(memory.build_memory().bound_of_file).encode(), range(1), 1) as alone:
            assert alone.result(0) == b"225000000"
        with worker_pool(lambda _: str(memory.build_memory().bound_of_file).encode(), range(9), 2) as workers:
            assert workers.result(0) == b"150000000"
        assert memory.build_memory().bound_of_file == 450_000_000


def test_what_a_process_held_before_a_build_does_not_count(monkeypatch: pytest.MonkeyPatch, drawings: Path) -> None:
    held = b"." * 300_000_000
    bound(monkeypatch, 100_000_000)
    assert compile_source(drawings).objects(file="good.mmd") and held


def test_refresh_that_takes_more_memory_than_it_may_keeps_the_snapshot(
    monkeypatch: pytest.MonkeyPatch, drawings: Path
) -> None:
    before = compile_source(drawings)
    served: list[Snapshot] = []
    watched = watched_snapshot(before, SourceRequest(drawings))
    watched.start(served.append)
    try:
        (drawings / "worse.mmd").write_text("flowchart LR\n  c --> d\n")
        bound(monkeypatch, -1)
        with pytest.raises(RefreshError, match="bytes of memory"):
            watched.refresh()
        assert served == [] and before.objects(file="good.mmd")
    finally:
        watched.stop()
