"""Whether a source is what its cached snapshot was built from: stamps, contents, and damaged entries."""

import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from compiler.disk import cache_directory, folder_tree, stamps
from compiler.disk.stamps import stamp_of
from compiler.store.cache import snapshot_cache
from tests.closing import compile_source
from tests.compiler.pipeline.hall import HALL, codes
from tests.compiler.pipeline.table_rows import comparable
from tests.paths import ROOT


def test_cached_snapshot_opens_without_parsing(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = compile_source(source, keep=True)
    monkeypatch.setattr("compiler.languages.world.syntax.parse.parse", lambda *_: pytest.fail("it was parsed"))
    again = compile_source(source, keep=True)
    assert again.id == first.id
    assert comparable(again) == comparable(first)


def test_cached_snapshot_can_be_searched_and_not_written(source: Path) -> None:
    compile_source(source, keep=True)
    again = compile_source(source, keep=True)
    assert again.rows("SELECT id FROM search_index WHERE search_index MATCH 'yard'") != []
    with pytest.raises(sqlite3.DatabaseError):
        again.rows("DELETE FROM link_full")


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
    expected = comparable(compile_source(source, keep=True))
    for entry in cache_directory.entry(snapshot_cache.FOLDER, "").glob(f"*{suffix}"):
        entry.unlink()
        entry.write_bytes(damage)
    assert comparable(compile_source(source, keep=True)) == expected


@pytest.mark.parametrize("suffix", [".json", ".sqlite"])
def test_cache_entry_with_a_flipped_bit_is_not_used(source: Path, suffix: str) -> None:
    expected = comparable(compile_source(source, keep=True))
    for entry in cache_directory.entry(snapshot_cache.FOLDER, "").glob(f"*{suffix}"):
        content = bytearray(entry.read_bytes())
        content[len(content) // 2] ^= 1
        entry.unlink()
        entry.write_bytes(content)
    assert comparable(compile_source(source, keep=True)) == expected


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
