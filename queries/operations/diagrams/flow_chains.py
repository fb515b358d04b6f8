"""Chains of a flowchart without some of their edges and nodes, or with other ones.

A chain is cut at a link whose edges do not all stay as they are. What is left between the cuts stays as it is written.
A node of which nothing else would be left stays as a statement of its own.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
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


class Statement(NamedTuple):
    """A statement to write, and the nodes that it names."""

    text: str
    names: tuple[str, ...]


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
        self.left.subtract((node.name, id(block)) for group in chain.groups for node in group)
        statements = list(self.statements(chain, block))
        self.left.update((name, id(block)) for statement in statements for name in statement.names)
        self.put(chain, [statement.text for statement in statements])

    def put(self, chain: WrittenChain, statements: list[str]) -> None:
        """Put statements in place of a chain: each on a line of its own, if the chain has its lines for itself."""
        text, (start, end) = self.text, chain.place
        if any(one not in "\n".join(statements) for one in _COMMENT.findall(text.text[start:end])):
            problem = "A comment stands inside of this statement, and would be lost: a text edit changes it"
            raise unavailable(problem, diagram_id=text.diagram.diagram)
        if not statements:
            text.remove(start, end)
            return
        line = text.line_at(start)
        before = text.text[text.line_start(line) : start]
        behind = text.text[end : text.line_start(text.line_at(end - 1) + 1)].strip()
        separator = "; "
        if not before.strip() and behind in ("", ";"):
            separator = f"{behind}\n{before}"
        text.replace(start, end, separator.join(statements))

    def statements(self, chain: WrittenChain, block: WrittenBlock | None) -> Iterator[Statement]:
        """Yield what becomes of a chain, in the order of its edges."""
        middles = {link: found for link in range(len(chain.links)) if (found := self.middle(chain, link)) is not None}
        runs = _runs(len(chain.groups), middles)
        alone = {node.name: node for first, last in runs if first == last for node in self.staying(chain, first)}
        used = {name for edges in middles.values() for edge in edges for name in (edge.start, edge.end)}
        joined = {node.name for first, last in runs if first < last for node in self.nodes(chain, first, last)}
        written: set[str] = set()
        for first, last in runs:
            if first in {middle + 1 for middle in middles}:
                yield from self.edges(middles[first - 1], {n: one for n, one in alone.items() if n not in written})
                written |= {name for edge in middles[first - 1] for name in (edge.start, edge.end)}
            if first < last:
                yield self.joined(chain, first, last)
                continue
            for node in self.staying(chain, first):
                if node.name not in used and not (
                    node.is_bare and (node.name in joined or self.is_left(node.name, block)) and not self.is_first(node)
                ):
                    yield Statement(self.written(node), (node.name,))

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

    def middle(self, chain: WrittenChain, link: int) -> list[EdgeText] | None:
        """The edges that are left of a link, one by one; None if all stay and are alike."""
        found: list[EdgeText] = []
        is_whole = True
        numbers = self.numbers[id(chain)]
        own = self.text.text[slice(*chain.links[link].place)]
        for at, start in enumerate(chain.groups[link]):
            for to, end in enumerate(chain.groups[link + 1]):
                if self.dropped in (start.name, end.name):
                    continue
                as_is = EdgeText(start.name, own, end.name)
                change = self.changes.get(numbers[link, at, to], as_is)
                is_whole = is_whole and change is not None and (change.start, change.end) == (start.name, end.name)
                if change is not None:
                    found.append(change)
        is_whole = is_whole and bool(found) and len({text.link for text in found}) == 1
        return None if is_whole else found

    def edges(self, edges: list[EdgeText], alone: dict[str, WrittenNode]) -> Iterator[Statement]:
        """The statements of edges: those from one node with the same link in one. A node that would be left alone is
        written in full where it is named first."""
        waiting = {name: self.written(node) for name, node in alone.items()}
        at = 0
        while at < len(edges):
            start, link, _ = edges[at]
            ends = [edges[at].end]
            while at + len(ends) < len(edges) and edges[at + len(ends)][:2] == (start, link):
                ends.append(edges[at + len(ends)].end)
            at += len(ends)
            from_ = waiting.pop(start, start)
            to = " & ".join([waiting.pop(end, end) for end in ends])
            yield Statement(f"{from_} {link} {to}", (start, *ends))

    def joined(self, chain: WrittenChain, first: int, last: int) -> Statement:
        """The part of a chain from one group to another, as it is written, with other links where they change."""
        parts = [self.group(chain, first)]
        for link in range(first, last):
            place = chain.links[link].place
            before, behind = chain.groups[link][-1].place.end, chain.groups[link + 1][0].place.start
            parts += [
                self.text.text[before : place.start],
                self.link(chain, link),
                self.text.text[place.end : behind],
                self.group(chain, link + 1),
            ]
        return Statement("".join(parts), tuple(node.name for node in self.nodes(chain, first, last)))

    def link(self, chain: WrittenChain, link: int) -> str:
        """The text of a link, whose edges all are alike."""
        for place, number in self.numbers[id(chain)].items():
            change = self.changes.get(number)
            if place[0] == link and change is not None:
                return change.link
        return self.text.text[slice(*chain.links[link].place)]

    def group(self, chain: WrittenChain, at: int) -> str:
        staying = self.staying(chain, at)
        if len(staying) == len(chain.groups[at]):
            return self.text.text[staying[0].place.start : staying[-1].place.end]
        return " & ".join(map(self.written, staying))

    def nodes(self, chain: WrittenChain, first: int, last: int) -> list[WrittenNode]:
        return [node for at in range(first, last + 1) for node in self.staying(chain, at)]

    def staying(self, chain: WrittenChain, at: int) -> list[WrittenNode]:
        return [node for node in chain.groups[at] if node.name != self.dropped]

    def written(self, node: WrittenNode) -> str:
        return self.text.text[slice(*node.place)]


def _runs(groups: int, middles: Mapping[int, object]) -> list[tuple[int, int]]:
    """The groups between the cuts: first and last of each run."""
    runs, first = [], 0
    for link in range(groups):
        if link == groups - 1 or link in middles:
            runs.append((first, link))
            first = link + 1
    return runs
