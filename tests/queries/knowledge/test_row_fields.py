"""Answers of the knowledge tools have the fields that the seed shows, whatever else they have."""

from compiler import VERSION
from queries.knowledge import overview
from tests.queries.asking import ask
from tests.queries.cases import each
from tests.queries.knowledge.boatyard import Yard, yard
from tests.queries.knowledge.cider_mill import mill


def test_entity_has_the_fields_of_the_seed() -> None:
    made = Yard()
    made.add(
        "decision",
        "0a1b2c3d-0000-4000-8000-000000000000",
        "Build of oak",
        sequence_number=3,
        content="Oak floats.",
        tags=("hull", "wood"),
        updated_at="2026-02-01T08:00:00Z",
        properties={"context": "It must float."},
    )
    found = ask(made.snapshot(), "entity_get", id="3")
    shown = {name: found[name] for name in ("id", "sequence_number", "type", "title", "content", "tags")}
    assert shown == {
        "id": "0a1b2c3d-0000-4000-8000-000000000000",
        "sequence_number": 3,
        "type": "decision",
        "title": "Build of oak",
        "content": "Oak floats.",
        "tags": ["hull", "wood"],
    }
    assert (found["created_at"], found["updated_at"]) == ("2026-01-01T08:00:00Z", "2026-02-01T08:00:00Z")
    assert found["properties"] == {"status": "accepted", "context": "It must float."}


@each("direction", ["outgoing", "incoming"])
def test_relation_row_names_both_ends_and_its_type(direction: str) -> None:
    rows = ask(yard(), "graph_relations", id="y-1")[direction]
    ends = {"source_id", "source_type", "target_id", "target_type", "relation_type"}
    assert rows and all(ends <= set(row) for row in rows)


def test_relation_row_has_the_time_that_its_source_gives() -> None:
    (first, *_) = ask(yard(), "graph_relations", id="y-1", direction="from")["outgoing"]
    assert (first["relation_type"], first["created_at"]) == ("implements", "2026-01-05T00:00:00Z")


def test_graph_path_is_a_list_of_ids() -> None:
    assert ask(yard(), "graph_path", from_id="y-2", to_id="ADR-0002")["path"] == ["y-2", "y-1", "ADR-0002"]


def test_blocked_task_has_blockers_with_id_title_and_status() -> None:
    (row, *_) = ask(yard(), "task_blocked")["blocked_tasks"]
    (blocker,) = row["blockers"]
    assert [blocker[name] for name in ("id", "title", "status")] == ["y-1", "Lay the keel", "todo"]


def test_task_next_is_one_task_and_no_list() -> None:
    found = ask(yard(), "task_next")
    assert (found["type"], found["title"]) == ("task", "Sweep the yard")


def test_stats_name_the_version_of_the_compiler() -> None:
    assert overview.stats(mill())["compiler_version"] == VERSION


def test_graph_has_entities_and_relations() -> None:
    whole = overview.graph(yard(), limit=200, offset=0)
    assert (len(whole["entities"]), len(whole["relations"])) == (19, 11)
    assert {"id", "type", "title"} <= set(whole["entities"][0])
    assert {"source_id", "target_id", "relation_type"} <= set(whole["relations"][0])
