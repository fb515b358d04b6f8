"""A Sankey diagram as SVG: nodes in columns, and bands between them that are as wide as their weights."""

from collections.abc import Sequence
from typing import NamedTuple

from queries.drawing.charts.axes import value_text
from queries.drawing.charts.boxes import INK
from queries.drawing.charts.legend import COLOURS
from queries.drawing.charts.sankey_layout import SankeyLayout, sankey_layout
from queries.drawing.svg_elements import element, number, text
from queries.drawing.svg_image import Link, Painted, image, marked
from queries.drawing.text_metrics import LINE, text_width

BAR = 12  # pixels, the width of a node
LEAST_WIDTH = 600  # of the whole
BETWEEN = 90  # pixels, the least between the labels of two columns


class Flow(NamedTuple):
    """A flow from a node to another one."""

    source: str
    target: str
    weight: float


class SankeyModel(NamedTuple):
    """A diagram to draw: at least one flow, and no circle. `prefix` and `suffix` stand around each value."""

    flows: tuple[Flow, ...]
    shows_values: bool = True
    prefix: str = ""
    suffix: str = ""


def sankey_svg(model: SankeyModel, *, title: str = "", heading: str = "") -> str:
    """Return a diagram as SVG. `title` names the image, `heading` is written above it. The labels stand to the right of
    their nodes, those of the last column to the left."""
    layout = sankey_layout(model.flows)
    names = [*layout.bars]
    labels = {name: _label(model, layout, name) for name in names}
    xs = _columns(layout, labels)
    bands = _bands(model, layout, xs, {name: COLOURS[at % len(COLOURS)] for at, name in enumerate(names)})
    nodes = [_node(layout, name, labels[name], xs, COLOURS[at % len(COLOURS)]) for at, name in enumerate(names)]
    low = max(one.y + max(one.height, LINE) for one in layout.bars.values())
    return image(Painted("".join([*bands, *nodes]), xs[-1] + BAR, low), title, heading)


def _said(model: SankeyModel, value: float) -> str:
    return f"{model.prefix}{value_text(value)}{model.suffix}"


def _label(model: SankeyModel, layout: SankeyLayout, name: str) -> str:
    value = layout.bars[name].height / layout.unit
    return f"{name} {_said(model, value)}" if model.shows_values else name


def _columns(layout: SankeyLayout, labels: dict[str, str]) -> list[float]:
    """Return the left sides of the columns, so far from each other that the labels between them have room."""
    count = max(one.column for one in layout.bars.values()) + 1
    rooms = [
        max((text_width(labels[name]) for name, one in layout.bars.items() if one.column == at), default=0)
        for at in range(count)
    ]
    gaps = [rooms[at] + BETWEEN for at in range(count - 1)]
    if gaps:
        gaps[-1] += rooms[-1]
    more = max(0.0, (LEAST_WIDTH - BAR - sum(gaps)) / max(1, len(gaps)))
    xs = [0.0]
    for gap in gaps:
        xs.append(xs[-1] + gap + more)
    return xs


def _bands(model: SankeyModel, layout: SankeyLayout, xs: Sequence[float], colours: dict[str, str]) -> list[str]:
    """Return the bands: at each node in the order of the heights of the other ends, so that few of them cross."""
    bars, at_source, at_target = layout.bars, dict[int, float](), dict[int, float]()
    numbered = [*enumerate(model.flows)]
    for name in bars:
        for ends, mine, other in ((at_source, 0, 1), (at_target, 1, 0)):
            own = [(number_, one) for number_, one in numbered if one[mine] == name]
            y = bars[name].y
            for number_, one in sorted(own, key=lambda pair: (bars[str(pair[1][other])].y, pair[0])):
                ends[number_] = y
                y += one.weight * layout.unit
    drawn = []
    for number_, one in numbered:
        half = one.weight * layout.unit / 2
        begin, end = xs[bars[one.source].column] + BAR, xs[bars[one.target].column]
        way = _way(begin, at_source[number_] + half, end, at_target[number_] + half)
        look = {"class": "shape", "fill": "none", "stroke": colours[one.source], "stroke-opacity": "0.4"}
        band = element("path", {**look, "stroke-width": max(1.0, 2 * half), "d": way})
        drawn.append(marked(band, "edge", "", Link("", f"{one.source} → {one.target}: {_said(model, one.weight)}")))
    return drawn


def _way(x: float, y: float, to_x: float, to_y: float) -> str:
    middle = number((x + to_x) / 2)
    return f"M{number(x)} {number(y)}C{middle} {number(y)} {middle} {number(to_y)} {number(to_x)} {number(to_y)}"


def _node(layout: SankeyLayout, name: str, label: str, xs: Sequence[float], colour: str) -> str:
    one = layout.bars[name]
    x, is_last = xs[one.column], 0 < one.column == len(xs) - 1
    bar = {"class": "shape", "x": x, "y": one.y, "width": BAR, "height": max(1.0, one.height), "fill": colour}
    where = {"text-anchor": "end"} if is_last else {}
    written = text([label], x - 6 if is_last else x + BAR + 6, one.y + one.height / 2, {**where, **INK})
    return marked(element("rect", bar) + written, "node", "", Link("", label))
