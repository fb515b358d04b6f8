"""Diagrams drawn with characters: `diagram_render_ascii`."""

from typing import Any

from compiler.languages.diagrams.facts import Diagram
from compiler.store.snapshot import Snapshot
from queries.diagrams.drawing_answers import (
    CHARSET,
    DRAWING_FIELDS,
    FORM,
    MAX_DRAWING,
    WIDTH,
    DrawingPlan,
    drawing_answer,
    lines_answer,
)
from queries.diagrams.graph_models import graph_facts, graph_model
from queries.diagrams.selection import DIAGRAM, DIAGRAM_ID, GRAPHS, SEQUENCES, chosen_diagram
from queries.diagrams.sequence_models import sequence_model
from queries.drawing.canvas import Charset
from queries.drawing.edge_notes import undrawn_notes
from queries.drawing.graph_art import Art, graph_art, is_drawable
from queries.drawing.labels import plain_text
from queries.drawing.outline import outline, sequence_outline
from queries.drawing.sequence_art import sequence_art
from queries.drawing.source_art import source_art
from queries.tools.render import visible
from queries.tools.tool import tool

MAX_EVENTS = 400  # events, and participants, of a sequence that is drawn


@tool(
    title="Drawing of a diagram",
    pack="diagrams",
    may_run_long=True,
    parameters=(DIAGRAM, CHARSET, WIDTH, FORM),
    result={"diagram_id": DIAGRAM_ID, **DRAWING_FIELDS},
)
def diagram_render_ascii(
    snapshot: Snapshot, *, diagram_id: str | None, charset: Charset, width: int, form: str
) -> dict[str, Any]:
    """Draws a diagram with characters, to show it to people. For what it says, ask the exact tools.

    Flowcharts and all other graphs are laid out in layers in the direction that they name, with edge labels, shapes,
    subgraphs and loops; sequences with lifelines, activations, notes and frames. Types that are only listed are shown
    as their text in a frame. The answer is the same for the same diagram. One that does not fit the width at all
    is drawn as narrowly as possible, and the hint says how wide it is. A diagram that is too large to be drawn is
    answered as an outline. To learn what a diagram says, ask diagram_get_ast or the flow_ and seq_ tools instead: they
    are exact and short.
    """
    row = chosen_diagram(snapshot, diagram_id)
    diagram = snapshot.facts(Diagram, diagram=row.id)[0]
    if row.kind in GRAPHS:
        plan = _graph_plan(snapshot, diagram)
    elif row.kind in SEQUENCES:
        plan = _sequence_plan(snapshot, diagram)
    else:
        return {"diagram_id": row.id, **_source(diagram, width, charset)}
    title = plain_text(str((diagram.ast or {}).get("title") or ""))
    return {"diagram_id": row.id, **drawing_answer(plan, width, charset, form, title)}


def _graph_plan(snapshot: Snapshot, diagram: Diagram) -> DrawingPlan:
    graph = graph_facts(snapshot, diagram)
    model = graph_model(graph)
    names = {node.node: node.name for node in graph.nodes} | {group.subgraph: group.name for group in graph.groups}
    if diagram.type == "state":
        names = {}
    port_gap = 4 if diagram.type == "er" else 2

    def art(width: int, charset: Charset) -> Art:
        return graph_art(model, width, charset, port_gap)

    size = f"{len(model.boxes)} nodes and {len(model.connectors)} edges"
    drawable = art if is_drawable(model) else None
    return DrawingPlan(drawable, lambda: outline(model, names), undrawn_notes(model), size, model.direction)


def _sequence_plan(snapshot: Snapshot, diagram: Diagram) -> DrawingPlan:
    model = sequence_model(snapshot, diagram)

    def art(width: int, charset: Charset) -> Art:
        return sequence_art(model, width, charset)

    size = f"{len(model.lifelines)} participants and {len(model.events)} events"
    drawable = art if len(model.events) <= MAX_EVENTS and len(model.lifelines) <= MAX_EVENTS else None
    return DrawingPlan(drawable, lambda: sequence_outline(model), (), size)


def _source(diagram: Diagram, width: int, charset: Charset) -> dict[str, Any]:
    """Return the text of a diagram in a frame, wrapped to the width."""
    kind = diagram.mermaid_type or "a type that Mermaid does not know"
    text: str = visible(diagram.text)
    lines, left_out = source_art(text, diagram.mermaid_type or diagram.id, width, charset, MAX_DRAWING - 1_000)
    hints = [f"Diagrams of {kind} are not drawn: this is the text."]
    if left_out:
        hints.append(f"{left_out} more lines are left out; diagram_get_snapshot has them.")
    answer = lines_answer(lines, charset, "source", hints)
    return {**answer, "truncated": "size"} if left_out else answer
