"""The flowchart that the statements describe: vertices, edges and subgraphs, each statement upon those before it.

Mermaid acts while it reads, and the order shows: a subgraph comes into being at its `end`, inner ones first, and takes
every node mentioned inside that no earlier one owns; a class goes to what exists by then; the last label wins.
"""

import re
from collections import Counter
from functools import lru_cache
from typing import Any

from compiler.diagnostics import Diagnostic
from compiler.diagrams.entities import decode
from compiler.diagrams.flowchart import codes
from compiler.diagrams.flowchart.data import apply_to_edge, apply_to_vertex, read_data
from compiler.diagrams.flowchart.directives import Directives
from compiler.diagrams.flowchart.links import Link, read_link
from compiler.diagrams.flowchart.shapes import drawn_as, split_shape, split_text
from compiler.diagrams.flowchart.statements import Block, Chain, Diagram, Edge, Group, Statement
from compiler.diagrams.lexing import Token
from compiler.diagrams.prepare import Prepared
from compiler.diagrams.scripts import JS_BLANKS, JS_SPACE
from compiler.diagrams.texts import setting

BLANK = re.compile(JS_SPACE)
MOST_EDGES = 500
DIRECTIONS = {"TD": "TB", "<": "RL", ">": "LR", "^": "BT", "v": "TB"}


class Scope:
    """A block that is open: its head, the statements still to come, and what it has gathered."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self.left = iter(block.statements)
        self.members: dict[str, None] = {}
        self.direction: str | None = None


class Flowchart:
    """A flowchart that grows statement by statement. `tree` is its syntax tree."""

    def __init__(self, prepared: Prepared) -> None:
        self.prepared = prepared
        self.diagnostics: list[Diagnostic] = []
        self.direction = "TB"
        self.settings: dict[str, str] = {"title": decode(prepared.title or "")}
        self.vertices: dict[str, dict[str, Any]] = {}
        self.edges: list[dict[str, Any]] = []
        self.edges_by_id: dict[str, dict[str, Any]] = {}
        self.parallel: Counter[tuple[str, str]] = Counter()
        self.subgraphs: list[dict[str, Any]] = []
        self.subgraphs_by_id: dict[str, dict[str, Any]] = {}
        self.owners: dict[str, str] = {}
        self.directives = Directives(self)

    def add(self, diagram: Diagram) -> None:
        """All statements, with a stack of open blocks: blocks may be nested deeper than Python may recurse."""
        written = diagram.header.found and diagram.header.found["direction"]
        self.direction = DIRECTIONS.get(written or "TB", written or "TB")
        scopes = [Scope(Block(diagram.header, diagram.statements, diagram.header))]
        while scopes:
            scope = scopes[-1]
            for statement in scope.left:
                if isinstance(statement, Block):
                    scopes.append(Scope(statement))
                    break
                self.state(statement, scope)
            else:
                scopes.pop()
                if scopes:
                    scopes[-1].members[self.close(scope)] = None
        if len(self.edges) > MOST_EDGES:
            span = self.prepared.span(diagram.header.start, diagram.header.end)
            self.diagnostics.append(codes.MANY_EDGES.at(span, count=len(self.edges), most=MOST_EDGES))

    def state(self, statement: Statement, scope: Scope) -> None:
        if isinstance(statement, Chain):
            self.chain(statement, scope.members)
        elif isinstance(statement, Token):
            if statement.type == "DIRECTION":
                self.turn(statement, scope)
            elif statement.found and statement.type.startswith("ACC"):
                for key in ("acc_title", "acc_descr", "acc_lines"):
                    text = statement.found.groupdict().get(key)
                    name = "acc_descr" if key == "acc_lines" else key
                    if text:
                        self.settings[name] = setting(name, text)
            else:
                self.directives.state(statement)

    def turn(self, token: Token, scope: Scope) -> None:
        """`direction LR`; what else stands on its line is lost, which is worth a word."""
        scope.direction = token.found[1] if token.found else None
        if not token.value.strip(JS_BLANKS + ";").startswith("direction"):
            span = self.prepared.span(token.start, token.end)
            self.diagnostics.append(codes.SWALLOWED_LINE.at(span, direction=scope.direction))

    def chain(self, chain: Chain, members: dict[str, None]) -> None:
        """`A & B --> C --> D`: all nodes of one end are joined with all of the next."""
        start = chain.first
        starts = self.group(start, members)
        for edge in chain.edges:
            link = read_link(edge.link)
            ends = self.group(edge.to, members)
            name = edge.name.value.replace("@", "", 1) if edge.name else None
            for from_, (source, _) in zip(starts, start, strict=True):
                for to, (target, _) in zip(ends, edge.to, strict=True):
                    # Only one edge can have the id: the one from the last node to the first.
                    mine = name if from_ == starts[-1] and to == ends[0] else None
                    self.edge(from_, to, link, mine, self.between(source, edge, target))
            start, starts = edge.to, ends

    def between(self, source: Token, edge: Edge, target: Token) -> list[int]:
        """The place of an edge: from its first node to its last."""
        return self.prepared.where(min(source.start, edge.link.start), target.end)

    def group(self, group: Group, members: dict[str, None]) -> list[str]:
        """The ids of the nodes of one end of an edge, which come into being here if they are new."""
        ids = []
        for token, data in group:
            found = token.found
            if found is None:
                continue
            id_, shape, mark = found["id"], found["shape"], found["class_mark"]
            if shape:
                self.shape(id_, token, shape)
            else:
                self.vertex(id_, token)
            if mark:
                self.directives.use_class(id_, mark[3:])
            if data:
                self.data(id_, data)
            ids.append(id_)
            members[id_] = None
        return ids

    def vertex(self, id_: str, token: Token) -> dict[str, Any] | None:
        """The vertex of an id; None when the id is that of an edge."""
        vertex = self.vertices.get(id_)
        if id_ in self.edges_by_id:
            return None
        if vertex is None:
            vertex = {"id": id_, "label": id_, "label_type": "text", "span": None, "at": (token.start, token.end)}
            self.vertices[id_] = vertex
        return vertex

    def shape(self, id_: str, token: Token, shape: str) -> None:
        vertex = self.vertex(id_, token)
        if vertex is None:
            return
        vertex["type"], text = split_shape(shape)
        if vertex["type"] == "rect":
            props, text = text.split("|", 1)
            key, value = props.split(":", 1)
            vertex.setdefault("props", {})[key] = value
        label, vertex["label_type"] = split_text(text)
        vertex["label"] = decode(label)

    def data(self, id_: str, token: Token) -> None:
        """`@{ … }` behind a node, or behind the id of an edge."""
        values = read_data(id_, token, self.prepared, self.diagnostics)
        edge = self.edges_by_id.get(id_)
        if edge is not None:
            apply_to_edge(edge, values)
        elif values:
            apply_to_vertex(self.vertices[id_], values, token, self.prepared, self.diagnostics)

    def edge(self, from_: str, to: str, link: Link, name: str | None, span: list[int]) -> None:
        type_, stroke, length, label, label_type = link
        pair = (from_, to)
        count = self.parallel[pair]
        self.parallel[pair] = count + 1
        named = name is not None and name not in self.edges_by_id
        heads = _arrows(type_)
        edge: dict[str, Any] = {
            "id": name if named else f"L_{from_}_{to}_{count + 1 if count else 0}",
            "from": from_,
            "to": to,
            "label": decode(label) if label else "",
            "label_type": label_type,
            "type": type_,
            "stroke": stroke,
            "arrow_start": heads[0],
            "arrow_end": heads[1],
            "span": span,
        }
        if length is not None:
            edge["length"] = length
        if named:
            edge["user_id"] = True
        if self.directives.default_interpolate:
            edge["interpolate"] = self.directives.default_interpolate
        self.edges.append(edge)
        self.edges_by_id.setdefault(edge["id"], edge)

    def close(self, scope: Scope) -> str:
        """The subgraph of a block that ends; its id."""
        head, end = scope.block.head, scope.block.end
        name, title = (head.found["name"], head.found["title"]) if head.found else (None, None)
        if not name:
            self.diagnostics.append(codes.NAMELESS_SUBGRAPH.at(self.prepared.span(head.start, head.end)))
        text, label_type = split_text(name or "")
        label_type = "text" if label_type == "string" else label_type
        id_ = text
        if not text or (title is None and BLANK.search(name or "")):
            id_ = f"subGraph{len(self.subgraphs)}"
            if text and not BLANK.search(text):
                span = self.prepared.span(head.start, head.end)
                self.diagnostics.append(codes.ANONYMOUS_SUBGRAPH.at(span, title=text, id=id_))
        if title is not None:
            text, label_type = split_text(title)
        direction = scope.direction or self.inherited_direction()
        members = [member for member in scope.members if member not in self.owners]
        self.owners |= dict.fromkeys(members, id_)
        subgraph: dict[str, Any] = {"id": id_, "title": decode(text), "label_type": label_type}
        if direction:
            subgraph["dir"] = direction
        last = len(self.prepared.code[: end.end].rstrip(JS_BLANKS)) if end.value else end.end
        subgraph |= {"nodes": sorted(members), "span": self.prepared.where(head.start, last)}
        self.subgraphs.append(subgraph)
        self.subgraphs_by_id[id_] = subgraph
        return id_

    def inherited_direction(self) -> str | None:
        flowchart = self.prepared.config.get("flowchart")
        inherits = isinstance(flowchart, dict) and flowchart.get("inheritDir") is True
        return self.direction if inherits else None

    def tree(self) -> dict[str, Any]:
        """The syntax tree, without what is empty."""
        for subgraph in self.subgraphs:
            if subgraph["id"] in self.owners:
                subgraph["parent"] = self.owners[subgraph["id"]]
        vertices = [self.finished(vertex) for vertex in self.vertices.values()]
        tree: dict[str, Any] = {key: value for key, value in self.settings.items() if value}
        tree |= {"direction": self.direction, "vertices": vertices, "edges": self.edges, "subgraphs": self.subgraphs}
        return tree | self.directives.tree()

    def finished(self, vertex: dict[str, Any]) -> dict[str, Any]:
        vertex["span"] = self.prepared.where(*vertex.pop("at"))
        id_ = vertex["id"]
        if id_ in self.owners:
            vertex["parent"] = self.owners[id_]
        if id_ in self.subgraphs_by_id:
            vertex |= {"shape": "rect", "is_subgraph": True}
        else:
            vertex["shape"] = drawn_as(vertex)
        return vertex


@lru_cache(64)
def _arrows(type_: str) -> tuple[str, str]:
    """The heads at the start and the end that a type stands for."""
    if type_ == "arrow_open":
        return "none", "none"
    if type_.startswith("double_"):
        return type_[7:], type_[7:]
    return "none", "arrow_point" if type_ == "INVALID" else type_
