"""Task Master: tags, subtasks, dependencies, and `tasks.json` of other tools."""

import json
from typing import Any

from compiler.languages.knowledge.facts import Blocker, WorkState
from compiler.model.language import Linked
from tests.compiler.languages.knowledge.sources import (
    blocked,
    codes,
    entities,
    facts,
    linked,
    ready,
    relations,
    statuses,
    task,
)
from tests.compiler.tables import table

HOME = ".taskmaster/tasks/tasks.json"


def one(identifier: object, *waits: object, status: str = "pending", **fields: Any) -> dict[str, Any]:
    return {"id": identifier, "title": f"T{identifier}", "status": status, "dependencies": list(waits)} | fields


def tasks(*listed: dict[str, Any], tag: str = "master") -> str:
    return json.dumps({tag: {"tasks": list(listed)}}, indent=2)


def test_task_master_subtask_ids_count_within_task() -> None:
    result = linked({HOME: tasks(one(2, subtasks=[one(1, status="done"), one(2, 1), one(3, "2.2", 4)]), one(4))})
    assert ready(result) == ["master/2", "master/2.2", "master/4"]
    assert blocked(result) == {"master/2.3": ["master/2.2", "2.4"]}
    assert ("master/2.1", "belongs_to", "master/2") in relations(result)


def test_task_master_subtask_waits_for_a_sibling_by_its_name() -> None:
    parts = [one("saw", status="done"), one("oil", "saw"), one("wax", "oil", "tar"), one("dry", "mill.oil")]
    result = linked({HOME: tasks(one("mill", subtasks=parts), one("tar"), one("rope", "saw"))})
    assert blocked(result) == {
        "master/mill.wax": ["master/mill.oil", "master/tar"],
        "master/mill.dry": ["master/mill.oil"],
        "master/rope": ["saw"],
    }


@table(
    ("word", "status", "is_ready"),
    [
        ("pending", "todo", True),
        ("in-progress", "in_progress", True),
        ("review", "in_progress", True),
        ("deferred", "todo", False),
        ("cancelled", "done", False),
        ("done", "done", False),
        ("blocked", "blocked", False),
    ],
)
def test_task_master_statuses(word: str, status: str, is_ready: bool) -> None:
    result = linked({HOME: tasks(one(1, status=word))})
    assert (statuses(result), bool(ready(result))) == ({"master/1": status}, is_ready)


def test_task_master_ids_with_tags_and_old_form() -> None:
    both = json.dumps({"master": {"tasks": [one(1)]}, "next": {"tasks": [one(1), one(2, 1)]}})
    result = linked({HOME: both})
    assert list(entities(result)) == ["master/1", "next/1", "next/2"]
    assert blocked(result) == {"next/2": ["next/1"]}
    assert list(entities(linked({"tasks/tasks.json": json.dumps({"tasks": [one(1)]})}))) == ["master/1"]


def test_task_master_span_is_the_line_of_the_id() -> None:
    text = tasks(one(1, subtasks=[one(1)]), one(2))
    lines = text.split("\n")
    for found in entities(linked({HOME: text})).values():
        assert '"id":' in lines[found.span.start_line - 1]
    assert task(linked({HOME: text}), "master/2").span.start_line > 10


def test_task_master_ignores_tasks_json_of_editors() -> None:
    editor = '{"version": "2.0.0", "tasks": [{"label": "build", "type": "shell"}]}'
    result = linked({".vscode/tasks.json": editor, "a/.vscode/tasks.json": "// [1", "tasks.json": editor})
    assert (entities(result), codes(result)) == ({}, [])


def test_tasks_json_that_is_cut_is_told() -> None:
    assert codes(linked({"tasks.json": '{"tasks": ['})) == ["KNO106"]


@table(
    ("form", "names"),
    [
        ({"master": [one(1), one(2, 1)], "metadata": {"projectName": "x"}}, ["master/1", "master/2"]),
        ([one(1), one(2, 1)], ["master/1", "master/2"]),
        ({"tags": {"next": {"tasks": [one(1)]}, "old": [one(2)]}}, ["next/1", "old/2"]),
        ({"master": [one(1)], "history": [{"id": 1, "title": "Moved", "at": "noon"}, 2]}, ["master/1"]),
    ],
)
def test_task_master_tag_may_be_a_list_of_tasks(form: Any, names: list[str]) -> None:
    for path in (HOME, "tasks.json"):
        assert list(entities(linked({path: json.dumps(form)}))) == names
    other = {"items": [{"id": 1, "title": "Milk", "status": "new"}]}
    assert entities(linked({"tasks.json": json.dumps(other)})) == {}


@table("text", ['{"master": {"tasks": [}', "[]", '{"master": {}}', "null"])
def test_task_master_broken_file_is_reported(text: str) -> None:
    assert codes(linked({HOME: text})) == ["KNO106"]


def test_task_master_equal_priority_keeps_file_order() -> None:
    first = [one(1), one(2, subtasks=[one(1), one(2)]), one(3)]
    result = linked({HOME: json.dumps({"master": {"tasks": first}, "next": {"tasks": [one(1)]}}, indent=1)})
    assert ready(result) == ["master/1", "master/2", "master/2.1", "master/2.2", "master/3", "next/1"]


def test_task_master_task_spans_its_whole_object() -> None:
    text = tasks(one(1, description="First"), one(2, subtasks=[one(1), one(2)]), one(3))
    lines = text.split("\n")
    spans = {id: each.span for id, each in entities(linked({HOME: text})).items()}
    assert [lines[spans[id].start_line - 1].strip() for id in ("master/1", "master/2.2")] == ['"id": 1,', '"id": 2,']
    assert '"description": "First"' in "\n".join(lines[spans["master/1"].start_line : spans["master/1"].end_line])
    assert spans["master/2"].start_line < spans["master/2.1"].start_line
    assert spans["master/2.2"].end_line < spans["master/2"].end_line < spans["master/3"].start_line


def test_task_master_task_on_a_single_line_spans_that_line() -> None:
    found = task(linked({HOME: json.dumps({"master": {"tasks": [one(1)]}})}), "master/1")
    assert (found.span.start_line, found.span.end_line) == (1, 1)


STATE = ".taskmaster/state.json"


def why(result: Linked, identifier: str) -> str:
    return next(one.why for one in facts(result, WorkState) if one.entity == identifier)


@table("status", ["deferred", "done", "cancelled", "blocked"])
def test_task_master_subtask_is_not_ready_while_its_task_is_set_aside(status: str) -> None:
    result = linked({HOME: tasks(one(1, status=status, subtasks=[one(1), one(2, status="in-progress")]))})
    assert ready(result) == []
    assert why(result, "master/1.1") == f"It is a part of master/1, whose status is {status}."


def test_task_master_subtask_waits_for_what_its_task_waits_for() -> None:
    result = linked({HOME: tasks(one(1), one(2, 1, subtasks=[one(1), one(2, 1), one(3, status="done")]))})
    assert ready(result) == ["master/1"]
    assert blocked(result) == {
        "master/2": ["master/1"],
        "master/2.1": ["master/2"],
        "master/2.2": ["master/2.1"],
    }
    reasons = {one.entity: one.reason for one in facts(result, Blocker)}
    assert reasons["master/2.1"] == "master/2 is its parent, and is blocked itself"


def test_task_master_subtask_inherits_priority() -> None:
    listed = [one(1, priority="low"), one(2, priority="high", subtasks=[one(1), one(2, priority="low")])]
    result = linked({HOME: tasks(*listed)})
    priorities = {name: found.properties["priority"] for name, found in entities(result).items()}
    assert priorities == {"master/1": "low", "master/2": "high", "master/2.1": "high", "master/2.2": "low"}
    assert "priority" not in entities(result)["master/2.1"].native


def test_task_master_tags_do_not_depend_on_each_other() -> None:
    both = {"master": {"tasks": [one(1), one(2, status="done")]}, "next": {"tasks": [one(3, 2), one(4, "master/1")]}}
    result = linked({HOME: json.dumps(both)})
    assert blocked(result)["next/3"] == ["2"]
    assert "next/3" not in ready(result)


def test_task_master_subtasks_of_started_task_come_first_and_review_last() -> None:
    listed = [
        one(1, priority="high"),
        one(2, status="in-progress", priority="low", subtasks=[one(1), one(2, 1), one(3, status="review")]),
        one(3, status="review", priority="high"),
        one(4, priority="high", subtasks=[one(1)]),
    ]
    assert ready(linked({HOME: tasks(*listed)})) == [
        "master/2.1",
        "master/1",
        "master/4",
        "master/4.1",
        "master/2",
        "master/3",
        "master/2.3",
    ]


@table("status", ["done", "completed", "cancelled"])
def test_task_master_finished_dependency_holds_nothing_up(status: str) -> None:
    assert ready(linked({HOME: tasks(one(1, status=status), one(2, 1))})) == ["master/2"]


@table(
    ("settings", "current"),
    [
        ({}, ["master/1"]),
        ({STATE: {"currentTag": "next"}}, ["next/1"]),
        ({STATE: {"currentTag": "gone"}}, ["master/1", "next/1"]),
        ({".taskmaster/config.json": {"global": {"defaultTag": "next"}}}, ["next/1"]),
        (
            {".taskmaster/config.json": {"global": {"defaultTag": "next"}}, STATE: {"currentTag": "master"}},
            ["master/1"],
        ),
        ({STATE: []}, ["master/1"]),
    ],
)
def test_task_master_current_tag_is_that_of_the_settings(settings: dict[str, Any], current: list[str]) -> None:
    both = {"master": {"tasks": [one(1)]}, "next": {"tasks": [one(1)]}}
    files = {HOME: json.dumps(both)} | {path: json.dumps(found) for path, found in settings.items()}
    result = linked(files)
    assert [one.entity for one in facts(result, WorkState) if one.is_current] == current
    assert {one.collection for one in facts(result, WorkState)} == {f"{HOME}#master", f"{HOME}#next"}


def test_task_master_broken_state_is_reported() -> None:
    result = linked({HOME: tasks(one(1)), STATE: "{"})
    assert (codes(result), ready(result)) == (["KNO107"], ["master/1"])


def test_task_master_assignees_of_a_list_are_all_named() -> None:
    found = entities(linked({HOME: tasks(one(1, assignee=["ann", "bo"]))}))["master/1"]
    assert found.properties["assignee"] == "ann, bo"


def test_task_master_compact_json_has_a_line_for_each_task() -> None:
    text = (
        '{"master":{"tasks":[\n{"id":1,"title":"A","status":"done","subtasks":[{"id":1,"title":"\\"id\\": 2"}]},\n'
        '{"id": 2, "title":"B","dependencies":[1]}]}}\n'
    )
    lines = {
        name: (one.span.start_line, one.span.end_line)
        for name, one in entities(linked({".taskmaster/tasks/tasks.json": text})).items()
    }
    assert lines == {"master/1": (2, 2), "master/1.1": (2, 2), "master/2": (3, 3)}
