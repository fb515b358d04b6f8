"""The slice of a diagram around an object."""

from typing import Any

from tests.queries.asking import ask, error
from tests.queries.cases import each
from tests.queries.diagrams.sources import flow, sequence, short

GRAPH = flow("subgraph g", "a --> b", "end", "b --> c", "c --> d", "a --> c", "d --> d", "b --> b2")
CALLS = sequence("A->>B: 1", "alt x", "B->>C: 2", "opt y", "C->>C: 3", "end", "else z", "C->>A: 4", "end")


def sliced(center: str, source: Any = GRAPH, **more: Any) -> tuple[str, str]:
    found = ask(source, "diagram_get_slice", center_ref=center, **more)
    assert [one["id"] for one in found["object_details"]] == [ref.rpartition("/")[2] for ref in found["objects"]]
    assert [one["id"] for one in found["edge_details"]] == [ref.rpartition("/")[2] for ref in found["edges"]]
    return short(found["objects"]), short(found["edges"])


@each(
    "center, arguments, objects, edges",
    [
        ("d:d/flow/node/n:a", {}, "a b c", "e:0001 e:0002 e:0004"),
        ("n:a", {"radius": 0}, "a", ""),
        ("n:d", {"radius": 0}, "d", "e:0005"),
        ("n:d", {"radius": 1, "depth": 0}, "d", "e:0005"),
        ("n:d", {"radius": 2}, "a b c d", "e:0001 e:0002 e:0003 e:0004 e:0005"),
        ("d:d/flow/edge/e:0003", {"radius": 0}, "c d", "e:0003 e:0005"),
        ("sg:g", {"radius": 0}, "a b", "e:0001"),
        ("a", {"radius": 0}, "a", ""),
    ],
)
def test_slice_of_a_graph_follows_edges_in_both_directions(
    center: str, arguments: dict[str, Any], objects: str, edges: str
) -> None:
    assert sliced(center, **arguments) == (objects, edges)


@each(
    "center, radius, objects, messages",
    [
        ("m:0001", 0, "p:A p:B", "m:0001"),
        ("m:0001", 1, "p:A p:B", "m:0001 m:0002 m:0004"),
        ("p:A", 1, "p:A", "m:0001 m:0004"),
        ("b:0001", 1, "b:0001 b:0002 sec:0001:00 sec:0001:01", ""),
        ("sec:0001:00", 1, "b:0001 sec:0001:00", "m:0002 m:0003"),
        ("sec:0002:00", 1, "b:0002 sec:0002:00", "m:0003"),
        ("A", 0, "p:A", ""),
    ],
)
def test_slice_of_a_sequence_has_messages_as_edges(center: str, radius: int, objects: str, messages: str) -> None:
    assert sliced(center, CALLS, radius=radius) == (objects, messages)


@each(
    "filters, expected",
    [
        ({"include_categories": ["flow/node"]}, ("a b c", "")),
        ({"exclude_categories": [" flow/node ", ""]}, ("", "e:0001 e:0002 e:0004")),
        ({"include_categories": []}, ("a b c", "e:0001 e:0002 e:0004")),
        ({"include_categories": ["flow/node"], "exclude_categories": ["flow/node"]}, ("", "")),
        ({"include_categories": ["no/such"]}, ("", "")),
    ],
)
def test_slice_filters_apply_after_the_walk(filters: dict[str, Any], expected: tuple[str, str]) -> None:
    assert sliced("n:a", filters=filters) == expected


@each("filters", [{"include": ["flow/node"]}, {"include_categories": "flow/node"}, {"a": [1]}])
def test_slice_rejects_malformed_filters(filters: dict[str, Any]) -> None:
    assert error(GRAPH, "diagram_get_slice", center_ref="n:a", filters=filters)["code"] == "invalid_argument"


def test_slice_details_have_distances_and_ends() -> None:
    found = ask(GRAPH, "diagram_get_slice", center_ref="n:a")
    assert [one["distance"] for one in found["object_details"]] == [0, 1, 1]
    assert found["edge_details"][0] == {
        "kind": "edge",
        "id": "e:0001",
        "title": "e:0001",
        "source": "d.mmd:3",
        "from": "n:a",
        "to": "n:b",
        "from_node_id": "n:a",
        "to_node_id": "n:b",
    }


def test_slice_center_of_another_family_is_of_the_wrong_kind() -> None:
    found = error(GRAPH, "diagram_get_slice", center_ref="d:d/seq/message/m:0001")
    assert (found["code"], found["kind"]) == ("wrong_kind", "flowchart")
    assert error(GRAPH, "diagram_get_slice", center_ref="d:d/flow/node/n:z")["code"] == "not_found"
    assert error(GRAPH, "diagram_get_slice", center_ref="n:bb")["did_you_mean"][0] == "n:b"
