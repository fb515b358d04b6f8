"""Files as they are and files of a revision: equal content gives the same snapshot."""

from pathlib import Path

from tests.closing import compile_source
from tests.compiler.workspace.git.repositories import RepositoryBuilder
from tests.compiler.workspace.sample import FILES, text_files


def test_input_of_disk_and_of_revision_have_same_id(repository: RepositoryBuilder) -> None:
    repository.commit(FILES)
    repository.check_out(text_files(FILES))
    for path in ("docs", "docs/flow.mmd"):
        assert compile_source(repository.root / path).id == compile_source(repository.root / path, revision="main").id


def test_input_of_equal_revisions_share_cached_snapshot(repository: RepositoryBuilder, cache: Path) -> None:
    repository.commit(FILES)
    repository.commit(FILES, message="Nothing")
    for name in ("main", "main~1"):
        compile_source(repository.root, revision=name, keep=True)
    assert len(list((cache / "frieze" / "snapshots").glob("*.sqlite"))) == 1
