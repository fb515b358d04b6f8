"""Where the statements of a flowchart stand in its text, by the grammar and the lexer that compile it."""

import re

from compiler.languages.diagrams.facts.written import (
    Place,
    WrittenBlock,
    WrittenChain,
    WrittenFlowchart,
    WrittenLine,
    WrittenLink,
    WrittenNode,
    WrittenStatement,
)
from compiler.languages.diagrams.records import TextLocation
from compiler.languages.diagrams.syntax.flowchart.build import INLINE
from compiler.languages.diagrams.syntax.flowchart.parse import RECOVERY, FlowchartParser, grammar
from compiler.languages.diagrams.syntax.flowchart.statements import Block, Chain, Edge, Group, Statement
from compiler.languages.diagrams.syntax.shared.lexing import Token
from compiler.languages.diagrams.syntax.shared.prepare import Prepared, prepare
from compiler.languages.diagrams.syntax.shared.text import JS_BLANKS

NAMES = {"STYLE": "styled", "CLASS": "members", "LINK_STYLE": "links", "CLICK": "clicked"}
_PIECE = re.compile(r"[^,\s]+")


def written_flowchart(text: str) -> WrittenFlowchart | None:
    """Return what stands where in the text of a flowchart; None if it is no flowchart, or has mistakes."""
    prepared, _ = prepare(TextLocation(""), text)
    if prepared.kind != "flowchart":
        return None
    parser = FlowchartParser(grammar(), prepared.code, RECOVERY)
    diagram = parser.run()
    if diagram is None or parser.mistakes:
        return None
    places = _Places(prepared)
    found = diagram.header.found
    direction = found and found["direction"] and places.of(*found.span("direction"))
    return WrittenFlowchart(
        places.of(diagram.header.start, diagram.header.end),
        direction or None,
        tuple(map(places.statement, diagram.statements)),
    )


class _Places:
    """Turns the tokens of a code into places in the text."""

    def __init__(self, prepared: Prepared) -> None:
        self.code, self.map = prepared.code, prepared.source_map

    def of(self, start: int, end: int) -> Place:
        first = self.map.text_offset(start)
        return Place(first, self.map.text_offset(end - 1) + 1 if end > start else first)

    def stripped(self, start: int, end: int, signs: str = JS_BLANKS) -> Place:
        """The place without the blanks at its ends."""
        text = self.code[start:end]
        return self.of(start + len(text) - len(text.lstrip(signs)), start + len(text.rstrip(signs)))

    def statement(self, statement: Statement) -> WrittenStatement:
        if isinstance(statement, Chain):
            return self.chain(statement)
        if isinstance(statement, Block):
            return self.block(statement)
        return self.simple(statement) if statement.type == "SIMPLE" else self.line(statement)

    def block(self, block: Block) -> WrittenBlock:
        statements = tuple(map(self.statement, block.statements))
        found = block.head.found
        name, title = ((self.stripped(*found.span(key)) if found and found[key] else None) for key in ("name", "title"))
        head, end = (self.stripped(token.start, token.end) for token in (block.head, block.end))
        return WrittenBlock(Place(head.start, end.end), head, name, title, end, statements)

    def line(self, token: Token) -> WrittenLine:
        place = self.stripped(token.start, token.end, JS_BLANKS + ";")
        found = token.found
        if token.type == "DIRECTION" and found:
            return WrittenLine(token.type, place, (self.of(*found.span(1)),))
        group = NAMES.get(token.type)
        if group is None or not found:
            return WrittenLine(token.type, place, ())
        start = found.start(group)
        names = _PIECE.finditer(found[group])
        return WrittenLine(
            token.type, place, tuple(self.of(start + name.start(), start + name.end()) for name in names)
        )

    def simple(self, token: Token) -> WrittenChain:
        """`A[Start] -->|yes| B`, which is one token."""
        nodes = [self.node(token, "node")]
        links = []
        if token.found and token.found["to"]:
            nodes.append(self.node(token, "to"))
            links.append(self.link(token, ""))
        place = Place(nodes[0].place.start, nodes[-1].place.end)
        return WrittenChain(place, tuple((node,) for node in nodes), tuple(links))

    def chain(self, chain: Chain) -> WrittenChain:
        groups = [self.group(group) for group in (chain.first, *(edge.to for edge in chain.edges))]
        links = tuple(map(self.named_link, chain.edges))
        return WrittenChain(Place(groups[0][0].place.start, groups[-1][-1].place.end), tuple(groups), links)

    def group(self, group: Group) -> tuple[WrittenNode, ...]:
        return tuple(self.node(token, "node", data) for token, data in group)

    def node(self, token: Token, group: str, data: Token | None = None) -> WrittenNode:
        found = token.found
        assert found is not None
        shape = self.of(*found.span(f"{group}_shape")) if found[f"{group}_shape"] else None
        last = max(found.end(name) for name in (group, f"{group}_shape", f"{group}_class"))
        place = self.of(found.start(group), data.end if data else last)
        data_place = self.of(data.start, data.end) if data else None
        return WrittenNode(found[group], place, self.of(*found.span(group)), shape, data_place)

    def named_link(self, edge: Edge) -> WrittenLink:
        link = self.link(edge.link, edge.name.value.replace("@", "", 1).strip() if edge.name else "")
        if not edge.name:
            return link
        return link._replace(place=Place(self.stripped(edge.name.start, edge.name.end).start, link.place.end))

    def link(self, token: Token, name: str) -> WrittenLink:
        """The link in a LINK or SIMPLE token."""
        found = token.found
        assert found is not None
        if found["line"]:
            line = self.of(*found.span("line"))
            end = self.of(*found.span("pipe")).end + 1 if found["pipe"] else line.end
            label = self.stripped(*found.span("pipe")) if found["pipe"] else None
            return WrittenLink(Place(line.start, end), line, label, name)
        stroke = next(mark for mark in INLINE if found[mark])
        start = found.start("head")
        label = self.stripped(*found.span(stroke))
        return WrittenLink(
            Place(self.of(start, start + 1).start, self.of(*found.span(f"{stroke}_line")).end), None, label, name
        )
