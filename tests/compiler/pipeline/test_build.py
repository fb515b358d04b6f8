"""From a path to a snapshot: what is compiled, the snapshot id, and the cache of snapshots."""

import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from compiler import SourceError
from compiler.disk import cache_directory, stamps
from compiler.disk.stamps import stamp_of
from compiler.model.facts import File
from compiler.pipeline import folder_tree
from compiler.store import snapshot_cache
from compiler.store.snapshot import Snapshot
from tests.closing import compile_source
from tests.paths import ROOT

HALL = "---\nworld:\n  name: Hall\n---\n# Hall\n-> out: Yard\n# Yard\n-> in: Hall\n"


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "source"
    folder.mkdir()
    (folder / "hall.urd.md").write_text(HALL)
    return folder


def tables(snapshot: Snapshot) -> dict[str, list[tuple[object, ...]]]:
    names = snapshot.rows(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'search%' ORDER BY name"
    )
    return {name: snapshot.rows(f'SELECT * FROM "{name}"') for (name,) in names}


def codes(snapshot: Snapshot) -> list[str]:
    return [one.code for one in snapshot.diagnostics()]


# --- what is compiled ----------------------------------------------------------------------------------


def test_compile_missing_path_raises_source_error(source: Path) -> None:
    with pytest.raises(SourceError, match="No such file or directory"):
        compile_source(source / "nowhere")


def test_compile_unclaimed_file_raises_source_error_that_lists_file_kinds(source: Path) -> None:
    (source / "notes.bin").write_bytes(b"\0\1")
    with pytest.raises(SourceError, match=r"no file that Frieze reads.*\*\.urd\.md"):
        compile_source(source / "notes.bin")


def test_compile_empty_directory_reports_nothing_to_compile(tmp_path: Path) -> None:
    assert codes(compile_source(tmp_path)) == ["FRZ106"]


def test_compile_broken_file_does_not_hide_others(source: Path) -> None:
    (source / "binary.urd.md").write_bytes(b"\xff\xfe\0\0")
    (source / "huge.urd.md").write_bytes(b"x" * (2 * 1024 * 1024))
    (source / "torn.urd.md").write_text("---\nworld:\n# never closed\n")
    made = compile_source(source)
    assert sorted(codes(made)) == ["URD100", "URD101", "URD103"]
    assert [one.id for one in made.objects(kind="location")] == ["hall", "yard"]


def test_compile_link_out_of_source_is_reported_once(source: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.urd.md").write_text("# Secret\n")
    (source / "link.urd.md").symlink_to(tmp_path / "secret.urd.md")
    assert codes(compile_source(source)) == ["FRZ101"]


def test_compile_single_file_includes_its_imports(source: Path) -> None:
    (source / "main.urd.md").write_text("---\nimport: ./hall.urd.md\n---\n# Attic\n-> down: Hall\n")
    (source / "other.urd.md").write_text("# Elsewhere\n")
    made = compile_source(source / "main.urd.md")
    assert [one.path for one in made.facts(File)] == ["hall.urd.md", "main.urd.md"]


# --- identity ------------------------------------------------------------------------------------------


def test_snapshot_id_and_facts_do_not_depend_on_the_folder(source: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "hall.urd.md").write_text(HALL)
    one, other = compile_source(source), compile_source(elsewhere)
    assert one.id == other.id
    assert {**tables(one), "meta": []} == {**tables(other), "meta": []}


def test_snapshot_id_changes_with_any_file(source: Path) -> None:
    ids = [compile_source(source).id]
    (source / "hall.urd.md").write_text(HALL + "\n")
    ids.append(compile_source(source).id)
    (source / "yard.urd.md").write_text("# Yard\n")
    ids.append(compile_source(source).id)
    (source / "yard.urd.md").write_bytes(b"\xff")
    ids.append(compile_source(source).id)
    assert len(set(ids)) == 4


def test_snapshot_does_not_depend_on_hash_seeds() -> None:
    program = (
        "import sys; from compiler import compile_source; s = compile_source(sys.argv[1]);"
        "print(s.id, s.rows('SELECT * FROM object'), s.rows('SELECT * FROM link'), s.diagnostics())"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program, "worlds"],
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed, "PATH": ""},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(outputs) == 1


# --- snapshots kept between runs -----------------------------------------------------------------------


def test_cached_snapshot_opens_without_parsing(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = compile_source(source, keep=True)
    monkeypatch.setattr("compiler.languages.world.syntax.parse.parse", lambda *_: pytest.fail("it was parsed"))
    again = compile_source(source, keep=True)
    assert again.id == first.id
    assert tables(again) == tables(first)


def test_cached_snapshot_can_be_searched_and_not_written(source: Path) -> None:
    compile_source(source, keep=True)
    again = compile_source(source, keep=True)
    assert again.rows("SELECT id FROM search WHERE search MATCH 'yard'") != []
    with pytest.raises(sqlite3.DatabaseError):
        again.rows("DELETE FROM link")


def test_cached_snapshot_is_replaced_after_a_change(source: Path) -> None:
    compile_source(source, keep=True)
    (source / "hall.urd.md").write_text(HALL + "# Cellar\n")
    assert [one.id for one in compile_source(source, keep=True).objects(kind="location")] == ["hall", "yard", "cellar"]


def test_cached_snapshot_is_replaced_when_a_missing_import_appears(source: Path) -> None:
    main = source / "main.urd.md"
    main.write_text("---\nimport: ./attic.urd.md\n---\n# Roof\n")
    assert codes(compile_source(main, keep=True)) == ["URD201"]
    (source / "attic.urd.md").write_text("# Attic\n")
    assert codes(compile_source(main, keep=True)) == []


@pytest.mark.parametrize("damage", [b"", b"short", b"\0" * 5000])
@pytest.mark.parametrize("suffix", [".json", ".sqlite"])
def test_cache_entry_that_is_damaged_is_not_used(source: Path, suffix: str, damage: bytes) -> None:
    expected = tables(compile_source(source, keep=True))
    for entry in cache_directory.entry(snapshot_cache.FOLDER, "").glob(f"*{suffix}"):
        entry.unlink()
        entry.write_bytes(damage)
    assert tables(compile_source(source, keep=True)) == expected


@pytest.mark.parametrize("suffix", [".json", ".sqlite"])
def test_cache_entry_with_a_flipped_bit_is_not_used(source: Path, suffix: str) -> None:
    expected = tables(compile_source(source, keep=True))
    for entry in cache_directory.entry(snapshot_cache.FOLDER, "").glob(f"*{suffix}"):
        content = bytearray(entry.read_bytes())
        content[len(content) // 2] ^= 1
        entry.unlink()
        entry.write_bytes(content)
    assert tables(compile_source(source, keep=True)) == expected


OPENING = """
import json, sys
from compiler import compile_source
compile_source(sys.argv[1], keep=True).objects()
json.dump(sorted(sys.modules), sys.stdout)
"""


def test_cached_snapshot_opens_without_loading_grammars_or_parsers(source: Path) -> None:
    compile_source(source, keep=True)
    command = [sys.executable, "-c", OPENING, str(source)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(json.loads(done.stdout))
    assert not loaded & {"lark", "compiler.text.grammars", "markdown_it"}
    assert not [name for name in loaded if name.startswith("compiler.languages") and name.endswith((".parse", ".link"))]


def test_file_with_recorded_stamp_is_not_read_again(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = source / "hall.urd.md"
    monkeypatch.setattr(stamps, "_TICK", -3600 * 1_000_000_000)  # as if it had been written long ago
    first = compile_source(source, keep=True)
    monkeypatch.setattr(folder_tree.FolderTree, "read", lambda *_: pytest.fail("it was read"))
    assert compile_source(source, keep=True).id == first.id
    monkeypatch.undo()
    hall.write_text(hall.read_text().replace("out", "far"))
    assert compile_source(source).id != first.id


def test_file_written_twice_within_a_clock_tick_is_read_again(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = compile_source(source, keep=True)
    stamp = stamp_of((source / "hall.urd.md").stat())
    (source / "hall.urd.md").write_text(HALL.replace("Yard", "Lawn"))
    monkeypatch.setattr(folder_tree.FolderTree, "stamp", lambda *_: stamp)
    assert compile_source(source, keep=True).id != first.id


def test_touched_file_is_compared_by_content(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = compile_source(source, keep=True)
    (source / "hall.urd.md").write_text(HALL)
    monkeypatch.setattr("compiler.pipeline.build.parse_files", lambda *_: pytest.fail("it was compiled"))
    assert compile_source(source, keep=True).id == first.id


def test_cached_snapshot_depends_on_listed_folders(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (source / "spec.md").write_text("# REQ-p00001: Boiling\n\n**Level**: PRD | **Status**: Active\n")
    first = compile_source(source / "spec.md", keep=True)
    (source / ".elspais.toml").write_text("")
    assert compile_source(source / "spec.md", keep=True).id != first.id
    monkeypatch.setattr("compiler.pipeline.build.parse_files", lambda *_: pytest.fail("it was compiled"))
    assert compile_source(source / "spec.md", keep=True)


def test_compile_works_without_a_writable_cache(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert compile_source(source, keep=True).objects(kind="location") != []


def test_cache_evicts_oldest_entries(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compile_source(source, keep=True)
    size = sum(entry.stat().st_size for entry in cache_directory.entry(snapshot_cache.FOLDER, "").iterdir())
    monkeypatch.setattr(snapshot_cache, "MAX_BYTES", size + 5000)
    (source / "hall.urd.md").write_text(HALL + "# Cellar\n")
    compile_source(source, keep=True)
    compile_source(source / "hall.urd.md", keep=True)
    entries = list(cache_directory.entry(snapshot_cache.FOLDER, "").iterdir())
    assert sum(entry.stat().st_size for entry in entries) <= size + 5000
    assert len(entries) == 2
