"""The revisions of a workspace: listed, compared with the served source, and read without a trace."""

import os
from pathlib import Path

from dulwich.objects import ObjectID
from dulwich.refs import Ref

import queries
from tests.closing import compile_source, open_workspace
from tests.compiler.workspace.git.repositories import RepositoryBuilder
from tests.compiler.workspace.sample import FILES, FLOW, GARDEN, text_files


def test_revisions_compare_with_served_folder(repository: RepositoryBuilder) -> None:
    repository.commit(FILES)
    repository.check_out({**text_files(FILES), "garden.urd.md": GARDEN.replace("Words.", "Other words.")})
    served = open_workspace(repository.root)
    comparison = queries.answer(served, "compare_revisions", {"base": "main", "kinds": ["location"]})
    assert [(one["name"], one["fields"][0]["field"]) for one in comparison["changes"]] == [
        ("w:garden/location/gate", "description")
    ]
    listed = queries.answer(served, "list_revisions", {})["revisions"]
    assert (listed[0]["kind"], listed[0]["name"]) == ("branch", "main")


def test_list_revisions_has_branches_of_remotes_after_branches(repository: RepositoryBuilder) -> None:
    first = repository.commit(FILES)
    repository.tag("v1", first)
    repository.opened.refs[Ref(b"refs/remotes/origin/try")] = ObjectID(first.encode())
    listed = queries.answer(open_workspace(repository.root, revision="main"), "list_revisions", {})["revisions"]
    assert [(one["kind"], one["name"], one.get("merged")) for one in listed[:3]] == [
        ("branch", "main", None),
        ("remote", "origin/try", True),
        ("tag", "v1", None),
    ]


def test_revisions_compare_with_served_revision(repository: RepositoryBuilder) -> None:
    first = repository.commit(FILES)
    last = repository.commit({**FILES, "new.mmd": FLOW})
    served = open_workspace(repository.root, revision="main", keep=True)
    comparison = queries.answer(served, "compare_revisions", {"base": "main~1", "kinds": ["file"]})
    assert (comparison["base"]["commit"], comparison["target"]["commit"]) == (first, last)
    assert [one["name"] for one in comparison["changes"]] == ["f:new.mmd"]


ADDED = "SELECT n.ref FROM base.object n LEFT JOIN object o USING (ref) WHERE o.ref IS NULL ORDER BY 1"


def test_revisions_are_the_base_of_a_select(repository: RepositoryBuilder) -> None:
    repository.commit({**FILES, "new.mmd": FLOW})
    repository.check_out(text_files(FILES))
    served = open_workspace(repository.root, keep=True)
    sql = f"{ADDED} LIMIT 1"
    assert queries.answer(served, "query_facts", {"sql": sql, "base": "main"})["rows"] == [["d:new"]]
    assert queries.answer(served, "query_facts", {"sql": sql, "base": "worktree"})["rows"] == []


def test_worktree_is_the_files_as_they_are_beside_a_served_revision(repository: RepositoryBuilder) -> None:
    repository.commit(FILES)
    served = open_workspace(repository.root, revision="main", keep=True)
    for names in (["one.mmd"], ["one.mmd", "two.mmd"]):
        repository.check_out({**text_files(FILES), **dict.fromkeys(names, FLOW)})
        for _ in range(2):
            found = queries.answer(served, "query_facts", {"sql": ADDED, "base": "worktree"})
            assert [ref for (ref,) in found["rows"] if ref.startswith("f:")] == [f"f:{name}" for name in names]
            assert found["basis"]["source_changed"] is False


def test_revisions_leave_repository_unchanged(repository: RepositoryBuilder) -> None:
    repository.commit(FILES)
    repository.commit({**FILES, "docs/flow.mmd": "graph TD\na-->c\n"})
    repository.check_out(text_files(FILES))
    before = files_with_times(repository.root)
    served = open_workspace(repository.root, revision="main", keep=True)
    compile_source(repository.root / "docs", revision="main~1")
    for tool, arguments in (("list_revisions", {}), ("compare_revisions", {"base": "main~1"})):
        assert not queries.is_error(queries.answer(served, tool, arguments))
    assert files_with_times(repository.root) == before


def files_with_times(root: Path) -> dict[str, tuple[int, int, bytes]]:
    """The modification time, change time and content of every file and folder."""
    found = {}
    for path in [root, *sorted(root.rglob("*"))]:
        status = path.lstat()
        content = path.read_bytes() if path.is_file() else b""
        found[os.fspath(path)] = (status.st_mtime_ns, status.st_ctime_ns, content)
    return found
