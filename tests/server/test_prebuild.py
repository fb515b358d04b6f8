"""The snapshot that a forked child builds while the server imports the SDK."""

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from time import monotonic

import pytest

from compiler import SourceError, open_prebuilt, prebuild
from queries.tools.packs import PACKS
from server import prebuild as prebuilding
from server.options.source import SourceOptions
from tests.closing import closed_later
from tests.paths import ROOT
from tests.server.processes import PATIENCE, environment

HALL = "---\nworld:\n  name: Hall\n---\n# Hall\n-> out: Yard\n# Yard\n-> in: Hall\n"


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    wait_for_others()
    folder = tmp_path / "source"
    folder.mkdir()
    (folder / "hall.urd.md").write_text(HALL)
    return folder


def wait_for_others() -> None:
    """Wait until the threads of tests before have ended: a process forks only as long as it has a single one."""
    end, pause = monotonic() + PATIENCE, threading.Event()
    while threading.active_count() > 1 and monotonic() < end:
        pause.wait(0.01)


def locations(source: Path, options: SourceOptions) -> list[str]:
    """The ids of the locations that the server would serve. The child has ended when this returns."""
    pending = prebuilding.start_prebuild(str(source), options)
    with pending.open() as workspace:
        ids = [location.id for location in workspace.snapshot.objects(kind="location")]
    pending.reap_child()
    if pending.child is not None:
        with pytest.raises(ChildProcessError):
            os.waitpid(pending.child.pid, 0)
    return ids


def refuse(*_: object, **__: object) -> None:
    raise AssertionError("this process compiled")


def test_child_compiles_and_the_server_opens(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("compiler.workspace.source_request.SourceRequest.compile", refuse)
    assert locations(source, SourceOptions()) == ["hall", "yard"]
    assert locations(source, SourceOptions()) == ["hall", "yard"]
    (source / "hall.urd.md").write_text(HALL + "# Cellar\n")
    assert locations(source, SourceOptions()) == ["hall", "yard", "cellar"]


def test_as_of_option_sets_reference_time(source: Path) -> None:
    written = prebuild(source)
    assert written is not None
    opened = open_prebuilt(written, as_of="2026-03-01")
    assert opened is not None and closed_later(opened).meta["as_of"] == "2026-03-01T23:59:59Z"
    with pytest.raises(SourceError, match="is no date"):
        open_prebuilt(written, as_of="soon")


@pytest.mark.parametrize("cut", [0, 1, 20, -1])
def test_incomplete_output_of_the_child_is_not_opened(source: Path, cut: int) -> None:
    assert open_prebuilt((prebuild(source) or b"")[:cut]) is None


def test_prebuilt_database_that_has_changed_is_not_opened(source: Path, tmp_path: Path) -> None:
    written = prebuild(source) or b""
    (database,) = (tmp_path / "cache").rglob("snapshots/*.sqlite")
    database.write_bytes(database.read_bytes() + b"\0")
    assert open_prebuilt(written) is None


def die(*_: object, **__: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def fail(*_: object, **__: object) -> None:
    raise MemoryError


@pytest.mark.parametrize("happens", [die, fail, lambda *_, **__: None, lambda *_, **__: b"{"])
def test_server_compiles_if_the_child_fails(source: Path, monkeypatch: pytest.MonkeyPatch, happens: object) -> None:
    monkeypatch.setattr(prebuilding, "prebuild", happens)
    assert locations(source, SourceOptions()) == ["hall", "yard"]


def test_no_child_without_a_cache(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fork", refuse)
    assert locations(source, SourceOptions(cache=False)) == ["hall", "yard"]
    assert not list((tmp_path / "cache").rglob("*.sqlite"))


def test_missing_path_is_refused_before_the_fork(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fork", refuse)
    with pytest.raises(SourceError, match="No such file or directory"):
        prebuilding.start_prebuild(str(source / "nowhere"), SourceOptions())


STARTED = """
import json, sys
from server import prebuild as prebuilding
from server.options.source import DEFAULT
pending = prebuilding.start_prebuild(sys.argv[1], DEFAULT)
workspace = pending.open()
from server.protocol.app import build_server
build_server(workspace)
from server.protocol.calls import call_tool
call_tool(workspace, "get_snapshot_info", {})
json.dump(sorted(sys.modules), sys.stdout)
"""


def test_warm_start_imports_no_compiling_module_and_only_the_tool_that_is_called(source: Path) -> None:
    """Invariant: imports are budgeted; checked in a fresh interpreter."""
    command = [sys.executable, "-c", STARTED, str(source)]
    done = subprocess.run(command, cwd=ROOT, env=environment(), capture_output=True, text=True, check=True)
    loaded = set(json.loads(done.stdout))
    assert not loaded & {
        "lark",
        "compiler.pipeline.build",
        "compiler.pipeline.parsing",
        "compiler.pipeline.freezing",
        "compiler.pipeline.discovery",
        "compiler.store.writer",
        "compiler.workspace.git.repository",
        "compiler.languages.world.facts",
    }
    modules = {module for pack in PACKS.values() for module in pack.modules}
    assert loaded & modules == {"queries.objects.snapshot_info", "queries.objects.diagnostics"}  # which it counts
