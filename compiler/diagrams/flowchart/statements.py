"""What the grammar makes of the tokens: a list of statements, in the order of the source.

Rules call these methods as they are reduced. Lists grow in place: a diagram is one long list.
"""

from typing import Any, NamedTuple

from compiler.diagrams.lexing import Token

# The nodes of one end of an edge: each NODE token with the DATA token behind it, if any.
Group = list[tuple[Token, Token | None]]


class Edge(NamedTuple):
    """A step of a chain: the line, its id if it has one, and the nodes it leads to."""

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
    """The methods are named after the rules and aliases of the grammar; each takes the parts of its rule."""

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

    def chain(self, group: Group) -> Chain:
        return Chain(group, [])

    def edge(self, chain: Chain, link: Token, to: Group) -> Chain:
        chain.edges.append(Edge(link, None, to))
        return chain

    def named_edge(self, chain: Chain, name: Token, link: Token, to: Group) -> Chain:
        chain.edges.append(Edge(link, name, to))
        return chain

    def nodes(self, node: Token) -> Group:
        return [(node, None)]

    def more_nodes(self, group: Group, _and: Token, node: Token) -> Group:
        group.append((node, None))
        return group

    def with_data(self, group: Group, data: Token) -> Group:
        group[-1] = (group[-1][0], data)
        return group

    def more_nodes_after_data(self, group: Group, data: Token, _and: Token, node: Token) -> Group:
        return self.more_nodes(self.with_data(group, data), _and, node)
