"""Sources of diagrams for the tests of operations: a session folder, in the layouts that programs write, and others."""

import json
from pathlib import Path
from typing import Any

from tests.queries.operations.proposing import LINE_ENDS

META: dict[str, Any] = {
    "session_id": "shop",
    "active_diagram_id": "pay",
    "diagrams": [
        {"diagram_id": "pay", "name": "Paying", "kind": "sequence", "mmd_path": "diagrams/pay.mmd", "rev": 3},
        {"diagram_id": "map", "name": "Map", "kind": "flowchart", "mmd_path": "diagrams/map.mmd"},
    ],
    "xrefs": [
        {
            "xref_id": "x:1",
            "from": "d:map/flow/node/n:a",
            "to": "d:pay/seq/message/m:0002",
            "kind": "nav",
            "label": None,
            "status": "ok",
        },
        {
            "xref_id": "x:10",
            "from": "d:pay/seq/participant/p:Bank",
            "to": "d:map/flow/node/n:gone",
            "kind": "nav",
            "label": "é",
            "status": "ok",
        },
    ],
    "selected_object_refs": ["d:pay/seq/participant/p:Bank"],
}
PAY = """sequenceDiagram
    %% Who pays whom.
    participant Shop
    participant Bank
    Shop->>+Bank: Authorise
    Bank-->>-Shop: ok
    alt refused
        Bank->>Shop: No
    else
        Shop->>Ledger: Book
        Ledger-->>Shop: ok
    end
    Note over Shop,Bank: Done
"""
MAP = "flowchart LR\n    a --> b\n"
WALKTHROUGH: dict[str, Any] = {
    "walkthrough_id": "w:1",
    "title": "How to pay",
    "rev": 2,
    "nodes": [
        {"node_id": "one", "title": "First", "body_md": "It *begins*.", "refs": ["d:pay/seq/message/m:0002"]},
        {"node_id": "two", "title": "Then", "refs": ["d:pay/seq/participant/p:Bank"], "tags": ["x"], "status": "open"},
        {"node_id": "three", "title": "Last", "refs": [], "tags": [], "status": None},
    ],
    "edges": [
        {"from_node_id": "one", "to_node_id": "two", "kind": "then", "label": "yes"},
        {"from_node_id": "two", "to_node_id": "three", "kind": "then", "label": None},
    ],
}
WALKTHROUGH_FILE = "walkthroughs/~773a31.wt.json"
LAYOUTS = ("pretty", "tabs", "one_line", "dense", "rows")
FORMS = [(layout, end) for end in LINE_ENDS for layout in LAYOUTS]


def json_text(value: Any, layout: str) -> str:
    """Return a JSON text in a layout: `rows` has each object of a list in a line of its own."""
    if layout == "dense":
        return json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    if layout == "one_line":
        return json.dumps(value, ensure_ascii=False) + "\n"
    if layout == "rows":
        members = [f'  "{name}": {_rows(one)}' for name, one in value.items()]
        return "{\n" + ",\n".join(members) + "\n}\n"
    return json.dumps(value, ensure_ascii=False, indent="\t" if layout == "tabs" else 2) + "\n"


def _rows(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + ",\n".join(f"    {json.dumps(one, ensure_ascii=False)}" for one in value) + "\n  ]"
    return json.dumps(value, ensure_ascii=False)


def write_session(root: Path, layout: str = "pretty", end: str = "\n") -> Path:
    """Write a session folder, and return it."""
    files = {
        "nereid-session.meta.json": json_text(META, layout),
        WALKTHROUGH_FILE: json_text(WALKTHROUGH, layout),
        "diagrams/pay.mmd": PAY,
        "diagrams/map.mmd": MAP,
    }
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text.replace("\n", end).encode())
    return root
