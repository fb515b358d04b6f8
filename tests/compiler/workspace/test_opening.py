"""A workspace has the revisions of the repository that contains its source."""

from pathlib import Path

import queries
from compiler.store.frozen.frozen_file import write_frozen
from tests.closing import compile_source, open_workspace
from tests.compiler.tables import table
from tests.compiler.workspace.git.repositories import RepositoryBuilder
from tests.compiler.workspace.sample import FILES, FLOW


def test_open_workspace_frozen_file_has_no_revisions(repository: RepositoryBuilder, tmp_path: Path) -> None:
    repository.commit(FILES)
    write_frozen(compile_source(repository.root, revision="main"), tmp_path / "a.frieze")
    frozen = open_workspace(tmp_path / "a.frieze")
    assert queries.answer(frozen, "list_revisions", {})["code"] == "unavailable"


@table(("tool", "arguments"), [("compare_revisions", {"base": "main"}), ("list_revisions", {})])
def test_open_workspace_without_repository_has_no_revisions(
    tmp_path: Path, tool: str, arguments: dict[str, str]
) -> None:
    (tmp_path / "a.mmd").write_text(FLOW)
    answer = queries.answer(open_workspace(tmp_path), tool, arguments)
    assert answer["code"] == "unavailable" and "no git repository" in answer["error"]
