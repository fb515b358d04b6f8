"""One code for one mistake, whichever tool is asked; and objects in the form that the seed gives them."""

from typing import Any

from tests.compiler.languages.diagrams.compiling import compiled
from tests.queries.asking import ask, error
from tests.queries.cases import each
from tests.queries.diagrams.sources import bookshop, flow, sequence

BY_REF = ["object_get", "diagram_get_slice", "xref_neighbors", "xref_list", "session_find_route", "flow_reachable"]
NODE = "d:checkout/flow/node/n:quote"


def arguments(tool: str, name: str) -> dict[str, Any]:
    match tool:
        case "session_find_route":
            return {"from": name, "to": NODE}
        case "xref_list" | "flow_reachable":
            return {"from": name}
        case _:
            return {"ref": name}


@each("tool", BY_REF)
@each("ref", ["d:checkout/flow/box/n:quote", "d:checkout/seq/message/m:0001", "d:refund/flow/node/n:a"])
def test_category_that_a_diagram_has_not_is_the_wrong_kind(tool: str, ref: str) -> None:
    found = error(bookshop(), tool, **arguments(tool, ref))
    assert found["code"] == "wrong_kind"


@each("tool", BY_REF)
@each("ref", ["d:", "d:checkout/", "d:checkout//n:quote", "d:checkout/flow/node/", "d:checkout/n:a", " "])
def test_malformed_ref_is_an_invalid_argument(tool: str, ref: str) -> None:
    assert error(bookshop(), tool, **arguments(tool, ref))["code"] == "invalid_argument"


@each("tool", ["object_get", "diagram_get_slice", "flow_reachable"])
@each("ref", ["d:checkout/flow/node/n:nothing", "d:nothing/flow/node/n:quote"])
def test_unknown_object_is_not_found(tool: str, ref: str) -> None:
    assert error(bookshop(), tool, **arguments(tool, ref))["code"] == "not_found"


@each("tool", BY_REF)
def test_unknown_id_is_not_found_in_every_tool(tool: str) -> None:
    more = {"diagram_id": "checkout"} if tool in ("diagram_get_slice", "flow_reachable") else {}
    assert error(bookshop(), tool, **arguments(tool, "n:nothing"), **more)["code"] == "not_found"


@each(
    "tool, expected",
    [("xref_neighbors", {"neighbors": []}), ("xref_list", {"xrefs": []}), ("session_find_route", {"found": False})],
)
def test_well_formed_unknown_ref_has_an_empty_answer_where_xrefs_may_name_it(
    tool: str, expected: dict[str, Any]
) -> None:
    ref = "d:checkout/flow/node/n:nothing"
    found = ask(bookshop(), tool, **arguments(tool, ref))
    assert expected.items() <= found.items()
    assert f"No object has the ref {ref}." in found["hint"]


@each("id", ["", "a/b"])
def test_malformed_id_of_a_diagram_is_an_invalid_argument(id: str) -> None:
    assert error(bookshop(), "diagram_get_digest", diagram_id=id)["code"] == "invalid_argument"


CALL = sequence(
    "actor A as Ann", "A->>B: hello", "alt fine", "B-->>A: yes", "opt more", "A->>B: so", "end", "else", "end"
)


@each(
    "ref, expected",
    [
        ("seq/participant/p:A", {"type": "seq_participant", "mermaid_name": "A", "role": "actor"}),
        (
            "seq/message/m:0002",
            {
                "type": "seq_message",
                "from_participant_id": "p:B",
                "to_participant_id": "p:A",
                "kind": "return",
                "text": "yes",
                "order_key": 2000,
            },
        ),
        (
            "seq/block/b:0001",
            {
                "type": "seq_block",
                "kind": "alt",
                "header": "fine",
                "section_ids": ["sec:0001:00", "sec:0001:01"],
                "child_block_ids": ["b:0002"],
            },
        ),
        ("seq/section/sec:0002:00", {"type": "seq_section", "kind": "main", "message_ids": ["m:0003"]}),
    ],
)
def test_object_of_a_sequence_has_the_fields_of_the_seed(ref: str, expected: dict[str, Any]) -> None:
    (found,) = ask(CALL, "object_get", ref=f"d:d/{ref}")["objects"]
    assert expected.items() <= found["object"].items()
    assert found["fields"]


@each(
    "ref, expected",
    [
        (
            "node/n:a",
            {"type": "flow_node", "node_id": "n:a", "label": "Start", "shape": "squareRect", "mermaid_id": "a"},
        ),
        (
            "edge/e:0001",
            {
                "type": "flow_edge",
                "edge_id": "e:0001",
                "from_node_id": "n:a",
                "to_node_id": "n:b",
                "label": "yes",
                "connector": "-->",
                "style": None,
            },
        ),
    ],
)
def test_object_of_a_flowchart_has_the_fields_of_the_seed(ref: str, expected: dict[str, Any]) -> None:
    (found,) = ask(flow("a[Start] -->|yes| b"), "object_get", ref=f"d:d/flow/{ref}")["objects"]
    assert found["object"] == expected


def test_slice_names_the_ends_of_edges_and_messages_as_object_get_does() -> None:
    (edge,) = ask(flow("a --> b"), "diagram_get_slice", ref="n:a")["edge_details"]
    assert (edge["from_node_id"], edge["to_node_id"]) == ("n:a", "n:b")
    (message, *_) = ask(CALL, "diagram_get_slice", ref="p:A")["edge_details"]
    assert (message["from_participant_id"], message["to_participant_id"]) == ("p:A", "p:B")


def test_object_of_another_language_has_no_seed_form() -> None:
    (found,) = ask(compiled({"a.mmd": "flowchart TD\n a\n"}), "object_get", ref="f:a.mmd")["objects"]
    assert "object" not in found
