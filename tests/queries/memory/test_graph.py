"""`memory_graph_query`: which relations stand around an entity."""

from tests.queries.asking import all_rows, ask, error
from tests.queries.cases import each
from tests.queries.memory.memories import greenhouse, ids, memory, relation


def around(entity: str, **arguments: object) -> list[str]:
    return ids(ask(greenhouse(), "memory_graph_query", entity=entity, **arguments)["relations"])


@each(
    "arguments, expected",
    [
        ({}, ["r-1", "r-2"]),
        ({"depth": 2}, ["r-1", "r-2", "r-4"]),
        ({"depth": 0}, []),
        ({"direction": "out"}, ["r-1"]),
        ({"direction": "in"}, ["r-2"]),
        ({"direction": "in", "depth": 9}, ["r-2"]),
        ({"relation_type": "fed_by", "depth": 3}, []),  # every hop is filtered
        ({"branch": "vents"}, ["r-1", "r-2", "r-5"]),
        ({"branch": "vents", "own_only": True}, ["r-5"]),
    ],
)
def test_graph_query_walks_hop_by_hop(arguments: dict[str, object], expected: list[str]) -> None:
    assert around("Flap", **arguments) == expected


def test_graph_query_as_of_returns_relations_recorded_and_true_then() -> None:
    assert around("Motor", as_of="2026-04-03T00:00:00Z") == ["r-2", "r-3"]
    assert around("Motor", as_of="2026-04-04T00:00:00Z") == ["r-2", "r-4"]
    assert around("Motor", as_of="2026-04-01") == []


def test_graph_query_row_has_both_ends_hop_and_place() -> None:
    first, _, last = ask(greenhouse(), "memory_graph_query", entity="Flap", depth=2)["relations"]
    assert (first["source"], first["relation"], first["target"], first["hop"]) == ("Flap", "part_of", "Vent", 1)
    assert last["hop"] == 2
    assert first["place"] == "memory.jsonl:21"


def test_graph_query_finds_entities_in_any_case_and_by_ref() -> None:
    assert around("flap") == around("m:entity/Flap") == around("Flap")
    assert around("flap")


def test_graph_query_unknown_entity_gets_near_names() -> None:
    refused = error(greenhouse(), "memory_graph_query", entity="Flaps")
    assert (refused["code"], refused["did_you_mean"]) == ("not_found", ["Flap"])


def test_graph_query_empty_answer_lists_the_kinds() -> None:
    answer = ask(greenhouse(), "memory_graph_query", entity="Flap", relation_type="part-of")
    assert answer["did_you_mean"] == ["part_of"]
    assert answer["searched"] == {"relations": 3, "relations_in_memory": 5}


def test_graph_query_cycle_ends_and_pages_list_each_relation_once() -> None:
    ring = [relation(f"r-{at:03}", f"E{at}", "next", f"E{(at + 1) % 60}") for at in range(60)]
    rows = all_rows(memory(ring), "memory_graph_query", "relations", entity="E0", depth=20, limit=7)
    assert len(rows) == len(set(ids(rows))) == 40


def test_graph_query_finds_past_entities_at_their_time() -> None:
    gone = {"op": "retract", "type": "relation", "id": "r", "at": "2026-04-10T08:00:00Z"}
    snapshot = memory([relation("r", "Pump", "feeds", "Basin"), relation("q", "Tap", "on", "Hose"), gone])
    then = ask(snapshot, "memory_graph_query", entity="Pump", as_of="2026-04-09")
    assert [(one["source"], one["target"]) for one in then["relations"]] == [("Pump", "Basin")]
    now = ask(snapshot, "memory_graph_query", entity="Pump")
    assert now["relations"] == [] and "as_of" in now["hint"]
    assert error(snapshot, "memory_graph_query", entity="Pumps")["did_you_mean"] == ["Pump"]


def test_graph_query_without_a_relation_of_a_kind_names_the_kinds_that_the_entity_has() -> None:
    made = memory([relation("r-1", "Pump", "needs", "Oil"), relation("r-2", "Oil", "comes from", "Well")])
    for asked, kind in (
        ({"entity": "Pump", "relation_type": "comes from"}, "needs"),
        ({"entity": "Pump", "direction": "in"}, "needs"),
        ({"entity": "Well", "direction": "out"}, "comes from"),
    ):
        found = ask(made, "memory_graph_query", **asked)
        assert found["relations"] == []
        assert f"There are {kind}." in found["hint"]
