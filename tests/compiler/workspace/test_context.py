"""What a snapshot says of its revision and its reference time."""

from pathlib import Path

import pytest

import queries
from compiler import SourceError
from compiler.store.frozen.frozen_file import write_frozen
from tests.closing import compile_source
from tests.compiler.workspace.git.repositories import RepositoryBuilder
from tests.compiler.workspace.sample import FILES


def test_context_describes_revision(repository: RepositoryBuilder) -> None:
    first = repository.commit(FILES, message="Begin\n\nAt last")
    repository.commit({**FILES, "docs/flow.mmd": "graph TD\na-->c\n"})
    description = {"asked": "main~1", "commit": first, "at": "2026-03-01T12:00:00Z", "subject": "Begin"}
    snapshot = compile_source(repository.root, revision="main~1")
    assert queries.answer(snapshot, "get_snapshot_info", {})["revision"] == description
    cached = compile_source(repository.root, revision=first[:8], keep=True)
    assert cached.meta["revision"] == {**description, "asked": first[:8]}


def test_context_is_frozen_with_snapshot(repository: RepositoryBuilder, tmp_path: Path) -> None:
    repository.commit(FILES)
    snapshot = compile_source(repository.root, revision="main", as_of="2026-04-01")
    write_frozen(snapshot, tmp_path / "main.frieze")
    frozen = compile_source(tmp_path / "main.frieze")
    assert frozen.meta == snapshot.meta


def test_context_reference_time_is_part_of_id(repository: RepositoryBuilder) -> None:
    repository.commit(FILES)
    plain, dated, timed = (
        compile_source(repository.root, revision="main", as_of=as_of)
        for as_of in (None, "2026-05-01", "2026-05-01T23:59:59Z")
    )
    assert dated.meta["as_of"] == "2026-05-01T23:59:59Z"
    assert plain.id != dated.id == timed.id


def test_context_refuses_reference_time_that_is_no_date(repository: RepositoryBuilder) -> None:
    repository.check_out({"a.mmd": "graph TD\na-->b\n"})
    with pytest.raises(SourceError, match="is no date"):
        compile_source(repository.root, as_of="tomorrow")
