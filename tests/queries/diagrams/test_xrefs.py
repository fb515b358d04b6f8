"""Cross-references, and routes over them."""

import time
from typing import Any

import pytest

from compiler.store.snapshot import Snapshot
from tests.queries.asking import ask, error
from tests.queries.cases import each
from tests.queries.diagrams.sources import flow, folder, sequence, short, xref

A, B, M = "d:one/flow/node/n:a", "d:one/flow/node/n:b", "d:two/seq/message/m:0001"
GONE = "d:two/seq/message/m:gone"
SHOP = folder(
    {
        "diagrams/one.mmd": "flowchart TD\na --> b\nb -->|again| c\nlonely\n",
        "diagrams/two.mmd": "sequenceDiagram\nP->>Q: 1\nalt x\nQ->>P: 2\nend\nP->>Q: 3\n",
    },
    "one",
    "two=sequence",
    active_diagram_id="one",
    xrefs=[
        xref("x:3", B, M, "calls", label="Calls it"),
        xref("x:1", A, GONE),
        xref("x:2", "d:gone/flow/node/n:z", GONE, "calls"),
        xref("x:4", "d:gone/flow/node/n:y", A, label="calls"),
    ],
)


@each(
    "arguments, expected",
    [
        ({}, "x:1 x:2 x:3 x:4"),
        ({"dangling_only": True}, "x:1 x:2 x:4"),
        ({"status": "dangling_to"}, "x:1"),
        ({"status": "dangling_both"}, "x:2"),
        ({"status": "dangling_*"}, "x:1 x:2 x:4"),
        ({"status": "ok", "dangling_only": True}, ""),
        ({"kind": "calls"}, "x:2 x:3"),
        ({"kind": "Calls"}, ""),
        ({"kind": ""}, "x:1 x:2 x:3 x:4"),
        ({"from_ref": A}, "x:1"),
        ({"to_ref": A}, "x:4"),
        ({"involves_ref": "n:a"}, "x:1 x:4"),
        ({"involves_ref": GONE}, "x:1 x:2"),
        ({"label_contains": "alls"}, "x:3 x:4"),
        ({"label_contains": "calls"}, "x:4"),
        ({"session": "s", "limit": 2}, "x:1 x:2"),
    ],
)
def test_xref_list_combines_filters(arguments: dict[str, Any], expected: str) -> None:
    found = ask(SHOP, "xref_list", **arguments)
    assert " ".join(one["xref_id"] for one in found["xrefs"]) == expected


def test_xref_list_leaves_out_a_missing_label() -> None:
    first, _, third, _ = ask(SHOP, "xref_list")["xrefs"]
    assert {**first, "source": ""} == {
        "xref_id": "x:1",
        "from": A,
        "to": GONE,
        "kind": "nav",
        "status": "dangling_to",
        "session": "s",
        "source": "",
    }
    assert third["label"] == "Calls it"


@each(
    "ref, direction, expected",
    [
        (A, "out", [GONE]),
        (A, "in", ["d:gone/flow/node/n:y"]),
        (A, "both", ["d:gone/flow/node/n:y", GONE]),
        (GONE, "both", ["d:gone/flow/node/n:z", A]),
        ("lonely", "both", []),
    ],
)
def test_xref_neighbors_are_sorted(ref: str, direction: str, expected: list[str]) -> None:
    ref = "n:lonely" if ref == "lonely" else ref
    assert ask(SHOP, "xref_neighbors", object_ref=ref, direction=direction)["neighbors"] == expected


def test_xref_neighbors_mark_missing_ends() -> None:
    details = ask(SHOP, "xref_neighbors", object_ref=A, direction="out")["neighbor_details"]
    assert details == [{"missing": True}]


@each(
    "tool, arguments",
    [
        ("xref_neighbors", {"object_ref": "n:aa"}),
        ("xref_list", {"involves_ref": "n:zzz"}),
        ("session_find_route", {"from_": "n:zzz", "to": "n:a"}),
    ],
)
def test_xref_tools_do_not_find_an_unknown_id(tool: str, arguments: dict[str, Any]) -> None:
    assert error(SHOP, tool, **arguments)["code"] == "not_found"


def test_session_find_route_may_end_at_what_only_a_cross_reference_names() -> None:
    found = ask(SHOP, "session_find_route", from_="n:a", to=GONE)
    assert found["found"] and found["route"][-1] == GONE
    assert found["steps"][-1] == {"via": "xref", "missing": True}


def route(start: str, end: str, snapshot: Snapshot = SHOP, **more: Any) -> str:
    found = ask(snapshot, "session_find_route", from_=start, to=end, **more)
    assert found["found"] == bool(found["route"])
    assert len(found["steps"]) == len(found["route"])
    return short(found["route"])


@each(
    "start, end, expected",
    [
        ("n:a", "n:c", "a b c"),
        ("n:c", "n:a", "c e:0002 b e:0001 a"),
        ("n:a", "m:0003", "a b m:0001 m:0002 m:0003"),
        ("m:0003", "m:0001", "m:0003 p:P m:0001"),
        ("n:a", "n:a", "a"),
        ("b:0001", "p:Q", "b:0001 sec:0001:00 m:0002 p:Q"),
        ("n:a", "n:lonely", ""),
        ("e:0001", "e:0002", "e:0001 b e:0002"),
        ("n:a", "e:0002", "a b e:0002"),
    ],
)
def test_session_route_is_the_first_of_the_shortest(start: str, end: str, expected: str) -> None:
    assert route(start, end) == expected


def test_session_route_steps_name_the_relation() -> None:
    found = ask(SHOP, "session_find_route", from_="n:a", to="p:P")
    assert [one.get("via") for one in found["steps"]] == [None, "edge", "xref", "sends"]
    assert (found["hops"], found["steps"][2]["title"]) == (3, "1")


def test_session_route_may_pass_missing_objects() -> None:
    shop = folder(
        {"diagrams/one.mmd": "flowchart TD\na\nb\n"}, "one", xrefs=[xref("x:1", A, GONE), xref("x:2", B, GONE)]
    )
    found = ask(shop, "session_find_route", from_=A, to=B)
    assert found["route"] == [A, GONE, B]
    assert found["steps"][1] == {"via": "xref", "missing": True}


def test_session_routes_are_sorted_by_length_then_order() -> None:
    graph = flow("a --> b", "a --> c", "b --> d", "c --> d")
    found = ask(graph, "session_find_route", from_="n:a", to="n:d", limit=4)["routes"]
    assert [short(one) for one in found] == ["a b d", "a c d", "a e:0001 b d", "a e:0002 c d"]
    sorted_ones = ask(graph, "session_find_route", from_="n:a", to="n:d", limit=4, ordering="lexicographic")["routes"]
    assert [short(one) for one in sorted_ones] == ["a e:0001 b d", "a e:0002 c d", "a b d", "a c d"]


def test_session_route_respects_max_hops() -> None:
    assert route("n:a", "n:c", max_hops=2) == "a b c"
    assert ask(SHOP, "session_find_route", from_="n:a", to="n:c", max_hops=1)["hint"] == (
        "The shortest route takes 2 hops, more than 1."
    )


def test_session_route_orders_by_diagram_category_and_id() -> None:
    """As texts the ref of `om-1` comes before that of `om`."""
    links = [
        xref("x:1", "d:a/flow/node/n:s", "d:om/flow/node/n:x"),
        xref("x:2", "d:om/flow/node/n:x", "d:z/flow/node/n:e"),
    ]
    links += [
        xref("x:3", "d:a/flow/node/n:s", "d:om-1/flow/node/n:x"),
        xref("x:4", "d:om-1/flow/node/n:x", "d:z/flow/node/n:e"),
    ]
    files = {f"diagrams/{stem}.mmd": "flowchart\nx\ns\ne\n" for stem in ("a", "om", "om-1", "z")}
    shop = folder(files, "a", "om", "om-1", "z", xrefs=links)
    found = ask(shop, "session_find_route", from_="d:a/flow/node/n:s", to="d:z/flow/node/n:e")
    assert found["route"][1] == "d:om/flow/node/n:x"


@pytest.mark.long("growth is measured")
def test_session_route_between_unconnected_objects_is_quick() -> None:
    half = [f"a{at} --> a{at + step}" for at in range(1_000) for step in range(1, 6)]
    graph = flow(*half, *(line.replace("a", "b") for line in half))
    route("n:a0", "n:a9", graph)  # the graph is made at the first question
    began = time.process_time()
    assert route("n:a0", "n:b900", graph, limit=20) == ""
    assert time.process_time() - began < 1


def test_session_route_longer_than_an_answer_is_cut() -> None:
    chain = sequence(*(f"P{at}->>Q{at}: {at}" for at in range(1_500)))
    found = ask(chain, "session_find_route", from_="m:0001", to="m:1500")
    assert (found["hops"], found["truncated"]) == (1_499, "size")
