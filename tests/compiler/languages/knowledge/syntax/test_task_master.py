"""Task Master: tags, subtasks, dependencies, and `tasks.json` of other tools."""

import json
from typing import Any

import pytest

from tests.compiler.languages.knowledge.sources import (
    blocked,
    codes,
    entities,
    linked,
    ready,
    relations,
    statuses,
    task,
)

HOME = ".taskmaster/tasks/tasks.json"


def one(identifier: object, *waits: object, status: str = "pending", **fields: Any) -> dict[str, Any]:
    return {"id": identifier, "title": f"T{identifier}", "status": status, "dependencies": list(waits)} | fields


def tasks(*listed: dict[str, Any], tag: str = "master") -> str:
    return json.dumps({tag: {"tasks": list(listed)}}, indent=2)


def test_task_master_subtask_ids_count_within_task() -> None:
    result = linked({HOME: tasks(one(2, subtasks=[one(1, status="done"), one(2, 1), one(3, "2.2", 4)]), one(4))})
    assert ready(result) == ["master/2", "master/2.2", "master/4"]
    assert blocked(result) == {"master/2.3": ["master/2.2"]}
    assert ("master/2.1", "belongs_to", "master/2") in relations(result)


@pytest.mark.parametrize(
    ("word", "status", "is_ready"),
    [
        ("pending", "todo", True),
        ("in-progress", "in_progress", True),
        ("review", "in_progress", True),
        ("deferred", "todo", False),
        ("cancelled", "done", False),
        ("done", "done", False),
        ("blocked", "blocked", True),
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
    result = linked({".vscode/tasks.json": editor, "tasks.json": "[1"})
    assert (entities(result), codes(result)) == ({}, [])


@pytest.mark.parametrize("text", ['{"master": {"tasks": [}', "[]", '{"master": {}}', "null"])
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
