"""Discovery never leaves the root, never blocks, and says what it left out."""

import os
from pathlib import Path

import pytest

from compiler.model.source import Source, SourceError
from compiler.pipeline import discovery
from compiler.pipeline.budget import Budget
from compiler.pipeline.discovery import discover, within_limits
from compiler.pipeline.source_at_path import open_source


def found(root: Path) -> tuple[list[str], Source]:
    source = open_source(root)
    paths = []
    for path in within_limits(source, discover(source)):
        source.read(path)
        paths.append(path)
    return paths, source


def codes(source: Source) -> list[str]:
    return [one.code for one in source.diagnostics]


def test_discover_directory_gives_claimed_files_in_bytewise_order(tmp_path: Path) -> None:
    for name in ("b.urd.md", "a.urd.md", "B.urd.md", "sub/c.urd.md", "notes.txt", "é.urd.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    assert found(tmp_path)[0] == ["B.urd.md", "a.urd.md", "b.urd.md", "sub/c.urd.md", "é.urd.md"]


def test_discover_skips_folders_of_tools(tmp_path: Path) -> None:
    for folder in (".git", "node_modules", ".venv"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.urd.md").write_text("x")
    assert found(tmp_path)[0] == []


def test_open_source_missing_path_raises_source_error(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"No such file or directory.*nowhere"):
        open_source(tmp_path / "nowhere")


def test_open_source_path_with_null_byte_raises_source_error() -> None:
    with pytest.raises(SourceError):
        open_source("a\0b")


def test_discover_does_not_follow_links_to_folders(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "up").symlink_to(tmp_path)
    (tmp_path / "a" / "x.urd.md").write_text("x")
    assert found(tmp_path)[0] == ["a/x.urd.md"]


def test_discover_reads_file_once_that_a_link_leads_to(tmp_path: Path) -> None:
    (tmp_path / "z.md").write_text("x")
    (tmp_path / "a.md").symlink_to("z.md")
    (tmp_path / "b.md").symlink_to("a.md")
    paths, source = found(tmp_path)
    assert (paths, source.links) == (["z.md"], {"a.md": "z.md", "b.md": "z.md"})


def test_discover_reads_first_of_two_links_to_a_file_that_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "page.txt").write_text("x")
    for name in ("b.md", "a.md"):
        (tmp_path / name).symlink_to("page.txt")
    paths, source = found(tmp_path)
    assert (paths, source.links) == (["a.md"], {"b.md": "a.md"})


def test_discover_reads_link_that_another_language_claims(tmp_path: Path) -> None:
    (tmp_path / "plan.md").write_text("x")
    (tmp_path / "plan.urd.md").symlink_to("plan.md")
    assert found(tmp_path)[0] == ["plan.md", "plan.urd.md"]


def test_discover_reads_link_out_of_the_source(tmp_path: Path) -> None:
    (tmp_path / "source").mkdir()
    (tmp_path / "a.md").write_text("x")
    (tmp_path / "source" / "a.md").symlink_to("../a.md")
    assert found(tmp_path / "source")[0] == ["a.md"]  # the language of the file reports it


def test_discover_reports_files_beyond_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "USUAL", Budget(max_files=2))
    for name in "abc":
        (tmp_path / f"{name}.urd.md").write_text("x")
    paths, source = found(tmp_path)
    assert paths == ["a.urd.md", "b.urd.md"]
    assert codes(source) == ["FRZ103"]


def test_of_too_many_files_code_is_left_out_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "USUAL", Budget(max_files=2))
    for name in ("a.c", "b.py", "c.md", "d.urd.md"):
        (tmp_path / name).write_text("x")
    paths, source = found(tmp_path)
    assert paths == ["c.md", "d.urd.md"]
    assert "2 of them were left out, code first, such as 'a.c'" in source.diagnostics[0].message


def test_discover_reports_bytes_beyond_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "USUAL", Budget(max_bytes=5))
    for name in "abc":
        (tmp_path / f"{name}.urd.md").write_text("xxxx")
    paths, source = found(tmp_path)
    assert paths == ["a.urd.md", "b.urd.md"]
    assert codes(source) == ["FRZ104"]


def test_discover_reports_names_that_are_not_utf8(tmp_path: Path) -> None:
    try:
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/bad\xff.urd.md")).write_text("x")
    except OSError:
        pytest.skip("this file system keeps names as text")
    paths, source = found(tmp_path)
    assert paths == []
    assert codes(source) == ["FRZ107"]
