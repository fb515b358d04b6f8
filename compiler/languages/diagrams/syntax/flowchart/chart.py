"""The vertices, edges and subgraphs of a flowchart so far."""

from typing import Any

from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.model.diagnostics import Diagnostic


class Chart:
    """The elements drawn so far. `edges_by_id` holds the first edge of each id."""

    def __init__(self, prepared: Prepared) -> None:
        self.prepared = prepared
        self.range = prepared.source_map.range
        self.diagnostics: list[Diagnostic] = []
        self.vertices: dict[str, dict[str, Any]] = {}
        self.edges: list[dict[str, Any]] = []
        self.edges_by_id: dict[str, dict[str, Any]] = {}
        self.edges_named: set[str] = set()  # ids of edges that nodes are named by
        self.subgraphs: list[dict[str, Any]] = []
        self.subgraphs_by_id: dict[str, dict[str, Any]] = {}

    def vertex(self, id_: str, start: int, end: int) -> dict[str, Any] | None:
        """The vertex of an id, created at its first mention; None when the id is that of an edge."""
        if id_ in self.edges_by_id:
            self.edges_named.add(id_)
            return None
        vertex = self.vertices.get(id_)
        if vertex is None:
            vertex = {"id": id_, "label": id_, "label_type": "text", "span": self.range(start, end)}
            self.vertices[id_] = vertex
        return vertex
