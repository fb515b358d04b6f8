"""Answers that are drawings: the parameters and fields of every rendering tool, and what happens when a drawing does
not fit."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import orjson

from queries.drawing.canvas import Charset
from queries.drawing.graph_art import Art
from queries.drawing.labels import cell_width, wrap_tightly
from queries.drawing.outline import Row, outline_lines
from queries.tools.parameters import Parameter
from queries.tools.render import BOUND
from queries.tools.schemas import Schema, integer, string

MAX_DRAWING = BOUND - 2_500  # characters of the drawing itself, as JSON

CHARSET = Parameter(
    "charset",
    "string",
    "unicode draws with lines; ascii with - | + only, and leaves labels as they are.",
    default="unicode",
    choices=("unicode", "ascii"),
)
WIDTH = Parameter(
    "width",
    "integer",
    "The most columns. Labels are wrapped and gaps narrowed to fit; when that is not enough, a hint says so.",
    default=120,
    minimum=20,
    maximum=1_000,
)
FORM = Parameter(
    "form",
    "string",
    "drawing, or outline: an indented list of the same, which always fits.",
    default="drawing",
    choices=("drawing", "outline"),
)
DRAWING_FIELDS: dict[str, Schema] = {
    "ascii": string("The drawing: lines of a fixed-width font, each without trailing blanks."),
    "width": integer("The columns of its widest line."),
    "height": integer("How many lines it has."),
    "charset": string("unicode or ascii."),
    "form": string("drawing, outline, or source: the text of a diagram whose type is not drawn."),
    "least_width": integer("When it is wider than asked: the least width at which it can be drawn."),
    "truncated": string("Why the outline is not whole: size."),
    "hint": string("What to know about the drawing, and what to ask instead."),
}


class DrawingPlan(NamedTuple):
    """How to draw a model. `art` makes the drawing, None if the model is too large for one; `rows` makes the outline.
    `size` describes the model in hints, `direction` is that of a graph."""

    art: Callable[[int, Charset], Art] | None
    rows: Callable[[], Iterator[Row]]
    footnotes: Sequence[str] = ()
    size: str = ""
    direction: str = ""


def drawing_answer(plan: DrawingPlan, width: int, charset: Charset, form: str, title: str) -> dict[str, Any]:
    """Return the drawing if `form` asks for it and it is not too large, else the outline."""
    if form == "outline" or plan.art is None:
        why = "" if plan.art else f"With {plan.size} it is too large to be drawn: this is an outline."
        return _outline_answer(plan, width, charset, title, why)
    art = plan.art(width, charset)
    lines = _titled_lines(art, title, max(art.width, width), [*art.notes, *plan.footnotes])
    if art.too_large:
        why = f"With {plan.size} it is too large to be drawn: this is an outline."
        return _outline_answer(plan, width, charset, title, why)
    if len(orjson.dumps("\n".join(lines)).decode()) > MAX_DRAWING:
        why = f"The drawing ({art.width} columns, {len(lines)} lines) is longer than an answer: this is an outline."
        return _outline_answer(plan, width, charset, title, why)
    turned = "downwards" if plan.direction in ("LR", "RL") else "rightwards"
    hints: list[str] = []
    if art.turned:
        hints.append(f"It is drawn {turned}, not {plan.direction}, which takes more than {width} columns.")
    if not art.fits:
        hints.append(f"It cannot be drawn in {width} columns; {art.width} is the least. form outline always fits.")
    answer = lines_answer(lines, charset, "drawing", hints)
    return answer if art.fits else {**answer, "least_width": art.width}


def _titled_lines(art: Art, title: str, room: int, footnotes: Sequence[str]) -> list[str]:
    """Return the lines of the title, centred, those of the drawing, and those of the footnotes."""
    heading = wrap_tightly(title, room) if title else []
    above = [" " * max(0, (art.width - cell_width(line)) // 2) + line for line in heading]
    below = [line for note in footnotes for line in wrap_tightly(note, room)]
    return [*above, *([""] if above else []), *art.lines, *(["", *below] if below else [])]


def _outline_answer(plan: DrawingPlan, width: int, charset: Charset, title: str, why: str) -> dict[str, Any]:
    rows: list[Row] = [(0, "", title)] if title else []
    rows += [*plan.rows(), *((0, "", note) for note in plan.footnotes)]
    lines, left_out = outline_lines(rows, width, charset, MAX_DRAWING - 1_000)
    hints = [why] if why else []
    if left_out:
        hints.append(f"{left_out} more lines are left out; diagram_get_ast or walkthrough_get has everything.")
    answer = lines_answer(lines, charset, "outline", hints)
    return {**answer, "truncated": "size"} if left_out else answer


def lines_answer(lines: Sequence[str], charset: Charset, form: str, hints: Sequence[str]) -> dict[str, Any]:
    """Return the answer for drawn lines: `{ascii, width, height, charset, form, hint?}`."""
    answer: dict[str, Any] = {
        "ascii": "\n".join(lines),
        "width": max(map(cell_width, lines), default=0),
        "height": len(lines),
        "charset": charset,
        "form": form,
    }
    if not lines:
        hints = [*hints, "There is nothing in it to draw."]
    return {**answer, "hint": " ".join(hints)} if hints else answer
