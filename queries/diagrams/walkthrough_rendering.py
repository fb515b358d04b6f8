"""Walkthroughs drawn with characters: `walkthrough_render_ascii`."""

from collections.abc import Iterator, Sequence
from typing import Any

from compiler.languages.diagrams.facts import Walkthrough, WalkthroughEdge, WalkthroughNode
from compiler.store.snapshot import Snapshot
from queries.diagrams.drawing_answers import CHARSET, DRAWING_FIELDS, FORM, WIDTH, DrawingPlan, drawing_answer
from queries.diagrams.walkthroughs import WALKTHROUGH, chosen_walkthrough
from queries.drawing.canvas import Charset
from queries.drawing.graph_art import Art
from queries.drawing.labels import plain_text
from queries.drawing.outline import Row
from queries.drawing.walkthrough_art import Step, Transition, walkthrough_art
from queries.tools.schemas import string
from queries.tools.tool import tool

MAX_STEPS = 400  # that are drawn


@tool(
    title="Drawing of a walkthrough",
    pack="walkthroughs",
    may_run_long=True,
    parameters=(WALKTHROUGH, CHARSET, WIDTH, FORM),
    result={"walkthrough_id": string("The walkthrough that was asked."), **DRAWING_FIELDS},
)
def walkthrough_render_ascii(
    snapshot: Snapshot, *, walkthrough_id: str, charset: Charset, width: int, form: str
) -> dict[str, Any]:
    """Draws a walkthrough with characters, to show it to people. walkthrough_get has its texts.

    Its steps stand in order as boxes with titles, status, tags and the refs that they cite as evidence, and the
    transitions between them, those to the next step straight down, all others at the side.
    """
    walkthrough = chosen_walkthrough(snapshot, walkthrough_id)
    plan = _walkthrough_plan(snapshot, walkthrough)
    answer = drawing_answer(plan, width, charset, form, plain_text(walkthrough.name))
    return {"walkthrough_id": walkthrough.walkthrough, **answer}


def _walkthrough_plan(snapshot: Snapshot, walkthrough: Walkthrough) -> DrawingPlan:
    own = {"walkthrough": walkthrough.walkthrough}
    nodes = sorted(snapshot.facts(WalkthroughNode, **own), key=lambda node: node.ordinal)
    edges = sorted(snapshot.facts(WalkthroughEdge, **own), key=lambda edge: edge.ordinal)
    numbers = {node.node: number for number, node in reversed(list(enumerate(nodes)))}
    steps = [_step(node) for node in nodes]
    transitions, missing = [], []
    for edge in edges:
        if edge.from_node in numbers and edge.to_node in numbers:
            label = " ".join(plain_text(edge.label or "").split())
            transitions.append(Transition(numbers[edge.from_node], numbers[edge.to_node], label))
        else:
            missing.append(plain_text(f"{edge.from_node} -> {edge.to_node} (no such step)"))

    def art(width: int, charset: Charset) -> Art:
        return walkthrough_art(steps, transitions, width, charset)

    drawable = art if len(steps) <= MAX_STEPS else None
    return DrawingPlan(drawable, lambda: _step_rows(steps, transitions), missing, f"{len(steps)} steps")


def _step(step: WalkthroughNode) -> Step:
    state = " ".join([*([f"[{step.status}]"] if step.status else []), *(f"#{tag}" for tag in step.tags)])
    return Step(plain_text(step.name) or step.node, plain_text(state), tuple(plain_text(ref) for ref in step.refs))


def _step_rows(steps: Sequence[Step], transitions: Sequence[Transition]) -> Iterator[Row]:
    for number, step in enumerate(steps):
        yield 0, f"{number + 1}. ", f"{step.title}{'  ' + step.state if step.state else ''}"
        yield from ((1, "· ", ref) for ref in step.refs)
        for transition in transitions:
            if transition.source == number:
                label = f"  ({transition.label})" if transition.label else ""
                yield 1, "→ ", f"{transition.target + 1}. {steps[transition.target].title}{label}"
