"""Random operations on flowcharts in each kind of file: each is refused with a reason, or its facts hold and undone it
gives the old bytes."""

import random
from pathlib import Path
from typing import Any

import pytest

from compiler.languages.diagrams.facts import Diagram, Edge, Node, Subgraph
from tests.closing import compile_source
from tests.queries.operations.graph_sources import write_source
from tests.queries.operations.proposing import contents, git_apply, patch_of, propose_all

CHARTS = (
    """---
title: Kettle
---
%% A comment with a --> b
flowchart LR
  a[Start] --> b{"Is [it]?"} -->|yes| c & d
  subgraph s1 [Payments]
    direction TB
    c --> é -- hü --> f
    subgraph s2
      g
    end
  end
  a:::hot -.-> s1
  x e2@==> y; y --- z
%% comment
  linkStyle 0,1,7 stroke:red
  click a "http://x"
  style b fill:#fff
  class a,b hot
  m@{ shape: rect, label: "hm" }
  a o--o|"l"| b
  e2@{ animate: true }
  a == text #35; ==x b
""",
    "graph TD;\n\tA-->AB;A-->ABC;\n\tAB & ABC --> D & A;\n\tD(((end of it)))-->A\n\tlinkStyle default stroke:blue;",
    "flowchart\n\n\n",
    'graph TB\n a1["one `two`"]\n  -->\n%% between\n a2("`**b**`") ~~~ a1 --x a3[("db")]\n',
)
PAGE = """# Page

> quoted
>
> ```mermaid
> graph LR
>   q --> r
> ```

1. First

   ```mermaid
   flowchart LR
      one[One] --> two --> three
      subgraph box [Box]
         two
      end
   ```

Text: d:page-2/flow/node/n:one.
"""
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


def some_operation(rng: random.Random, source: Path) -> dict[str, Any]:
    """An operation on some diagram of the source."""
    with compile_source(source) as snapshot:
        diagram = rng.choice(snapshot.facts(Diagram)).diagram
        nodes = [one.node for one in snapshot.facts(Node, diagram=diagram)] or ["n:none"]
        edges = [one.edge for one in snapshot.facts(Edge, diagram=diagram)] or ["e:0001"]
        groups = [one.subgraph for one in snapshot.facts(Subgraph, diagram=diagram)] or ["sg:none"]
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
    return given | {"diagram_id": diagram}


@LONG
@pytest.mark.parametrize(("seed", "end"), [(0, "\r\n"), *MORE])
def test_random_operations_hold_or_are_refused(tmp_path: Path, seed: int, end: str) -> None:
    source = write_source(tmp_path / "source", end)
    for number, text in enumerate(CHARTS):
        (source / f"chart{number}.mmd").write_bytes(text.replace("\n", end).encode())
    (source / "page2.md").write_bytes(PAGE.replace("\n", end).encode())
    rng = random.Random(seed)
    made = 0
    for _ in range(14):
        given = some_operation(rng, source)
        before = contents(source)
        told = propose_all(source, [given])
        if "error" in told:
            assert told["code"] in ("invalid_argument", "not_found", "wrong_kind", "unavailable"), (given, told)
            continue
        if told["new_errors"]:  # the text means something else in a diagram, as the answer tells
            continue
        patch = patch_of(told)
        if not patch:
            continue
        git_apply(source, patch)
        after = contents(source)
        git_apply(source, patch, "-R")
        assert contents(source) == before
        git_apply(source, patch)
        assert contents(source) == after
        made += 1
    assert made > 2
