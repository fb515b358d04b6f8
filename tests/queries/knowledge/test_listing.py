"""`entity_get` and `entity_list`: the fields of an entity, the filters, the pages."""

from tests.queries.asking import Json, ask, error
from tests.queries.cases import each
from tests.queries.knowledge.boatyard import Yard, yard

EVERYTHING = ask(yard(), "entity_list", limit=100)["entities"]


def ids(**arguments: object) -> list[str]:
    return [one["id"] for one in ask(yard(), "entity_list", **arguments)["entities"]]


def test_entity_list_order_is_type_then_source() -> None:
    kinds = [one["type"] for one in EVERYTHING]
    assert list(dict.fromkeys(kinds)) == ["decision", "task", "note", "prompt", "component", "link"]
    assert ids(type="decision") == ["ADR-0001", "ADR-0002", "ADR-0003"]


@each(
    "filters, expected",
    [
        ({"type": "decision", "status": "superseded"}, ["ADR-0001"]),
        ({"tag": "hull"}, ["ADR-0002", "y-1"]),
        ({"tag": "hull", "type": "task"}, ["y-1"]),
        ({"tag": "hul"}, []),
        ({"status": "open"}, ["y-2"]),  # as its source writes it
        ({"status": "Accepted"}, ["ADR-0002"]),
        ({"priority": "HIGH"}, ["y-7"]),
        ({"where": {"assignee": "Ana"}}, ["y-1"]),
        ({"where": {"due_at": "2026-04-01"}}, ["y-3"]),
        ({"where": {"created_by": "ana"}}, []),
        ({"type": "task", "where": {"due_date": None, "status": "done"}}, ["y-4"]),
        ({"type": "note", "status": "done"}, []),
    ],
)
def test_entity_list_filters_by_fields(filters: Json, expected: list[str]) -> None:
    assert ids(**filters) == expected


@each("limit", [1, 3, 7, 100])
def test_entity_list_pages_are_complete(limit: int) -> None:
    found, offset = [], 0
    while True:
        page = ask(yard(), "entity_list", limit=limit, offset=offset)
        assert page["total"] == len(EVERYTHING)
        found += page["entities"]
        if "next_offset" not in page:
            break
        offset = page["next_offset"]
    assert found == EVERYTHING


@each(
    "limit, offset, shown, told",
    [(0, 0, 0, 0), (1_000, 0, 19, 100), (10**6, 0, 19, 100), (5, 18, 1, 5), (5, 1_000, 0, 5)],
)
def test_entity_list_page_at_the_edge_has_true_total(limit: int, offset: int, shown: int, told: int) -> None:
    page = ask(yard(), "entity_list", limit=limit, offset=offset)
    assert (len(page["entities"]), page["total"], page["limit"], page["offset"]) == (shown, 19, told, offset)


def test_entity_list_cuts_texts_and_entity_get_does_not() -> None:
    listed = next(one for one in EVERYTHING if one["id"] == "y-1")
    assert (len(listed["content"]), listed["content"][-1]) == (301, "…")
    assert len(ask(yard(), "entity_get", id="y-1")["content"]) == 1200


def test_entity_list_too_large_continues_by_offset() -> None:
    made = Yard()
    for number in range(100):
        made.add("task", f"z-{number}", "t" * 400, content="c" * 400, tags=("x" * 90,))
    page = ask(made.snapshot(), "entity_list", limit=100)
    assert page["truncated"] == "size"
    assert page["next_offset"] == len(page["entities"]) < 100
    assert "next_offset" in page["hint"]


def test_entity_list_without_match_says_what_there_is() -> None:
    said = ask(yard(), "entity_list", type="decision", status="acepted", tag="hul")
    assert said["searched"]["decision"] == 3
    assert said["did_you_mean"] == ["accepted", "hull"]
    assert said["values"] == {"status": {"accepted": 1, "proposed": 1, "superseded": 1}, "tag": {"hull": 1}}


def test_entity_list_of_an_unknown_field_is_an_error_with_the_nearest() -> None:
    said = error(yard(), "entity_list", type="task", where={"asignee": "ana"})
    assert (said["code"], said["did_you_mean"]) == ("invalid_argument", ["assignee"])
    assert {"assignee", "due_date", "issue_type", "parent", "tags"} <= set(said["fields"])


def test_entity_list_where_each_value_occurs_but_never_together_counts_them() -> None:
    said = ask(yard(), "entity_list", type="task", status="done", tag="hull")
    assert said["hint"] == "No task has all of these: 1 have status done, 1 have tag hull."
    assert "values" not in said


def test_entity_get_task_has_work_state() -> None:
    work = ask(yard(), "entity_get", id="y-2")["work"]
    assert (work["is_ready"], work["is_blocked"]) == (False, True)
    assert [(one["id"], one["source"]) for one in work["blockers"]] == [("y-1", "yard.md:26")]


def test_entity_get_note_lists_unresolved_references() -> None:
    (cited,) = ask(yard(), "entity_get", id="k:note/hull")["unresolved"]
    assert (cited["text"], cited["source"]) == ("[[Masts]]", "yard.md:31")


def test_entity_get_decision_has_its_chain() -> None:
    found = ask(yard(), "entity_get", id="ADR-0002")
    assert (found["supersedes"], found["superseded_by"]) == (["ADR-0001"], [])
    assert "supersedes" not in ask(yard(), "entity_get", id="ADR-0003")


def test_entity_get_shows_uncertain_values() -> None:
    made = Yard()
    made.add("task", "z-1", native={"status_certain": False, "optional": False, "section": " "})
    assert ask(made.snapshot(), "entity_get", id="z-1")["native"] == {"status_certain": False}


@each("tool", ["task_ready", "task_blocked", "graph_orphans", "search_fulltext"])
def test_limit_0_returns_only_the_total(tool: str) -> None:
    asked = {"query": "keel"} if tool == "search_fulltext" else {}
    found = ask(yard(), tool, limit=0, **asked)
    assert found["total"] == ask(yard(), tool, **asked)["total"] > 0
    assert "next_cursor" not in found
    assert [] in found.values()
