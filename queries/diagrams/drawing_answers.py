"""How a drawing becomes an answer: what every rendering tool takes and gives, and what happens when it does not fit."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import orjson

from queries.drawing.canvas import Charset
from queries.drawing.graph_art import Art
from queries.drawing.labels import cells, filled
from queries.drawing.outline import Row, written
from queries.parameters import Parameter
from queries.render import BOUND
from queries.schemas import Schema, integer, string

ROOM = BOUND - 2_500  # characters for the drawing itself

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
DRAWN: dict[str, Schema] = {
    "ascii": string("The drawing: lines of a fixed-width font, each without trailing blanks."),
    "width": integer("The columns of its widest line."),
    "height": integer("How many lines it has."),
    "charset": string("unicode or ascii."),
    "form": string("drawing, outline, or source: the text of a diagram whose type is not drawn."),
    "least_width": integer("When it is wider than asked: the least width at which it can be drawn."),
    "truncated": string("Why the outline is not whole: size."),
    "hint": string("What to know about the drawing, and what to ask instead."),
}


class Plan(NamedTuple):
    """How something can be drawn: as a drawing, unless `art` is None, and as an outline."""

    art: Callable[[int, Charset], Art] | None
    rows: Callable[[], Iterator[Row]]
    footnotes: Sequence[str] = ()
    size: str = ""
    direction: str = ""


def drawn(plan: Plan, width: int, charset: Charset, form: str, title: str) -> dict[str, Any]:
    """The answer: the drawing if it was asked for and is not too large, else the outline."""
    if form == "outline" or plan.art is None:
        why = "" if plan.art else f"With {plan.size} it is too large to be drawn: this is an outline."
        return _outlined(plan, width, charset, title, why)
    art = plan.art(width, charset)
    lines = _with_title(art, title, max(art.width, width), plan.footnotes)
    if art.too_large:
        told = f"With {plan.size} it is too large to be drawn: this is an outline."
        return _outlined(plan, width, charset, title, told)
    if len(orjson.dumps("\n".join(lines)).decode()) > ROOM:
        told = f"The drawing ({art.width} columns, {len(lines)} lines) is longer than an answer: this is an outline."
        return _outlined(plan, width, charset, title, told)
    turned = "downwards" if plan.direction in ("LR", "RL") else "rightwards"
    hints: list[str] = []
    if art.turned:
        hints.append(f"It is drawn {turned}, not {plan.direction}, which takes more than {width} columns.")
    if not art.fits:
        hints.append(f"It cannot be drawn in {width} columns; {art.width} is the least. form outline always fits.")
    answer = answered(lines, charset, "drawing", hints)
    return answer if art.fits else {**answer, "least_width": art.width}


def _with_title(art: Art, title: str, room: int, footnotes: Sequence[str]) -> list[str]:
    """The drawing below its title, which stands in the middle, and above what could not be drawn."""
    heading = filled(title, room) if title else []
    above = [" " * max(0, (art.width - cells(line)) // 2) + line for line in heading]
    below = [line for note in footnotes for line in filled(note, room)]
    return [*above, *([""] if above else []), *art.lines, *(["", *below] if below else [])]


def _outlined(plan: Plan, width: int, charset: Charset, title: str, why: str) -> dict[str, Any]:
    rows: list[Row] = [(0, "", title)] if title else []
    rows += [*plan.rows(), *((0, "", note) for note in plan.footnotes)]
    lines, left_out = written(rows, width, charset, ROOM - 1_000)
    hints = [why] if why else []
    if left_out:
        hints.append(f"{left_out} more lines are left out; diagram_get_ast or walkthrough_get has everything.")
    answer = answered(lines, charset, "outline", hints)
    return {**answer, "truncated": "size"} if left_out else answer


def answered(lines: Sequence[str], charset: Charset, form: str, hints: Sequence[str]) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "ascii": "\n".join(lines),
        "width": max(map(cells, lines), default=0),
        "height": len(lines),
        "charset": charset,
        "form": form,
    }
    if not lines:
        hints = [*hints, "There is nothing in it to draw."]
    return {**answer, "hint": " ".join(hints)} if hints else answer
