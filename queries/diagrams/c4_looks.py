"""What a C4 diagram shows beside the labels of its elements: the types of boundaries, and the numbers of relations."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from compiler.languages.diagrams.facts import Diagram, Edge
from queries.drawing.labels import plain_text

DEFAULT_TYPE = "system"  # of a boundary that does not tell its type
_DYNAMIC = re.compile(r"^[ \t]*C4Dynamic\b", re.MULTILINE)


def boundary_kinds(tree: Mapping[str, Any]) -> Mapping[str, str]:
    """Return what stands below the title of each boundary, by its name: `[Ubuntu 16.04 LTS]`."""
    found = {}
    for boundary in tree.get("boundaries") or ():
        kind = plain_text(str(boundary.get("type") or ""))
        if kind and kind != ("node" if boundary.get("node_type") else DEFAULT_TYPE):
            found[str(boundary.get("alias"))] = f"[{kind.lower() if kind.isupper() else kind}]"
    return found


def relation_numbers(diagram: Diagram, edges: Sequence[Edge]) -> Mapping[str, str]:
    """Return the numbers of the relations of a dynamic diagram, by their ids: that of `RelIndex`, else their order."""
    if diagram.type != "c4" or not _DYNAMIC.search(diagram.text):
        return {}
    return {edge.edge: str(edge.details.get("index") or number) for number, edge in enumerate(edges, 1)}
