"""The choice of the diagram for a question, and the errors of every tool."""

from typing import Any

from compiler.store.snapshot import Snapshot
from queries import TOOLS
from tests.compiler.languages.diagrams.compiling import META, compiled, session
from tests.queries.asking import ask, error
from tests.queries.cases import each
from tests.queries.diagrams.sources import bookshop, flow, folder, sequence

FLOW = "flowchart TD\na --> b\n"
CALLS = "sequenceDiagram\nA->>B: x\n"
TWO = compiled({"one.mmd": FLOW, "two.mmd": CALLS, "three.mmd": FLOW, "pie.mmd": "pie\n"})
DIAGRAM_TOOLS = [name for name, one in TOOLS.items() if any(each.name == "diagram_id" for each in one.parameters)]
NEEDED: dict[str, dict[str, Any]] = {
    "flow_reachable": {"from_node_id": "a"},
    "flow_paths": {"from_node_id": "a", "to_node_id": "b"},
    "seq_search": {"needle": "x"},
    "diagram_get_slice": {"center_ref": "n:a"},
}


def failed(snapshot: Snapshot, tool: str, **arguments: Any) -> dict[str, Any]:
    return error(snapshot, tool, **{**NEEDED.get(tool, {}), **arguments})


@each("tool", DIAGRAM_TOOLS)
def test_diagram_id_is_required_with_several_diagrams_and_none_active(tool: str) -> None:
    found = failed(TWO, tool)
    fitting = ["one", "three"] if tool.startswith("flow_") else ["two"] if tool.startswith("seq_") else None
    assert found["code"] == "ambiguous"
    assert fitting is None or found["diagrams"] == fitting


@each("tool", DIAGRAM_TOOLS)
def test_diagram_not_found_suggests_near_ids(tool: str) -> None:
    found = failed(TWO, tool, diagram_id="tow")
    assert (found["code"], found["diagram_id"], found["did_you_mean"]) == ("not_found", "tow", ["two"])


@each("tool", [name for name in DIAGRAM_TOOLS if name.startswith(("flow_", "seq_"))])
def test_diagram_of_a_wrong_kind_names_the_tools_for_it(tool: str) -> None:
    is_flow = tool.startswith("flow_")
    found = failed(TWO, tool, diagram_id="two" if is_flow else "one")
    assert (found["code"], found["kind"]) == ("wrong_kind", "sequence" if is_flow else "flowchart")
    assert found["diagrams"] == (["one", "three"] if is_flow else ["two"])
    assert ("seq_trace" if is_flow else "flow_paths") in found["hint"]
    assert "diagram_get_snapshot" in failed(TWO, tool, diagram_id="pie")["hint"]


@each("tool", DIAGRAM_TOOLS)
def test_source_without_diagrams_is_unavailable(tool: str) -> None:
    assert failed(compiled({"a.md": "# Nothing\n"}), tool)["code"] == "unavailable"


@each(
    "tool, arguments",
    [
        ("flow_reachable", {"from_node_id": "n:aa"}),
        ("flow_paths", {"from_node_id": "a", "to_node_id": "d:one/flow/node/n:z"}),
        ("flow_paths", {"from_node_id": "nowhere", "to_node_id": "b"}),
        ("flow_unreachable", {"start_node_id": "n:z"}),
        ("diagram_get_slice", {"center_ref": "n:z"}),
    ],
)
def test_node_not_found_in_every_flow_tool(tool: str, arguments: dict[str, Any]) -> None:
    found = error(TWO, tool, diagram_id="one", **arguments)
    assert (found["code"], found["diagram_id"]) == ("not_found", "one")


@each(
    "tool, arguments",
    [
        ("seq_trace", {"from_message_id": "m:0009"}),
        ("seq_messages", {"from_participant_id": "C"}),
        ("seq_messages", {"to_participant_id": "p:C"}),
        ("diagram_get_slice", {"center_ref": "m:0009"}),
    ],
)
def test_sequence_participant_or_message_not_found(tool: str, arguments: dict[str, Any]) -> None:
    assert error(TWO, tool, diagram_id="two", **arguments)["code"] == "not_found"


def test_not_found_suggests_ids_for_near_ids_and_names() -> None:
    graph = flow("checkout --> payment")
    assert error(graph, "flow_reachable", from_node_id="chekout")["did_you_mean"] == ["n:checkout"]
    assert error(graph, "flow_reachable", from_node_id="n:paymnt")["did_you_mean"] == ["n:payment"]


def test_not_found_lists_refs_with_the_id_in_other_diagrams() -> None:
    found = error(bookshop(), "flow_reachable", from_node_id="n:card-check")
    assert found["refs"] == ["d:checkout/flow/node/n:card-check"]


def test_ref_argument_chooses_its_diagram() -> None:
    assert ask(TWO, "flow_reachable", from_node_id="d:three/flow/node/n:a")["diagram_id"] == "three"
    assert ask(TWO, "seq_trace", from_message_id="d:two/seq/message/m:0001")["diagram_id"] == "two"
    assert ask(TWO, "diagram_get_slice", center_ref="d:one/flow/edge/e:0001")["diagram_id"] == "one"


def test_ref_of_another_diagram_is_an_error() -> None:
    ref = "d:three/flow/node/n:a"
    found = error(TWO, "flow_reachable", from_node_id=ref, diagram_id="one")
    assert (found["code"], found["from_node_id"]) == ("invalid_argument", ref)
    found = error(TWO, "flow_paths", from_node_id="d:one/flow/node/n:a", to_node_id=ref)
    assert (found["code"], found["to_node_id"]) == ("invalid_argument", ref)


def test_ref_of_another_category_is_of_the_wrong_kind() -> None:
    found = error(TWO, "flow_reachable", from_node_id="d:one/flow/edge/e:0001")
    assert (found["code"], found["hint"]) == ("wrong_kind", "Such refs begin with d:one/flow/node/")


@each("name", ["one", "d:one", "One"])
def test_diagram_is_named_by_id_ref_or_name(name: str) -> None:
    files = {f"diagrams/{stem}.mmd": FLOW for stem in ("one", "two")}
    assert ask(folder(files, "one", "two"), "diagram_get_digest", diagram_id=name)["diagram_id"] == "one"


def test_active_diagram_is_the_default() -> None:
    files = {f"diagrams/{stem}.mmd": FLOW for stem in ("one", "two")}
    assert ask(folder(files, "one", "two", active_diagram_id="two"), "flow_cycles")["diagram_id"] == "two"


def test_active_diagram_that_does_not_exist_is_not_found() -> None:
    files = {f"diagrams/{stem}.mmd": FLOW for stem in ("one", "two")}
    source = folder(files, "one", "two", active_diagram_id="three")
    found = error(source, "flow_cycles")
    assert (found["code"], found["diagram_id"]) == ("not_found", "three")
    active = ask(source, "session_get_active_diagram")
    assert (active["active_diagram_id"], "does not exist" in active["hint"]) == ("three", True)


def test_session_is_required_with_several_sessions() -> None:
    shops: dict[str, Any] = {}
    for name in ("a", "b"):
        listed = session(f"{name}1", session_id=name, active_diagram_id=f"{name}1")
        shops |= {f"{name}/{META}": listed, f"{name}/diagrams/{name}1.mmd": FLOW}
    source = compiled(shops)
    found = error(source, "session_get_active_diagram")
    assert (found["code"], found["sessions"]) == ("ambiguous", ["a", "b"])
    assert ask(source, "session_get_active_diagram", session="b")["active_diagram_id"] == "b1"
    assert error(source, "session_list_diagrams", session="c")["code"] == "not_found"
    assert error(source, "flow_cycles")["code"] == "ambiguous"


@each(
    "tool, arguments",
    [
        ("flow_reachable", {"from_node_id": "a", "direction": "up"}),
        ("flow_paths", {"from_node_id": "a", "to_node_id": "b", "limit": -1}),
        ("flow_degrees", {"sort_by": "name"}),
        ("seq_trace", {"direction": "sideways"}),
        ("seq_search", {"needle": "x", "mode": "fuzzy"}),
        ("xref_list", {"status": "broken"}),
        ("xref_neighbors", {"object_ref": "n:a", "direction": "up"}),
        ("session_find_route", {"from": "n:a"}),
        ("diagram_get_slice", {"center_ref": "n:a", "radius": True}),
        ("walkthrough_get", {}),
        ("diagram_get_ast", {"id": "one"}),
    ],
)
def test_flow_argument_problems_are_reported_together(tool: str, arguments: dict[str, Any]) -> None:
    found = error(TWO, tool, **arguments)
    assert (found["code"], len(found["problems"])) == ("invalid_argument", 1)


def test_packs_of_diagrams_depend_on_their_kinds() -> None:
    def served(snapshot: Snapshot) -> list[str]:
        return list(ask(snapshot, "get_snapshot_info")["packs"])

    assert served(flow("a")) == ["core", "diagrams", "flow"]
    assert served(sequence("A->>B: x")) == ["core", "diagrams", "sequence"]
    assert served(bookshop()) == ["core", "diagrams", "flow", "sequence", "walkthroughs"]
