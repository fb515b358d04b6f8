"""Which files of a folder are read, and what is said of the others."""

import os
import subprocess
import tracemalloc
from collections.abc import Iterable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from dulwich.index import IndexEntry, write_index_dict
from dulwich.objects import ObjectID
from dulwich.repo import Repo

from compiler.model.source import Source
from compiler.pipeline.discovery import discover
from compiler.pipeline.selection.git_index import TrackedFiles
from compiler.pipeline.source_at_path import open_source
from tests.closing import compile_source
from tests.compiler.tables import table
from tests.compiler.written import written

PAGE = "# A page\n"


def project(root: Path, files: Mapping[str, str], tracked: Iterable[str] = ()) -> Path:
    """A working tree with these files, of which git tracks some."""
    written(root, files)
    repository = Repo.init(str(root))
    repository.get_worktree().stage([path.encode() for path in tracked])
    repository.close()
    return root


def read(root: Path, **options: Any) -> tuple[list[str], Source]:
    """The markdown that is read of a source, and the source."""
    source = open_source(root, **options)
    return [path for path in discover(source) if path.endswith(".md")], source


def counts(source: Source) -> dict[str, int]:
    found = source.passed_over.items()
    return {reason: one.get("files", 0) + one.get("folders", 0) for reason, one in found if reason != "no_language"}


def test_ignored_files_and_folders_are_not_read(tmp_path: Path) -> None:
    files = {".gitignore": "drafts/\n*.tmp.md\n", "a.md": PAGE, "b.tmp.md": PAGE, "drafts/c.md": PAGE}
    paths, source = read(project(tmp_path, files))
    assert paths == ["a.md"]
    assert source.passed_over["ignored"] == {"files": 1, "folders": 1, "paths": ["b.tmp.md", "drafts/"]}


def test_ignore_file_of_a_deeper_folder_decides(tmp_path: Path) -> None:
    files = {".gitignore": "*.md\n", "docs/.gitignore": "!kept.md\n", "docs/kept.md": PAGE, "docs/left.md": PAGE}
    assert read(project(tmp_path, files))[0] == ["docs/kept.md"]


def test_nothing_below_an_ignored_folder_is_read_again(tmp_path: Path) -> None:
    files = {".gitignore": "docs/\n!docs/kept.md\n", "docs/kept.md": PAGE}
    assert read(project(tmp_path, files))[0] == []


def test_ignored_file_that_git_tracks_is_read(tmp_path: Path) -> None:
    files = {".gitignore": "docs/\n*.log.md\n", "docs/kept.md": PAGE, "docs/left.md": PAGE, "a.log.md": PAGE}
    paths, source = read(project(tmp_path, files, ["docs/kept.md", "a.log.md"]))
    assert paths == ["a.log.md", "docs/kept.md"]
    assert source.passed_over["ignored"] == {"files": 1, "paths": ["docs/left.md"]}


def test_ignore_files_count_without_a_repository(tmp_path: Path) -> None:
    assert read(written(tmp_path, {".gitignore": "out/\n", "out/a.md": PAGE, "b.md": PAGE}))[0] == ["b.md"]


def test_patterns_of_the_repository_and_of_the_user_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = project(tmp_path / "project", {"a.md": PAGE, "b.md": PAGE, "c.md": PAGE})
    written(root, {".git/info/exclude": "a.md\n"})
    monkeypatch.setenv("XDG_CONFIG_HOME", str(written(tmp_path / "config", {"git/ignore": "b.md\n"})))
    assert read(root)[0] == ["c.md"]
    config = written(tmp_path / "own", {"config": f"[core]\n\texcludesFile = {tmp_path}/own/mine\n", "mine": "c.md\n"})
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(config / "config"))
    assert read(root)[0] == ["b.md"]


def test_patterns_above_the_source_count(tmp_path: Path) -> None:
    project(tmp_path, {".gitignore": "/docs/out.md\n*.tmp.md\n", "docs/out.md": PAGE, "docs/a.tmp.md": PAGE})
    written(tmp_path, {"docs/b.md": PAGE})
    assert read(tmp_path / "docs")[0] == ["b.md"]


@table("pattern", ["store/", "store/*", "store/**", "/above/"])
def test_ignored_folder_that_is_the_source_is_read(tmp_path: Path, pattern: str) -> None:
    project(tmp_path, {".gitignore": f"{pattern}\n", "store/a.md": PAGE, "above/store/a.md": PAGE})
    assert read(tmp_path / ("above/store" if "above" in pattern else "store"))[0] == ["a.md"]


def test_source_deep_in_an_ignored_folder_is_read(tmp_path: Path) -> None:
    project(tmp_path, {".gitignore": "store/\n*.tmp.md\n", "store/deep/a.md": PAGE, "store/deep/a.tmp.md": PAGE})
    assert read(tmp_path / "store" / "deep")[0] == ["a.md", "a.tmp.md"]


@table("name", ["node_modules", "vendor", "dist", "build", "target", "site", ".venv", ".trash"])
def test_folder_of_packages_or_builds_is_not_read_unless_named(tmp_path: Path, name: str) -> None:
    written(tmp_path, {f"{name}/docs/a.md": PAGE, f"deep/{name}/a.md": PAGE, "b.md": PAGE})
    paths, source = read(tmp_path)
    assert paths == ["b.md"]
    assert list(counts(source).values()) == [2]
    written(tmp_path, {"frieze.toml": f'include = ["/{name}/docs/"]\n'})
    assert read(tmp_path)[0] == sorted(["b.md", f"{name}/docs/a.md"])
    assert read(tmp_path / name)[0] == ["docs/a.md"]


@table("settings", ["hugo.toml", "mkdocs.yml", "package.json"])
def test_folder_called_site_with_the_sources_of_one_is_read(tmp_path: Path, settings: str) -> None:
    written(tmp_path, {f"site/{settings}": "", "site/content/a.md": PAGE, "deep/site/a.md": PAGE, "b.md": PAGE})
    paths, source = read(tmp_path)
    assert [one for one in paths if one.endswith(".md")] == ["b.md", "site/content/a.md"]
    assert source.passed_over["built"]["paths"] == ["deep/site/"]
    written(tmp_path, {".gitignore": "site/\n"})
    assert [one for one in read(tmp_path)[0] if one.endswith(".md")] == ["b.md"]


@table("name", ["site", "build", "target"])
def test_folder_named_as_built_with_a_first_page_is_read(tmp_path: Path, name: str) -> None:
    written(tmp_path, {f"docs/{name}/index.md": PAGE, f"docs/{name}/deep/a.md": PAGE})
    assert read(tmp_path)[0] == [f"docs/{name}/deep/a.md", f"docs/{name}/index.md"]
    written(tmp_path, {f"docs/{name}/index.html": "<p>made</p>"})
    assert read(tmp_path)[0] == []


def test_virtual_environment_of_any_name_is_not_read(tmp_path: Path) -> None:
    paths, source = read(written(tmp_path, {"env/pyvenv.cfg": "", "env/lib/a.md": PAGE, "b.md": PAGE}))
    assert (paths, source.passed_over["third_party"]["paths"]) == (["b.md"], ["env/"])


def test_other_repositories_within_one_are_not_read(tmp_path: Path) -> None:
    root = project(tmp_path, {"a.md": PAGE, "trees/one/a.md": PAGE, "libs/two/b.md": PAGE, "near/c.md": PAGE})
    written(root, {"trees/one/.git": f"gitdir: {root}/.git/worktrees/one\n"})
    written(root, {"libs/two/.git": f"gitdir: {root}/.git/modules/two\n"})
    Repo.init(str(root / "near")).close()
    paths, source = read(root)
    assert paths == ["a.md"]
    assert source.passed_over["repositories"]["paths"] == ["libs/two/", "near/", "trees/one/"]
    written(root, {"frieze.toml": 'include = ["libs/two/"]\n'})
    assert read(root)[0] == ["a.md", "libs/two/b.md"]


def test_repositories_beside_each_other_are_read(tmp_path: Path) -> None:
    one = project(tmp_path / "one", {"a.md": PAGE, ".gitignore": "b.md\n", "b.md": PAGE})
    project(tmp_path / "two", {"b.md": PAGE})
    written(tmp_path, {"copy/a.md": PAGE, "copy/.git": f"gitdir: {one}/.git/worktrees/copy\n"})
    assert read(tmp_path)[0] == ["one/a.md", "two/b.md"]


def test_excluded_files_are_not_read_even_if_included(tmp_path: Path) -> None:
    settings = 'exclude = ["old/", "*.tmp.md", "!kept.tmp.md"]\ninclude = ["old/"]\n'
    written(tmp_path, {"frieze.toml": settings, "old/a.md": PAGE, "b.tmp.md": PAGE, "kept.tmp.md": PAGE, "c.md": PAGE})
    paths, source = read(tmp_path)
    assert (paths, counts(source)) == (["c.md", "kept.tmp.md"], {"excluded": 2})
    assert read(tmp_path, exclude=("c.md",))[0] == ["kept.tmp.md"]


def test_excluded_files_of_the_caller_belong_to_the_identity(tmp_path: Path) -> None:
    written(tmp_path, {"a.urd.md": "# Attic\n", "b.urd.md": "# Cellar\n"})
    ids = {compile_source(tmp_path, exclude=exclude).id for exclude in ((), ("b.urd.md",), ("c.urd.md",))}
    assert len(ids) == 3


def test_language_with_paths_reads_no_other_files(tmp_path: Path) -> None:
    flow = "flowchart LR\n  a --> b\n"
    written(tmp_path, {"frieze.toml": '[diagrams]\npaths = ["docs/"]\n', "docs/a.mmd": flow, "b.mmd": flow})
    snapshot = compile_source(tmp_path)
    assert snapshot.meta["languages"]["diagrams"]["files"] == 1
    assert snapshot.meta["passed_over"]["no_language"]["kinds"] == {".mmd": 1}


def test_ignored_store_is_reported_and_read_when_included(tmp_path: Path) -> None:
    files = {".gitignore": ".beads/\n", ".beads/issues.jsonl": '{"id": "a-1", "title": "Oil"}\n', "a.md": PAGE}
    first = compile_source(project(tmp_path, files))
    assert ("FRZ109", ".beads/") in [(one.code, one.span.file) for one in first.diagnostics()]
    written(tmp_path, {"frieze.toml": 'include = [".beads/"]\n'})
    assert compile_source(tmp_path).object("k:task/a-1")


def test_cached_snapshot_is_left_when_the_choice_of_files_changes(tmp_path: Path) -> None:
    written(tmp_path, {"a.urd.md": "# Attic\n", "b.urd.md": "# Cellar\n"})
    ids = [compile_source(tmp_path, keep=True).id]
    for changed in ({".gitignore": "b.urd.md\n"}, {"frieze.toml": 'exclude = ["a.urd.md"]\n'}, {".gitignore": ""}):
        written(tmp_path, changed)
        kept = compile_source(tmp_path, keep=True)
        assert kept.id == compile_source(tmp_path).id
        ids.append(kept.id)
    assert len(set(ids)) == 4


def test_count_of_what_was_passed_over_is_fresh_in_a_cached_snapshot(tmp_path: Path) -> None:
    written(tmp_path, {"a.urd.md": "# Attic\n"})
    first = compile_source(tmp_path, keep=True)
    written(tmp_path, {"a.png": "", "LICENSE": ""})
    second = compile_source(tmp_path, keep=True)
    assert second.meta["passed_over"] == {"no_language": {"files": 2, "kinds": {".png": 1, "other": 1}}}
    assert first.id == second.id  # which names what was read


def test_links_to_folders_are_counted(tmp_path: Path) -> None:
    written(tmp_path, {"docs/a.md": PAGE})
    (tmp_path / "latest").symlink_to("docs")
    paths, source = read(tmp_path)
    assert (paths, source.passed_over["links"]["paths"]) == (["docs/a.md"], ["latest/"])


@table("version", [2, 3, 4])
def test_tracked_files_are_those_of_the_index(version: int) -> None:
    names = [b"a.md", b"docs/a.md", b"docs/deep/b.md", b"docs/deep/c.md", "é.md".encode(), b"x" * 300, b"y"]
    entry = IndexEntry(0, 0, 0, 0, 0o100644, 0, 0, 0, ObjectID(b"1" * 40))
    written = BytesIO()
    write_index_dict(written, dict.fromkeys(names, entry), version=version)
    tracked = TrackedFiles(written.getvalue, 20)
    assert all(tracked.holds(name.decode()) for name in names)
    assert not tracked.holds("docs") and not tracked.holds("b.md")
    assert tracked.holds_below("docs/deep") and not tracked.holds_below("doc") and not tracked.holds_below("a.md")


STATUS = os.stat_result(  # of a file of 9 bytes with the inode 77: its times last, as seconds and as nanoseconds
    (
        0o100644,
        77,
        5,
        1,
        0,
        0,
        9,
        0,
        1_000,
        1_001,
        0.0,
        1_000.0,
        1_001.0,
        0,
        1_000_000_000_005,
        1_001_000_000_000,
        *[0] * 3,
    )
)


@pytest.mark.parametrize("version", [2, 3, 4])
@pytest.mark.parametrize(
    ("noted", "written_at", "is_known"),
    [
        ({}, 1_002, True),
        ({"mtime": (1_000, 5)}, 1_002, True),
        ({"mtime": (1_000, 6)}, 1_002, False),
        ({"mtime": 999}, 1_002, False),
        ({"ctime": 999}, 1_002, False),
        ({"size": 8}, 1_002, False),
        ({"ino": 78}, 1_002, False),
        ({"mode": 0o120000}, 1_002, False),  # a symbolic link
        ({"size": 0}, 1_002, False),  # as git notes a file that it has not looked at again
        ({}, 1_001, False),  # the index was written within the second of the file
        ({}, 1_000, False),
    ],
)
def test_git_index_knows_the_id_of_a_file_with_the_status_that_it_notes(
    version: int, noted: dict[str, Any], written_at: int, is_known: bool
) -> None:
    values = {"ctime": 1_001, "mtime": 1_000, "dev": 5, "ino": 77, "mode": 0o100644, "uid": 0, "gid": 0, "size": 9}
    entry = IndexEntry(**{**values, **noted}, sha=ObjectID(b"1" * 40))
    written = BytesIO()
    write_index_dict(written, {b"a.md": entry, b"docs/b.md": entry}, version=version)
    tracked = TrackedFiles(written.getvalue, 20)
    assert [tracked.id_of(name, STATUS, written_at) for name in ("a.md", "docs/b.md", "c.md")] == (
        ["1" * 40, "1" * 40, None] if is_known else [None] * 3
    )


@table("content", [b"", b"DIRC", b"DIRC\0\0\0\2\0\0\1\0a.md", b"other a.md"])
def test_damaged_index_tracks_nothing(content: bytes) -> None:
    assert not TrackedFiles(lambda: content, 20).holds("a.md")


def _growing_index(count: int, added: bytes) -> bytes:
    """An index of version 4, where each name is the one before and a piece more."""
    entry = bytes(_ENTRY_BYTES) + b"\0" + added + b"\0"
    return b"DIRC" + (4).to_bytes(4) + count.to_bytes(4) + entry * count


_ENTRY_BYTES = 62  # of an entry before its name
_MEGABYTE = 1 << 20


@table(("count", "added"), [(8_000, b"x" * 64), (100_000, b"x"), (1_000_000, b"")])
def test_git_index_whose_names_grow_without_end_is_damaged(count: int, added: bytes) -> None:
    """A megabyte of it would be two gigabytes of names."""
    content = _growing_index(count, added)
    tracemalloc.start()
    try:
        assert not TrackedFiles(lambda: content, 20).holds("x" * 64)
        assert tracemalloc.get_traced_memory()[1] < 30 * _MEGABYTE
    finally:
        tracemalloc.stop()


def test_pipe_in_place_of_a_git_file_does_not_block(tmp_path: Path) -> None:
    written(tmp_path, {"sub/a.md": PAGE})
    subprocess.run(["mkfifo", str(tmp_path / "sub" / ".git"), str(tmp_path / ".gitignore")], check=True)
    assert read(tmp_path)[0] == ["sub/a.md"]
