"""The syntax tree of a block diagram, built from its statements in the order of the text.

A block stands where it is first named. Later mentions may give it a text and a shape.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.syntax.block.statements import (
    Blocks,
    ClassDef,
    Columns,
    Composite,
    Link,
    Node,
    Space,
    Statement,
    Styling,
)
from compiler.languages.diagrams.syntax.shared.lexing import Token
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.text import decode
from compiler.model.diagnostics import Diagnostic

SHAPES = {
    "[]": "square",
    "()": "round",
    "(())": "circle",
    ">]": "rect_left_inv_arrow",
    "{}": "diamond",
    "{{}}": "hexagon",
    "([])": "stadium",
    "[[]]": "subroutine",
    "[()]": "cylinder",
    "((()))": "doublecircle",
    "[//]": "lean_right",
    "[\\\\]": "lean_left",
    "[/\\]": "trapezoid",
    "[\\/]": "inv_trapezoid",
    "<[]>": "block_arrow",
}
HEADS = {"x": "arrow_cross", "o": "arrow_circle", ">": "arrow_point", "<": "arrow_point"}


class BlockBuilder:
    """Applies statements in order. `tree` returns the syntax tree."""

    def __init__(self, prepared: Prepared) -> None:
        self.prepared = prepared
        self.nodes: dict[str, dict[str, Any]] = {}
        self.edges: list[dict[str, Any]] = []
        self.classes: dict[str, list[str]] = {}
        self.class_defs: dict[str, dict[str, Any]] = {}
        self.grid: dict[str, dict[str, Any]] = {}  # by block: how its blocks stand in columns
        self.diagnostics: list[Diagnostic] = []

    def add(self, statements: Iterable[Statement]) -> None:
        """Apply the statements of the diagram, and those in its blocks."""
        open_: list[tuple[str, Iterator[Statement]]] = [("", iter(statements))]
        while open_:
            parent, rest = open_[-1]
            statement = next(rest, None)
            match statement:
                case None:
                    open_.pop()
                case Blocks():
                    self.join(statement, parent)
                case Composite():
                    open_.append((self.compose(statement, parent), iter(statement.content)))
                case Styling():
                    self.style(statement)
                case Columns(number):
                    self.level(parent)["columns"] = number
                case Space(width):
                    self.level(parent)["cells"].append(["", width])
                case ClassDef(text):
                    _, name, *styles = text.split(maxsplit=2)
                    self.class_defs[name] = {"id": name, "styles": styles_of("".join(styles))}

    def tree(self) -> dict[str, Any]:
        title = decode(self.prepared.title or "")
        for id_, names in self.classes.items():
            if id_ in self.nodes:
                self.nodes[id_]["classes"] = names
        settings = {"diagram_type": "block", **({"title": title} if title else {})}
        found = {**settings, "nodes": list(self.nodes.values()), "edges": self.edges, "grid": list(self.grid.values())}
        return {**found, **({"class_defs": list(self.class_defs.values())} if self.class_defs else {})}

    def level(self, parent: str) -> dict[str, Any]:
        """How the blocks in a block stand: in `columns`, 0 for one row, the `cells` with ids and widths."""
        return self.grid.setdefault(parent, {"in": parent, "columns": 0, "cells": []})

    def join(self, blocks: Blocks, parent: str) -> None:
        before = blocks.first
        self.place(before, parent, blocks.width)
        for number, (link, node) in enumerate(blocks.others):
            if number:
                span = self.prepared.span(before.id.start, node.end)
                self.diagnostics.append(codes.CHAINED_LINKS.at(span, start=before.id.value, end=node.id.value))
            self.place(node, parent, 1)
            self.edges.append(self.edge(before, link, node))
            before = node

    def edge(self, before: Node, link: Link, node: Node) -> dict[str, Any]:
        arrow = link.arrow
        return {
            "from": decode(before.id.value),
            "to": decode(node.id.value),
            "label": decode(link.text),
            "stroke": "thick" if "==" in arrow else "dotted" if ".-" in arrow else "normal",
            "arrow_start": HEADS.get(arrow[0], "arrow_open"),
            "arrow_end": HEADS.get(arrow[-1], "arrow_open") if arrow[-1] != "<" else "arrow_open",
            "span": self.prepared.range(before.id.start, node.end),
        }

    def place(self, node: Node, parent: str, width: int, **more: Any) -> str:
        """Add a block, or give a known one its text and shape. Return its id."""
        id_ = decode(node.id.value)
        label = decode(node.shape.text) if node.shape else ""
        type_ = SHAPES.get(node.shape.brackets, "na") if node.shape else "na"
        known = self.nodes.get(id_)
        if known:
            if type_ != "na":
                known["type"] = type_
            if label and label != id_:
                known["label"] = label
            known |= more
            return id_
        optional = {
            "width": width if width != 1 else 0,
            "sides": node.shape.sides if node.shape else [],
            "parent": parent,
        }
        found = {"id": id_, "label": label or id_, "type": type_, **{k: v for k, v in optional.items() if v}, **more}
        self.nodes[id_] = {**found, "span": self.prepared.range(node.id.start, node.end)}
        self.level(parent)["cells"].append([id_, width])
        return id_

    def compose(self, composite: Composite, parent: str) -> str:
        """Add a composite block. Return its id."""
        span = self.prepared.range(composite.word.start, composite.end)
        if composite.node:
            name = self.place(composite.node, parent, composite.width, type="composite")
            node = self.nodes[name]
            node["label"] = decode(composite.node.shape.text) if composite.node.shape else ""
            node["span"] = span
        else:
            name = self.unique(f"block@{span[0]}")
            found = {"id": name, "label": "", "type": "composite", **({"parent": parent} if parent else {})}
            self.nodes[name] = {**found, "span": span}
            self.level(parent)["cells"].append([name, composite.width])
        return name

    def unique(self, name: str) -> str:
        """A name that no block has."""
        while name in self.nodes:
            name += "_"
        return name

    def style(self, styling: Styling) -> None:
        if styling.word.type == "CLASS":
            for id_ in styling.ids.value.split(","):
                self.classes.setdefault(decode(id_.strip()), []).append(styling.rest)
            return
        node = self.nodes.get(decode(styling.ids.value))
        if node is None:
            self.refuse(styling.ids)
        else:
            node["styles"] = styles_of(styling.rest)

    def refuse(self, ids: Token) -> None:
        span = self.prepared.span(ids.start, ids.end)
        self.diagnostics.append(codes.UNKNOWN_BLOCK.at(span, ids=ids.value))


def styles_of(text: str) -> list[str]:
    """`fill:#00f, stroke:red` as a list."""
    return [decode(style.strip()) for style in text.split(",") if style.strip()]
