"""Linear: issues as its interface answers them in JSON."""

import json
from typing import Any

from compiler.languages.knowledge.tracker_registry import read_export
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
from tests.compiler.tables import table

TODO = {"name": "Todo", "type": "unstarted"}


def issue(identifier: str, state: dict[str, str] | None = None, **more: Any) -> dict[str, Any]:
    return {"id": "0b1c", "identifier": identifier, "title": f"T {identifier}", "state": state or TODO, **more}


def answer(*issues: dict[str, Any]) -> str:
    return json.dumps({"data": {"issues": {"nodes": issues, "pageInfo": {"hasNextPage": False}}}, "extensions": {}})


@table(
    ("state", "more", "expected"),
    [
        ({"name": "Lit", "type": "backlog"}, {}, "todo"),
        ({"name": "Lit", "type": "started"}, {}, "in_progress"),
        ({"name": "Lit", "type": "completed"}, {}, "done"),
        ({"name": "Nope", "type": "canceled"}, {}, "done"),
        ({"name": "Lit", "type": "unstarted"}, {"completedAt": "2026-01-05T08:00:00.000Z"}, "done"),
        ({"name": "Lit", "type": "unstarted"}, {"archivedAt": "2026-01-05T08:00:00.000Z"}, "archived"),
        ({"name": "Blocked", "type": "started"}, {}, "blocked"),
        ({"name": "In Progress"}, {"branchName": "a"}, "in_progress"),
    ],
)
def test_linear_type_of_a_status_decides_before_its_word(
    state: dict[str, str], more: dict[str, Any], expected: str
) -> None:
    assert statuses(linked({"linear.json": answer(issue("EN-1", state, **more))})) == {"EN-1": expected}


@table(
    "shown",
    [
        answer,
        lambda *issues: json.dumps(issues),
        lambda *issues: json.dumps({"issues": issues}, indent=2),
        lambda *issues: json.dumps(
            {"data": {"team": {"labels": {"nodes": []}, "issues": {"nodes": issues}}}}, indent=1
        ),
    ],
)
def test_linear_issues_stand_in_a_list_anywhere(shown: Any) -> None:
    coloured = {"nodes": [{"name": "stone", "color": "#fff"}]}
    text = shown(issue("EN-1", number=1, labels=coloured), issue("EN-2", number=2, labels=coloured))
    result = linked({"a.json": text})
    assert codes(result) == []
    assert {name: one.format for name, one in entities(result).items()} == {"EN-1": "linear", "EN-2": "linear"}
    assert entities(result)["EN-1"].tags == ("stone",)


def test_linear_relations_give_dependencies_and_parts() -> None:
    done, open_ = {"type": "completed", "name": "Done"}, {"type": "backlog", "name": "Backlog"}
    result = linked(
        {
            "a.json": answer(
                issue(
                    "EN-1",
                    relations={"nodes": [{"type": "blocks", "relatedIssue": {"identifier": "EN-2"}}]},
                    children={"nodes": [{"identifier": "EN-3"}]},
                ),
                issue(
                    "EN-2",
                    inverseRelations={
                        "nodes": [
                            {"type": "blocks", "issue": {"identifier": "EN-8", "state": open_}},
                            {"type": "blocks", "issue": {"identifier": "EN-9", "state": done}},
                        ]
                    },
                ),
                issue("EN-3", relations=[{"type": "related", "relatedIssue": {"identifier": "EN-2"}}]),
                issue("EN-4", parent={"identifier": "EN-3"}),
            )
        }
    )
    assert relations(result) == {
        ("EN-1", "blocks", "EN-2"),
        ("EN-8", "blocks", "EN-2"),
        ("EN-9", "blocks", "EN-2"),
        ("EN-3", "belongs_to", "EN-1"),
        ("EN-4", "belongs_to", "EN-3"),
        ("EN-3", "references", "EN-2"),
    }
    assert blocked(result)["EN-2"] == ["EN-1", "EN-8"]
    assert "EN-1" in ready(result)


def test_linear_fields_are_those_of_a_task() -> None:
    people: dict[str, Any] = {
        "assignee": {"displayName": "ines", "email": "i@example.org"},
        "creator": {"name": "maud"},
    }
    more: dict[str, Any] = {
        "priority": 2,
        "dueDate": "2026-02-10",
        "estimate": 3,
        "team": {"key": "EN", "name": "Engines"},
    }
    found = task(
        linked({"a.json": answer(issue("EN-1", createdAt="2026-01-05T08:00:00.000Z", **people, **more))}), "EN-1"
    )
    assert found.properties == {"status": "todo", "priority": "high", "due_date": "2026-02-10", "assignee": "ines"}
    assert (found.native["estimate"], found.native["team"]) == (3, "Engines")
    assert found.created_at == "2026-01-05T08:00:00Z"


def test_linear_record_that_is_none_costs_itself() -> None:
    text = json.dumps([issue("EN-1"), issue("EN-2"), issue("EN-3")], indent=1)
    broken = text.replace('"title": "T EN-2",', '"title": "T EN-2', 1)
    result = linked({"a.json": broken})
    assert (list(entities(result)), codes(result)) == (["EN-1", "EN-3"], ["KNO110"])
    assert codes(linked({"a.json": answer(issue("EN-1"), issue("EN-2", title=""))})) == ["KNO110"]


@table(
    "value",
    [
        [{"identifier": "EN-1", "title": "a"}],
        [{"identifier": "sensor", "title": "a", "state": TODO}],
        {"identifier": "EN-1", "title": "a", "nodes": []},
    ],
)
def test_other_json_with_identifiers_is_no_export(value: Any) -> None:
    assert read_export("issues.json", json.dumps(value)) is None
