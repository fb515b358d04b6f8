"""Chains of a flowchart without some of their edges and nodes, or with other ones.

A chain is cut at a link whose edges do not all stay as they are. What is left between the cuts stays as it is written.
A node of which nothing else would be left stays as a statement of its own.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby, pairwise
from typing import NamedTuple

from compiler.languages.diagrams.facts.written import WrittenBlock, WrittenChain, WrittenNode
from queries.operations.arguments import unavailable
from queries.operations.diagrams.flow_text import FlowText

_COMMENT = re.compile(r"(?<=\n)[ \t]*%%[^\n]*")


class EdgeText(NamedTuple):
    """An edge as it shall be written: the names of its nodes, and the text of its link."""

    start: str
    link: str
    end: str


Statement = tuple[str, tuple[str, ...]]  # the text of a statement, and the nodes that it names
Changes = Mapping[int, EdgeText | None]  # by the number of the edge; None for one that goes


def rewrite(text: FlowText, changes: Changes, dropped: str = "") -> None:
    """Write the chains of a flowchart with other edges, and without the node `dropped`, whose edges all go."""
    numbers: dict[int, dict[tuple[int, int, int], int]] = {}
    for number, place in enumerate(text.places):
        numbers.setdefault(id(place.chain), {})[place.link, place.start, place.end] = number
    writer = _Writer(text, changes, numbers, dropped)
    for chain, block in text.chains():
        has_changes = not changes.keys().isdisjoint(numbers.get(id(chain), {}).values())
        if has_changes or any(node.name == dropped for group in chain.groups for node in group):
            writer.write(chain, block)


class _Writer:
    """Writes chains one after the other. `left` counts the mentions of each node that are left, by block."""

    def __init__(
        self, text: FlowText, changes: Changes, numbers: dict[int, dict[tuple[int, int, int], int]], dropped: str
    ) -> None:
        self.text, self.changes, self.numbers, self.dropped = text, changes, numbers, dropped
        self.left = Counter((mention.node.name, id(mention.block)) for mention in text.mentions)
        self.decorated = {
            text.text[place.start : place.end] for line in text.lines("STYLE", "CLASS", "CLICK") for place in line.names
        }

    def write(self, chain: WrittenChain, block: WrittenBlock | None) -> None:
        """Put what becomes of a chain in its place: each statement on a line of its own, if the chain has its lines for
        itself."""
        self.left.subtract((node.name, id(block)) for group in chain.groups for node in group)
        made = list(self.statements(chain, block))
        self.left.update((name, id(block)) for _, names in made for name in names)
        statements = [statement for statement, _ in made]
        text, (start, end) = self.text, chain.place
        if any(comment not in "\n".join(statements) for comment in _COMMENT.findall(text.text[start:end])):
            problem = "A comment stands inside of this statement, and would be lost: a text edit changes it"
            raise unavailable(problem, diagram_id=text.diagram.diagram)
        if not statements:
            text.remove(start, end)
            return
        before = text.text[text.line_start(text.line_at(start)) : start]
        behind = text.text[end : text.line_start(text.line_at(end - 1) + 1)].strip()
        separator = f"{behind}\n{before}" if not before.strip() and behind in ("", ";") else "; "
        text.replace(start, end, separator.join(statements))

    def statements(self, chain: WrittenChain, block: WrittenBlock | None) -> Iterator[Statement]:
        """Yield what becomes of a chain, in the order of its edges."""
        edges = [self.edges_left(chain, link) for link in range(len(chain.links))]
        cut = [link for link in range(len(chain.links)) if not self.is_whole(chain, link, edges[link])]
        runs = [*pairwise([0, *(link + 1 for link in cut), len(chain.groups)])]  # first group, and the one behind
        alone = {node.name: node for first, end in runs if end == first + 1 for node in self.staying(chain, first)}
        used = {name for link in cut for edge in edges[link] for name in (edge.start, edge.end)}
        together = [at for first, end in runs if end > first + 1 for at in range(first, end)]
        joined = {node.name for at in together for node in self.staying(chain, at)}
        written: set[str] = set()
        for first, end in runs:
            if first:
                waiting = {name: node for name, node in alone.items() if name not in written}
                yield from self.statements_of(edges[first - 1], waiting)
                written |= {name for edge in edges[first - 1] for name in (edge.start, edge.end)}
            if end > first + 1:
                yield self.joined(chain, range(first, end), edges)
                continue
            for node in self.staying(chain, first):
                if node.name not in used and not (
                    node.is_bare and (node.name in joined or self.is_left(node.name, block)) and not self.is_first(node)
                ):
                    yield self.written(node), (node.name,)

    def is_left(self, name: str, block: WrittenBlock | None) -> bool:
        """Whether a node is what it is without one more mention in a block. A mention at the top makes it no member of
        anything, so that a mention anywhere does as well."""
        if name in self.text.groups:
            return True
        if block is not None:
            return self.left[name, id(block)] > 0
        return any(count > 0 for (other, _), count in self.left.items() if other == name)

    def is_first(self, node: WrittenNode) -> bool:
        """Whether a node that is styled would get its first mention only behind its style."""
        if node.name not in self.decorated or node.name in self.text.groups:
            return False
        return next(mention for mention in self.text.mentions if mention.node.name == node.name).node is node

    def edges_left(self, chain: WrittenChain, link: int) -> list[EdgeText]:
        """The edges that are left of a link, one by one, as they shall be written."""
        numbers, own = self.numbers[id(chain)], self.text.text[slice(*chain.links[link].place)]
        found: list[EdgeText] = []
        for at, start in enumerate(chain.groups[link]):
            for to, end in enumerate(chain.groups[link + 1]):
                if self.dropped not in (start.name, end.name):
                    change = self.changes.get(numbers[link, at, to], EdgeText(start.name, own, end.name))
                    found += [change] if change is not None else []
        return found

    def is_whole(self, chain: WrittenChain, link: int, edges: list[EdgeText]) -> bool:
        """Whether all edges of a link stay and are alike."""
        starts, ends = self.staying(chain, link), self.staying(chain, link + 1)
        pairs = [(start.name, end.name) for start in starts for end in ends]
        return [(edge.start, edge.end) for edge in edges] == pairs and len({edge.link for edge in edges}) == 1

    def statements_of(self, edges: list[EdgeText], alone: dict[str, WrittenNode]) -> Iterator[Statement]:
        """The statements of edges: those from one node with the same link in one. A node that would be left alone is
        written in full where it is named first."""
        waiting = {name: self.written(node) for name, node in alone.items()}
        for (start, link), alike in groupby(edges, key=lambda edge: edge[:2]):
            ends = [edge.end for edge in alike]
            from_ = waiting.pop(start, start)
            to = " & ".join([waiting.pop(end, end) for end in ends])
            yield f"{from_} {link} {to}", (start, *ends)

    def joined(self, chain: WrittenChain, groups: range, edges: list[list[EdgeText]]) -> Statement:
        """The part of a chain of some groups, as it is written, with other links where they change."""
        parts = [self.group(chain, groups[0])]
        for link in groups[:-1]:
            place = chain.links[link].place
            before, behind = chain.groups[link][-1].place.end, chain.groups[link + 1][0].place.start
            parts += [
                self.text.text[before : place.start],
                edges[link][0].link,
                self.text.text[place.end : behind],
                self.group(chain, link + 1),
            ]
        return "".join(parts), tuple(node.name for at in groups for node in self.staying(chain, at))

    def group(self, chain: WrittenChain, at: int) -> str:
        staying = self.staying(chain, at)
        if len(staying) == len(chain.groups[at]):
            return self.text.text[staying[0].place.start : staying[-1].place.end]
        return " & ".join(map(self.written, staying))

    def staying(self, chain: WrittenChain, at: int) -> list[WrittenNode]:
        return [node for node in chain.groups[at] if node.name != self.dropped]

    def written(self, node: WrittenNode) -> str:
        return self.text.text[slice(*node.place)]
