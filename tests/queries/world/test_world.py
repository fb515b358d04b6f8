"""The world pack: whole answers on the sample worlds, and the errors of each tool."""

from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from compiler.store.snapshot import Snapshot
from queries import answer
from tests.closing import compile_source
from tests.compiler.samples import all_samples, sample
from tests.queries.asking import locked
from tests.queries.cases import each


@pytest.fixture
def garden() -> Snapshot:
    return sample("locked-garden")


@pytest.fixture
def harbour() -> Snapshot:
    return sample("harbour-mystery")


@pytest.fixture
def all_worlds() -> Snapshot:
    return all_samples()


GARDEN_QUESTIONS: list[tuple[str, dict[str, Any]]] = [
    ("get_world_metadata", {}),
    ("get_exit_graph", {}),
    ("get_dialogue_graph", {}),
    ("get_entity_details", {"entity_id": "@warden"}),
    ("get_entity_details", {"entity_id": "w:locked-garden/entity/@garden_gate"}),
    ("get_property_dependencies", {"entity_type": "Character", "property": "trust"}),
    ("get_reachable_locations", {"from": "gatehouse"}),
    ("get_choice_conditions", {"section": "locked-garden/greet"}),
    ("get_rules", {}),
]


@pytest.mark.parametrize(("tool", "arguments"), GARDEN_QUESTIONS)
def test_answers_about_the_locked_garden(
    garden: Snapshot, tool: str, arguments: dict[str, Any], snapshot: SnapshotAssertion
) -> None:
    assert locked(answer(garden, tool, arguments)) == snapshot


@pytest.mark.parametrize("tool", ["get_world_metadata", "get_exit_graph", "get_rules"])
def test_answers_about_a_world_of_several_files(harbour: Snapshot, tool: str, snapshot: SnapshotAssertion) -> None:
    assert locked(answer(harbour, tool)) == snapshot


MISSING: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("get_entity_details", {"entity_id": "@wardn"}, {"error": "Entity not found", "entity_id": "@wardn"}),
    (
        "get_property_dependencies",
        {"entity_type": "Character", "property": "trsut"},
        {"error": "Property not found", "property_key": "Character.trsut", "did_you_mean": ["Character.trust"]},
    ),
    ("get_reachable_locations", {"from": "gatehuose"}, {"error": "Location not found", "location": "gatehuose"}),
    (
        "get_choice_conditions",
        {"section": "greet"},
        {"error": "Section not found", "section": "greet", "did_you_mean": ["locked-garden/greet"]},
    ),
    ("get_rules", {"rule": "x"}, {"error": "Rule not found", "rule": "x"}),
    ("get_exit_graph", {"world": "locked"}, {"error": "World not found", "worlds": ["locked-garden"]}),
]


@each("tool, arguments, expected", MISSING)
def test_unknown_name_is_not_found_and_near_names_are_given(
    garden: Snapshot, tool: str, arguments: dict[str, Any], expected: dict[str, Any]
) -> None:
    said = answer(garden, tool, arguments)
    assert said["code"] == "not_found"
    assert said.items() >= expected.items()


def test_unused_property_has_a_hint_that_it_is_declared(garden: Snapshot) -> None:
    said = answer(garden, "get_property_dependencies", {"entity_type": "Character", "property": "role"})
    assert (said["code"], "declared" in said["hint"]) == ("not_found", True)


def test_world_argument_is_required_with_several_worlds(all_worlds: Snapshot) -> None:
    said = answer(all_worlds, "get_world_metadata")
    assert (said["code"], "locked-garden" in said["worlds"]) == ("ambiguous", True)


@each("name", ["locked-garden", "the-locked-garden", "w:locked-garden"])
def test_world_argument_is_an_id_a_name_or_a_ref(all_worlds: Snapshot, name: str) -> None:
    assert answer(all_worlds, "get_world_metadata", {"world": name})["location_count"] == 2


def test_exits_of_one_world_do_not_include_another(all_worlds: Snapshot) -> None:
    alone = answer(sample("salt-citadel"), "get_exit_graph")
    among = answer(all_worlds, "get_exit_graph", {"world": "salt-citadel"})
    assert [edge["to"] for edge in among["edges"]] == [edge["to"] for edge in alone["edges"]]


def test_overview_ignores_errors_of_other_worlds(all_worlds: Snapshot) -> None:
    assert not answer(all_worlds, "get_world_metadata", {"world": "locked-garden"})["has_errors"]
    assert answer(all_worlds, "get_world_metadata", {"world": "broken-cellar"})["has_errors"]


def test_overview_reports_a_tab_as_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.urd.md").write_text("# Hall\n\tA wide hall.\n")
    said = answer(compile_source(tmp_path), "get_world_metadata")
    assert (said["has_errors"], said["location_count"]) == (True, 1)


def test_dialogue_pages_join_to_the_whole_answer(all_worlds: Snapshot) -> None:
    whole = answer(all_worlds, "get_dialogue_graph", {"world": "salt-citadel"})
    joined: dict[str, list[Any]] = {"sections": [], "jumps": [], "choices": []}
    question: dict[str, Any] = {"world": "salt-citadel", "limit": 7}
    while True:
        said = answer(all_worlds, "get_dialogue_graph", question)
        for name, rows in joined.items():
            rows += said[name]
        if "next_cursor" not in said:
            break
        question["cursor"] = said["next_cursor"]
    assert joined == {name: whole[name] for name in joined} or "next_cursor" in whole
    assert len(joined["choices"]) == whole["choice_count"]


def test_source_without_worlds_is_unavailable(tmp_path: Path) -> None:
    said = answer(compile_source(tmp_path), "get_exit_graph")
    assert (said["code"], said["error"]) == ("unavailable", "No world in this source")
