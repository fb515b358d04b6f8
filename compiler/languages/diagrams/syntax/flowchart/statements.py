"""The statements of flowcharts, in source order, and the methods that make them.

Lists grow in place, because a diagram is one long list.
"""

from typing import Any, NamedTuple

from compiler.languages.diagrams.syntax.shared.lexing import Token

# The nodes of one end of an edge: each NODE token with the DATA token after it, if any.
Group = list[tuple[Token, Token | None]]


class Edge(NamedTuple):
    """A step of a chain: the line, its id or None, and the nodes that it leads to."""

    link: Token
    name: Token | None
    to: Group


class Chain(NamedTuple):
    """`A & B --> C -- text --> D`."""

    first: Group
    edges: list[Edge]


class Block(NamedTuple):
    """`subgraph … end`."""

    head: Token
    statements: "list[Statement]"
    end: Token


class Diagram(NamedTuple):
    header: Token
    statements: "list[Statement]"


Statement = Chain | Block | Token


class Statements:
    """The methods that lark calls: one for each rule or alias of the grammar, with what its parts gave."""

    def whole(self, header: Token, *parts: Any) -> Diagram:
        return Diagram(header, parts[-1])

    def no_lines(self) -> list[Statement]:
        return []

    def first(self, part: Any, *_rest: Token) -> Any:
        return part

    def add(self, lines: list[Statement], statement: Statement, *_separator: Token) -> list[Statement]:
        lines.append(statement)
        return lines

    def block(self, head: Token, _separator: Token, lines: list[Statement], end: Token) -> Block:
        return Block(head, lines, end)

    def chain(self, node: Token, _space: Token | None = None) -> Chain:
        return Chain([(node, None)], [])

    def chain_data(self, node: Token, data: Token, _space: Token | None = None) -> Chain:
        return Chain([(node, data)], [])

    def chain_nodes(self, group: Group, *rest: Token) -> Chain:
        return Chain(_with_data(group, *rest), [])

    def edge(self, chain: Chain, link: Token, node: Token, _space: Token | None = None) -> Chain:
        chain.edges.append(Edge(link, None, [(node, None)]))
        return chain

    def edge_data(self, chain: Chain, link: Token, node: Token, data: Token, *_space: Token) -> Chain:
        chain.edges.append(Edge(link, None, [(node, data)]))
        return chain

    def edge_nodes(self, chain: Chain, link: Token, group: Group, *rest: Token) -> Chain:
        chain.edges.append(Edge(link, None, _with_data(group, *rest)))
        return chain

    def named_edge(self, chain: Chain, name: Token, link: Token, to: Group | Token, *rest: Token) -> Chain:
        group: Group = [(to, None)] if isinstance(to, Token) else to
        chain.edges.append(Edge(link, name, _with_data(group, *rest)))
        return chain

    def nodes(self, node: Token, *rest: Token) -> Group:
        return [*_with_data([(node, None)], rest[0]), (rest[-1], None)]

    def more_nodes(self, group: Group, *rest: Token) -> Group:
        _with_data(group, rest[0]).append((rest[-1], None))
        return group


def _with_data(group: Group, *rest: Token) -> Group:
    """The group. A DATA token after it belongs to its last node."""
    if rest and rest[0].type == "DATA":
        group[-1] = (group[-1][0], rest[0])
    return group
