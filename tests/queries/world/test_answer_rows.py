"""The rows and counts of each world tool, on a small world."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from compiler.store.snapshot import Snapshot
from queries import TOOLS, Tool
from tests.closing import compile_source
from tests.queries.asking import ask, error
from tests.queries.cases import each

Json = dict[str, Any]

MILL = """---
world:
  name: The Mill
  version: 1.5
  start: Hall
types:
  Person [mobile, container]:
    mood: enum(calm, cross) = calm
    trust: int(0, 10) = 2
    ~secret: str
    friend: ref(Person)
  Lock:
    locked: bool = true
    colour: str
entities:
  @ada: Person { trust: 4, secret: "she sold it" }
  @bo: Person
  @gate: Lock
---

# Hall

[@gate, @ada]

-> yard: Yard
  ? @gate.locked == false
  ? @ada in here
  ! Shut.
-> attic: Attic
  ? @ada in here

== talk

* Greet
  ? @ada.trust >= 3
  > @ada.trust + 1
  > @bo.trust - 2
  -> talk

+ Open
  ? target.x == 1
  > @gate.locked = false
  > move @ada -> yard
  + Wave
    -> end
  -> exit:yard

-> more

== more

Nothing is left to say.

# Yard

[@ada]

-> hall: Hall
-> attic: Attic
-> lost: Nowhere

# Attic

-> yard: Yard

# Cellar

-> hall: Hall

rule r:
  where @bo.trust < 2
  > @ada.mood = cross
"""
SECTION = "mill/talk"


def compiled(text: str) -> Snapshot:
    """The snapshot of a world in one file, `mill.urd.md`."""
    with TemporaryDirectory() as folder:
        Path(folder, "mill.urd.md").write_text(text, encoding="utf-8")
        return compile_source(Path(folder))


@pytest.fixture(scope="module")
def mill() -> Snapshot:
    return compiled(MILL)


WORLD_TOOLS = [tool for tool in TOOLS.values() if tool.pack == "world"]


@each("tool", WORLD_TOOLS)
def test_world_tool_has_a_name_a_description_and_a_schema(tool: Tool) -> None:
    schema = tool.listed_schema()
    assert tool.name.startswith(("get_", "find_")) and len(tool.description) > 40
    assert schema["type"] == "object"
    assert all(one["description"] for one in tool.input_schema()["properties"].values())


def test_world_tools_are_those_of_the_seed_and_rules_and_playthroughs() -> None:
    assert {tool.name for tool in WORLD_TOOLS} | {"get_diagnostics"} == {
        "get_world_metadata",
        "get_exit_graph",
        "get_dialogue_graph",
        "get_entity_details",
        "get_property_dependencies",
        "get_reachable_locations",
        "get_choice_conditions",
        "get_diagnostics",
        "get_rules",
        "find_playthrough",
        "get_playthrough_state",
        "get_dead_content",
        "get_soft_locks",
    }


@each(
    "name, required",
    [
        ("get_world_metadata", []),
        ("get_exit_graph", []),
        ("get_dialogue_graph", []),
        ("get_entity_details", ["id"]),
        ("get_property_dependencies", ["entity_type", "property"]),
        ("get_reachable_locations", ["from"]),
        ("get_choice_conditions", ["section"]),
        ("get_diagnostics", []),
    ],
)
def test_world_tool_requires_the_arguments_of_the_seed(name: str, required: list[str]) -> None:
    assert [one.name for one in TOOLS[name].parameters if one.required] == required


# --- get_world_metadata -----------------------------------------------------------------------------------------------


def test_world_counts_are_those_of_its_declarations(mill: Snapshot) -> None:
    found = ask(mill, "get_world_metadata")
    names = ("entity_count", "location_count", "type_count", "section_count", "exit_count", "rule_count")
    assert [found[name] for name in names] == [3, 4, 2, 2, 6, 1]


def test_world_name_is_a_slug_and_start_is_as_written(mill: Snapshot) -> None:
    found = ask(mill, "get_world_metadata")
    assert (found["world_name"], found["start_location"]) == ("the-mill", "Hall")


def test_world_version_is_there_only_if_the_world_has_one(mill: Snapshot) -> None:
    assert ask(mill, "get_world_metadata")["world_version"] == "1.5"
    assert "world_version" not in ask(compiled("# Hall\n"), "get_world_metadata")


def test_world_without_name_and_start_says_unknown() -> None:
    found = ask(compiled("# Hall\n"), "get_world_metadata")
    assert (found["world_name"], found["start_location"]) == ("unknown", "unknown")


def test_world_diagnostic_count_is_the_total_of_get_diagnostics(mill: Snapshot) -> None:
    found = ask(mill, "get_world_metadata")
    diagnostics = ask(mill, "get_diagnostics")
    assert found["diagnostic_count"] == diagnostics["total"] > 0
    assert found["has_errors"] is (diagnostics["errors"] > 0) is True


def test_world_with_warnings_only_has_no_errors() -> None:
    found = ask(compiled("---\nworld:\n  start: Hall\n---\n# Hall\n# Cellar\n"), "get_world_metadata")
    assert (found["has_errors"], found["diagnostic_count"]) == (False, 1)


# --- get_exit_graph ---------------------------------------------------------------------------------------------------


def test_exit_nodes_are_all_locations_sorted_isolated_ones_too(mill: Snapshot) -> None:
    assert ask(mill, "get_exit_graph")["nodes"] == ["attic", "cellar", "hall", "yard"]


def test_exit_edges_follow_locations_and_exits_in_source_order(mill: Snapshot) -> None:
    edges = ask(mill, "get_exit_graph")["edges"]
    assert [(edge["from"], edge["exit_name"], edge["to"]) for edge in edges] == [
        ("hall", "yard", "yard"),
        ("hall", "attic", "attic"),
        ("yard", "hall", "hall"),
        ("yard", "attic", "attic"),
        ("attic", "yard", "yard"),
        ("cellar", "hall", "hall"),
    ]


def test_exit_edge_counts_property_reads_and_shows_every_condition(mill: Snapshot) -> None:
    edge = ask(mill, "get_exit_graph")["edges"][0]
    assert (edge["is_conditional"], edge["guard_count"]) == (True, 1)
    assert edge["conditions"] == ["@gate.locked == false", "@ada in here"]
    assert edge["blocked_message"] == "Shut."


def test_exit_edge_with_a_condition_on_place_is_conditional_without_guards(mill: Snapshot) -> None:
    edge = ask(mill, "get_exit_graph")["edges"][1]
    assert (edge["is_conditional"], edge["guard_count"], edge["conditions"]) == (True, 0, ["@ada in here"])


def test_exit_edge_without_conditions_is_not_conditional(mill: Snapshot) -> None:
    edge = ask(mill, "get_exit_graph")["edges"][2]
    assert (edge["is_conditional"], edge["guard_count"]) == (False, 0)
    assert "conditions" not in edge


def test_exit_to_an_unknown_location_is_no_edge_but_a_finding(mill: Snapshot) -> None:
    assert "lost" not in {edge["exit_name"] for edge in ask(mill, "get_exit_graph")["edges"]}
    assert ask(mill, "get_diagnostics", code="URD312")["total"] == 1


# --- get_dialogue_graph -----------------------------------------------------------------------------------------------


def test_dialogue_sections_are_all_those_of_the_world_sorted(mill: Snapshot) -> None:
    assert ask(mill, "get_dialogue_graph")["sections"] == ["mill/more", "mill/talk"]


def test_dialogue_jumps_have_a_section_a_target_and_a_type(mill: Snapshot) -> None:
    jumps = ask(mill, "get_dialogue_graph")["jumps"]
    assert [(jump["from_section"], jump["to_section"], jump["type"]) for jump in jumps] == [
        (SECTION, SECTION, "section"),
        (SECTION, "end", "end"),
        (SECTION, "hall/yard", "exit"),
        (SECTION, "mill/more", "section"),
    ]


def test_dialogue_choices_have_section_label_and_stickiness(mill: Snapshot) -> None:
    choices = ask(mill, "get_dialogue_graph")["choices"]
    assert [(one["section"], one["choice_id"], one["label"], one["sticky"]) for one in choices] == [
        (SECTION, "mill/talk/greet", "Greet", False),
        (SECTION, "mill/talk/wave", "Wave", True),
        (SECTION, "mill/talk/open", "Open", True),
    ]


def test_dialogue_condition_and_effect_counts_are_those_of_properties(mill: Snapshot) -> None:
    choices = ask(mill, "get_dialogue_graph")["choices"]
    assert [(one["condition_count"], one["effect_count"]) for one in choices] == [(1, 2), (0, 0), (0, 1)]


# --- get_entity_details -----------------------------------------------------------------------------------------------


def properties(snapshot: Snapshot, entity: str) -> dict[str, Json]:
    return {one["name"]: one for one in ask(snapshot, "get_entity_details", entity_id=entity)["properties"]}


def test_entity_has_its_type_and_the_first_location_that_lists_it(mill: Snapshot) -> None:
    found = ask(mill, "get_entity_details", entity_id="@ada")
    assert (found["entity_id"], found["type"], found["container"]) == ("@ada", "Person", "hall")


def test_entity_that_no_location_lists_has_an_empty_container(mill: Snapshot) -> None:
    assert ask(mill, "get_entity_details", entity_id="@bo")["container"] == ""


def test_entity_id_may_lack_its_at_sign(mill: Snapshot) -> None:
    assert ask(mill, "get_entity_details", entity_id="ada") == ask(mill, "get_entity_details", entity_id="@ada")


def test_entity_properties_are_all_those_of_its_type_in_order(mill: Snapshot) -> None:
    assert list(properties(mill, "@bo")) == ["mood", "trust", "secret", "friend"]


def test_entity_default_is_its_own_value_else_that_of_its_type(mill: Snapshot) -> None:
    assert [properties(mill, name)["trust"]["default"] for name in ("@ada", "@bo")] == [4, 2]


def test_entity_property_without_a_value_has_no_default(mill: Snapshot) -> None:
    assert "default" not in properties(mill, "@bo")["secret"]


def test_entity_enum_lists_its_values(mill: Snapshot) -> None:
    assert properties(mill, "@bo")["mood"]["values"] == ["calm", "cross"]
    assert "values" not in properties(mill, "@bo")["trust"]


def test_entity_hidden_property_says_so_and_shows_its_value(mill: Snapshot) -> None:
    secret = properties(mill, "@ada")["secret"]
    assert (secret["visibility"], secret["default"]) == ("hidden", "she sold it")
    assert "visibility" not in properties(mill, "@ada")["mood"]


def test_entity_property_has_the_bounds_of_its_range(mill: Snapshot) -> None:
    trust = properties(mill, "@bo")["trust"]
    assert (trust["min"], trust["max"]) == (0, 10)


def test_entity_reference_names_the_type_it_refers_to(mill: Snapshot) -> None:
    assert properties(mill, "@bo")["friend"]["ref_type"] == "Person"


# --- get_property_dependencies ----------------------------------------------------------------------------------------


def uses(snapshot: Snapshot, entity_type: str, name: str) -> Json:
    return ask(snapshot, "get_property_dependencies", entity_type=entity_type, property=name)


def test_property_uses_are_those_of_all_entities_of_the_type(mill: Snapshot) -> None:
    found = uses(mill, "Person", "trust")
    assert (found["property_key"], found["read_count"], found["write_count"]) == ("Person.trust", 2, 2)
    assert [one["entity_id"] for one in found["writes"]] == ["@ada", "@bo"]


def test_property_read_has_a_site_and_a_comparison(mill: Snapshot) -> None:
    assert [(one["site"], one["comparison"]) for one in uses(mill, "Person", "trust")["reads"]] == [
        ("choice:mill/talk/greet", "trust >= 3"),
        ("rule:r", "trust < 2"),
    ]
    assert [one["site"] for one in uses(mill, "Lock", "locked")["reads"]] == ["exit:hall/yard"]


def test_property_write_has_a_site_and_an_operation(mill: Snapshot) -> None:
    assert [(one["site"], one["operation"]) for one in uses(mill, "Person", "trust")["writes"]] == [
        ("choice:mill/talk/greet", "trust += 1"),
        ("choice:mill/talk/greet", "trust -= 2"),
    ]
    assert [one["operation"] for one in uses(mill, "Lock", "locked")["writes"]] == ["locked = false"]


def test_property_that_is_only_written_is_write_only(mill: Snapshot) -> None:
    found = uses(mill, "Person", "mood")
    assert (found["read_only"], found["write_only"]) == (False, True)
    both = uses(mill, "Person", "trust")
    assert (both["read_only"], both["write_only"]) == (False, False)


def test_property_that_is_only_read_is_read_only() -> None:
    found = uses(compiled(MILL.replace("  > @gate.locked = false\n", "")), "Lock", "locked")
    assert (found["read_only"], found["write_only"], found["writes"]) == (True, False, [])


def test_property_not_found_repeats_its_key(mill: Snapshot) -> None:
    said = error(mill, "get_property_dependencies", entity_type="Person", property="courage")
    assert (said["error"], said["property_key"]) == ("Property not found", "Person.courage")


# --- get_reachable_locations ------------------------------------------------------------------------------------------


def test_reachable_has_the_start_and_all_that_exits_lead_to(mill: Snapshot) -> None:
    found = ask(mill, "get_reachable_locations", from_="hall")
    assert (found["from"], found["reachable"]) == ("hall", ["attic", "hall", "yard"])


def test_unreachable_is_every_other_location(mill: Snapshot) -> None:
    assert ask(mill, "get_reachable_locations", from_="hall")["unreachable"] == ["cellar"]
    assert ask(mill, "get_reachable_locations", from_="cellar")["unreachable"] == []


def test_reachable_ignores_conditions(mill: Snapshot) -> None:
    found = ask(mill, "get_reachable_locations", from_="hall")
    assert found["paths"]["yard"] == ["hall", "yard"]


def test_reachable_path_count_includes_the_start(mill: Snapshot) -> None:
    found = ask(mill, "get_reachable_locations", from_="hall")
    assert found["path_count"] == len(found["paths"]) + 1 == 3


def test_reachable_paths_begin_at_the_start_and_leave_it_out(mill: Snapshot) -> None:
    paths = ask(mill, "get_reachable_locations", from_="hall")["paths"]
    assert sorted(paths) == ["attic", "yard"]
    assert all(path[0] == "hall" and path[-1] == end for end, path in paths.items())


def test_reachable_path_is_a_shortest_one_and_the_first_by_the_alphabet() -> None:
    rooms = "# A\n-> c: C\n-> b: B\n# B\n-> d: D\n# C\n-> d: D\n# D\n"
    assert ask(compiled(rooms), "get_reachable_locations", from_="a")["paths"]["d"] == ["a", "b", "d"]
    rooms = "# A\n-> b: B\n-> x: X\n# B\n-> c: C\n# C\n-> d: D\n# X\n-> d: D\n# D\n"
    assert ask(compiled(rooms), "get_reachable_locations", from_="a")["paths"]["d"] == ["a", "x", "d"]


def test_reachable_location_that_is_unknown_is_repeated_in_the_error(mill: Snapshot) -> None:
    said = error(mill, "get_reachable_locations", from_="loft")
    assert (said["error"], said["location"]) == ("Location not found", "loft")


# --- get_choice_conditions --------------------------------------------------------------------------------------------


def test_choice_conditions_and_effects_name_type_and_property(mill: Snapshot) -> None:
    greet = ask(mill, "get_choice_conditions", section=SECTION)["choices"][0]
    assert greet["conditions"] == [{"property": "Person.trust", "comparison": ">= 3"}]
    assert greet["effects"] == [
        {"property": "Person.trust", "operation": "+= 1"},
        {"property": "Person.trust", "operation": "-= 2"},
    ]


def test_choice_without_property_conditions_lists_none_but_all_of_its_own(mill: Snapshot) -> None:
    choice = ask(mill, "get_choice_conditions", section=SECTION)["choices"][2]
    assert (choice["conditions"], choice["all_conditions"]) == ([], ["target.x == 1"])
    assert choice["all_effects"] == ["@gate.locked = false", "move @ada -> yard"]


@each(
    "effect",
    ["move @ball -> @ada", "move @ball -> player", "move @ball -> hall", "reveal @ada.secret", "destroy @ball"],
)
def test_effect_of_every_kind_is_shown_as_written(effect: str) -> None:
    types = "  Person [container, mobile]:\n    ~secret: str\n  Ball [portable]:\n    size: int = 1\n"
    entities = '  @ada: Person { secret: "x" }\n  @player: Person\n  @ball: Ball\n'
    made = compiled(f"---\ntypes:\n{types}entities:\n{entities}---\n# Hall\n== talk\n* Go\n  > {effect}\n  -> end\n")
    (choice,) = ask(made, "get_choice_conditions", section=ask(made, "get_dialogue_graph")["sections"][0])["choices"]
    assert choice["all_effects"] == [effect]


def test_choices_are_those_of_the_section_with_nested_ones_before_their_parent(mill: Snapshot) -> None:
    choices = ask(mill, "get_choice_conditions", section=SECTION)["choices"]
    assert [(one["label"], one["sticky"]) for one in choices] == [("Greet", False), ("Wave", True), ("Open", True)]
    assert [one["choice_id"] for one in choices] == [f"{SECTION}/{name}" for name in ("greet", "wave", "open")]


def test_section_without_choices_has_an_empty_list(mill: Snapshot) -> None:
    assert ask(mill, "get_choice_conditions", section="mill/more")["choices"] == []


def test_section_that_is_unknown_is_repeated_in_the_error(mill: Snapshot) -> None:
    said = error(mill, "get_choice_conditions", section="unknown")
    assert (said["error"], said["section"]) == ("Section not found", "unknown")


# --- get_diagnostics --------------------------------------------------------------------------------------------------


def test_unreachable_location_is_a_warning_with_its_span(mill: Snapshot) -> None:
    (found,) = ask(mill, "get_diagnostics", code="URD430")["diagnostics"]
    line = MILL.splitlines().index("# Cellar") + 1
    assert (
        found.items()
        >= {
            "severity": "warning",
            "code": "URD430",
            "message": "Location 'cellar' is unreachable. No path from the start location reaches it.",
            "file": "mill.urd.md",
            "start_line": line,
            "start_col": 1,
            "end_line": line,
            "end_col": len("# Cellar") + 1,
        }.items()
    )


def test_diagnostics_are_in_the_order_of_file_line_column_and_severity(tmp_path: Path) -> None:
    for name in ("b", "a"):
        text = "# Hall\n\t\tTwo tabs.\n== s\n+ Go\n  ? @x.y == 1\n* Stay\n"
        (tmp_path / f"{name}.urd.md").write_text(text, encoding="utf-8")
    found = ask(compile_source(tmp_path), "get_diagnostics")["diagnostics"]
    severities = {"error": 0, "warning": 1, "info": 2}
    places = [(one["file"], one["start_line"], one["start_col"], severities[one["severity"]]) for one in found]
    assert places == sorted(places)
    assert {one["file"] for one in found} == {"a.urd.md", "b.urd.md"} and len(found) >= 6


def test_diagnostics_of_a_severity_that_none_has_are_empty(mill: Snapshot) -> None:
    found = ask(mill, "get_diagnostics", severity="info")
    assert (found["total"], found["diagnostics"]) == (0, [])


def test_world_without_findings_has_no_diagnostics() -> None:
    found = ask(compiled("# Hall\n"), "get_diagnostics")
    assert [found[name] for name in ("total", "errors", "warnings", "info")] == [0, 0, 0, 0]
    assert found["diagnostics"] == []


def test_world_with_errors_still_answers_its_graphs(mill: Snapshot) -> None:
    assert ask(mill, "get_diagnostics", severity="error")["total"] > 0
    assert ask(mill, "get_exit_graph")["location_count"] == 4
    assert ask(mill, "get_dialogue_graph")["choice_count"] == 3
    assert ask(mill, "get_entity_details", entity_id="@ada")["type"] == "Person"
