"""How a source differs from the commit that is checked out."""

import os
import subprocess
import time
from pathlib import Path

import pytest

from compiler.workspace.interface import CheckedOut
from compiler.workspace.uncommitted import CommitComparison
from tests.compiler.workspace.git.repositories import RepositoryBuilder

FILES = {"tea.mmd": "graph TD\n  a --> b\n", "docs/plan.md": "# Plan\n\nNone.\n", "made.bin": "\1\2"}
OLD = (1_700_000_000, 1_700_000_000)


@pytest.fixture
def written(tmp_path: Path) -> RepositoryBuilder:
    """A repository with one commit, checked out."""
    repository = RepositoryBuilder(tmp_path / "source")
    repository.commit(FILES)
    repository.check_out(FILES)
    return repository


def look(comparison: CommitComparison, *read: str) -> CheckedOut:
    found = comparison.look(read)
    assert found is not None and not found.problem
    return found


def differences(comparison: CommitComparison, *read: str) -> dict[str, str]:
    return {one.path: one.change for one in look(comparison, *read).files}


def test_clean_tree_differs_in_nothing(written: RepositoryBuilder) -> None:
    found = look(CommitComparison(written.root))
    assert (found.commit, found.branch, found.files) == (written.opened.head().decode(), "main", ())


def test_changed_new_and_deleted_files_differ(written: RepositoryBuilder) -> None:
    comparison = CommitComparison(written.root)
    assert differences(comparison) == {}
    written.check_out({"tea.mmd": "graph TD\n  a --> c\n", "new.md": "# New\n", "notes.xyz": "of no language"})
    (written.root / "docs" / "plan.md").unlink()
    assert differences(comparison) == {"docs/plan.md": "removed", "new.md": "added", "tea.mmd": "changed"}
    written.check_out(FILES)
    (written.root / "new.md").unlink()
    assert differences(comparison) == {}


def git(root: Path, *arguments: str) -> None:
    named = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "core.autocrlf=false")
    subprocess.run(["git", "-C", root, *named, *arguments], check=True, capture_output=True)


def test_file_that_the_index_of_git_knows_by_its_status_is_not_read(tmp_path: Path) -> None:
    root = tmp_path / "source"
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    git(tmp_path, "init", "-q", "source")
    git(root, "add", ".")
    git(root, "commit", "-q", "-m", "All")
    later = time.time() + 60
    os.utime(root / ".git" / "index", (later, later))  # so that no file is as young as the index

    def look_without_reading(folder: Path) -> dict[str, str] | None:
        """The differences; None if a file has to be read for them."""
        found = CommitComparison(folder, max_bytes=0).look(())
        assert found is not None
        return None if found.problem else {one.path: one.change for one in found.files}

    assert look_without_reading(root) == {}
    (root / "tea.mmd").write_text(FILES["tea.mmd"] + "  b --> c\n")
    assert look_without_reading(root) is None
    assert look_without_reading(root / "docs") == {}
    git(root, "add", ".")
    os.utime(root / ".git" / "index", (later, later))
    assert look_without_reading(root) == {"tea.mmd": "changed"}  # staged
    os.utime(root / ".git" / "index", OLD)
    assert look_without_reading(root) is None  # the files are as young as the index: git would read them too
    assert differences(CommitComparison(root)) == {"tea.mmd": "changed"}


def test_file_that_changes_after_a_look_is_read_again(written: RepositoryBuilder) -> None:
    page = written.root / "docs" / "plan.md"
    os.utime(page, OLD)
    comparison = CommitComparison(written.root)
    assert differences(comparison) == {}
    page.write_text("# Plan\n\nSome.\n")
    assert differences(comparison) == {"docs/plan.md": "changed"}


def test_commit_of_what_differs_makes_the_tree_clean(written: RepositoryBuilder) -> None:
    comparison = CommitComparison(written.root)
    new = FILES | {"new.md": "# New\n"}
    written.check_out(new)
    assert differences(comparison) == {"new.md": "added"}
    commit = written.commit(new)
    assert (look(comparison).commit, differences(comparison)) == (commit, {})
    written.commit(FILES)
    assert differences(comparison) == {"new.md": "added"}


def test_ends_of_lines_that_git_would_store_are_no_difference(written: RepositoryBuilder) -> None:
    (written.root / "tea.mmd").write_bytes(FILES["tea.mmd"].replace("\n", "\r\n").encode())
    assert differences(CommitComparison(written.root)) == {}


def test_file_that_only_the_snapshot_read_is_compared(written: RepositoryBuilder) -> None:
    written.check_out({"made.bin": "\3"})
    assert differences(CommitComparison(written.root)) == {}
    assert differences(CommitComparison(written.root), "made.bin") == {"made.bin": "changed"}


def test_files_that_are_excluded_are_not_compared(written: RepositoryBuilder) -> None:
    written.check_out({"docs/plan.md": "# Another\n"})
    assert differences(CommitComparison(written.root, ("docs/",))) == {}


@pytest.mark.parametrize("path", ["docs", "docs/plan.md"])
def test_part_of_a_repository_is_compared_with_that_part(written: RepositoryBuilder, path: str) -> None:
    comparison = CommitComparison(written.root / path)
    written.check_out({"tea.mmd": "graph TD\n"})
    assert differences(comparison) == {}
    written.check_out({"docs/plan.md": "# Another\n"})
    assert differences(comparison) == {"plan.md": "changed"}


def test_folder_that_the_commit_lacks_is_all_new(written: RepositoryBuilder) -> None:
    written.check_out({"new/one.md": "# One\n"})
    assert differences(CommitComparison(written.root / "new")) == {"one.md": "added"}


def test_source_without_a_commit_is_not_compared(tmp_path: Path) -> None:
    (tmp_path / "tea.mmd").write_text(FILES["tea.mmd"])
    assert CommitComparison(tmp_path).look(()) is None
    RepositoryBuilder(tmp_path)
    assert CommitComparison(tmp_path).look(()) is None


def test_repository_that_cannot_be_read_is_told(written: RepositoryBuilder) -> None:
    (written.root / ".git" / "refs" / "heads" / "main").write_text("1" * 40 + "\n")
    found = CommitComparison(written.root).look(())
    assert found is not None and "has no commit 1111" in found.problem and found.files == ()


def test_too_many_files_are_not_compared(written: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("compiler.workspace.uncommitted.MAX_FILES", 1)
    assert not look(CommitComparison(written.root)).files  # two files
    written.check_out({"new.md": "# New\n"})
    found = CommitComparison(written.root).look(())
    assert found is not None and found.problem == "More than 2 files are not compared with the commit."


def test_too_many_bytes_are_not_compared(written: RepositoryBuilder) -> None:
    found = CommitComparison(written.root, max_bytes=20).look(())
    assert found is not None and "too many bytes" in found.problem
