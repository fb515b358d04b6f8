"""Citations of the objects of a graph that got other ids follow them."""

from collections.abc import Collection, Iterator, Mapping

from compiler.languages.diagrams.facts import Node, Subgraph
from queries.errors.query_error import QueryError
from queries.operations.diagrams.cross_reference_renaming import IN_JSON, citing, follow_refs
from queries.operations.diagrams.graph_text import DiagramText, GraphText, edges_of
from queries.operations.draft import Draft
from queries.operations.refusals import invalid

# The links that the text of a diagram itself states.
_STATED = frozenset(
    ("edge", "precedes", "enters", "leaves", "edge_from", "edge_to", "part_of", "diagram_in", "same_as")
)


def follow_edges(
    after: Draft, text: GraphText, gone: Collection[int] = (), came: tuple[str, str, str] | None = None
) -> None:
    """Draft the citations of edges that have another number since others went, or since one `came` among them: its
    ends and its label. Raises QueryError if an edge that went is cited, and another one has its id now: the citation
    would mean that one; and if other edges are read than are left, so that none can be told from another."""
    now = edges_of(after, text.diagram)
    taken = {edge.ref for edge in now}
    for ref in (edge.ref for edge in text.edges if edge.ordinal in gone and edge.ref in taken):
        if by := sorted(set(_citing(text, ref))):
            problem = "The edge is cited, and another one would get its id: let the citations go first"
            raise invalid(problem, ref=ref, cited_by=by[:20])
    left = [edge for edge in text.edges if edge.ordinal not in gone]
    stated = [(edge.from_name, edge.to_name, edge.label) for edge in now]
    if came in stated:
        # The first that is not the edge before.
        old = [(edge.from_name, edge.to_name, edge.label) for edge in left]
        at = next((at for at, edge in enumerate(stated) if at >= len(old) or edge != old[at]), len(stated) - 1)
        del now[at], stated[at]
    if [edge[:2] for edge in stated] != [(edge.from_name, edge.to_name) for edge in left]:
        raise _read_otherwise(text)
    follow(after, text, {old.ref: new.ref for old, new in zip(left, now, strict=True)})


def _read_otherwise(text: DiagramText) -> QueryError:
    problem = "Written so, Mermaid would read something else, and citations could not follow"
    hint = "Choose another id or text, or edit the text of the diagram by hand."
    return invalid(problem, diagram_id=text.diagram.diagram, hint=hint)


def _citing(text: DiagramText, ref: str) -> Iterator[str]:
    snapshot = text.draft.snapshot
    yield from citing(snapshot, ref, text.diagram.span)
    yield from (str(one.span) for one in snapshot.links(source=ref, kind="xref"))


def follow_node(after: Draft, text: DiagramText, node: Node, name: str) -> None:
    """Draft the citations of a node that has another name."""
    found = [one.ref for one in after.snapshot.facts(Node, diagram=text.diagram.diagram) if one.name == name]
    if not found:
        raise _read_otherwise(text)
    follow(after, text, {node.ref: found[0]})


def follow_group(after: Draft, text: GraphText, group: Subgraph, name: str) -> None:
    """Draft the citations of a subgraph that has another name, and of the node that edges make of it."""
    found = [one.ref for one in after.snapshot.facts(Subgraph, diagram=text.diagram.diagram) if one.name == name]
    if not found:
        raise _read_otherwise(text)
    nodes = [
        f"{ref.rpartition('/subgraph/')[0]}/node/n:{own}" for ref, own in ((group.ref, group.name), (found[0], name))
    ]
    follow(after, text, {group.ref: found[0], nodes[0]: nodes[1]})


def follow(after: Draft, text: DiagramText, refs: Mapping[str, str]) -> None:
    """Draft the new refs of objects wherever an old one is cited. `after` is of the source after the edit, `text` the
    text of the diagram before it."""
    renamed = {old: new for old, new in refs.items() if old != new}
    if not renamed:
        return
    follow_refs(after, renamed, {(path, line, line) for path, line in _citing_lines(after, text, renamed)})


def _citing_lines(after: Draft, text: DiagramText, refs: Collection[str]) -> Iterator[tuple[str, int]]:
    """Yield the lines, by file, of the texts that cite refs. A text cites only what is there, so that the snapshot
    before the edit knows them; in the file of the diagram itself they may have moved."""
    own = text.diagram.span.file
    for ref in refs:
        for link in text.draft.snapshot.links(target=ref):
            if link.kind in _STATED or link.kind in IN_JSON:
                continue
            lines = range(link.span.start_line, link.span.end_line + 1)
            if link.span.file != own:
                yield from ((link.span.file, one) for one in lines)
                continue
            cited = {text.draft.lines(own)[one - 1] for one in lines}
            yield from ((own, at) for at, line in enumerate(after.lines(own), 1) if line in cited)
