"""The syntax tree of a flowchart, built from its statements in the order of the text.

The order matters, because Mermaid acts while it reads: a subgraph is created at its `end`, inner ones first, and takes
the nodes mentioned inside that no earlier subgraph owns; a class applies to elements that exist; the last label wins.
"""

import re
from typing import Any

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.syntax.flowchart.chart import Chart
from compiler.languages.diagrams.syntax.flowchart.data import apply_to_edge, apply_to_vertex, read_data
from compiler.languages.diagrams.syntax.flowchart.directives import Directives
from compiler.languages.diagrams.syntax.flowchart.lexer import at_sign_in_text
from compiler.languages.diagrams.syntax.flowchart.links import Link, read_link
from compiler.languages.diagrams.syntax.flowchart.shapes import resolved_shape, split_shape, split_text
from compiler.languages.diagrams.syntax.flowchart.statements import Block, Chain, Diagram, Group
from compiler.languages.diagrams.syntax.shared.lexing import Token
from compiler.languages.diagrams.syntax.shared.newer_forms import newer_form
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.text import JS_BLANKS, JS_SPACE, decode, setting_text
from compiler.model.spans import Span

BLANK = re.compile(JS_SPACE)
NODE_GROUPS = ("node", "node_shape", "node_class")
SIMPLE_GROUPS = (*NODE_GROUPS, "to", "to_shape", "to_class")
MAX_EDGES = 500
INLINE = ("normal", "thick", "dotted")
TEXT_OF_EDGE = "the text of the edge"
DIRECTIONS = {"TD": "TB", "<": "RL", ">": "LR", "^": "BT", "v": "TB"}


class Scope:
    """An open block: its remaining statements, and the nodes and subgraphs mentioned in it so far."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self.statements = iter(block.statements)
        self.members: dict[str, None] = {}
        self.direction: str | None = None


class FlowchartBuilder(Chart):
    """Applies statements in order. `tree` returns the syntax tree."""

    def __init__(self, prepared: Prepared) -> None:
        super().__init__(prepared)
        self.direction = "TB"
        self.settings: dict[str, str] = {"title": decode(prepared.title or "")}
        self.edge_counts: dict[tuple[str, str], int] = {}  # by the ends
        self.owners: dict[str, str] = {}  # the subgraph of each node and subgraph
        self.heads: list[tuple[str, str, str, str, int, int]] = []  # head, found, what it is, meant, start, end
        self.directives = Directives(self)

    def add(self, diagram: Diagram) -> None:
        """Apply all statements, with a stack instead of recursion: blocks may be nested thousands deep."""
        written = diagram.header.found and diagram.header.found["direction"]
        self.direction = DIRECTIONS.get(written or "TB", written or "TB")
        scopes = [Scope(Block(diagram.header, diagram.statements, diagram.header))]
        while scopes:
            scope = scopes[-1]
            for statement in scope.statements:
                if isinstance(statement, Token):
                    self.token(statement, scope)
                elif isinstance(statement, Chain):
                    self.chain(statement, scope.members)
                else:
                    scopes.append(Scope(statement))
                    break
            else:
                scopes.pop()
                if scopes:
                    scopes[-1].members[self.close_subgraph(scope)] = None
        if len(self.edges) > MAX_EDGES:
            span = self.prepared.span(diagram.header.start, diagram.header.end)
            self.diagnostics.append(codes.MANY_EDGES.at(span, count=len(self.edges), most=MAX_EDGES))

    def token(self, token: Token, scope: Scope) -> None:
        """A statement that is one token."""
        if token.type == "SIMPLE":
            self.simple(token, scope.members)
        elif token.type == "DIRECTION":
            self.set_direction(token, scope)
        elif token.found and token.type.startswith("ACC"):
            for key in ("acc_title", "acc_descr", "acc_lines"):
                text = token.found.groupdict().get(key)
                name = "acc_descr" if key == "acc_lines" else key
                if text:
                    self.settings[name] = setting_text(name, text)
        else:
            self.directives.apply(token)

    def set_direction(self, token: Token, scope: Scope) -> None:
        """`direction LR`. Other text on its line is lost, which is reported."""
        scope.direction = token.found[1] if token.found else None
        if not token.value.strip(JS_BLANKS + ";").startswith("direction"):
            span = self.prepared.span(token.start, token.end)
            self.diagnostics.append(codes.SWALLOWED_LINE.at(span, direction=scope.direction))

    def simple(self, token: Token, members: dict[str, None]) -> None:
        """`A[Start] -->|yes| B` or `A[Start]`: the same as `chain`, for the form of nearly all statements."""
        found = token.found
        if found is None:
            return
        id_, shape, mark, to, to_shape, to_mark = found.group(*SIMPLE_GROUPS)
        start = token.start
        end = self.node(id_, shape, mark, start, members)
        if to:
            link = read_link(token)
            end = self.node(to, to_shape, to_mark, found.start("to"), members)
            line = found["line"]
            if line is None or line[-1] in "xo" or found["pipe"]:
                self.note_head(token, to, found.start("to"))
            self.edge(id_, to, link, None, self.range(start, end))

    def chain(self, chain: Chain, members: dict[str, None]) -> None:
        """`A & B --> C --> D`: join all nodes of one group with all nodes of the next."""
        start = chain.first
        starts = self.group(start, members)
        for edge in chain.edges:
            link = read_link(edge.link)
            ends = self.group(edge.to, members)
            line = edge.link.found["line"] if edge.link.found else ""
            if ends and (line is None or line[-1:] in "xo" or link.label):
                self.note_head(edge.link, ends[0], edge.to[0][0].start)
            name = edge.name.value.replace("@", "", 1) if edge.name else None
            is_drawn = self.prepared.copies.take(len(starts) * len(ends))
            for from_, (source, _) in zip(starts, start, strict=True) if is_drawn else ():
                for to, (target, _) in zip(ends, edge.to, strict=True):
                    # Only one of the edges has the id: that from the last node to the first.
                    mine = name if from_ == starts[-1] and to == ends[0] else None
                    span = self.range(min(source.start, edge.link.start), target.end)
                    self.edge(from_, to, link, mine, span)
            start, starts = edge.to, ends

    def group(self, group: Group, members: dict[str, None]) -> list[str]:
        """Add the nodes of one group. Return their ids."""
        ids = []
        for token, data in group:
            if token.found is None:
                continue
            id_, shape, mark = token.found.group(*NODE_GROUPS)
            self.node(id_, shape, mark, token.start, members)
            if data:
                self.data(id_, data)
            ids.append(id_)
        return ids

    def node(self, id_: str, shape: str | None, mark: str | None, start: int, members: dict[str, None]) -> int:
        """Add a node written at an offset. Return the offset of its end."""
        end = start + len(id_)
        if shape or mark:
            end += len(shape or "") + len(mark or "")
        if shape:
            self.shape(id_, shape, start, end)
        elif id_ not in self.vertices:
            self.vertex(id_, start, end)
        if mark:
            self.directives.use_class(id_, mark[3:])
        members[id_] = None
        return end

    def shape(self, id_: str, shape: str, start: int, end: int) -> None:
        vertex = self.vertex(id_, start, end)
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
        """Apply `@{ … }` after a node or the id of an edge."""
        values = read_data(id_, token, self.prepared, self.diagnostics)
        edge, subgraph = self.edges_by_id.get(id_), self.subgraphs_by_id.get(id_)
        if subgraph is not None:
            subgraph.setdefault("data", {}).update(values)
        elif edge is not None:
            apply_to_edge(edge, values)
        elif values:
            apply_to_vertex(self.vertices[id_], values, token, self.prepared, self.diagnostics)

    def edge(self, from_: str, to: str, link: Link, name: str | None, span: list[int]) -> None:
        type_, stroke, length, arrow_start, arrow_end, label, label_type = link
        pair = (from_, to)
        count = self.edge_counts.get(pair, 0)
        self.edge_counts[pair] = count + 1
        id_ = name if name and name not in self.edges_by_id else f"L_{from_}_{to}_{count + 1 if count else 0}"
        edge: dict[str, Any] = {
            "id": id_,
            "from": from_,
            "to": to,
            "label": decode(label) if label else "",
            "label_type": label_type,
            "type": type_,
            "stroke": stroke,
            "arrow_start": arrow_start,
            "arrow_end": arrow_end,
            "span": span,
        }
        if length is not None:
            edge["length"] = length
        if id_ is name:
            edge["user_id"] = True
        if self.directives.default_interpolate:
            edge["interpolate"] = self.directives.default_interpolate
        self.edges.append(edge)
        self.edges_by_id.setdefault(id_, edge)

    def note_head(self, link: Token, to: str, at: int) -> None:
        """Note the head of an edge that has no blank before or behind it, and may have been meant for a letter."""
        found = link.found
        if found is None:
            return
        line = found["line"]
        behind = found.end("pipe") + 1
        if found["pipe"] and len(self.prepared.code[behind:at].partition("\n")[0]) > 1:
            self.diagnostics.append(newer_form(self.prepared, "blanks", behind, at))
        if line and line[-1] in "xo" and found.end("line") == at:
            self.heads.append((line[-1], to, "the node", f"{line[-1]}{to}", found.end("line") - 1, at + len(to)))
        name = next((mark for mark in INLINE if found[mark]), "")
        text = found[name] if name else ""
        if text[-1:] in ("x", "o") and text[-2:-1].isalpha():
            meant = text.strip(JS_BLANKS)
            self.heads.append((text[-1], meant[:-1], TEXT_OF_EDGE, meant, found.start(name), found.end(name)))

    def check_names(self) -> None:
        """Report texts with an `@`, heads of edges that look like letters, and edges at the id of an edge."""
        place = at_sign_in_text(self.prepared.code)
        if place:
            self.diagnostics.append(newer_form(self.prepared, "at sign", *place))
        for head, text, what, meant, start, end in self.heads:
            if what == TEXT_OF_EDGE or not text[:1].isupper() or meant in self.vertices:
                span = self.prepared.span(start, end)
                self.diagnostics.append(
                    codes.HEAD_OF_EDGE.at(span, head=head, what=what, found=decode(text), meant=decode(meant))
                )
        undrawn = self.edges_named - self.vertices.keys() - self.subgraphs_by_id.keys()
        for edge in self.edges if undrawn else ():
            for name in {edge["from"], edge["to"]} & undrawn:
                undrawn.discard(name)
                span = Span(self.prepared.source_map.location.path, *edge["span"])
                self.diagnostics.append(codes.NAME_OF_EDGE.at(span, name=name))

    def close_subgraph(self, scope: Scope) -> str:
        """Add the subgraph of a block that ends. Return its id."""
        head, end = scope.block.head, scope.block.end
        name, title = (head.found["name"], head.found["title"]) if head.found else (None, None)
        if not name:
            self.diagnostics.append(codes.NAMELESS_SUBGRAPH.at(self.prepared.span(head.start, head.end)))
        text, label_type = split_text(name or "")
        label_type = "text" if label_type == "string" else label_type
        id_ = text
        if not text or (title is None and BLANK.search(name or "")):
            id_ = f"subGraph{len(self.subgraphs)}"
            # What follows on the line may be a title that could not be read, which is told by itself.
            rest = self.prepared.code[head.end :].partition("\n")[0].partition(";")[0]
            if text and not BLANK.search(text) and not rest.strip():
                span = self.prepared.span(head.start, head.end)
                self.diagnostics.append(codes.ANONYMOUS_SUBGRAPH.at(span, title=text, id=id_))
        if title is not None:
            text, label_type = split_text(title)
        direction = scope.direction or self.inherited_direction()
        members = [member for member in scope.members if member not in self.owners]
        self.owners |= dict.fromkeys((member for member in members if member != id_), id_)
        subgraph: dict[str, Any] = {"id": id_, "title": decode(text), "label_type": label_type}
        if direction:
            subgraph["dir"] = direction
        last = len(self.prepared.code[: end.end].rstrip(JS_BLANKS)) if end.value else end.end
        known = self.subgraphs_by_id.get(id_)
        if known is not None:  # the first of an id keeps its title and takes the nodes of the others
            known["nodes"] = sorted({*known["nodes"], *members} - {id_})
            return id_
        subgraph |= {"nodes": sorted({*members} - {id_}), "span": self.prepared.range(head.start, last)}
        self.subgraphs.append(subgraph)
        self.subgraphs_by_id[id_] = subgraph
        return id_

    def inherited_direction(self) -> str | None:
        flowchart = self.prepared.config.get("flowchart")
        inherits = isinstance(flowchart, dict) and flowchart.get("inheritDir") is True
        return self.direction if inherits else None

    def tree(self) -> dict[str, Any]:
        """The syntax tree, without empty settings."""
        self.check_names()
        for subgraph in self.subgraphs:
            if subgraph["id"] in self.owners:
                subgraph["parent"] = self.owners[subgraph["id"]]
        vertices = [self.finished(vertex) for vertex in self.vertices.values()]
        tree: dict[str, Any] = {key: value for key, value in self.settings.items() if value}
        tree |= {"direction": self.direction, "vertices": vertices, "edges": self.edges, "subgraphs": self.subgraphs}
        return tree | self.directives.tree()

    def finished(self, vertex: dict[str, Any]) -> dict[str, Any]:
        id_ = vertex["id"]
        if id_ in self.owners:
            vertex["parent"] = self.owners[id_]
        if id_ in self.subgraphs_by_id:
            vertex |= {"shape": "rect", "is_subgraph": True}
        else:
            vertex["shape"] = resolved_shape(vertex)
        return vertex
