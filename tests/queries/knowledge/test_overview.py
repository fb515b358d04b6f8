"""The source as a whole, as the resources show it."""

import jsonschema  # type: ignore[import-untyped]
import pytest

from queries import answer
from queries.errors.query_error import QueryError
from queries.knowledge import overview
from queries.knowledge.due_dates import due_dates, due_on
from tests.queries.asking import ask
from tests.queries.cases import each
from tests.queries.knowledge.boatyard import Yard, yard

IDS = {one["ref"]: one["id"] for one in ask(yard(), "entity_list", limit=100)["entities"]}


def test_stats_count_entities_and_relations() -> None:
    found = overview.stats(yard())
    assert found["entity_counts"] == {"decision": 3, "task": 10, "note": 3, "prompt": 1, "component": 1, "link": 1}
    assert (found["relation_count"], found["last_modified"]) == (11, "2026-02-01T00:00:00Z")
    assert [(one["name"], one["is_export"]) for one in found["collections"]] == [("yard", True)]


def test_active_decisions_exclude_replaced_ones() -> None:
    assert [IDS[ref] for ref in overview.active_decisions(yard())] == ["ADR-0002", "ADR-0003"]


def test_active_tasks_exclude_done_ones() -> None:
    assert "y-4" not in {IDS[ref] for ref in overview.active_tasks(yard())}
    assert len(overview.active_tasks(yard())) == 9


def test_due_tasks_of_a_day() -> None:
    assert [IDS[ref] for ref in due_on(yard(), "2026-04-01")] == ["y-3"]
    assert (due_on(yard(), "2024-02-29"), due_dates(yard())) == ([], ["2026-04-01"])


@each("date", ["", "today", "2026-4-1", "2026-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "٢٠٢٦-٠٤-٠١"])
def test_due_tasks_reject_invalid_date(date: str) -> None:
    with pytest.raises(QueryError, match="YYYY-MM-DD") as raised:
        due_on(yard(), date)
    assert raised.value.code == "invalid_argument"


@each("argument", ["due", "due_date", "due_at"])
def test_due_is_a_filter_of_lists_and_queues(argument: str) -> None:
    made = Yard()
    made.work(made.add("task", "z-1", due_at="2026-04-01"), 1)
    made.work(made.add("task", "z-2", due_at="2026-04-02"), 2)
    made.work(made.add("task", "z-3"), 3)
    snapshot = made.snapshot()
    for tool, field in (("entity_list", "entities"), ("task_ready", "tasks")):
        found = ask(snapshot, tool, **{argument: "2026-04-02"})
        assert ([one["id"] for one in found[field]], found["total"]) == (["z-2"], 1)
        nothing = ask(snapshot, tool, **{argument: "2026-04-03"})
        assert (nothing[field], nothing["values"]) == ([], {"due_at": {"2026-04-01": 1, "2026-04-02": 1}})


@each("tool", ["entity_list", "task_ready", "task_blocked"])
def test_due_filter_rejects_invalid_date(tool: str) -> None:
    found = answer(yard(), tool, {"due": "2026-4-1"})
    assert (found["code"], found["problems"][0]["argument"]) == ("invalid_argument", "due")


def test_entities_of_type_reject_unknown_type() -> None:
    with pytest.raises(QueryError) as raised:
        overview.of_type(yard(), "widget")
    assert "decision, task, note" in raised.value.fields["hint"]
    assert len(overview.of_type(yard(), "note")) == 3


@each("limit", [1, 4, 500])
def test_graph_pages_together_are_complete(limit: int) -> None:
    entities, relations, offset = [], [], 0
    while True:
        page = overview.graph(yard(), limit=limit, offset=offset)
        entities += page["entities"]
        relations += page["relations"]
        if "next_offset" not in page:
            break
        offset = page["next_offset"]
    assert [one["id"] for one in entities] == list(IDS.values())
    assert (len(relations), page["entity_count"], page["relation_count"]) == (11, 19, 11)
    assert relations[0]["relation_type"] == "supersedes"


def test_entity_schema_accepts_every_entity() -> None:
    schemas = overview.schema()["entity_types"]
    for ref in IDS:
        found = ask(yard(), "entity_get", id=ref)
        jsonschema.Draft202012Validator(schemas[found["type"]]).validate(found)
    assert overview.schema()["relation_types"][1] == "blocks"


def test_active_decisions_ignore_stale_status() -> None:
    made = Yard()
    made.add("decision", "ADR-0001", status="accepted", superseded_by=("ADR-0002",))
    newer = made.add("decision", "ADR-0002", status="accepted", supersedes=("ADR-0001",))
    assert overview.active_decisions(made.snapshot()) == [newer]
