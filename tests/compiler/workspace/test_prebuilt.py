"""A snapshot that was built into the cache is opened from what `prebuild` returned."""

import pytest

from compiler import open_prebuilt, prebuild
from compiler.workspace.git.revision_tree import RevisionTree
from tests.closing import closed_later, compile_source
from tests.compiler.workspace.git.repositories import RepositoryBuilder
from tests.compiler.workspace.sample import FILES


def test_prebuild_opens_cached_revision_without_reading_its_tree(
    repository: RepositoryBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.commit(FILES)
    compiled = compile_source(repository.root, revision="main", keep=True)

    def refuse(*_: object) -> None:
        raise AssertionError("the tree was read")

    monkeypatch.setattr(RevisionTree, "listing", refuse)
    monkeypatch.setattr(RevisionTree, "read", refuse)
    opened = open_prebuilt(prebuild(repository.root, revision="HEAD") or b"")
    assert opened is not None and closed_later(opened).id == compiled.id and opened.meta["revision"]["asked"] == "HEAD"


def test_open_prebuilt_of_incomplete_bytes_is_none() -> None:
    assert open_prebuilt(b"") is None
