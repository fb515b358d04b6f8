"""Frozen files answer as their source does when that is gone, and are refused if they are damaged."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from compiler import SourceError
from compiler.disk import stamps
from compiler.store.empty_snapshot import FORMAT, OLDEST_FORMAT
from compiler.store.frozen import frozen_file
from compiler.store.frozen.frozen_file import longest_value, open_frozen, seal, write_frozen
from compiler.store.select.pool import guarded_select
from server.commands.dump import answers
from tests.closing import closed_later, compile_source
from tests.compiler.tables import table
from tests.paths import ROOT


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return Path(shutil.copytree(ROOT / "worlds" / "locked-garden", tmp_path / "garden"))


@pytest.fixture
def file(source: Path, tmp_path: Path) -> Path:
    path = tmp_path / "out.frieze"
    write_frozen(compile_source(source), path)
    return path


def changed(path: Path, statement: str) -> None:
    """Runs a statement on a frozen file, and seals it again."""
    with closing(sqlite3.connect(path)) as database, database:
        database.executescript(statement)
    seal(path)


def test_frozen_file_answers_as_its_source_when_that_is_gone(source: Path, file: Path) -> None:
    expected = answers(compile_source(source))
    shutil.rmtree(source)
    made = compile_source(file)
    assert answers(made) == expected
    assert made.text("locked-garden.urd.md")


def test_frozen_file_of_the_same_source_has_the_same_bytes(source: Path, file: Path, tmp_path: Path) -> None:
    write_frozen(compile_source(source), tmp_path / "again.frieze")
    assert (tmp_path / "again.frieze").read_bytes() == file.read_bytes()


def test_snapshot_goes_on_with_its_file_when_another_one_takes_its_place(
    source: Path, file: Path, tmp_path: Path
) -> None:
    made = compile_source(file)
    (source / "more.md").write_text("# One more page\n")
    write_frozen(compile_source(source), tmp_path / "newer.frieze")
    (tmp_path / "newer.frieze").replace(file)
    with closing(made.open_database()) as second:
        assert second.execute("SELECT path FROM source_text_row").fetchall() == [("locked-garden.urd.md",)]
    relations = {"file": ["ref", "path"]}
    for select, schema in ((guarded_select(made, relations), "main"), (guarded_select(made, relations, made), "base")):
        assert select.select(f"SELECT path FROM {schema}.file").rows == [("locked-garden.urd.md",)]


def test_snapshot_goes_on_when_its_file_is_damaged_by_another_one(file: Path, tmp_path: Path) -> None:
    made = compile_source(file)
    (tmp_path / "broken.frieze").write_bytes(file.read_bytes()[:4096])
    (tmp_path / "broken.frieze").replace(file)
    with closing(made.open_database()) as second:
        assert second.execute("SELECT count(*) FROM source_text_row").fetchone() == (1,)


def test_frozen_file_is_opened_unchanged_and_read_only(file: Path) -> None:
    before = file.read_bytes()
    with pytest.raises(sqlite3.DatabaseError):
        closed_later(open_frozen(file))._connection._database.execute("DELETE FROM link_string")
    assert file.read_bytes() == before
    assert list(file.parent.glob("out*")) == [file]


@pytest.mark.parametrize("length", [0, 10, 99, 4096, -1, -48, -5000])
def test_frozen_file_truncated_is_refused(file: Path, length: int) -> None:
    content = file.read_bytes()
    file.write_bytes(content[:length])
    with pytest.raises(SourceError, match=r"damaged|no frozen snapshot"):
        compile_source(file)


def test_frozen_file_with_a_flipped_bit_is_refused(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    with pytest.raises(SourceError, match="damaged"):
        compile_source(file)


def test_frozen_file_of_another_program_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.frieze").write_text("not a database " * 100)
    with closing(sqlite3.connect(tmp_path / "other.frieze")) as database, database:
        database.execute("CREATE TABLE x (a)")
    for name in ("text.frieze", "other.frieze"):
        with pytest.raises(SourceError, match="no frozen snapshot of Frieze"):
            compile_source(tmp_path / name)


def test_frozen_file_missing_raises_source_error(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="No such file"):
        compile_source(tmp_path / "out.frieze")


def test_frozen_file_of_a_newer_format_is_refused(file: Path) -> None:
    changed(file, f"PRAGMA user_version = {FORMAT + 1}")
    with pytest.raises(SourceError, match="newer Frieze"):
        compile_source(file)


def test_frozen_file_of_an_older_format_is_refused(file: Path) -> None:
    changed(file, f"PRAGMA user_version = {OLDEST_FORMAT - 1}")
    with pytest.raises(SourceError, match=r"older Frieze.*Freeze the source again"):
        compile_source(file)


@pytest.mark.parametrize(
    "tables",
    ["json_set(value, '$.world_exit', json('[\"ref\", \"unheard\"]'))", "json_set(value, '$.unheard', json('[]'))"],
)
def test_frozen_file_with_other_columns_is_refused(file: Path, tables: str) -> None:
    changed(file, f"UPDATE meta SET value = {tables} WHERE key = 'tables'")
    with pytest.raises(SourceError, match="facts differ"):
        compile_source(file)


def test_frozen_file_without_the_tables_of_a_new_language_opens(source: Path, file: Path) -> None:
    expected = answers(compile_source(source))
    changed(
        file,
        "DROP VIEW node; DROP VIEW gantt_task; DROP VIEW fact_diagram_node; DROP TABLE fact_diagram_node_row;"
        "UPDATE meta SET value = json_remove(value, '$.diagram_node') WHERE key = 'tables'",
    )
    assert answers(compile_source(file)) == expected


def test_write_frozen_does_not_overwrite_other_files(source: Path, file: Path, tmp_path: Path) -> None:
    notes = tmp_path / "notes.frieze"
    notes.write_text("mine")
    with pytest.raises(SourceError, match="not overwritten"):
        write_frozen(compile_source(source), notes)
    assert notes.read_text() == "mine"
    before = file.read_bytes()
    write_frozen(compile_source(source), file)
    assert file.read_bytes() == before


def test_frozen_file_checksum_is_computed_once(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(stamps, "_TICK", -3600 * 1_000_000_000)  # as if it had been written long ago
    compile_source(file, keep=True)
    with monkeypatch.context() as patched:
        patched.setattr(frozen_file, "_is_whole", lambda *_: pytest.fail("it was read"))
        assert compile_source(file, keep=True).id
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    with pytest.raises(SourceError, match="damaged"):
        compile_source(file, keep=True)


# --- the command -----------------------------------------------------------------------------------------


def run(*arguments: object) -> "subprocess.CompletedProcess[bytes]":
    command = [sys.executable, "-m", "server.cli", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=False)


def test_freeze_command_writes_what_query_reads(source: Path, tmp_path: Path) -> None:
    file = tmp_path / "garden.frieze"
    expected = run("query", source, "get_exit_graph").stdout
    assert run("freeze", source, "-o", file).returncode == 0
    shutil.rmtree(source)
    done = run("query", file, "get_exit_graph")
    assert (done.returncode, done.stdout) == (0, expected)


def test_freeze_command_does_not_write_into_its_source_or_over_other_files(source: Path, tmp_path: Path) -> None:
    before = sorted(source.iterdir())
    assert run("freeze", source, "-o", source / "x.frieze").returncode == 2
    assert sorted(source.iterdir()) == before
    assert run("freeze", source, "-o", tmp_path / "x.json").returncode == 2
    (tmp_path / "mine.frieze").write_text("mine")
    assert run("freeze", source, "-o", tmp_path / "mine.frieze").returncode == 2
    assert (tmp_path / "mine.frieze").read_text() == "mine"


def test_no_cache_option_does_not_use_the_cache(source: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    command = [sys.executable, "-m", "server.cli", "query", "--no-cache", "--jobs", "2", str(source), "get_exit_graph"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True)
    assert done.stdout == run("query", source, "get_exit_graph").stdout
    assert {path.name for path in (tmp_path / "cache" / "frieze").iterdir()} <= {"grammars"}


def test_pipe_called_a_frozen_file_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "x.frieze")
    with pytest.raises(SourceError, match="is a device, pipe or socket"):
        compile_source(tmp_path / "x.frieze")


@table("size", [1, 1 << 30, 5_000_000_000, 1 << 40])
def test_longest_value_of_a_file_of_any_size_is_a_limit_of_sqlite(size: int) -> None:
    with closing(sqlite3.connect(":memory:")) as database:
        database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, longest_value(size))
        assert database.getlimit(sqlite3.SQLITE_LIMIT_LENGTH) >= min(size, 1_000_000_000)
