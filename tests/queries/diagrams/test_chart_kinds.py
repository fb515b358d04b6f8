"""C4, Gantt, git, architecture, block diagrams and mind maps answer the questions that flowcharts answer."""

from typing import Any

from compiler.languages.diagrams.facts import Edge, Node
from compiler.store.snapshot import Snapshot
from tests.compiler.languages.diagrams.compiling import META, compiled, links, session
from tests.queries.asking import ask
from tests.queries.cases import each
from tests.queries.diagrams.chart_sources import ARCHITECTURE, GANTT, KINDS
from tests.queries.diagrams.sources import flow, short


def reached(source: Any, start: str, **more: Any) -> str:
    return short(ask(source, "flow_reachable", from_node_id=start, **more)["nodes"])


@each(
    "kind, counts",
    [
        ("c4", {"nodes": 3, "edges": 2, "subgraphs": 1}),
        ("gantt", {"nodes": 4, "edges": 2, "subgraphs": 2}),
        ("gitgraph", {"nodes": 3, "edges": 3, "subgraphs": 2}),
        ("architecture", {"nodes": 3, "edges": 2, "subgraphs": 1}),
        ("block", {"nodes": 4, "edges": 2, "subgraphs": 1}),
        ("mindmap", {"nodes": 4, "edges": 3}),
    ],
)
def test_digest_counts_the_parts_of_every_kind(kind: str, counts: dict[str, int]) -> None:
    found = ask(KINDS[kind], "diagram_get_digest")
    assert found["kind"] == kind
    assert {name: count for name, count in found["counts"].items() if count} == counts
    assert "hint" not in found


@each(
    "kind, start, nodes",
    [
        ("c4", "baker", "baker books shop"),
        ("gantt", "lease", "lease open ovens"),
        ("gitgraph", "a", "a b m"),
        ("architecture", "way", "oven way"),
        ("block", "mill", "dough house mill oven"),
        ("mindmap", "Bread", "Bread Rye"),
    ],
)
def test_reachability_follows_the_edges_of_every_kind(kind: str, start: str, nodes: str) -> None:
    assert reached(KINDS[kind], start) == nodes


@each("kind", KINDS)
def test_every_kind_is_drawn(kind: str) -> None:
    found = ask(KINDS[kind], "diagram_render_ascii")
    assert found["form"] == "drawing"
    for node in KINDS[kind].facts(Node):
        assert node.shape == "junction" or node.label.split("\n")[0].split(" ")[0] in found["ascii"]


@each("kind", KINDS)
def test_every_element_of_the_tree_with_a_ref_is_an_object(kind: str) -> None:
    tree = ask(KINDS[kind], "diagram_get_ast")
    refs = [one["ref"] for rows in tree.values() if isinstance(rows, list) for one in rows if "ref" in one]
    assert {one.ref for one in KINDS[kind].facts(Node)} <= {*refs}
    for ref in refs:
        assert ask(KINDS[kind], "object_get", ref=ref)["objects"][0]["ref"] == ref


@each("kind, changed, affected", [
    ("c4", "shop", ["baker", "books"]),
    ("gantt", "lease", ["ovens", "open"]),
    ("gitgraph", "b", ["m"]),
    ("mindmap", "Bread", ["Rye"]),
    ("block", "oven", ["dough", "house", "mill"]),
])  # fmt: skip
def test_impact_reaches_what_depends(kind: str, changed: str, affected: list[str]) -> None:
    ref = next(one.ref for one in KINDS[kind].facts(Node) if one.name == changed)
    impact = ask(KINDS[kind], "get_impact", ref=ref)["impact"]
    assert sorted(short([one["ref"]]) for one in impact if one["kind"] == "node") == sorted(affected)


def test_a_task_precedes_the_one_that_waits_for_it() -> None:
    assert links(GANTT, "precedes") == ["n:lease > n:ovens", "n:ovens > n:open"]
    assert not links(GANTT, "edge")


def test_dates_of_tasks_are_rows() -> None:
    rows = ask(GANTT, "query_facts", sql="SELECT id, section, starts, ends, is_done, is_milestone FROM gantt_task")[
        "rows"
    ]
    assert [tuple(row.values()) if isinstance(row, dict) else tuple(row) for row in rows] == [
        ("lease", "Rooms", "2026-03-02", "2026-03-05", 1, 0),
        ("ovens", "Rooms", "2026-03-05", "2026-03-19", 0, 0),
        ("task1", "People", "2026-03-04", "2026-03-09", 0, 0),
        ("open", "People", "2026-03-19", "2026-03-19", 0, 1),
    ]


def test_relation_to_a_boundary_leads_on_to_what_is_in_it() -> None:
    source = flow('Person(a, "A")', 'Boundary(b, "B") {', 'System(c, "C")', "}", 'Rel(a, b, "uses")', head="C4Context")
    assert reached(source, "a") == "a b c"
    assert ask(source, "flow_reachable", from_node_id="a")["boxes"] == ["d:d/c4/subgraph/sg:b"]


def test_arrows_run_from_their_tails() -> None:
    source = flow(
        'System(a, "A")',
        'System(b, "B")',
        'System(c, "C")',
        'Rel_Back(a, b, "x")',
        'BiRel(b, c, "y")',
        head="C4Context",
    )
    assert [one.runs for one in source.facts(Edge)] == ["backwards", "both"]
    assert reached(source, "c") == "a b c"
    assert [one.runs for one in ARCHITECTURE.facts(Edge)] == ["forwards", "backwards"]


def test_gantt_in_a_page_counts_its_lines_in_the_page() -> None:
    page = "# Plan\n\n```mermaid\ngantt\n dateFormat YYYY-MM-DD\n Bake :bake, 2026-03-02, 1d\n```\n"
    snapshot: Snapshot = compiled({"plan.md": page})
    assert [str(one.span) for one in snapshot.facts(Node)] == ["plan.md:6"]


def test_session_may_still_call_these_kinds_other() -> None:
    listed = compiled({META: session("plan=other"), "diagrams/plan.mmd": "mindmap\n  Bread\n"})
    assert listed.diagnostics() == []
