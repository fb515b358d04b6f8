"""Defaults of arguments, the form of refs in answers, and the empty answers of the tools of diagrams."""

from typing import Any

from compiler.store.snapshot import Snapshot
from queries import TOOLS
from tests.queries.asking import ask, error
from tests.queries.cases import each
from tests.queries.diagrams.sources import flow, folder, sequence, xref

A, B, M = "d:one/flow/node/n:a", "d:one/flow/node/n:b", "d:two/seq/message/m:0001"
FILES = {
    "diagrams/one.mmd": "flowchart TD\na --> b\nb --> a\nb --> c\n",
    "diagrams/two.mmd": "sequenceDiagram\nP->>Q: Hello\nQ->>P: Yes\n",
    "diagrams/three.mmd": "flowchart TD\nz\n",
}
XREFS = [xref("x:1", A, M), xref("x:2", M, B)]
DIAGRAM_TOOLS = [name for name, one in TOOLS.items() if any(each.name == "diagram_id" for each in one.parameters)]
NEEDED: dict[str, dict[str, Any]] = {
    "flow_reachable": {"from_node_id": "a"},
    "flow_paths": {"from_node_id": "a", "to_node_id": "b"},
    "seq_search": {"needle": "e"},
    "diagram_get_slice": {"center_ref": "n:a"},
}


def shop(active: str) -> Snapshot:
    return folder(FILES, "one", "two=sequence", "three", active_diagram_id=active, xrefs=XREFS)


@each("tool", DIAGRAM_TOOLS)
def test_active_diagram_is_the_default_of_every_tool(tool: str) -> None:
    source = shop("two" if tool.startswith("seq_") else "one")
    needed = NEEDED.get(tool, {})
    active = "two" if tool.startswith("seq_") else "one"
    assert ask(source, tool, **needed) == ask(source, tool, **needed, diagram_id=active)


@each(
    "tool, arguments, category",
    [
        ("flow_reachable", {"from_node_id": "a"}, "flow/node"),
        ("flow_paths", {"from_node_id": "a", "to_node_id": "c"}, "flow/node"),
        ("flow_cycles", {}, "flow/node"),
        ("flow_dead_ends", {}, "flow/node"),
        ("seq_trace", {}, "seq/message"),
        ("seq_search", {"needle": "e"}, "seq/message"),
        ("seq_messages", {}, "seq/message"),
    ],
)
def test_answer_lists_canonical_refs(tool: str, arguments: dict[str, Any], category: str) -> None:
    is_flow = tool.startswith("flow_")
    found = ask(shop("one" if is_flow else "two"), tool, **arguments)
    field = {"flow_paths": "paths", "flow_cycles": "cycles"}.get(tool, "nodes" if is_flow else "messages")
    rows = [ref for one in found[field] for ref in (one if isinstance(one, list) else [one])]
    assert rows
    assert all(ref.startswith(f"d:{'one' if is_flow else 'two'}/{category}/") for ref in rows)


@each(
    "tool, arguments, defaults",
    [
        ("flow_reachable", {"from_node_id": "b"}, {"direction": "out"}),
        ("flow_paths", {"from_node_id": "a", "to_node_id": "c"}, {"limit": 10, "max_extra_hops": 0}),
        ("flow_degrees", {}, {"top": 10, "sort_by": "out"}),
        ("diagram_get_slice", {"center_ref": "n:a"}, {"radius": 1}),
        ("xref_neighbors", {"object_ref": B}, {"direction": "both"}),
        ("xref_list", {}, {"dangling_only": False}),
        ("session_find_route", {"from": A, "to": M}, {"limit": 1}),
    ],
)
def test_default_of_an_argument_is_that_of_the_seed(
    tool: str, arguments: dict[str, Any], defaults: dict[str, Any]
) -> None:
    assert ask(shop("one"), tool, **arguments) == ask(shop("one"), tool, **arguments, **defaults)


def test_flow_paths_are_ten_by_default() -> None:
    names = [f"n{at:02}" for at in range(12)]
    graph = flow(f"a --> {' & '.join(names)}", f"{' & '.join(names)} --> z")
    assert len(ask(graph, "flow_paths", from_node_id="a", to_node_id="z")["paths"]) == 10


def test_flow_degrees_are_ten_by_default() -> None:
    graph = flow(*(f"a{at} --> b{at}" for at in range(9)))
    assert len(ask(graph, "flow_degrees")["nodes"]) == 10


def test_flow_direction_that_is_unknown_is_an_invalid_argument() -> None:
    assert error(shop("one"), "flow_reachable", from_node_id="a", direction="up")["code"] == "invalid_argument"


def test_seq_trace_direction_that_is_unknown_is_an_invalid_argument() -> None:
    assert error(shop("two"), "seq_trace", direction="up")["code"] == "invalid_argument"


def test_seq_search_without_hits_is_an_empty_list() -> None:
    assert ask(shop("two"), "seq_search", needle="nothing of the kind")["messages"] == []


def test_xref_neighbors_are_distinct() -> None:
    source = folder(FILES, "one", "two=sequence", xrefs=[*XREFS, xref("x:3", A, M), xref("x:4", M, A)])
    assert ask(source, "xref_neighbors", object_ref=A)["neighbors"] == [M]


def test_route_that_is_found_begins_and_ends_at_its_ends() -> None:
    found = ask(shop("one"), "session_find_route", from_=A, to="d:two/seq/message/m:0002")
    assert (found["found"], found["route"]) == (True, [A, M, "d:two/seq/message/m:0002"])


def test_route_that_is_not_found_is_an_empty_list() -> None:
    found = ask(shop("one"), "session_find_route", from_=A, to="d:three/flow/node/n:z")
    assert (found["found"], found["route"]) == (False, [])


def test_list_of_diagrams_has_id_name_kind_and_revision() -> None:
    rows = ask(shop("one"), "session_list_diagrams")["diagrams"]
    assert [(one["diagram_id"], one["name"], one["kind"], one["rev"]) for one in rows] == [
        ("one", "One", "flowchart", 0),
        ("three", "Three", "flowchart", 0),
        ("two", "Two", "sequence", 0),
    ]


def test_drawing_is_a_text_named_ascii() -> None:
    assert "│ a │" in ask(shop("one"), "diagram_render_ascii")["ascii"]


def test_drawing_of_a_cycle_is_drawn() -> None:
    found = ask(flow("a[First] --> b[Second]", "b --> a"), "diagram_render_ascii")
    assert found["form"] == "drawing"
    assert "First" in found["ascii"] and "Second" in found["ascii"]


WALKTHROUGH_TOOLS = ["walkthrough_get", "walkthrough_get_digest", "walkthrough_render_ascii"]


@each("tool", WALKTHROUGH_TOOLS)
@each("name", ["", "a/b"])
def test_malformed_id_of_a_walkthrough_is_an_invalid_argument(tool: str, name: str) -> None:
    tour = {"walkthroughs/w.wt.json": {"walkthrough_id": "w", "title": "W", "nodes": []}}
    found = error(folder({**FILES, **tour}, "one"), tool, walkthrough_id=name)
    assert found["code"] == "invalid_argument"
    assert error(folder({**FILES, **tour}, "one"), tool, walkthrough_id="v")["code"] == "not_found"


@each("name", ["", "a/b"])
def test_malformed_id_of_a_step_is_an_invalid_argument(name: str) -> None:
    nodes = [{"node_id": "s", "title": "S"}]
    tour = {"walkthroughs/w.wt.json": {"walkthrough_id": "w", "title": "W", "nodes": nodes}}
    found = error(folder({**FILES, **tour}, "one"), "walkthrough_get_node", walkthrough_id="w", node_id=name)
    assert found["code"] == "invalid_argument"


@each("tool", ["seq_trace", "seq_messages", "seq_search"])
def test_messages_are_in_the_order_of_the_diagram(tool: str) -> None:
    many = sequence(*(f"A->>B: {12 - at} days" for at in range(12)))
    needed = {"needle": "days"} if tool == "seq_search" else {}
    assert [one["text"] for one in ask(many, tool, **needed)["message_details"]] == [
        f"{12 - at} days" for at in range(12)
    ]
