"""An Ishikawa diagram as SVG: a fish whose head is the problem, and whose bones are the causes.

The main causes stand above and below the spine in turn, the first beside the head. A cause leads to its bone with a
level line. What it has causes of its own for is a bone too, which ends at that line. Each cause has rows of its own, so
that no text meets another.
"""

from collections.abc import Sequence
from typing import NamedTuple

from queries.drawing.charts.boxes import FILLS, INK, box, height_of, wrapped
from queries.drawing.labels import wrap_evenly
from queries.drawing.svg_elements import centred, element, number, path, text
from queries.drawing.svg_image import Link, Painted, image, marked
from queries.drawing.text_metrics import LINE, PIXELS, bold_width, text_width

SLOPE = 0.18  # pixels that a bone leads back with each pixel away from the spine
WRAP, HEAD_WRAP = 150, 120
TWIG, FORK = 26, 12  # the length of a level line, and from its end to the bone that ends at it
TAIL, GAP = 24, 26  # of the spine beyond the last bone, and between neighbouring bones
ROW_GAP = 8  # between two causes of a bone
ARROW = 6
STRONG = {**INK, "font-weight": "bold"}


class Cause(NamedTuple):
    """A cause with its own causes; a problem is one too. A cause without a text is a place that is kept free."""

    text: str
    causes: "list[Cause]"


class _Bone(NamedTuple):
    """A cause with its measures: how far it reaches to the left of the end of its line, and to both sides of it."""

    cause: Cause
    lines: tuple[str, ...]
    causes: "tuple[tuple[_Bone, float], ...]"  # with their distances from the line
    left: float
    near: float  # towards the spine
    far: float


class _Main(NamedTuple):
    """A main cause: its bones with their distances from the spine, its length and how far it reaches at each side."""

    cause: Cause
    number: int
    causes: tuple[tuple[_Bone, float], ...]
    title: tuple[str, ...]
    width: int
    length: float
    left: float
    right: float


def ishikawa_svg(model: Cause, *, title: str = "", heading: str = "") -> str:
    """Return a diagram as SVG. `title` names the image, `heading` is written above it."""
    bones = [_main(cause, at) for at, cause in enumerate(model.causes)]
    lines = wrap_evenly(model.text, HEAD_WRAP, PIXELS)
    wide, high = max(map(bold_width, lines)) + 44, max(64, len(lines) * LINE + 40)
    joints, x = list[float](), -GAP / 2
    for pair in range(0, len(bones), 2):
        both = bones[pair : pair + 2]
        x -= max(one.right for one in both)
        joints += [x] * len(both)
        x -= max(one.left for one in both) + GAP
    shift = TAIL - x
    above = max([high / 2, *(_height(one) for one in bones[::2])])
    below = max([high / 2, *(_height(one) for one in bones[1::2])])
    spine = {"class": "shape rule", "stroke": "#52606d", "stroke-width": 3, "fill": "none"}
    drawn = [element("path", {**spine, "d": path([(0, above), (shift, above)])})]
    drawn += [_main_drawn(one, joint + shift, above, model.text) for one, joint in zip(bones, joints, strict=True)]
    drawn.append(_head(lines, shift, above, wide, high, model.text))
    return image(Painted("".join(drawn), shift + wide, above + below), title, heading)


def _head(lines: Sequence[str], x: float, y: float, wide: float, high: float, problem: str) -> str:
    fill, stroke = FILLS[0]
    top, low = y - high / 2, y + high / 2
    data = (
        f"M{number(x)} {number(top)}Q{number(x + wide)} {number(top)} {number(x + wide)} {number(y)}"
        f"Q{number(x + wide)} {number(low)} {number(x)} {number(low)}Z"
    )
    shape = element("path", {"class": "shape", "d": data, "fill": fill, "stroke": stroke, "stroke-width": 1.5})
    return marked(shape + centred(lines, x + wide / 2 - 6, y, STRONG), "frame", "", Link("", problem))


def _height(one: _Main) -> float:
    return one.length + height_of(one.title)


def _main(cause: Cause, at: int) -> _Main:
    """Measure a main cause. The first of its causes is the highest, above the spine and below it."""
    causes, length = _stacked(cause.causes, up=at % 2 == 0, first=4)
    title = wrapped(cause.text, WRAP)
    width = max(map(text_width, title)) + 24
    length = max(length + 10, 40)
    back = length * SLOPE
    left = max([back + width / 2, *(one.left + away * SLOPE for one, away in causes)])
    return _Main(cause, at, causes, title, width, length, left, max(8, width / 2 - back))


def _stacked(causes: Sequence[Cause], *, up: bool, first: float) -> tuple[tuple[tuple[_Bone, float], ...], float]:
    """Return the causes of a bone with their distances from its end, which begin at `first`; and where they end."""
    found, away = [], first
    for cause in reversed(causes) if up else causes:
        one = _bone(cause, up=up)
        away += one.near + ROW_GAP
        found.append((one, away))
        away += one.far
    return tuple(found), away


def _bone(cause: Cause, *, up: bool) -> _Bone:
    lines = wrap_evenly(cause.text, WRAP, PIXELS)
    half = len(lines) * LINE / 2
    causes, far = _stacked(cause.causes, up=up, first=half - ROW_GAP / 2) if cause.causes else ((), half)
    own = TWIG + (FORK if causes else 0) + max(map(text_width, lines)) + 4
    left = max([own, *(FORK + one.left + away * SLOPE for one, away in causes)])
    return _Bone(cause, lines, causes, left, half, max(half, far))


def _main_drawn(one: _Main, x: float, y: float, problem: str) -> str:
    if not (one.cause.text or one.causes):
        return ""
    side = -1 if one.number % 2 == 0 else 1
    stroke = FILLS[one.number % len(FILLS)][1]
    end = (x - one.length * SLOPE, y + side * one.length)
    line = {"class": "shape rule", "stroke": stroke, "stroke-width": 2, "fill": "none"}
    drawn = element("path", {**line, "d": path([end, (x, y)])}) + _arrow(end, (x, y), stroke)
    high = height_of(one.title)
    top = end[1] - (high if side < 0 else 0)
    label = box(one.title, end[0] - one.width / 2, top, one.width, high, one.number) if one.cause.text else ""
    around = (problem, one.cause.text)
    found = [marked(drawn + label, "node", "", Link("", " / ".join(around)))]
    found += [_drawn(cause, x - away * SLOPE, y + side * away, side, stroke, around) for cause, away in one.causes]
    return "".join(found)


def _drawn(one: _Bone, x: float, y: float, side: int, stroke: str, around: tuple[str, ...]) -> str:
    """Return a cause whose line ends at x, y, with its own causes."""
    if not (one.cause.text or one.causes):
        return ""
    begin = x - TWIG - (FORK if one.causes else 0)
    line = {"class": "shape rule", "stroke": stroke, "stroke-width": 1.2, "fill": "none"}
    drawn = element("path", {**line, "d": path([(begin, y), (x, y)])}) + _arrow((begin, y), (x, y), stroke)
    top = y - (len(one.lines) - 1) * LINE / 2
    drawn += text(one.lines, begin - 4, top, {**INK, "text-anchor": "end"})
    around = (*around, one.cause.text)
    found = [marked(drawn, "node", "", Link("", " / ".join(around)))]
    if one.causes:
        foot, far = x - FORK, one.causes[-1][1]
        begins = (foot - far * SLOPE, y + side * far)
        found.append(element("path", {**line, "d": path([begins, (foot, y)])}) + _arrow(begins, (foot, y), stroke))
        found += [
            _drawn(cause, foot - away * SLOPE, y + side * away, side, stroke, around) for cause, away in one.causes
        ]
    return "".join(found)


def _arrow(start: tuple[float, float], end: tuple[float, float], fill: str) -> str:
    """Return the head of a line."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    size = (dx * dx + dy * dy) ** 0.5 or 1
    ahead, aside = (dx / size * ARROW, dy / size * ARROW), (-dy / size * ARROW / 2, dx / size * ARROW / 2)
    back = (end[0] - ahead[0], end[1] - ahead[1])
    corners = [end, (back[0] + aside[0], back[1] + aside[1]), (back[0] - aside[0], back[1] - aside[1])]
    return element("path", {"class": "shape", "fill": fill, "d": path(corners, closed=True)})
