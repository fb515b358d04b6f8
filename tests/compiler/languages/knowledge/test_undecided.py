"""What is not understood of a task's status or dependencies: it is not ready, and says so."""

from compiler.languages.knowledge.facts import WorkState
from compiler.model.language import Linked
from tests.compiler.languages.knowledge.sources import facts, linked, ready
from tests.compiler.tables import table


def _undecided(result: Linked) -> dict[str, str]:
    return {one.entity: one.undecided for one in facts(result, WorkState) if one.undecided}


def _task(name: str, status: str = "To Do", dependencies: str = "[]") -> str:
    head = f"id: {name}\ntitle: {name}\nstatus: {status}\ncreated_date: 2026-01-02\ndependencies: {dependencies}"
    return f"---\n{head}\n---\n"


def test_status_that_no_setting_names() -> None:
    result = linked(
        {"backlog/tasks/back-1.md": _task("BACK-1", "Simmering"), "backlog/tasks/back-2.md": _task("BACK-2")}
    )
    assert _undecided(result) == {"BACK-1": "nothing says what its status 'Simmering' means"}
    assert ready(result) == ["BACK-2"]


def test_dependency_on_an_id_of_two_files() -> None:
    files = {
        "backlog/tasks/back-1 - a.md": _task("BACK-1", "Done"),
        "backlog/tasks/back-1 - b.md": _task("BACK-1"),
        "backlog/tasks/back-2.md": _task("BACK-2", dependencies="[BACK-1]"),
    }
    result = linked(files)
    assert _undecided(result) == {"BACK-2": "BACK-1 is the id of 2 tasks"}
    assert ready(result) == ["BACK-1#2"]
    files["backlog/tasks/back-1 - b.md"] = _task("BACK-1", "Done")
    assert ready(linked(files)) == ["BACK-2"]


@table(
    ("line", "text"),
    [
        ("- [ ] T001 Dig (depends on the weather)", "it waits for something that is no task here: the weather"),
        ("- [ ] T001 Dig\n  - **Blocked by**: #12", "it waits for something that is no task here: #12"),
        ("- [ ] T001 Dig — blocked by the weather", "it waits for something that is no task here: the weather"),
        ("- [ ] T001 Dig - still waiting for Ana", "it waits for something that is no task here: Ana"),
        ("- [ ] T001 Dig, depends on the spade", "it waits for something that is no task here: the spade"),
        ("- [ ] T001 Dig **Blocked by:** a permit", "it waits for something that is no task here: a permit"),
        ("- [ ] T001 Dig [blocked]", "it says that it is blocked, and not by what"),
        ("- [ ] T001 Dig 🚧 Blocked", "it says that it is blocked, and not by what"),
        ("- [ ] T001 Dig BLOCKED", "it says that it is blocked, and not by what"),
        ("- [ ] T001 Dig (after Phase 7)", "line 3 says that it waits for phases 7, and nothing has that name"),
    ],
)
def test_dependency_of_unknown_form(line: str, text: str) -> None:
    result = linked({"specs/001-a/tasks.md": f"# Tasks: A\n\n{line}\n- [ ] T002 [P] Fence (depends on none)\n"})
    assert _undecided(result) == {"001-a/T001": text}
    assert ready(result) == ["001-a/T002"]


def test_words_of_waiting_that_are_of_the_work() -> None:
    lines = [
        "- [ ] T001 [P] Show tasks blocked by others",
        "- [ ] T002 [P] Count what is blocked, and what depends on it",
        "- [ ] T003 [P] Label `BLOCKED` in the list",
        "- [ ] T006 [P] Add the label `[blocked]`",
        "- [ ] T004 [P] Dig — blocked by: none",
        "- [ ] T005 [P] Fence **Dependencies:** none",
    ]
    result = linked({"specs/001-a/tasks.md": "# Tasks: A\n\n" + "\n".join(lines)})
    assert _undecided(result) == {}
    assert sorted(ready(result)) == [f"001-a/T00{number}" for number in range(1, 7)]


def test_dependency_on_a_task_at_the_end_of_a_line() -> None:
    result = linked({"specs/001-a/tasks.md": "# Tasks: A\n\n- [ ] T001 Dig\n- [ ] T002 [P] Fence — depends on T001\n"})
    assert ready(result) == ["001-a/T001"]
    assert _undecided(result) == {}


def test_box_that_no_format_knows() -> None:
    result = linked({"todo.md": "- [q] Dig\n- [ ] Fence\n"})
    assert _undecided(result) == {"todo#1": "nothing says what its box [q] means"}
    assert ready(result) == ["todo#2"]


def test_begun_and_done_tasks_are_decided() -> None:
    result = linked({"todo.md": "- [/] Dig (depends on the weather)\n- [x] Fence (depends on the weather)\n"})
    assert {one.entity: (one.is_begun, bool(one.undecided)) for one in facts(result, WorkState)} == {
        "todo#1": (True, True),
        "todo#2": (False, False),
    }
