"""What edges mean: boxes, edges with two heads, relations written from either side, breaks in labels."""

from typing import Any

from compiler.languages.diagrams.facts import Node
from compiler.store.snapshot import Snapshot
from tests.compiler.languages.diagrams.compiling import links
from tests.queries.asking import ask
from tests.queries.cases import each
from tests.queries.diagrams.sources import flow, sequence, short

BOXED = flow("x --> G", "subgraph G", "m --> n", "end", "G -->|out| y", "o --> n")
BOX = "d:d/flow/subgraph/sg:G"
ACTIVE = flow(
    "[*] --> Active",
    "state Active {",
    "[*] --> Run",
    "Run --> Wait",
    "Lost --> Wait",
    "}",
    "Active --> Done",
    head="stateDiagram-v2",
)


def reached(snapshot: Snapshot, start: str, **more: Any) -> str:
    return short(ask(snapshot, "flow_reachable", from_node_id=start, **more)["nodes"])


@each("statement", ["style G fill:#f96", "class G big", 'click G "https://example.org"', "G:::big"])
def test_statement_about_a_subgraph_makes_no_node(statement: str) -> None:
    snapshot = flow("a --> b", "subgraph G", "b", "end", statement, "classDef big fill:#eee")
    assert [node.name for node in snapshot.facts(Node)] == ["a", "b"]
    assert short(ask(snapshot, "flow_unreachable", start_node_id="a")["nodes"]) == ""
    assert short(ask(snapshot, "flow_dead_ends")["nodes"]) == "b"


def test_styled_subgraph_in_the_syntax_tree_has_the_ref_of_the_subgraph() -> None:
    vertices = ask(flow("subgraph G", "b", "end", "style G fill:#f96"), "diagram_get_ast")["vertices"]
    assert [one["ref"] for one in vertices] == ["d:d/flow/node/n:b", BOX]


def test_edge_into_a_box_leads_on_to_its_entries() -> None:
    found = ask(BOXED, "flow_reachable", from_node_id="x")
    assert short(found["nodes"]) == "G m n x y"
    assert found["boxes"] == [BOX]


def test_edge_out_of_a_box_is_followed_from_its_exits() -> None:
    found = ask(BOXED, "flow_reachable", from_node_id="m")
    assert (short(found["nodes"]), found["boxes"]) == ("m n y", [BOX])
    backwards = ask(BOXED, "flow_reachable", from_node_id="y", direction="in")
    assert (short(backwards["nodes"]), backwards["boxes"]) == ("G m n o x y", [BOX])


def test_walk_that_meets_no_box_names_none() -> None:
    assert "boxes" not in ask(flow("a --> b", "subgraph G", "b", "end"), "flow_reachable", from_node_id="a")


def test_path_says_where_it_goes_into_and_out_of_a_box() -> None:
    into = ask(BOXED, "flow_paths", from_node_id="x", to_node_id="n")
    assert [short(path) for path in into["paths"]] == ["x G m n"]
    assert into["path_details"][0]["edges"] == [{"id": "e:0001"}, {"into": BOX}, {"id": "e:0002"}]
    out = ask(BOXED, "flow_paths", from_node_id="m", to_node_id="y")
    assert [short(path) for path in out["paths"]] == ["m n G y"]
    assert out["path_details"][0]["edges"] == [{"id": "e:0002"}, {"out_of": BOX}, {"id": "e:0003", "label": "out"}]


def test_path_past_a_box_is_as_drawn() -> None:
    found = ask(BOXED, "flow_paths", from_node_id="x", to_node_id="y")
    assert [short(path) for path in found["paths"]] == ["x G y"]


def test_no_path_to_a_box_names_the_node_in_it_that_is_reached() -> None:
    hint = ask(flow("a --> m", "subgraph G", "m", "end", "G --> b"), "flow_paths", from_node_id="a", to_node_id="G")[
        "hint"
    ]
    assert "n:G is a box; of the nodes in it n:m can be reached." in hint


def test_box_with_an_exit_makes_no_cycle() -> None:
    assert ask(BOXED, "flow_cycles")["cycles"] == []
    looped = ask(flow("subgraph G", "m --> n", "end", "G --> y", "y --> m"), "flow_cycles")
    assert [short(one) for one in looped["cycles"]] == ["G m n y"]
    assert [short(one) for one in looped["witnesses"]] == ["m n G y m"]


def test_box_is_neither_a_dead_end_nor_unreachable_when_the_nodes_in_it_go_on() -> None:
    assert short(ask(BOXED, "flow_dead_ends")["nodes"]) == "y"
    found = ask(BOXED, "flow_unreachable", start_node_id="m")
    assert (short(found["nodes"]), found["boxes"]) == ("o x", [BOX])


@each("name", ["G", "n:G", "sg:G", BOX])
def test_box_is_named_as_a_node_or_as_a_subgraph(name: str) -> None:
    assert reached(BOXED, name) == "G m n y"


def test_entries_of_a_nested_box_are_reached_through_the_box() -> None:
    snapshot = flow("x --> G", "subgraph G", "subgraph H", "m --> n", "end", "subgraph I", "p", "end", "end", "q --> H")
    assert reached(snapshot, "x") == "G H m n p x"
    assert sorted(links(snapshot, "enters")) == ["n:G > n:H", "n:G > n:p", "n:H > n:m"]


def test_all_nodes_of_a_cycle_are_entries_and_exits() -> None:
    snapshot = flow("x --> G", "subgraph G", "m --> n", "n --> m", "end", "G --> y")
    assert sorted(links(snapshot, "enters")) == ["n:G > n:m", "n:G > n:n"]
    assert sorted(links(snapshot, "leaves")) == ["n:m > n:G", "n:n > n:G"]


def test_composite_state_is_entered_at_its_start_and_left_from_any_state() -> None:
    assert reached(ACTIVE, "root_start") == "Active Active_start Done Run Wait root_start"
    assert reached(ACTIVE, "Run") == "Done Run Wait"
    paths = ask(ACTIVE, "flow_paths", from_node_id="Run", to_node_id="Done")["paths"]
    assert [short(path) for path in paths] == ["Run Active Done"]
    assert short(ask(ACTIVE, "flow_unreachable", start_node_id="root_start")["nodes"]) == "Lost"


def test_impact_of_a_node_reaches_those_that_lead_to_its_box() -> None:
    impact = ask(BOXED, "get_impact", ref="d:d/flow/node/n:m", object_kinds=["node"])["impact"]
    assert [one["id"] for one in impact] == ["n:G", "n:x"]


@each("arrow", ["<-->", "<-.->", "<==>", "<-- both -->"])
def test_edge_with_two_heads_runs_both_ways(arrow: str) -> None:
    snapshot = flow(f"a {arrow} b")
    assert (reached(snapshot, "a"), reached(snapshot, "b")) == ("a b", "a b")
    assert links(snapshot, "edge") == ["n:a > n:b", "n:b > n:a"]
    assert [short(one) for one in ask(snapshot, "flow_cycles")["cycles"]] == ["a b"]


def test_edge_that_is_not_drawn_is_not_followed() -> None:
    assert reached(flow("a ~~~ b"), "a") == "a"


@each(
    "relation, expected",
    [
        ("Animal <|-- Dog", "Dog"),
        ("Dog --|> Animal", "Dog"),
        ("Animal <|.. Dog", "Dog"),
        ("Animal --* Dog", "Dog"),
        ("Dog *-- Animal", "Dog"),
        ("Dog o-- Animal", "Dog"),
        ("Animal --o Dog", "Dog"),
        ("Dog --> Animal", "Dog"),
        ("Animal <.. Dog", "Dog"),
        ("Animal ()-- Dog", "Dog"),
        ("Dog *--> Animal", "Dog"),
        ("Dog -- Animal", "Dog"),
        ("Animal <--> Dog", "Dog"),
        ("Dog <|-- Animal", ""),
        ("Dog --* Animal", ""),
    ],
)
def test_dependence_follows_the_relation_not_the_side(relation: str, expected: str) -> None:
    snapshot = flow(relation, head="classDiagram")
    node = next(one.ref for one in snapshot.facts(Node) if one.label == "Animal")
    impact = ask(snapshot, "get_impact", ref=node, object_kinds=["node"])["impact"]
    assert " ".join(one["title"] for one in impact) == expected


def test_class_paths_run_from_the_dependent_class() -> None:
    snapshot = flow("Animal <|-- Dog", "Dog <|-- Puppy", head="classDiagram")
    paths = ask(snapshot, "flow_paths", from_node_id="Puppy", to_node_id="Animal")["paths"]
    assert [short(path) for path in paths] == ["Puppy Dog Animal"]


def test_slashed_break_is_a_line_break() -> None:
    (node,) = flow('a["one</br>two"]').facts(Node)
    assert node.label == "one\ntwo"
    messages = ask(sequence("A->>B: one</br >two"), "seq_messages")["message_details"]
    assert messages[0]["text"] == "one\ntwo"
