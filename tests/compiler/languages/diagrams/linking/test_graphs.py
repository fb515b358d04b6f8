"""Graphs of every kind: nodes, edges, groups, notes and links."""

from typing import Any

from compiler.languages.diagrams.facts import Diagram, DiagramNote, Edge, Node, Subgraph
from tests.compiler.languages.diagrams.compiling import compiled, links


def nodes(text: str) -> list[str]:
    """Each node as `id name label shape parent`."""
    return [
        " ".join([one.node, one.name, repr(one.label), one.shape, one.parent]).strip()
        for one in compiled(text).facts(Node)
    ]


def edges(text: str) -> list[str]:
    """Each edge as `id from connector to label`."""
    return [
        " ".join([one.edge, one.from_node, one.connector or "to", one.to_node, one.label]).strip()
        for one in compiled(text).facts(Edge)
    ]


def groups(text: str) -> list[str]:
    """Each group as `id label parent members`."""
    return [
        " ".join([one.subgraph, repr(one.label), one.parent or "-", ",".join(one.nodes)])
        for one in compiled(text).facts(Subgraph)
    ]


def details(text: str, node: str) -> dict[str, Any]:
    (found,) = compiled(text).facts(Node, node=node)
    return found.details


def test_flowchart_node_id_is_its_mermaid_id() -> None:
    assert nodes("flowchart TD\n a[Take<br/>it] --> B_2{yes?} --> 3") == [
        "n:a a 'Take\\nit' squareRect",
        "n:B_2 B_2 'yes?' diamond",
        "n:3 3 '3' squareRect",
    ]


def test_edges_are_counted_from_one_over_chains() -> None:
    assert edges("flowchart TD\n a --> b --> c\n a & b -- x --> d") == [
        "e:0001 n:a --> n:b",
        "e:0002 n:b --> n:c",
        "e:0003 n:a --> n:d x",
        "e:0004 n:b --> n:d x",
    ]


def test_connectors_are_as_written() -> None:
    arrows = ["-->", "---", "-.->", "-.-", "==>", "===", "--o", "x--x", "<-->", "~~~", "---->", "-..->", "====", "<==>"]
    text = "flowchart TD\n" + "".join(f" a {arrow} b\n" for arrow in arrows)
    assert [one.connector for one in compiled(text).facts(Edge)] == arrows


def test_edges_have_stroke_arrows_length_and_style() -> None:
    one, two = compiled("flowchart TD\n a <-. no .-> b\n b ---> c\n linkStyle 1 stroke:red").facts(Edge)
    assert (one.stroke, one.arrow_start, one.arrow_end, one.length) == ("dotted", "arrow_point", "arrow_point", 1)
    assert (two.stroke, two.length, two.style) == ("normal", 2, "stroke:red,fill:none")


def test_subgraphs_hold_nodes_and_subgraphs() -> None:
    text = "flowchart TD\n subgraph out [Outside]\n a\n subgraph in\n b --> c\n end\n end\n d --> out"
    assert groups(text) == ["sg:out 'Outside' - n:a,sg:in", "sg:in 'in' sg:out n:b,n:c"]
    assert nodes(text)[-1] == "n:out out 'out' rect"
    assert links(compiled(text), "part_of") == [
        "n:a > sg:out",
        "n:b > sg:in",
        "n:c > sg:in",
        "n:d > d:d",
        "n:out > d:d",
        "sg:in > sg:out",
        "sg:out > d:d",
        "e:0001 > d:d",
        "e:0002 > d:d",
    ]


def test_subgraphs_of_one_name_are_one_object() -> None:
    text = "flowchart TD\nsubgraph a\nx\nend\nsubgraph a\ny\nend"
    assert [one.split()[0] for one in groups(text)] == ["sg:a"]
    (group,) = compiled(text).facts(Subgraph)
    assert group.nodes == ("n:x", "n:y")


def test_er_subgraph_holds_entities_and_is_a_node_where_a_relationship_ends() -> None:
    text = "erDiagram\nsubgraph s\nA\nend\nsubgraph t\nB\nend\ns ||--|| B : x\n"
    snapshot = compiled(text)
    assert [(group.subgraph, group.nodes) for group in snapshot.facts(Subgraph)] == [
        ("sg:s", ("n:A",)),
        ("sg:t", ("n:B",)),
    ]
    assert {(node.node, node.parent) for node in snapshot.facts(Node)} == {
        ("n:A", "sg:s"),
        ("n:B", "sg:t"),
        ("n:s", ""),
    }


def test_slash_in_a_name_is_escaped_in_refs() -> None:
    (one,) = compiled("flowchart TD\n a/b").facts(Node)
    assert (one.ref, one.name) == ("d:d/flow/node/n:a%2Fb", "a/b")


def test_node_details_hold_the_other_fields() -> None:
    assert details('flowchart TD\n a@{shape: cyl}\n click a "https://x.example/" "Tip"\n style a fill:#fff', "n:a") == {
        "label_type": "text",
        "type": "cyl",
        "link": "https://x.example/",
        "tooltip": "Tip",
        "styles": ["fill:#fff"],
    }
    assert [one.classes for one in compiled("flowchart TD\n a:::hot").facts(Node)] == [("hot",)]


def test_composite_states_are_nodes_and_groups() -> None:
    text = "stateDiagram-v2\n [*] --> On\n state On {\n  [*] --> Low\n  Low --> High : turn\n }\n On --> [*]"
    assert nodes(text) == [
        "n:root_start root_start 'root_start' stateStart",
        "n:On On 'On' roundedWithTitle",
        "n:On_start On_start 'On_start' stateStart sg:On",
        "n:Low Low 'Low' rect sg:On",
        "n:High High 'High' rect sg:On",
        "n:root_end root_end 'root_end' stateEnd",
    ]
    assert sorted(edges(text)) == [
        "e:0001 n:root_start to n:On",
        "e:0002 n:On_start to n:Low",
        "e:0003 n:Low to n:High turn",
        "e:0004 n:On to n:root_end",
    ]
    assert groups(text) == ["sg:On 'On' - n:On_start,n:Low,n:High"]


def test_state_regions_are_groups_only() -> None:
    text = "stateDiagram-v2\n state On {\n  a --> b\n  --\n  c --> d\n }"
    assert [one.partition(" ")[0] for one in nodes(text)] == ["n:On", "n:a", "n:b", "n:c", "n:d"]
    assert len(groups(text)) == 3


def test_classes_have_members_and_relations_cardinalities() -> None:
    text = (
        "classDiagram\n namespace shop {\n class Book {\n +title: str\n +sell()\n }\n }\n"
        ' Book "1" <|.. "2" Comic : is\n Book:::hot'
    )
    assert nodes(text) == ["n:Book Book 'Book' classBox sg:shop", "n:Comic Comic 'Comic' classBox"]
    assert edges(text) == ["e:0001 n:Book <|.. n:Comic is"]
    assert groups(text) == ["sg:shop 'shop' - n:Book"]
    found = details(text, "n:Book")
    assert [one["text"] for one in found["members"] + found["methods"]] == ["+title: str", "+sell()"]
    (edge,) = compiled(text).facts(Edge)
    assert (edge.details["card1"], edge.details["card2"], edge.details["type1"]) == ("1", "2", "extension")


def test_entities_have_attributes_and_relationships_connectors() -> None:
    text = 'erDiagram\n A["A book"] {\n string isbn PK "the number"\n }\n A ||--o{ B : has\n A }|..|| C : ""'
    assert nodes(text) == ["n:A A 'A book' erBox", "n:B B 'B' erBox", "n:C C 'C' erBox"]
    assert edges(text) == ["e:0001 n:A ||--o{ n:B has", "e:0002 n:A }|..|| n:C"]
    assert details(text, "n:A")["attributes"] == [
        {"type": "string", "name": "isbn", "keys": ["PK"], "comment": "the number"}
    ]


def test_requirements_and_elements_are_nodes() -> None:
    text = 'requirementDiagram\nelement e {\ntype: t\n}\nrequirement r {\nid: "REQ-1"\ntext: x\n}\ne - satisfies -> r'
    assert nodes(text) == ["n:e e 'e' requirementBox", "n:r r 'r' requirementBox"]
    assert edges(text) == ["e:0001 n:e to n:r satisfies"]
    assert details(text, "n:r") == {"is": "requirement", "type": "Requirement", "id": "REQ-1", "text": "x"}
    assert details(text, "n:e") == {"is": "element", "type": "t"}


def test_notes_refer_to_nodes() -> None:
    def notes(text: str) -> list[tuple[str, tuple[str, ...], str]]:
        return [(one.placement, one.about, one.text) for one in compiled(text).facts(DiagramNote)]

    assert notes("stateDiagram-v2\n a --> b\n note left of a : hm") == [("left of", ("n:a",), "hm")]
    assert notes('classDiagram\n class A\n note for A "hm"\n note "all"') == [("", ("n:A",), "hm"), ("", (), "all")]


def test_edges_are_links_and_objects_with_links() -> None:
    snapshot = compiled("flowchart TD\n a --> b\n b --> b")
    assert links(snapshot, "edge") == ["n:a > n:b", "n:b > n:b"]
    assert links(snapshot, "edge_from") == ["e:0001 > n:a", "e:0002 > n:b"]
    assert links(snapshot, "edge_to") == ["e:0001 > n:b", "e:0002 > n:b"]
    assert [(one.source, one.target) for one in snapshot.links(kind="diagram_in")] == [("d:d", "f:d.mmd")]
    assert not [one for one in snapshot.links() if one.dangling]


def test_syntax_tree_has_refs_of_objects() -> None:
    (one,) = compiled("flowchart TD\n subgraph s\n a --> b\n end").facts(Diagram)
    assert [vertex["ref"] for vertex in one.ast["vertices"]] == ["n:a", "n:b"]
    assert [vertex["id"] for vertex in one.ast["vertices"]] == ["a", "b"]
    assert [edge["ref"] for edge in one.ast["edges"]] == ["e:0001"]
    assert [group["ref"] for group in one.ast["subgraphs"]] == ["sg:s"]
    (state,) = compiled("stateDiagram-v2\n state A {\n b\n }").facts(Diagram)
    assert [one["ref"] for one in state.ast["states"]] == ["n:A", "n:b"]


def test_broken_graph_keeps_the_rest() -> None:
    text = "flowchart TD\n a --> b\n c[ --> \n d --> e"
    assert {"e:0001 n:a --> n:b"} <= set(edges(text))
