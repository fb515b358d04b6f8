"""The snapshot that a copy of the server makes ready while the server imports the SDK."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from compiler import SourceError, open_prebuilt, prebuild
from queries.packs import PACKS
from server import prebuild as prebuilding
from server.options.source import Compiling
from tests.paths import ROOT
from tests.server.processes import environment

HALL = "---\nworld:\n  name: Hall\n---\n# Hall\n-> out: Yard\n# Yard\n-> in: Hall\n"


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "source"
    folder.mkdir()
    (folder / "hall.urd.md").write_text(HALL)
    return folder


def locations(source: Path, compiling: Compiling) -> list[str]:
    """What the server would serve. The copy has ended when this returns."""
    begun = prebuilding.begin(str(source), compiling)
    snapshot = begun.workspace().snapshot
    begun.end()
    with pytest.raises(ChildProcessError):
        os.waitpid(begun._copy.process if begun._copy else -1, 0)
    return [one.id for one in snapshot.objects(kind="location")]


def refuse(*_: object, **__: object) -> None:
    raise AssertionError("this process compiled")


def test_the_copy_compiles_and_this_process_opens(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.options.source.compile_source", refuse)
    assert locations(source, Compiling()) == ["hall", "yard"]
    assert locations(source, Compiling()) == ["hall", "yard"]
    (source / "hall.urd.md").write_text(HALL + "# Cellar\n")
    assert locations(source, Compiling()) == ["hall", "yard", "cellar"]


def test_what_stands_for_now_is_told_to_the_snapshot(source: Path) -> None:
    written = prebuild(source)
    assert written is not None
    opened = open_prebuilt(written, as_of="2026-03-01")
    assert opened is not None and opened.meta["as_of"] == "2026-03-01T23:59:59Z"
    with pytest.raises(SourceError, match="is no date"):
        open_prebuilt(written, as_of="soon")


@pytest.mark.parametrize("cut", [0, 1, 20, -1])
def test_what_was_written_in_part_opens_nothing(source: Path, cut: int) -> None:
    assert open_prebuilt((prebuild(source) or b"")[:cut]) is None


def test_a_database_that_was_changed_since_is_not_opened(source: Path, tmp_path: Path) -> None:
    written = prebuild(source) or b""
    (database,) = (tmp_path / "cache").rglob("snapshots/*.sqlite")
    database.write_bytes(database.read_bytes() + b"\0")
    assert open_prebuilt(written) is None


def die(*_: object, **__: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def fail(*_: object, **__: object) -> None:
    raise MemoryError


@pytest.mark.parametrize("happens", [die, fail, lambda *_, **__: None, lambda *_, **__: b"{"])
def test_where_the_copy_fails_this_process_compiles(
    source: Path, monkeypatch: pytest.MonkeyPatch, happens: object
) -> None:
    monkeypatch.setattr(prebuilding, "prebuild", happens)
    assert locations(source, Compiling()) == ["hall", "yard"]


def test_without_a_cache_there_is_no_copy(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fork", refuse)
    assert locations(source, Compiling(keep=False)) == ["hall", "yard"]
    assert not list((tmp_path / "cache").rglob("*.sqlite"))


def test_a_missing_path_is_refused_before_anything_begins(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fork", refuse)
    with pytest.raises(SourceError, match="No such file or directory"):
        prebuilding.begin(str(source / "nowhere"), Compiling())


STARTED = """
import json, sys
from server import prebuild as prebuilding
from server.options.source import DEFAULT
begun = prebuilding.begin(sys.argv[1], DEFAULT)
workspace = begun.workspace()
from server.protocol.app import build_server
build_server(workspace)
from server.protocol.calls import call_tool
call_tool(workspace, "get_snapshot_info", {})
json.dump(sorted(sys.modules), sys.stdout)
"""


def test_a_start_loads_nothing_that_compiles_and_no_pack_but_the_core(source: Path) -> None:
    """Invariant: imports are budgeted; checked in a fresh interpreter."""
    command = [sys.executable, "-c", STARTED, str(source)]
    done = subprocess.run(command, cwd=ROOT, env=environment(), capture_output=True, text=True, check=True)
    loaded = set(json.loads(done.stdout))
    assert not loaded & {
        "lark",
        "compiler.build.pipeline",
        "compiler.build.parsing",
        "compiler.build.full_build",
        "compiler.languages.world.facts",
    }
    assert "queries.core" in loaded and not loaded & {f"queries.{pack}" for pack in PACKS if pack != "core"}
