"""A source with flowcharts in each kind of file: a file, blocks of a page, and a session with a sidecar,
cross-references and a walkthrough."""

import json
from pathlib import Path
from typing import Any

from compiler.languages.diagrams.facts import Diagram, Edge, Node
from compiler.store.snapshot import Snapshot

CHART = """---
title: Kettle
---
%% A comment with a --> b
flowchart LR
  a[Start] --> b{"Is [it]?"} -->|yes| c & d
  subgraph box [Payments]
    direction TB
    c --> é -- hü --> f
  end
  a:::hot -.-> box
  x e2@==> y; y --- z
%% Another comment
  linkStyle 0,1,7 stroke:red
  click a "http://x"
  style b fill:#fff
  class a,b hot
  m@{ shape: rect, label: "hm" }
  a o--o|"l"| b
  e2@{ animate: true }
  a == text ==x b
  ab["a --> b"] --> a1
"""
PAGE = """# Page

> ```mermaid
> graph LR
>   q --> r
> ```

1. First

   ```mermaid
   flowchart LR
   \tone[One] --> two --> three
   ```

It begins at d:page-2/flow/node/n:one, and not at d:page-2/flow/node/n:one-more.
"""
TEA = "flowchart TD\n    fill[Fill it] --> boil((Boil))\n    boil --> pour\n    boil -->|dry| fill\n    pour --> cup"
SESSION = {
    "session_id": "tea",
    "active_diagram_id": "tea",
    "walkthrough_ids": ["w"],
    "diagrams": [{"diagram_id": "tea", "name": "Tea", "kind": "flowchart", "mmd_path": "tea.mmd", "rev": 3}],
    "xrefs": [
        {
            "xref_id": "x:1",
            "from": "d:tea/flow/node/n:pour",
            "to": "d:tea/flow/edge/e:0004",
            "kind": "k",
            "label": None,
            "status": "ok",
        },
    ],
    "selected_object_refs": ["d:tea/flow/node/n:pour"],
}
SIDECAR = {
    "diagram_id": "tea",
    "mmd_path": "tea.mmd",
    "stable_id_map": {"by_mermaid_id": {"fill": "n:start"}},
    "flow_edges": [
        {"edge_id": "e:dry", "from_node_id": "n:boil", "to_node_id": "n:start", "label": "dry", "style": None},
        {"edge_id": "e:hot", "from_node_id": "n:boil", "to_node_id": "n:pour", "label": None, "style": "stroke:red"},
    ],
    "flow_node_notes": {"n:start": "Cold water.", "n:pour": "Slowly."},
}
WALKTHROUGH = {
    "walkthrough_id": "w",
    "title": "Making tea",
    "nodes": [
        {
            "node_id": "1",
            "title": "One",
            "body_md": "Then d:tea/flow/node/n:pour.",
            "refs": ["d:tea/flow/node/n:pour", "d:tea/flow/edge/e:0004"],
        }
    ],
    "edges": [],
}


def write_source(root: Path, end: str) -> Path:
    """Write the source, with these line ends."""
    texts = {
        "chart.mmd": CHART,
        "page.md": PAGE,
        "tea.mmd": TEA,
        "cited.mmd": "flowchart LR\n  a --> b\n  b --> c\n",
        "cites.md": "See d:cited/flow/edge/e:0001 for it.\n",
        "nereid-session.meta.json": json.dumps(SESSION, indent=2),
        "tea.meta.json": json.dumps(SIDECAR, indent=4) + "\n",
        "walkthroughs/w.wt.json": json.dumps(WALKTHROUGH) + "\n",
    }
    for path, text in texts.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text.replace("\n", end).encode())
    return root


def node(snapshot: Snapshot, diagram: str, name: str) -> Any:
    """Return a node by its name in the text, or None."""
    found = [one for one in snapshot.facts(Node, diagram=diagram) if one.name == name]
    return found[0] if found else None


def label(snapshot: Snapshot, diagram: str, name: str) -> str | None:
    """Return the label of a node."""
    found = node(snapshot, diagram, name)
    return found.label if found else None


def edges(snapshot: Snapshot, diagram: str) -> list[str]:
    """Return the edges in the order of the text, such as `a -->|yes| b`."""
    return [
        f"{one.from_name} {one.connector}{f'|{one.label}|' if one.label else ''} {one.to_name}"
        for one in snapshot.facts(Edge, diagram=diagram)
    ]


def edge_ids(snapshot: Snapshot, diagram: str) -> list[str]:
    """Return the ids of the edges, in the order of the text."""
    return [one.edge for one in snapshot.facts(Edge, diagram=diagram)]


def text_of(snapshot: Snapshot, diagram: str) -> str:
    """Return the text of a diagram, with LF."""
    return snapshot.facts(Diagram, diagram=diagram)[0].text.replace("\r\n", "\n")
