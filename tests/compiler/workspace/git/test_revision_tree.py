"""The files of a commit, listed and read as those of a folder."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from compiler.disk.folder_tree import FolderTree
from compiler.model.source import Problem, Source, SourceFile
from compiler.pipeline.selection.walk import Walk
from compiler.text.ignore_patterns import IgnorePatterns
from compiler.workspace.git.repository import Repository
from compiler.workspace.git.revision_tree import RevisionTree
from tests.compiler.workspace.git.repositories import LINK, SUBMODULE, Content, RepositoryBuilder


class Trees:
    """Commits files to a repository at `root` and opens them as a tree."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._opened: list[Repository] = []

    def of(self, files: Mapping[str, Content], folder: str = "") -> RevisionTree:
        builder = RepositoryBuilder(self._root)
        builder.commit(files)
        builder.opened.close()
        self._opened.append(Repository.of(self._root))
        return RevisionTree(self._opened[0], self._opened[0].resolve("main"), folder)

    def close(self) -> None:
        for repository in self._opened:
            repository.close()


@pytest.fixture
def trees(tmp_path: Path) -> Iterator[Trees]:
    opened = Trees(tmp_path / "project")
    yield opened
    opened.close()


def text(found: SourceFile | Problem) -> str:
    """The text of a file, or the kind and reason of a problem."""
    return found.text if isinstance(found, SourceFile) else f"{found.kind}: {found.reason}"


def walk(tree: RevisionTree) -> Walk:
    """A walk through all files of a tree."""
    nothing = IgnorePatterns(())
    return Walk(Source(Path(), "", tree), nothing, nothing, lambda _: True)


def files(tree: RevisionTree) -> list[str]:
    return sorted(walk(tree).files())


def test_revision_tree_lists_and_reads_files(trees: Trees) -> None:
    tree = trees.of({"a.md": "one", "docs/b.md": "two", "docs/deep/c.md": "three"})
    assert files(tree) == ["a.md", "docs/b.md", "docs/deep/c.md"]
    assert [text(tree.read(path, 100)) for path in ("a.md", "docs/deep/c.md")] == ["one", "three"]
    assert tree.names("docs") == ["b.md"]


def test_revision_tree_of_folder_excludes_its_parent(trees: Trees) -> None:
    tree = trees.of({"a.md": "one", "docs/b.md": "two"}, "docs")
    assert files(tree) == ["b.md"]
    assert text(tree.read("../a.md", 100)).startswith("outside")


def test_revision_tree_skips_same_folders_as_folder_tree(trees: Trees) -> None:
    assert files(trees.of({"node_modules/a.md": "one"})) == []


def test_revision_tree_reads_file_as_folder_tree_does(trees: Trees, tmp_path: Path) -> None:
    content = b"\xef\xbb\xbfn\xc3\xa4he\r\n"
    tree = trees.of({"a.md": content})
    (tmp_path / "a.md").write_bytes(content)
    committed, on_disk = tree.read("a.md", 100), FolderTree(tmp_path.resolve()).read("a.md", 100)
    assert isinstance(committed, SourceFile) and isinstance(on_disk, SourceFile)
    assert (committed.text, committed.sha256, committed.size) == (on_disk.text, on_disk.sha256, on_disk.size)


@pytest.mark.parametrize(
    ("path", "text_begins"),
    [
        ("absent.md", "missing"),
        ("docs", "io: Is a directory"),
        ("bad.md", "not_utf8"),
        ("big.md", "too_large"),
        ("/etc/hostname", "missing"),
        ("docs/../../x", "outside"),
        ("a.md/b", "missing"),
    ],
)
def test_revision_tree_unreadable_path_has_reason(trees: Trees, path: str, text_begins: str) -> None:
    tree = trees.of({"a.md": "one", "docs/b.md": "two", "bad.md": b"\xff\xfe", "big.md": "x" * 101})
    assert text(tree.read(path, 100)).startswith(text_begins)


@pytest.mark.parametrize(
    ("target", "text_begins"),
    [
        ("docs/b.md", "two"),
        ("./docs/../docs/b.md", "two"),
        ("other", "two"),
        ("../outside.md", "outside"),
        ("/etc/hostname", "outside"),
        ("link.md", "io: Too many levels"),
        ("gone.md", "missing"),
        ("up/b.md", "two"),
    ],
)
def test_revision_tree_follows_links_inside_source_only(trees: Trees, target: str, text_begins: str) -> None:
    files: dict[str, Content] = {"docs/b.md": "two", "other": (LINK, b"docs/b.md"), "up": (LINK, b"docs")}
    tree = trees.of({**files, "link.md": (LINK, target.encode())})
    assert text(tree.read("link.md", 100)).startswith(text_begins)


def test_revision_tree_does_not_list_linked_folders(trees: Trees) -> None:
    tree = trees.of({"docs/b.md": "two", "up": (LINK, b"docs"), "docs/round": (LINK, b"..")})
    assert files(tree) == ["docs/b.md"]


def test_revision_tree_submodule_is_passed_over(trees: Trees) -> None:
    tree = trees.of({"lib": (SUBMODULE, b""), "a.md": "one"})
    walked = walk(tree)
    assert list(walked.files()) == ["a.md"]
    assert walked.passed_over.as_meta() == {"repositories": {"folders": 1, "paths": ["lib/"]}}
    assert text(tree.read("lib/x.md", 100)).startswith("missing")


def test_revision_tree_name_that_is_not_utf8_is_a_problem(trees: Trees) -> None:
    walked = walk(trees.of({"a\udcff.md": "one"}))
    assert list(walked.files()) == []
    assert {path: problem.kind for path, problem in walked.problems.items()} == {"a?.md": "bad_name"}
