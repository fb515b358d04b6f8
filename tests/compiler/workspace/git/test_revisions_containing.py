"""Which revisions contain files of a source, at the same or at other paths."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import ClassVar

import pytest

from compiler.languages.memory.declaration import MEMORY
from compiler.languages.registry import LANGUAGES
from compiler.workspace.git.objects.bounds import MAX_OBJECT_BYTES
from compiler.workspace.git.repository import Repository
from compiler.workspace.git.revisions_containing import MAX_TREES, revisions_containing
from tests.compiler.workspace.git.repositories import LINK, SUBMODULE, Content, RepositoryBuilder

NOTE = "- [fact] The well is deep"
PATHS = ("memory.jsonl", "notes/well.md")


class CountingRepository(Repository):
    """A repository that records the id of each tree that is read."""

    trees_read: ClassVar[list[str]] = []

    def object(self, sha: str, max_bytes: int = MAX_OBJECT_BYTES) -> tuple[str, bytes] | None:
        found = super().object(sha, max_bytes)
        if found and found[0] == "tree":
            self.trees_read.append(sha)
        return found


class Branches:
    """A repository at `root`, written with a branch for each mapping of files."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def containing(
        self,
        branches: Mapping[str, Mapping[str, Content]],
        *,
        source: str = "",
        paths: Collection[str] = PATHS,
        max_trees: int = MAX_TREES,
    ) -> set[str]:
        """The names of the branches that contain files of the source. `source` is its folder in the repository."""
        builder = RepositoryBuilder(self._root)
        commits = {builder.commit(files, branch=name, parents=[]): name for name, files in branches.items()}
        builder.opened.close()
        (self._root / source).mkdir(parents=True, exist_ok=True)
        CountingRepository.trees_read.clear()
        with CountingRepository.of(self._root / source) as repository:
            found = revisions_containing(repository, commits.keys(), paths, MEMORY.is_named, max_trees=max_trees)
        return {commits[commit] for commit in found}


@pytest.fixture
def repository(tmp_path: Path) -> Branches:
    return Branches(tmp_path / "project")


def test_containing_revisions_have_entry_at_a_path(repository: Branches) -> None:
    assert repository.containing(
        {
            "all": {"memory.jsonl": "{}", "notes/well.md": NOTE},
            "changed": {"notes/well.md": "Other words"},
            "linked": {"memory.jsonl": (LINK, b"elsewhere")},
            "none": {"notes/rope.md": "The rope is short", "readme.txt": "Nothing"},
        }
    ) == {"all", "changed", "linked"}


def test_containing_revisions_have_same_content_at_another_path(repository: Branches) -> None:
    assert repository.containing(
        {
            "main": {"notes/well.md": NOTE},
            "renamed": {"notes/depth.md": NOTE},
            "moved": {"a/b/c/d/well.md": NOTE, "readme.txt": "Nothing"},
            "edited": {"a/well.md": NOTE + "er"},
            "link": {"a/well.md": (LINK, NOTE.encode())},
            "submodule": {"notes": (SUBMODULE, b"")},
            "skipped": {"__pycache__/well.md": NOTE},
        }
    ) == {"main", "renamed", "moved"}


def test_containing_revisions_have_file_with_memory_name(repository: Branches) -> None:
    assert repository.containing(
        {
            "main": {"memory.jsonl": "{}"},
            "records": {"deep/er/team.memory.jsonl": "[]"},
            "server": {"memory.json": "[]"},
            "index": {".agent/MEMORY.md": "Nothing"},
            "lines": {"team.jsonl": "[]", "my-memory.json": "[]", "memory.txt": "", "memory.md.txt": ""},
            "unreadable": {"\udcff.memory.jsonl": "[]"},
        }
    ) == {"main", "records", "server", "index"}


def test_containing_revisions_ignore_equal_blank_files(repository: Branches) -> None:
    assert repository.containing({"main": {"notes/well.md": "\n"}, "other": {"a.py": "\n", "b.py": "\n"}}) == {"main"}


def test_containing_revisions_ignore_files_outside_source_folder(repository: Branches) -> None:
    branches = {
        "main": {"here/notes/well.md": NOTE},
        "moved": {"here/well.md": NOTE},
        "outside": {"well.md": NOTE, "memory.jsonl": "{}", "here/other.md": "Other words"},
        "nowhere": {"notes/well.md": NOTE},
    }
    assert repository.containing(branches, source="here") == {"main", "moved"}


def test_containing_revisions_of_source_file_need_its_own_path(repository: Branches) -> None:
    branches = {"main": {"docs/memory.jsonl": "{}"}, "renamed": {"docs/team.memory.jsonl": "{}"}}
    assert repository.containing(branches, source="docs/memory.jsonl", paths=["memory.jsonl"]) == {"main"}


def test_containing_revisions_of_no_paths_are_none(repository: Branches) -> None:
    assert repository.containing({"main": {"memory.jsonl": "{}"}}, paths=[]) == set()


def test_containing_revisions_read_equal_trees_once(repository: Branches) -> None:
    shared: dict[str, Content] = {f"docs/{number}/page.txt": str(number) for number in range(20)}
    held = {"docs/20/deep/well.md": NOTE}
    branches = {f"b{number}": {**shared, **held, f"{number}.txt": ""} for number in range(30)}
    assert repository.containing({"main": {"notes/well.md": NOTE}, **branches}) == {"main", *branches}
    below = 1 + 21 + 1  # docs, its folders, and the folder in the last of them
    # Each root is read for the entries at the paths, and once more to search below it.
    trees = CountingRepository.trees_read
    assert len(trees) == 2 + 30 * 2 + below
    assert max(trees.count(tree) for tree in trees) == 2


def test_containing_revisions_read_at_most_max_trees(repository: Branches) -> None:
    branches: dict[str, Mapping[str, Content]] = {"main": {"notes/well.md": NOTE}}
    branches |= {"flat": {"well.md": NOTE}, "deep": {"/".join("abcdefgh") + "/well.md": NOTE}}
    assert repository.containing(branches, max_trees=5) == {"main", "flat"}


def test_memory_is_only_language_with_named_files() -> None:
    assert [one.name for one in LANGUAGES if one.is_named("docs/memory.jsonl")] == ["memory"]
    assert all(one.claims(path) for path in ("memory.json", "a/MEMORY.md", "b.memory.jsonl") for one in [MEMORY])
