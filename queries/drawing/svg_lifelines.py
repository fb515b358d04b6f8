"""The heads of lifelines in SVG: an actor is a figure, a database a cylinder, and so on."""

from queries.drawing import svg_shapes
from queries.drawing.labels import wrap_evenly
from queries.drawing.lifeline_heads import SHAPES
from queries.drawing.outlines import cylinder_rim
from queries.drawing.sequence_model import Lifeline
from queries.drawing.svg_elements import centred, element, path
from queries.drawing.text_metrics import LINE, PIXELS, text_width

FIGURE = 46  # the height of an actor
LEAST = 88
LOOK = {"class": "shape", "fill": "none", "stroke": "#52606d", "stroke-width": 1.6}
INK = {"fill": "#1f2933"}
ACTORS = ("actor",)


def head_width(lifeline: Lifeline, wrap: int) -> float:
    """Return the width of a head in pixels."""
    wide = max(map(text_width, _lines(lifeline, wrap)))
    return max(44, wide + 8) if lifeline.kind in ACTORS else max(LEAST, wide + 32)


def head_height(lifeline: Lifeline, wrap: int) -> float:
    """Return the height of a head in pixels."""
    lines = len(_lines(lifeline, wrap)) * LINE
    if lifeline.kind in ACTORS:
        return FIGURE + lines + 4
    return lines + 26 + (16 if SHAPES.get(lifeline.kind) == "cylinder" else 0)


def draw_head(lifeline: Lifeline, middle: float, bottom: float, wrap: int) -> str:
    """Return a head around a middle, above a line."""
    lines = _lines(lifeline, wrap)
    width, height = head_width(lifeline, wrap), head_height(lifeline, wrap)
    top = bottom - height
    if lifeline.kind in ACTORS:
        return _figure(middle, top) + centred(lines, middle, bottom - 4 - len(lines) * LINE / 2, INK)
    shape = SHAPES.get(lifeline.kind, "rect")
    drawn = svg_shapes.shape(shape, middle - width / 2, top, width, height)
    lower = cylinder_rim(width) if shape == "cylinder" else 0
    return drawn + centred(lines, middle, top + height / 2 + lower, INK)


def _lines(lifeline: Lifeline, wrap: int) -> tuple[str, ...]:
    known = lifeline.kind in SHAPES or lifeline.kind in ("participant", "actor", "")
    shown = lifeline.label if known else f"«{lifeline.kind}»\n{lifeline.label}"
    return wrap_evenly(shown, wrap, PIXELS)


def _figure(x: float, top: float) -> str:
    circle = element("circle", {**LOOK, "cx": x, "cy": top + 8, "r": 7})
    limbs = [
        [(x, top + 15), (x, top + 31)],
        [(x - 14, top + 21), (x + 14, top + 21)],
        [(x - 11, top + 45), (x, top + 31), (x + 11, top + 45)],
    ]
    return circle + "".join(element("path", {**LOOK, "d": path(limb)}) for limb in limbs)
