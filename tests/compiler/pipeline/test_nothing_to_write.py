"""Compiling needs no place to write: no cache directory, none for temporary files. The source is never one."""

import contextlib
import os
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NoReturn

import pytest

from compiler.disk import cache_directory, temporary
from compiler.pipeline import parse_work
from compiler.store import connection
from server.options.source import SourceOptions
from server.prebuild import start_prebuild
from tests.closing import compile_source
from tests.compiler.samples import WORLDS, all_samples

TEMP_STORE_MEMORY = 2


@pytest.fixture
def nothing_temporary(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no directory for temporary files, and whoever asks Python for one fails as there."""

    def refused(*_: object, **__: object) -> NoReturn:
        raise FileNotFoundError("No usable temporary directory found")

    for variable in temporary._VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(temporary, "_DIRECTORIES", ("/nowhere",))
    monkeypatch.setattr(tempfile, "TemporaryFile", refused)
    monkeypatch.setattr(tempfile, "gettempdir", refused)


@pytest.mark.long("compiles all samples with three workers")
@pytest.mark.usefixtures("nothing_temporary")
@pytest.mark.skipif(not hasattr(os, "memfd_create"), reason="no files in memory here")
def test_workers_need_no_directory_for_temporary_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parse_work, "CHUNK_BYTES", 2_000)
    assert compile_source(WORLDS, jobs=3).serialized == all_samples().serialized


@pytest.mark.usefixtures("nothing_temporary")
def test_sqlite_needs_no_directory_for_temporary_files(monkeypatch: pytest.MonkeyPatch) -> None:
    names = []

    def connected(name: str, **options: object) -> sqlite3.Connection:
        names.append(name)
        return opened(name, **options)  # type: ignore[call-overload, no-any-return]

    opened = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", connected)
    compile_source(WORLDS)
    assert set(names) == {":memory:"}
    with contextlib.closing(connection.connect("")) as opened_here:
        assert opened_here.execute("PRAGMA temp_store").fetchone() == (TEMP_STORE_MEMORY,)


def test_temporary_directory_is_the_one_of_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.delenv("SQLITE_TMPDIR", raising=False)
    assert temporary.directory() == tmp_path
    monkeypatch.setenv("TMPDIR", str(tmp_path / "missing"))
    assert temporary.directory() != tmp_path / "missing"


@pytest.mark.parametrize("variables", [{}, {"XDG_CACHE_HOME": "relative"}, {"HOME": "relative"}])
def test_cache_without_a_home_writes_nothing_to_the_current_directory(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, variables: dict[str, str]
) -> None:
    for variable in ("HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in variables.items():
        monkeypatch.setenv(variable, value)
    monkeypatch.setattr(os, "getuid", lambda: 4_000_000_000)  # a user who stands in no list
    monkeypatch.chdir(tmp_path)
    assert not cache_directory.is_writable()
    compile_source(WORLDS / "locked-garden", keep=True)
    assert list(tmp_path.iterdir()) == []


def test_cache_directory_is_writable_where_it_can_be_created(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "not" / "yet"))
    assert cache_directory.is_writable()
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert not cache_directory.is_writable()


def test_server_does_not_compile_ahead_without_a_writable_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", os.devnull)
    monkeypatch.setattr(os, "fork", lambda: pytest.fail("compiled twice"))
    with start_prebuild(str(WORLDS / "locked-garden"), SourceOptions()).open() as workspace:
        assert workspace.snapshot.meta["source"] == "locked-garden"


OTHER_PROCESS = pytest.mark.long("compiles all samples in a process")


@pytest.mark.skipif(sys.platform != "linux", reason="a limit of files that fails softly")
@pytest.mark.parametrize(
    ("sample", "jobs", "keep"),
    [
        ("locked-garden", 3, True),
        pytest.param("", 3, True, marks=OTHER_PROCESS),
        pytest.param("", 1, False, marks=OTHER_PROCESS),
    ],
)
def test_compile_without_disk_space_works_in_memory(tmp_path: Path, sample: str, jobs: int, keep: bool) -> None:
    command = [sys.executable, "-c", WITHOUT_ROOM, os.fspath(WORLDS / sample), str(jobs), "keep" if keep else ""]
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache"), "TMPDIR": str(tmp_path)}
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    run = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert run.returncode == 0, run.stderr
    assert run.stdout.split() == [compile_source(WORLDS / sample).id]
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == []


WITHOUT_ROOM = """
import resource, sys
from compiler import compile_source
from compiler.store import writer
writer.SETTINGS = writer.SETTINGS.replace(str(writer.CACHE_KIB), "100")
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
snapshot = compile_source(sys.argv[1], jobs=int(sys.argv[2]), keep=bool(sys.argv[3]))
assert snapshot.rows("SELECT count(*) FROM search_index WHERE search_index MATCH 'garden'")[0][0]
print(snapshot.id)
"""
