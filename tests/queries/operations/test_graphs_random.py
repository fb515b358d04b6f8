"""Random operations on flowcharts in each kind of file: each is refused with a reason, or its facts hold and undone it
gives the old bytes."""

import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from compiler.languages.diagrams.facts import Diagram, Edge, Node, Subgraph
from compiler.store.snapshot import Snapshot
from tests.queries.operations.graph_sources import write_source
from tests.queries.operations.proposing import applied_at_random

# Beside the charts of `graph_sources`.
CHARTS = (
    "graph TD;\n\tA-->AB;A-->ABC;\n\tAB & ABC --> D & A;\n\tD(((end of it)))-->A\n\tlinkStyle default stroke:blue;",
    "flowchart\n\n\n",
    'graph TB\n a1["one `two`"]\n  -->\n%% between\n a2("`**b**`") ~~~ a1 --x a3[("db")]\n',
)
LABELS = (
    "plain",
    "two words",
    'a "quote"',
    "[b] (c) {d}",
    "%% no comment",
    "a --> b",
    ":::hot",
    "é 🫖",
    "end",
    "#35; &amp; #x",
    "1. list",
    "|bar|",
    "<b>x</b>",
    "`tick",
    "x\ny",
    "a;b",
    "@{ x }",
    "/slash\\",
    "-",
    " ",
    "subgraph",
    "```",
)
IDS = ("new", "a", "ab", "A1", "end", "x-y", "subgraph", "é2", "1", "o", "a b", "x.y", "n:q", "_", "click", "default")
SHAPES = ("rect", "stadium", "diamond", "circle", "lean_right", "trapezoid", "odd", "cylinder", "nothing")


LONG = pytest.mark.long("14 random operations, each with several builds")
MORE = [(0, "\n"), *((seed, end) for seed in (1, 2) for end in ("\n", "\r\n"))]


def some_operation(rng: random.Random, snapshot: Snapshot) -> tuple[str, dict[str, Any]]:
    """An operation on some diagram of the source."""
    diagram = rng.choice(snapshot.facts(Diagram)).diagram
    nodes = [node.node for node in snapshot.facts(Node, diagram=diagram)] or ["n:none"]
    edges = [edge.edge for edge in snapshot.facts(Edge, diagram=diagram)] or ["e:0001"]
    groups = [group.subgraph for group in snapshot.facts(Subgraph, diagram=diagram)] or ["sg:none"]
    node, other, edge, group = (rng.choice(one) for one in (nodes, nodes, edges, groups))
    label, id_ = rng.choice(LABELS), rng.choice(IDS)
    arrow = rng.choice(("-->", "-.->", "===", "<-->", "--x", "~~~", "nothing", "o--o"))
    given: dict[str, Any] = rng.choice(
        (
            {"op": "flow_add_node", "node_id": id_, "label": label, "shape": rng.choice(SHAPES)},
            {"op": "flow_add_node", "node_id": id_, "subgraph_id": group},
            {"op": "flow_update_node", "node_id": node, "label": label},
            {"op": "flow_update_node", "node_id": node, "shape": rng.choice(SHAPES)},
            {"op": "flow_set_node_mermaid_id", "node_id": node, "mermaid_id": id_},
            {"op": "flow_remove_node", "node_id": node},
            {"op": "flow_add_edge", "from_node_id": node, "to_node_id": other, "label": label, "connector": arrow},
            {"op": "flow_add_edge", "from_node_id": node, "to_node_id": group},
            {"op": "flow_update_edge", "edge_id": edge, "label": label},
            {"op": "flow_update_edge", "edge_id": edge, "label": "", "connector": arrow},
            {"op": "flow_update_edge", "edge_id": edge, "to_node_id": other},
            {"op": "flow_remove_edge", "edge_id": edge},
            {"op": "flow_add_edge", "from_node_id": node, "to_node_id": other, "label": label},
            {"op": "flow_set_node_note", "node_id": node, "note": label},
        )
    )
    return given.pop("op"), given | {"diagram_id": diagram}


@LONG
@pytest.mark.parametrize(("seed", "end"), [(0, "\r\n"), *MORE])
def test_random_operations_hold_or_are_refused(tmp_path: Path, seed: int, end: str) -> None:
    source = write_source(tmp_path / "source", end)
    for number, text in enumerate(CHARTS):
        (source / f"chart{number}.mmd").write_bytes(text.replace("\n", end).encode())
    rng = random.Random(seed)
    assert len([*applied_at_random(source, 14, partial(some_operation, rng))]) > 2
