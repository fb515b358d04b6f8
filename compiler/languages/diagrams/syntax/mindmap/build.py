"""The syntax tree of a mind map, built from its lines: the parent of a node is the last one before it that stands
further to the left."""

from collections.abc import Iterable
from typing import Any

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.syntax.mindmap.statements import Decoration, Node, Statement
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.text import decode
from compiler.model.diagnostics import Diagnostic

SHAPES = {"[": "rect", "((": "circle", ")": "cloud", "))": "bang", "{{": "hexagon"}


class MindmapBuilder:
    """Applies lines in order. `tree` returns the syntax tree."""

    def __init__(self, prepared: Prepared) -> None:
        self.prepared = prepared
        self.nodes: list[dict[str, Any]] = []
        self.names: dict[str, dict[str, Any]] = {}
        self.base = 0  # the blanks before the root
        self.above: list[tuple[int, str]] = []  # the last node and its ancestors: level and name
        self.diagnostics: list[Diagnostic] = []

    def add(self, statements: Iterable[Statement]) -> None:
        for statement in statements:
            if isinstance(statement, Node):
                self.place(statement)
            else:
                self.decorate(statement)

    def tree(self) -> dict[str, Any]:
        title = decode(self.prepared.title or "")
        return {"diagram_type": "mindmap", **({"title": title} if title else {}), "nodes": self.nodes}

    def place(self, node: Node) -> None:
        # The root counts as the leftmost node, whatever stands before it.
        level = node.level if self.nodes else 0
        if self.nodes:
            level -= self.base
            while self.above and self.above[-1][0] >= level:
                self.above.pop()
        else:
            self.base = node.level
        text = decode(node.text)
        if self.nodes and not self.above:
            span = self.prepared.span(node.place.start, node.end)
            self.diagnostics.append(codes.SECOND_ROOT.at(span, text=text, root=self.nodes[0]["label"]))
        parent = self.above[-1][1] if self.above else ""
        span_range = self.prepared.range(node.place.start, node.end)
        found: dict[str, Any] = {"id": decode(node.id), "label": text, "shape": shape_of(*node.brackets)}
        name = found["id"]
        if name in self.names:
            name = self.unique(f"{name}@{span_range[0]}")
            found["name"] = name
        if parent:
            found["parent"] = parent
        self.names[name] = found
        self.nodes.append({**found, "span": span_range})
        self.above.append((level, name))

    def unique(self, name: str) -> str:
        """A name that no node has."""
        while name in self.names:
            name += "_"
        return name

    def decorate(self, decoration: Decoration) -> None:
        value = decoration.value
        if not self.nodes:
            span = self.prepared.span(value.start, value.end)
            self.diagnostics.append(codes.NOTHING_TO_DECORATE.at(span, what=decoration.kind))
        elif decoration.kind == "icon":
            self.nodes[-1]["icon"] = value.value.strip()
        else:
            self.nodes[-1]["classes"] = value.value.split()


def shape_of(opening: str, closing: str) -> str:
    """Mermaid's name of the shape of a node with these brackets."""
    if opening == "(":
        return "rounded" if closing == ")" else "cloud"
    return SHAPES.get(opening, "default")
