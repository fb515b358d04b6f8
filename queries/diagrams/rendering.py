"""Diagrams as drawings of characters."""

from typing import Any

from compiler.languages.diagrams.facts import Diagram
from compiler.store.snapshot import Snapshot
from queries.diagrams.drawing_answers import CHARSET, DRAWN, FORM, ROOM, WIDTH, Plan, answered, drawn
from queries.diagrams.graph_models import graph_of, sketch_of
from queries.diagrams.selection import DIAGRAM, DIAGRAM_ID, GRAPHS, SEQUENCES, chosen_diagram
from queries.diagrams.sequence_models import score_of
from queries.drawing.canvas import Charset
from queries.drawing.graph_art import Art, flow_art, is_drawable
from queries.drawing.graph_model import Sketch
from queries.drawing.labels import plain
from queries.drawing.nesting import nested
from queries.drawing.outline import outline, sequence_outline
from queries.drawing.sequence_art import sequence_art
from queries.drawing.source_art import source_art
from queries.render import visible
from queries.tool import tool

MOST_EVENTS = 400  # of a sequence, and participants


@tool(
    title="Drawing of a diagram",
    pack="diagrams",
    may_run_long=True,
    parameters=(DIAGRAM, CHARSET, WIDTH, FORM),
    result={"diagram_id": DIAGRAM_ID, **DRAWN},
)
def diagram_render_ascii(
    snapshot: Snapshot, *, diagram_id: str | None, charset: Charset, width: int, form: str
) -> dict[str, Any]:
    """Draws a diagram with characters, to show it to people in a terminal or a chat. Flowcharts, state, class, ER and
    requirement diagrams are laid out in layers in the direction that they name, with edge labels, shapes, subgraphs
    and loops; sequences with lifelines, activations, notes and frames. Other types are shown as their text in a frame.

    The answer is the same for the same diagram. One that does not fit the width at all is drawn as narrowly as
    possible, and the hint says how wide it is. A diagram that is too large to be drawn is answered as an outline. To
    learn what a diagram says, ask diagram_get_ast or the flow_ and seq_ tools instead: they are exact and short.
    """
    row = chosen_diagram(snapshot, diagram_id)
    diagram = snapshot.facts(Diagram, diagram=row.id)[0]
    if row.kind in GRAPHS:
        plan = _graph_plan(snapshot, diagram)
    elif row.kind in SEQUENCES:
        plan = _sequence_plan(snapshot, diagram)
    else:
        return {"diagram_id": row.id, **_source(diagram, width, charset)}
    title = plain(str((diagram.ast or {}).get("title") or ""))
    return {"diagram_id": row.id, **drawn(plan, width, charset, form, title)}


def _graph_plan(snapshot: Snapshot, diagram: Diagram) -> Plan:
    graph = graph_of(snapshot, diagram)
    sketch = sketch_of(graph)
    names = {one.node: one.name for one in graph.nodes} | {one.subgraph: one.name for one in graph.groups}
    if diagram.type == "state":
        names = {}
    port_gap = 4 if diagram.type == "er" else 2

    def art(width: int, charset: Charset) -> Art:
        return flow_art(sketch, width, charset, port_gap)

    size = f"{len(sketch.boxes)} nodes and {len(sketch.connectors)} edges"
    drawable = art if is_drawable(sketch) else None
    return Plan(drawable, lambda: outline(sketch, names), _footnotes(sketch), size, sketch.direction)


def _footnotes(sketch: Sketch) -> list[str]:
    """The connectors that no drawing shows: from a group to what is in it, or to itself."""
    shown = {group.id: group.title for group in sketch.groups} | {box.id: box.parts[0] for box in sketch.boxes}
    told = []
    for one in nested(sketch, merge=False).undrawn:
        label = f" ({one.label})" if one.label else ""
        told.append(" ".join(f"{shown[one.source]} -> {shown[one.target]}{label}".split()))
    return told


def _sequence_plan(snapshot: Snapshot, diagram: Diagram) -> Plan:
    score = score_of(snapshot, diagram)

    def art(width: int, charset: Charset) -> Art:
        return sequence_art(score, width, charset)

    size = f"{len(score.lives)} participants and {len(score.events)} events"
    drawable = art if len(score.events) <= MOST_EVENTS and len(score.lives) <= MOST_EVENTS else None
    return Plan(drawable, lambda: sequence_outline(score), (), size)


def _source(diagram: Diagram, width: int, charset: Charset) -> dict[str, Any]:
    """The text of a diagram in a frame, wrapped to the width."""
    kind = diagram.mermaid_type or "a type that Mermaid does not know"
    text: str = visible(diagram.text)
    lines, left_out = source_art(text, diagram.mermaid_type or diagram.id, width, charset, ROOM - 1_000)
    hints = [f"Diagrams of {kind} are not drawn: this is the text."]
    if left_out:
        hints.append(f"{left_out} more lines are left out; diagram_get_snapshot has them.")
    answer = answered(lines, charset, "source", hints)
    return {**answer, "truncated": "size"} if left_out else answer
