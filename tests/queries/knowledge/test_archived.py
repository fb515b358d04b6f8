"""Archived tasks of Backlog.md in counts, lists of open tasks, and comparisons."""

from pathlib import Path

from tests.closing import open_workspace
from tests.compiler.workspace.git.repositories import RepositoryBuilder
from tests.queries.asking import ask


def task(number: int, status: str, assignee: str = "") -> str:
    return f"---\nid: BACK-{number}\ntitle: T{number}\nstatus: {status}\nassignee: {assignee}\n---\n"


OPEN, ARCHIVED = "backlog/tasks/back-1 - T1.md", "backlog/archive/tasks/back-1 - T1.md"


def test_archived_tasks_are_counted_apart_and_not_open(tmp_path: Path) -> None:
    repository = RepositoryBuilder(tmp_path)
    repository.commit({OPEN: task(1, "To Do"), "backlog/completed/back-2 - T2.md": task(2, "Done")})
    repository.commit({ARCHIVED: task(1, "To Do"), "backlog/completed/back-2 - T2.md": task(2, "Done")})
    workspace = open_workspace(tmp_path, revision="main")
    assert ask(workspace, "task_next")["searched"] == {"done": 1, "archived": 1, "blocked": 0, "others": 0}
    assert [one["id"] for one in ask(workspace, "entity_list", status="archived")["entities"]] == ["BACK-1"]
    (change,) = ask(workspace, "compare_revisions", base="main~1", kinds=["task"])["changes"]
    fields = {one["field"]: (one["values"]["before"], one["values"]["after"]) for one in change["fields"]}
    assert fields["status"] == ("todo", "archived")


def test_assignee_filter_finds_each_of_several(tmp_path: Path) -> None:
    repository = RepositoryBuilder(tmp_path)
    repository.commit(
        {OPEN: task(1, "To Do", "['@ann', '@bo']"), "backlog/tasks/back-2 - T2.md": task(2, "To Do", "@cy")}
    )
    workspace = open_workspace(tmp_path, revision="main")
    for name in ("@ann", "bo"):
        found = ask(workspace, "entity_list", where={"assignee": name})["entities"]
        assert [one["properties"]["assignee"] for one in found] == ["@ann, @bo"]
