"""The rows and counts of each world tool, on a small world. Whole answers are compared, so that every field is."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from compiler.store.snapshot import Snapshot
from queries import TOOLS
from tests.closing import compile_source
from tests.queries.asking import ask
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


def told(snapshot: Snapshot, tool: str, **arguments: Any) -> Json:
    """An answer without the version of its shape."""
    return {name: value for name, value in ask(snapshot, tool, **arguments).items() if name != "schema_version"}


def at(line: str, number: int = 1) -> str:
    """Where a line of the mill stands, of several equal ones the one of this number."""
    places = [place for place, text in enumerate(MILL.splitlines(), 1) if text.strip() == line]
    return f"mill.urd.md:{places[number - 1]}"


WORLD_TOOLS = [tool for tool in TOOLS.values() if tool.pack == "world"]


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


def test_world_metadata_has_a_slug_for_a_name_the_start_as_written_and_counts_of_declarations(mill: Snapshot) -> None:
    diagnostics = ask(mill, "get_diagnostics")
    assert diagnostics["errors"] > 0
    assert told(mill, "get_world_metadata") == {
        "world_name": "the-mill",
        "world": "mill",
        "start_location": "Hall",
        "world_version": "1.5",
        "entity_count": 3,
        "location_count": 4,
        "type_count": 2,
        "section_count": 2,
        "exit_count": 6,  # the one to an unknown location is none
        "rule_count": 1,
        "has_errors": True,
        "diagnostic_count": diagnostics["total"],
        "files": ["mill.urd.md"],
        "source": at("world:"),
    }


def test_world_without_name_start_and_version_says_unknown_and_has_no_version() -> None:
    found = ask(compiled("# Hall\n"), "get_world_metadata")
    assert (found["world_name"], found["start_location"]) == ("unknown", "unknown")
    assert "world_version" not in found


def test_world_with_warnings_only_has_no_errors() -> None:
    found = ask(compiled("---\nworld:\n  start: Hall\n---\n# Hall\n# Cellar\n"), "get_world_metadata")
    assert (found["has_errors"], found["diagnostic_count"]) == (False, 1)


def exit_edge(source: str, name: str, target: str, line: str, *, guards: int = 0, **more: Any) -> Json:
    """An edge of the exit graph. Guards are its conditions on properties; a condition on a place is none."""
    ends = {"from": source, "exit_name": name, "to": target, "source": at(line)}
    return ends | {"is_conditional": "conditions" in more, "guard_count": guards, **more}


def test_exit_graph_has_isolated_locations_and_edges_in_source_order_with_every_condition(mill: Snapshot) -> None:
    guarded = {"conditions": ["@gate.locked == false", "@ada in here"], "blocked_message": "Shut."}
    assert told(mill, "get_exit_graph") == {
        "location_count": 4,
        "exit_count": 6,
        "nodes": ["attic", "cellar", "hall", "yard"],
        "edges": [
            exit_edge("hall", "yard", "yard", "-> yard: Yard", guards=1, **guarded),
            {**exit_edge("hall", "attic", "attic", "-> attic: Attic", conditions=["@ada in here"])},
            exit_edge("yard", "hall", "hall", "-> hall: Hall"),
            exit_edge("yard", "attic", "attic", "-> attic: Attic") | {"source": at("-> attic: Attic", 2)},
            exit_edge("attic", "yard", "yard", "-> yard: Yard") | {"source": at("-> yard: Yard", 2)},
            exit_edge("cellar", "hall", "hall", "-> hall: Hall") | {"source": at("-> hall: Hall", 2)},
        ],
        "total": 10,
    }
    assert ask(mill, "get_diagnostics", code="URD312")["total"] == 1  # the exit to an unknown location


def jump(target: str, kind: str, line: str) -> Json:
    return {"from_section": SECTION, "to_section": target, "type": kind, "source": at(line)}


def choice(name: str, line: str, counts: tuple[int, int, int, int], *, sticky: bool = True, **more: Any) -> Json:
    """A choice of the dialogue graph with its counts: conditions and effects on properties, then those of all kinds."""
    columns = ("condition_count", "effect_count", "all_condition_count", "all_effect_count")
    row = {"section": SECTION, "choice_id": f"{SECTION}/{name.lower()}", "label": name, "sticky": sticky, **more}
    return row | dict(zip(columns, counts, strict=True)) | {"source": at(line)}


def test_dialogue_graph_has_sections_jumps_and_choices_with_nested_ones_before_their_parent(mill: Snapshot) -> None:
    assert told(mill, "get_dialogue_graph") == {
        "section_count": 2,
        "jump_count": 4,
        "choice_count": 3,
        "sections": ["mill/more", "mill/talk"],
        "jumps": [
            jump(SECTION, "section", "-> talk"),
            jump("end", "end", "-> end"),
            jump("hall/yard", "exit", "-> exit:yard"),
            jump("mill/more", "section", "-> more"),
        ],
        "choices": [
            choice("Greet", "* Greet", (1, 2, 1, 2), sticky=False),
            choice("Wave", "+ Wave", (0, 0, 0, 0), parent="mill/talk/open"),
            choice("Open", "+ Open", (0, 1, 1, 2)),
        ],
        "total": 9,
    }


def test_entity_has_its_container_and_all_properties_of_its_type_with_its_own_values(mill: Snapshot) -> None:
    ada = told(mill, "get_entity_details", entity_id="@ada")
    mood = {"name": "mood", "type": "enum", "type_name": "Enum", "default": "calm", "values": ["calm", "cross"]}
    trust = {"name": "trust", "type": "integer", "type_name": "Integer", "min": 0, "max": 10}
    secret = {"name": "secret", "type": "string", "type_name": "String", "visibility": "hidden"}
    friend = {"name": "friend", "type": "ref", "type_name": "Ref", "ref_type": "Person"}
    assert ada == {
        "entity_id": "@ada",
        "type": "Person",
        "container": "hall",  # the first location that lists it
        "properties": [mood, trust | {"default": 4}, secret | {"default": "she sold it"}, friend],
        "source": at('@ada: Person { trust: 4, secret: "she sold it" }'),
    }
    assert told(mill, "get_entity_details", entity_id="ada") == ada
    assert told(mill, "get_entity_details", entity_id="@bo") == {
        "entity_id": "@bo",
        "type": "Person",
        "container": "",  # no location lists it
        "properties": [mood, trust | {"default": 2}, secret, friend],
        "source": at("@bo: Person"),
    }


def test_property_uses_are_those_of_all_entities_of_the_type_with_site_and_operation(mill: Snapshot) -> None:
    greet = {"site": "choice:mill/talk/greet"}
    assert told(mill, "get_property_dependencies", entity_type="Person", property="trust") == {
        "property_key": "Person.trust",
        "read_count": 2,
        "write_count": 2,
        "read_only": False,
        "write_only": False,
        "reads": [
            greet | {"comparison": "trust >= 3", "entity_id": "@ada", "source": at("? @ada.trust >= 3")},
            {"site": "rule:r", "comparison": "trust < 2", "entity_id": "@bo", "source": at("where @bo.trust < 2")},
        ],
        "writes": [
            greet | {"operation": "trust += 1", "entity_id": "@ada", "source": at("> @ada.trust + 1")},
            greet | {"operation": "trust -= 2", "entity_id": "@bo", "source": at("> @bo.trust - 2")},
        ],
        "total": 4,
    }
    locked = ask(mill, "get_property_dependencies", entity_type="Lock", property="locked")
    assert [one["site"] for one in locked["reads"]] == ["exit:hall/yard"]
    assert [one["operation"] for one in locked["writes"]] == ["locked = false"]


def test_property_that_is_only_written_or_only_read_says_so(mill: Snapshot) -> None:
    mood = ask(mill, "get_property_dependencies", entity_type="Person", property="mood")
    assert (mood["read_only"], mood["write_only"]) == (False, True)
    unwritten = compiled(MILL.replace("  > @gate.locked = false\n", ""))
    locked = ask(unwritten, "get_property_dependencies", entity_type="Lock", property="locked")
    assert (locked["read_only"], locked["write_only"], locked["writes"]) == (True, False, [])


def test_reachable_locations_are_those_that_exits_lead_to_whatever_their_conditions(mill: Snapshot) -> None:
    assert told(mill, "get_reachable_locations", from_="hall") == {
        "from": "hall",
        "reachable": ["attic", "hall", "yard"],
        "unreachable": ["cellar"],
        "path_count": 3,  # the start is counted, and has no path
        "paths": {"attic": ["hall", "attic"], "yard": ["hall", "yard"]},
        "total": 6,
    }
    assert ask(mill, "get_reachable_locations", from_="cellar")["unreachable"] == []


def test_reachable_path_is_a_shortest_one_and_the_first_by_the_alphabet() -> None:
    rooms = "# A\n-> c: C\n-> b: B\n# B\n-> d: D\n# C\n-> d: D\n# D\n"
    assert ask(compiled(rooms), "get_reachable_locations", from_="a")["paths"]["d"] == ["a", "b", "d"]
    rooms = "# A\n-> b: B\n-> x: X\n# B\n-> c: C\n# C\n-> d: D\n# X\n-> d: D\n# D\n"
    assert ask(compiled(rooms), "get_reachable_locations", from_="a")["paths"]["d"] == ["a", "x", "d"]


def test_choice_conditions_are_those_on_properties_and_all_of_its_own_as_written(mill: Snapshot) -> None:
    found = told(mill, "get_choice_conditions", section=SECTION)
    greet, wave, opened = found["choices"]
    assert (found["section"], found["total"]) == (SECTION, 3)
    assert greet == {
        "choice_id": "mill/talk/greet",
        "label": "Greet",
        "sticky": False,
        "conditions": [{"property": "Person.trust", "comparison": ">= 3"}],
        "effects": [
            {"property": "Person.trust", "operation": "+= 1"},
            {"property": "Person.trust", "operation": "-= 2"},
        ],
        "all_conditions": ["@ada.trust >= 3"],
        "all_effects": ["@ada.trust + 1", "@bo.trust - 2"],
        "source": at("* Greet"),
    }
    assert wave == {
        "choice_id": "mill/talk/wave",
        "label": "Wave",
        "sticky": True,
        "parent": "mill/talk/open",
        "conditions": [],
        "effects": [],
        "source": at("+ Wave"),
    }
    assert (opened["choice_id"], opened["label"], opened["sticky"]) == ("mill/talk/open", "Open", True)
    assert (opened["conditions"], opened["all_conditions"]) == ([], ["target.x == 1"])
    assert opened["all_effects"] == ["@gate.locked = false", "move @ada -> yard"]
    assert ask(mill, "get_choice_conditions", section="mill/more")["choices"] == []


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
