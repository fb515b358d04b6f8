"""Walkthroughs drawn as SVG: their steps as a graph, and the objects that one step cites as marks in a diagram."""

from collections.abc import Callable

from compiler.languages.diagrams.facts import Walkthrough, WalkthroughEdge, WalkthroughNode
from compiler.store.snapshot import Snapshot
from queries.diagrams.selection import place
from queries.diagrams.walkthroughs import chosen_walkthrough, named_step, steps_of
from queries.drawing.graph_model import Box, Connector, GraphModel
from queries.drawing.labels import plain_text
from queries.drawing.svg import Link, graph_svg

CURRENT = "current"


def walkthrough_svg(snapshot: Snapshot, walkthrough_id: str, link: Callable[[str], str], step_id: str = "") -> str:
    """Return a walkthrough as SVG: a box for each step, with what it cites. The step `step_id` is marked.

    `link` gives the address for the ref of a step, "" for none. Raises QueryError for an unknown walkthrough or step.
    """
    one = chosen_walkthrough(snapshot, walkthrough_id)
    steps = steps_of(snapshot, one)
    numbers = {step.node: f"{number}. {plain_text(step.name) or step.node}" for number, step in enumerate(steps, 1)}
    boxes = tuple(_box(step, numbers[step.node]) for step in steps)
    model = GraphModel(boxes, _connectors(snapshot, one, {*numbers}))
    links = {step.node: Link(link(step.ref), f"{numbers[step.node]} ({place(step)})") for step in steps}
    marks = {named_step(snapshot, one, step_id).node: CURRENT} if step_id else {}
    return graph_svg(model, links, marks, title=plain_text(one.name), heading=plain_text(one.name))


def step_marks(snapshot: Snapshot, walkthrough_id: str, step_id: str) -> dict[str, str]:
    """Return the marks for `diagram_svg` that show which objects a step cites. Raises QueryError for unknown ids."""
    step = named_step(snapshot, chosen_walkthrough(snapshot, walkthrough_id), step_id)
    return {link.target: CURRENT for link in snapshot.links(source=step.ref, kind="evidence")}


def _box(step: WalkthroughNode, title: str) -> Box:
    state = " ".join([*([f"[{step.status}]"] if step.status else []), *(f"#{tag}" for tag in step.tags)])
    cited = "\n".join(plain_text(ref) for ref in step.refs)
    return Box(step.node, (title, *(one for one in (plain_text(state), cited) if one)), "rounded")


def _connectors(snapshot: Snapshot, one: Walkthrough, known: set[str]) -> tuple[Connector, ...]:
    edges = sorted(snapshot.facts(WalkthroughEdge, walkthrough=one.walkthrough), key=lambda edge: edge.ordinal)
    return tuple(
        Connector(edge.from_node, edge.to_node, plain_text(edge.label or ""))
        for edge in edges
        if edge.from_node in known and edge.to_node in known
    )
