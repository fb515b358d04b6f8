"""Sidecars: stable ids and notes."""

from typing import Any

from compiler.languages.diagrams.facts import Edge, Message, Node, Participant
from compiler.languages.diagrams.linking.reconcile import IdMatch, StableObject, stable_matches, stable_names
from tests.compiler.languages.diagrams.compiling import codes, compiled, messages

Map = dict[str, str]


def sidecar(**fields: Any) -> dict[str, Any]:
    return {"diagram_id": "d", "mmd_path": "d.mmd", **fields}


def check_names(parsed: Map, stable: Map, expected: Map) -> None:
    assert stable_names(parsed, stable) == expected


def test_stable_names_map_parsed_ids_to_stable_ids() -> None:
    parsed = {"n:a": "a", "n:b": "b"}
    check_names(parsed, {}, {"n:a": "n:a", "n:b": "n:b"})
    check_names(parsed, {"a": "n:x", "gone": "n:y"}, {"n:a": "n:x", "n:b": "n:b"})
    check_names(parsed, {"a": "", "b": "x/y"}, {"n:a": "n:a", "n:b": "n:b"})


def test_stable_names_give_an_id_once_in_order_of_ids() -> None:
    check_names({"n:a": "a", "n:b": "b"}, {"a": "n:x", "b": "n:x"}, {"n:a": "n:x", "n:b": "n:b"})
    check_names({"n:a": "a", "n:b": "b"}, {"a": "n:b"}, {"n:a": "n:b", "n:b": "n:b:reconcile:0001"})
    check_names({"n:b": "b", "n:a": "a"}, {"a": "n:b", "b": "n:a"}, {"n:a": "n:b", "n:b": "n:a"})
    taken = {"a": "n:c", "b": "n:c:reconcile:0001"}
    check_names(
        {"n:a": "a", "n:b": "b", "n:c": "c"},
        taken,
        {"n:a": "n:c", "n:b": "n:c:reconcile:0001", "n:c": "n:c:reconcile:0002"},
    )


def check_matches(
    parsed: dict[str, str], known: list[tuple[str, str]], expected: dict[str, str | tuple[str, int]]
) -> None:
    """Assert the matches of objects whose fingerprints are one word. An expected id alone: no match."""
    found = stable_matches(
        {own: (word,) for own, word in parsed.items()}, [StableObject(id_, ((word,),)) for id_, word in known], "e"
    )
    assert found == {
        own: IdMatch(one, None) if isinstance(one, str) else IdMatch(*one) for own, one in expected.items()
    }


def test_stable_matches_go_by_fingerprint() -> None:
    check_matches({"e:0001": "x"}, [], {"e:0001": "e:0001"})
    check_matches({"e:0001": "x", "e:0002": "y"}, [("e:ab", "y")], {"e:0001": "e:0001", "e:0002": ("e:ab", 0)})


def test_stable_matches_of_equal_fingerprints_go_in_order() -> None:
    check_matches(
        {"e:0001": "x", "e:0002": "x", "e:0003": "x"},
        [("e:one", "x"), ("e:two", "x")],
        {"e:0001": ("e:one", 0), "e:0002": ("e:two", 1), "e:0003": "e:0003"},
    )


def test_stable_matches_give_fresh_id_when_own_id_is_taken() -> None:
    check_matches({"e:0001": "new", "e:0002": "x"}, [("e:0001", "x")], {"e:0001": "e:0003", "e:0002": ("e:0001", 0)})
    check_matches({"e:0001": "new"}, [("e:0001", "gone"), ("e:0041", "gone")], {"e:0001": "e:0042"})


def test_stable_matches_give_a_repeated_id_once() -> None:
    check_matches(
        {"e:0001": "x", "e:0002": "y"}, [("e:s", "x"), ("e:s", "y")], {"e:0001": ("e:s", 0), "e:0002": ("e:0003", 1)}
    )


def edges(text: str, **fields: Any) -> list[str]:
    return [
        f"{one.edge} {one.from_node} {one.to_node} {one.label} {one.style}".strip()
        for one in compiled({"d.mmd": f"flowchart TD\n{text}", "d.meta.json": sidecar(**fields)}).facts(Edge)
    ]


def stable_edge(id_: str, source: str, target: str, label: str | None = None, style: str | None = None) -> Map:
    return {"edge_id": id_, "from_node_id": source, "to_node_id": target, "label": label, "style": style}  # type: ignore[dict-item]


def test_edges_match_by_stable_ids_of_their_ends() -> None:
    assert edges(
        "a -->|yes| b",
        stable_id_map={"by_mermaid_id": {"a": "n:start"}},
        flow_edges=[stable_edge("e:ab", "n:start", "n:b", "yes")],
    ) == ["e:ab n:start n:b yes"]


def test_edge_labels_match_as_written_and_as_read() -> None:
    for written in ("a b", '"a b"', " a b "):
        assert edges('a -->|"a b"| b', flow_edges=[stable_edge("e:x", "n:a", "n:b", written)]) == ["e:x n:a n:b a b"]
    assert edges(
        'a -->|"#quot;a#quot;<br/>b"| b', flow_edges=[stable_edge("e:x", "n:a", "n:b", '"#quot;a#quot;<br/>b"')]
    ) == ['e:x n:a n:b "a"\nb']


def test_edge_style_of_sidecar_counts_even_when_empty() -> None:
    text = "a --> b\nb --> c\nlinkStyle 0,1 fill:red"
    assert edges(
        text, flow_edges=[stable_edge("e:x", "n:a", "n:b"), stable_edge("e:y", "n:b", "n:c", None, "w:2")]
    ) == [
        "e:x n:a n:b",
        "e:y n:b n:c  w:2",
    ]
    assert edges(text) == ["e:0001 n:a n:b  fill:red", "e:0002 n:b n:c  fill:red"]


def test_sidecar_notes_go_to_nodes_and_participants() -> None:
    files = {"d.mmd": "flowchart TD\n a --> b", "d.meta.json": sidecar(flow_node_notes={"n:b": "look", "n:z": "?"})}
    snapshot = compiled(files)
    assert [(one.node, one.note) for one in snapshot.facts(Node)] == [("n:a", ""), ("n:b", "look")]
    assert messages(snapshot, "MMD831") == ["The sidecar names the node `n:z`, which its diagram lacks."]
    files = {
        "d.mmd": "sequenceDiagram\n A->>B: x",
        "d.meta.json": sidecar(
            stable_id_map={"by_name": {"A": "p:alice"}}, sequence_participant_notes={"p:alice": "she"}
        ),
    }
    assert [(one.participant, one.note) for one in compiled(files).facts(Participant)] == [
        ("p:alice", "she"),
        ("p:B", ""),
    ]


def sent(text: str, *stable: tuple[str, str, str, str, str]) -> list[str]:
    names = ("message_id", "from_participant_id", "to_participant_id", "kind", "text")
    known = [dict(zip(names, one, strict=True)) for one in stable]
    files = {"d.mmd": f"sequenceDiagram\n{text}", "d.meta.json": sidecar(sequence_messages=known)}
    return [f"{one.message} {one.order_key} {one.text}" for one in compiled(files).facts(Message)]


def test_messages_match_by_ends_kind_and_text() -> None:
    assert sent("A->>B: ok\nA-->>B: ok\nA->>B: ok", ("m:x", "p:A", "p:B", "return", "ok")) == [
        "m:0001 1000 ok",
        "m:x 2000 ok",
        "m:0003 3000 ok",
    ]
    assert sent("A->>B: a<br/>b", ("m:x", "p:A", "p:B", "sync", "a<br/>b")) == ["m:x 1000 a\nb"]
    assert sent("A->>B: a; B->>A: c", ("m:x", "p:A", "p:B", "sync", "a; B->>A: c"))[0] == "m:x 1000 a"


def test_sections_hold_stable_message_ids() -> None:
    files = {
        "d.mmd": "sequenceDiagram\nopt x\nA->>B: y\nend",
        "d.meta.json": sidecar(
            sequence_messages=[
                {
                    "message_id": "m:y",
                    "from_participant_id": "p:A",
                    "to_participant_id": "p:B",
                    "kind": "sync",
                    "text": "y",
                }
            ]
        ),
    }
    assert compiled(files).rows("SELECT messages FROM fact_diagram_section") == [('["m:y"]',)]


def test_sidecar_with_unknown_names_is_reported() -> None:
    snapshot = compiled(
        {
            "d.mmd": "flowchart TD\n a --> b",
            "d.meta.json": sidecar(
                stable_id_map={"by_mermaid_id": {"zz": "n:z", "a": "n:b"}},
                flow_edges=[stable_edge("e:gone", "n:q", "n:r", "l")],
            ),
        }
    )
    assert [(one.code, one.message) for one in snapshot.diagnostics()] == [
        ("MMD831", "The sidecar names the node `zz`, which its diagram lacks."),
        (
            "MMD833",
            "The sidecar gives the id `n:b` to more than one node; `b` is called `n:b:reconcile:0001`.",
        ),
        ("MMD832", "The sidecar's edge `e:gone` (`n:q` to `n:r`, `l`) is not in its diagram."),
    ]


def test_sidecar_without_diagram_is_reported() -> None:
    assert codes(compiled({"a.mmd": "graph TD\n a", "d.meta.json": sidecar(flow_edges=[])})) == ["MMD830 d.meta.json:1"]


def test_sidecar_that_is_broken_costs_only_itself() -> None:
    for broken in ("{", "[]", {"diagram_id": 3, "flow_edges": [{"edge_id": "e"}, 4]}, {"mmd_path": "x"}):
        snapshot = compiled({"d.mmd": "graph TD\n a", "d.meta.json": broken})
        assert [one.node for one in snapshot.facts(Node)] == ["n:a"]
        assert {one.code for one in snapshot.diagnostics()} <= {"MMD801", "MMD802", "MMD803"}
