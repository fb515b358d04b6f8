"""Connectors in SVG: a path through the points of a line, its heads, its label and the texts at its ends."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from queries.drawing.arrowheads import FEET
from queries.drawing.graph_model import Connector
from queries.drawing.labels import wrap_evenly
from queries.drawing.plan import PlacedLabel, PlacedLine, PlacedLoop, Point
from queries.drawing.svg_elements import centred, element, number, text
from queries.drawing.svg_heads import head, shortened
from queries.drawing.svg_image import MARK_COLOURS
from queries.drawing.text_metrics import LINE, PIXELS, text_width

LINE_COLOUR = "#52606d"
STROKES: Mapping[str, Mapping[str, object]] = {
    "normal": {"stroke": LINE_COLOUR, "stroke-width": 1.3},
    "thick": {"stroke": LINE_COLOUR, "stroke-width": 3},
    "dotted": {"stroke": LINE_COLOUR, "stroke-width": 1.3},
}
EMPTY: Mapping[str, str] = {}
STUB = 12  # of a line before its head, which is straight


def line(placed: PlacedLine, mark: str = "") -> str:
    """Return a connector."""
    connector = placed.connector
    points = with_stubs(placed.points, placed.upright, _stub(connector.start), _stub(connector.end))
    cut = _cut(points, connector.start, connector.end)
    pieces = around_label(cut, placed.upright, placed.label)
    data = "".join(curve(piece, placed.upright) for piece in pieces)
    stroke = {**STROKES.get(connector.stroke, STROKES["normal"])}
    if connector.colour:
        stroke["stroke"] = connector.colour
    if connector.width:
        stroke["stroke-width"] = connector.width
    found = [halo(curve(cut, placed.upright), mark), _drawn(data, connector)]
    found.append(head(connector.start, points[0], points[1], stroke))
    found.append(head(connector.end, points[-1], points[-2], stroke))
    found.append(_end_text(connector.start_text, points[0], points[1], placed.upright))
    found.append(_end_text(connector.end_text, points[-1], points[-2], placed.upright))
    return "".join([*found, label(placed.label, ground=len(pieces) == 1, ink=connector.ink)])


def loop(placed: PlacedLoop, mark: str = "") -> str:
    """Return a line from a box to itself."""
    heads = (placed.loop.start, placed.loop.end)
    return looped(placed.start, placed.end, placed.reach, heads, placed.loop.stroke, mark) + label(placed.label)


def looped(start: Point, end: Point, reach: Point, heads: tuple[str, str], stroke: str, mark: str) -> str:
    """Return a line from one point of a side to another, with its heads. It reaches out by `reach`."""
    (x1, y1), (x2, y2), (rx, ry) = start, end, reach
    part = 0.5 if FEET.keys() & set(heads) else 0.3  # of the way out, which is straight
    starts, ends = (x1 + part * rx, y1 + part * ry), (x2 + part * rx, y2 + part * ry)
    first, last = shortened(heads[0], start, starts), shortened(heads[1], end, ends)
    numbers = [first, starts, (x1 + rx, y1 + ry), (x2 + rx, y2 + ry), ends, last]
    a, b, c, d, e, f = (f"{number(x)} {number(y)}" for x, y in numbers)
    data = f"M{a}L{b}C{c} {d} {e}L{f}"
    look = STROKES.get(stroke, STROKES["normal"])
    drawn = head(heads[0], start, starts, look) + head(heads[1], end, ends, look)
    return halo(data, mark) + _stroke(data, stroke) + drawn


def halo(data: str, mark: str) -> str:
    """Return the ground behind a line that is marked."""
    if mark not in MARK_COLOURS:
        return ""
    look = {"class": "halo", "fill": "none", "stroke": MARK_COLOURS[mark], "stroke-width": 8, "stroke-opacity": "0.35"}
    return element("path", {**look, "d": data})


def label(placed: PlacedLabel | None, *, ground: bool = True, ink: str = "") -> str:
    """Return a label, on its background if `ground`, in a colour of the author if there is one."""
    if placed is None:
        return ""
    x, y = placed.at
    width, height = max(map(text_width, placed.lines)) + 8, len(placed.lines) * LINE
    behind = {"class": "label-background", "x": x - width / 2, "y": y - height / 2, "width": width, "height": height}
    look = {"class": "label painted" if ink else "label", "fill": ink or "#323f4b"}
    paper = element("rect", {**behind, "rx": 3, "fill": "#fff", "fill-opacity": "0.85"})
    return (paper if ground else "") + centred(placed.lines, x, y, look)


def around_label(points: Sequence[Point], upright: bool, label: PlacedLabel | None) -> list[list[Point]]:
    """Return the points of a line in two pieces, before its label and after it; in one if they do not meet."""
    if label is None:
        return [[*points]]
    along, across = (1, 0) if upright else (0, 1)
    middle = label.at[along]
    half = (len(label.lines) * LINE if upright else max(map(text_width, label.lines)) + 8) / 2
    for number_, (one, other) in enumerate(pairwise(points)):
        straight = abs(one[across] - other[across]) < 0.05 and abs(one[across] - label.at[across]) < LINE
        if (
            straight
            and min(one[along], other[along]) <= middle - half
            and middle + half <= max(one[along], other[along])
        ):
            ends = [(one[0], at) if upright else (at, one[1]) for at in (middle - half, middle + half)]
            near, far = ends if one[along] < other[along] else ends[::-1]
            return [[*points[: number_ + 1], near], [far, *points[number_ + 1 :]]]
    return [[*points]]


def _stub(head: str) -> int:
    """Return the length of the straight piece before a head: crow's feet are long."""
    return 0 if not head else 26 if head in FEET else STUB


def with_stubs(points: Sequence[Point], upright: bool, at_start: int, at_end: int) -> list[Point]:
    """Return the points of a line with a straight piece of a length before each head."""
    found = [*points]
    if at_end:
        found = _stubbed(found[::-1], upright, at_end)[::-1]
    return _stubbed(found, upright, at_start) if at_start else found


def _stubbed(points: list[Point], upright: bool, length: int) -> list[Point]:
    (x, y), (next_x, next_y) = points[:2]
    if x == next_x or y == next_y:
        return points
    away = next_y - y if upright else next_x - x
    stub = min(length, abs(away) * 0.4) * (1 if away > 0 else -1)
    return [points[0], (x, y + stub) if upright else (x + stub, y), *points[1:]]


def curve(points: Sequence[Point], upright: bool) -> str:
    """Return the data of a path: straight along the axis, and an S between points beside each other."""
    found = [f"M{number(points[0][0])} {number(points[0][1])}"]
    for (x, y), (next_x, next_y) in pairwise(points):
        if abs(x - next_x) < 0.05 or abs(y - next_y) < 0.05:
            found.append(f"L{number(next_x)} {number(next_y)}")
            continue
        half = ((x, (y + next_y) / 2), (next_x, (y + next_y) / 2))
        if not upright:
            half = (((x + next_x) / 2, y), ((x + next_x) / 2, next_y))
        turns = " ".join(f"{number(a)} {number(b)}" for a, b in (*half, (next_x, next_y)))
        found.append(f"C{turns}")
    return "".join(found)


def _cut(points: Sequence[Point], start: str, end: str) -> list[Point]:
    first = shortened(start, points[0], points[1])
    last = shortened(end, points[-1], points[-2])
    return [first, *points[1:-1], last]


def _stroke(data: str, stroke: str, own: Mapping[str, str] = EMPTY) -> str:
    """Return a line. `own` are the attributes that the author gave."""
    dashes = {"stroke-dasharray": "5 4"} if stroke == "dotted" else {}
    kind = "line" if stroke == "normal" else f"line {stroke}"
    look = {**STROKES.get(stroke, STROKES["normal"]), **dashes, **own}
    return element("path", {"class": f"{kind} painted" if own else kind, "d": data, "fill": "none", **look})


def _drawn(data: str, connector: Connector) -> str:
    own = {"stroke": connector.colour, "stroke-width": connector.width, "stroke-dasharray": connector.dashes}
    return _stroke(data, connector.stroke, {name: value for name, value in own.items() if value})


def _end_text(shown: str, end: Point, before: Point, upright: bool) -> str:
    """Return a text beside the end of a line, on the side from which the line does not come."""
    if not shown.strip():
        return ""
    lines = wrap_evenly(shown, 60, PIXELS)
    colour = {"class": "label", "fill": "#323f4b"}
    if upright:
        y = end[1] + (16 if before[1] > end[1] else -16 - (len(lines) - 1) * LINE)
        left = before[0] > end[0] + 1
        return text(lines, end[0] + (-10 if left else 10), y, {**colour, "text-anchor": "end" if left else "start"})
    right = before[0] > end[0]
    below = before[1] < end[1] - 1
    y = end[1] + (12 if below else -10 - (len(lines) - 1) * LINE)
    anchor = {"text-anchor": "start" if right else "end"}
    return text(lines, end[0] + (20 if right else -20), y, {**colour, **anchor})
