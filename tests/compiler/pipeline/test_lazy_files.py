"""Files that are known by their stamps are not read. If one changed all the same, that costs time only."""

import os
from pathlib import Path

import pytest

from compiler.disk import cache_directory
from compiler.disk.folder_tree import FolderTree
from compiler.model.source import Problem, SourceFile
from compiler.pipeline.lazy_files import ChangedMeanwhileError, LazyTree
from compiler.store.cache import snapshot_cache, unit_cache
from compiler.workspace.git.revision_tree import RevisionTree
from tests.closing import compile_source
from tests.compiler.pipeline.table_rows import different_tables
from tests.compiler.samples import copied_samples
from tests.compiler.workspace.git.repositories import Content, RepositoryBuilder


def unit_database() -> Path:
    return cache_directory.entry(unit_cache.FOLDER, "units-1.sqlite")


CHANGED = "locked-garden/locked-garden.urd.md"
BINARY = {"bell-foundry/supplier/metal.reqifz"}  # such a file is read each time


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    place = copied_samples(tmp_path / "source", "bell-foundry", "broken-cellar", "cider-mill", "locked-garden")
    for path in place.rglob("*"):
        os.utime(path, (1_700_000_000, 1_700_000_000))
    # Whatever is written by a test was read long after.
    monkeypatch.setattr(snapshot_cache, "is_settled", lambda *_: True)
    return place


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths of the files that were read, in order."""
    found: list[str] = []
    for tree in (FolderTree, RevisionTree):
        read = tree.read

        def counted(self: object, path: str, most: int, *, binary: bool = False, read: object = read) -> object:
            file = read(self, path, most, binary=binary)  # type: ignore[operator]
            if isinstance(file, SourceFile):
                found.append(path)
            return file

        monkeypatch.setattr(tree, "read", counted)
    return found


def test_lazy_files_after_a_change_only_the_changed_file_is_read(source: Path, reads: list[str]) -> None:
    compile_source(source, keep=True)
    with (source / CHANGED).open("a") as file:
        file.write("\n// more\n")
    reads.clear()
    kept = compile_source(source, keep=True)
    assert set(reads) - BINARY == {CHANGED}
    assert kept.meta == compile_source(source).meta
    reads.clear()
    compile_source(source, keep=True)
    assert reads == []


def test_lazy_files_are_read_when_their_units_are_gone(source: Path, reads: list[str]) -> None:
    whole = compile_source(source, keep=True)
    with (source / CHANGED).open("a") as file:
        file.write("\n// more\n")
    unit_database().unlink()
    reads.clear()
    kept = compile_source(source, keep=True, jobs=1)
    assert len(set(reads)) > 1
    assert kept.serialized != whole.serialized
    assert kept.rows("SELECT * FROM source_text") == compile_source(source).rows("SELECT * FROM source_text")


def test_lazy_file_that_changed_restarts_the_build(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compile_source(source, keep=True)
    unit_database().unlink()
    stamp = FolderTree.stamp
    was = {str(path): FolderTree(source).stamp(str(path.relative_to(source))) for path in source.rglob("*.md")}
    with (source / CHANGED).open("a") as file:
        file.write("\n# A Cellar\n")
    (source / "more.mmd").write_text("flowchart TD\n  a --> b\n")
    monkeypatch.setattr(FolderTree, "stamp", lambda self, path: was.get(f"{source}/{path}") or stamp(self, path))
    kept = compile_source(source, keep=True)
    assert different_tables(kept, compile_source(source)) == []


def test_lazy_file_with_other_content_raises(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("one")
    tree = FolderTree(tmp_path)
    stamp = tree.stamp("a.md")
    assert stamp
    file = LazyTree(tree, {("a.md", stamp): ("0" * 64, 3)}).read("a.md", 100)
    assert isinstance(file, SourceFile) and file.size == 3
    with pytest.raises(ChangedMeanwhileError, match=r"a\.md"):
        _ = file.text
    assert isinstance(LazyTree(tree, {("a.md", stamp): ("0" * 64, 3)}).read("a.md", 2), Problem)


def test_lazy_files_of_a_revision_are_those_of_cached_revisions(tmp_path: Path, source: Path, reads: list[str]) -> None:
    texts: dict[str, Content] = {
        str(path.relative_to(source)): path.read_bytes() for path in source.rglob("*.*") if path.is_file()
    }
    written = RepositoryBuilder(tmp_path / "repository")
    written.commit(texts)
    written.commit(texts | {CHANGED: (source / CHANGED).read_bytes() + b"\n// more\n"})
    compile_source(written.root, revision="HEAD~1", keep=True)
    reads.clear()
    kept = compile_source(written.root, revision="HEAD", keep=True)
    assert texts.keys() & set(reads) - BINARY == {CHANGED}  # and records of git
    assert kept.meta["id"] == compile_source(written.root, revision="HEAD").meta["id"]
