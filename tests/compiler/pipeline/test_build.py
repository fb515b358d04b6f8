"""From a path to a snapshot: what is compiled, the snapshot id, and the cache of snapshots."""

import subprocess
import sys
from pathlib import Path

import pytest

from compiler import SourceError
from compiler.model.facts import File
from tests.closing import compile_source
from tests.compiler.pipeline.hall import HALL, codes
from tests.compiler.pipeline.table_rows import comparable
from tests.paths import ROOT


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


def test_snapshot_id_and_facts_do_not_depend_on_the_folder(source: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "hall.urd.md").write_text(HALL)
    one, other = compile_source(source), compile_source(elsewhere)
    assert one.id == other.id
    assert {**comparable(one), "meta": []} == {**comparable(other), "meta": []}


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
        "print(s.id, s.rows('SELECT * FROM object_row'), s.rows('SELECT * FROM link_full'), s.diagnostics())"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program, "worlds"],
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed, "PATH": ""},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "4242")
    }
    assert len(outputs) == 1


def test_compile_works_without_a_writable_cache(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert compile_source(source, keep=True).objects(kind="location") != []
