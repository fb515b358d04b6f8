"""Compiling a revision: it answers as the same files on disk, and reuses what the cache has."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from compiler import SourceError
from compiler.store.cache.snapshot_cache import FOLDER_CONTENT, MAX_REVISIONS, CachedDatabase
from compiler.store.frozen.frozen_file import write_frozen
from compiler.store.snapshot import Snapshot
from server.commands.dump import answers
from tests.closing import compile_source
from tests.compiler.workspace.git.repositories import Content, RepositoryBuilder
from tests.compiler.workspace.sample import FILES, text_files


def answers_without_revision(snapshot: Snapshot) -> dict[str, Any]:
    """All answers, without what they say of the revision: its name, and that it cannot change."""
    all_answers = answers(snapshot)
    all_answers["get_snapshot_info"].pop("revision", None)
    all_answers["query_facts"]["basis"].pop("source_changed", None)
    return all_answers


def cached_snapshots(cache: Path) -> list[Path]:
    return list((cache / "frieze" / "snapshots").glob("*.sqlite"))


@pytest.mark.parametrize("keep", [False, True])
def test_compile_revision_answers_as_files_on_disk(repository: RepositoryBuilder, keep: bool) -> None:
    repository.commit(FILES)
    repository.check_out(text_files(FILES))
    committed, on_disk = (compile_source(repository.root, revision=name, keep=keep) for name in ("main", None))
    assert committed.id == on_disk.id
    assert answers_without_revision(committed) == answers_without_revision(on_disk)


def test_compile_revision_parses_changed_files_only(repository: RepositoryBuilder, parsed_paths: list[str]) -> None:
    files: dict[str, Content] = {f"{at}.mmd": f"graph TD\na{at}-->b\n" for at in range(20)}
    repository.commit(files)
    changed: dict[str, Content] = {f"{at}.mmd": f"graph TD\na{at}-->c\n" for at in (3, 7, 11)}
    repository.commit({**files, **changed})
    compile_source(repository.root, revision="main~1", keep=True)
    parsed_paths.clear()
    compile_source(repository.root, revision="main", keep=True)
    assert sorted(parsed_paths) == sorted(changed)


def test_compile_revision_patches_nearest_cached_snapshot(
    repository: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answers are those of a build without the cache, whichever snapshot was patched."""
    files: dict[str, Content] = {f"{at}.mmd": f"graph TD\na{at}-->b\n" for at in range(9)}
    repository.check_out(text_files(files))
    for at in range(4):
        files = {**files, f"{at}.mmd": f"graph TD\na{at}-->c{at}\nc{at}-->d\n"}
        repository.commit(files)
    bases: list[Path] = []
    copyfile = shutil.copyfile

    def recording_copyfile(base: Path, target: Path) -> None:
        bases.append(base)
        copyfile(base, target)

    monkeypatch.setattr("shutil.copyfile", recording_copyfile)
    compile_source(repository.root, keep=True)
    for name in ("main~3", "main", "main~1"):
        patched, whole = (compile_source(repository.root, revision=name, keep=keep) for keep in (True, False))
        assert answers(patched) == answers(whole)
    contents = [path.name.split("-")[1] for path in bases]
    assert contents[0] == FOLDER_CONTENT
    assert FOLDER_CONTENT not in contents[1:] and len(contents) == 3


def test_compile_keeps_bounded_number_of_snapshots(
    repository: RepositoryBuilder, cache: Path, parsed_paths: list[str]
) -> None:
    for at in range(MAX_REVISIONS + 3):
        repository.commit({"a.mmd": f"graph TD\na-->b{at}\n"})
    for at in range(MAX_REVISIONS + 3):
        compile_source(repository.root, revision=f"main~{at}", keep=True)
    assert len(cached_snapshots(cache)) == MAX_REVISIONS
    parsed_paths.clear()
    assert compile_source(repository.root, revision=f"main~{MAX_REVISIONS + 2}", keep=True)
    assert parsed_paths == []


def test_compile_rebuilds_damaged_snapshot(repository: RepositoryBuilder, cache: Path) -> None:
    repository.commit(FILES)
    expected = answers(compile_source(repository.root, revision="main", keep=True))
    for path in (cache / "frieze" / "snapshots").iterdir():
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    assert answers(compile_source(repository.root, revision="main", keep=True)) == expected


def test_compile_rebuilds_snapshot_that_cannot_be_opened(
    repository: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.commit(FILES)
    expected = answers(compile_source(repository.root, revision="main", keep=True))
    monkeypatch.setattr(CachedDatabase, "open", lambda _: None)
    assert answers(compile_source(repository.root, revision="main", keep=True)) == expected


def test_compile_revision_runs_no_git_hook(repository: RepositoryBuilder, tmp_path: Path) -> None:
    repository.commit(FILES)
    for name in ("post-checkout", "pre-commit", "post-index-change", "fsmonitor-watchman"):
        hook = repository.root / ".git" / "hooks" / name
        hook.parent.mkdir(exist_ok=True)
        hook.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
        hook.chmod(0o755)
    compile_source(repository.root, revision="main")
    assert not (tmp_path / "ran").exists()


def test_compile_refuses_revision_of_frozen_file(repository: RepositoryBuilder, tmp_path: Path) -> None:
    repository.commit(FILES)
    write_frozen(compile_source(repository.root, revision="main"), tmp_path / "a.frieze")
    with pytest.raises(SourceError, match="no revisions"):
        compile_source(tmp_path / "a.frieze", revision="main")
