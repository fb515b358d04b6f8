"""Citations of the objects of a diagram that got other ids: cross-references, walkthroughs and texts follow."""

import re
from collections.abc import Collection, Mapping

from compiler.languages.diagrams.facts import Edge, Node
from queries.operations.diagrams.graph_text import DiagramText
from queries.operations.draft import Draft

# The links that the text of a diagram itself makes.
_STRUCTURAL = frozenset(("edge", "precedes", "enters", "leaves", "edge_from", "edge_to", "part_of", "diagram_in"))


def follow_edges(after: Draft, text: "DiagramText", gone: Collection[int]) -> None:
    """Draft the citations of edges that have another number since others went."""
    before = sorted(text.draft.snapshot.facts(Edge, diagram=text.diagram.diagram), key=lambda one: one.ordinal)
    now = sorted(after.snapshot.facts(Edge, diagram=text.diagram.diagram), key=lambda one: one.ordinal)
    left = [one for one in before if one.ordinal not in gone]
    follow(after, {old.ref: new.ref for old, new in zip(left, now, strict=True) if old.ref != new.ref})


def refs_of_node(after: Draft, text: DiagramText, node: Node, name: str) -> dict[str, str]:
    """Return the ref of a node and that which it has under another name, if they differ."""
    now = next(one for one in after.snapshot.facts(Node, diagram=text.diagram.diagram) if one.name == name)
    return {node.ref: now.ref} if now.ref != node.ref else {}


def follow(after: Draft, refs: Mapping[str, str]) -> None:
    """Write the new refs of objects wherever a link cites an old one."""
    places = {
        (link.span.file, number)
        for old in refs
        for link in after.snapshot.links(target=old)
        if link.kind not in _STRUCTURAL
        for number in range(link.span.start_line, link.span.end_line + 1)
    }
    if not places:
        return
    pattern = re.compile(rf"(?<![\w:/.-])(?:{'|'.join(sorted(map(re.escape, refs), key=len, reverse=True))})(?![\w:-])")
    for file, number in sorted(places):
        line = after.line(file, number)
        after.set_line(file, number, pattern.sub(lambda found: refs[found[0]], line))
