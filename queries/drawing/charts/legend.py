"""The legend of a chart: a coloured square and a name for each series, in rows."""

from collections.abc import Sequence

from queries.drawing.charts.boxes import INK
from queries.drawing.svg_elements import element, text
from queries.drawing.svg_image import Link, Painted, marked
from queries.drawing.text_metrics import text_width

SWATCH, ROW, GAP = 14, 24, 24
COLOURS: Sequence[str] = (
    *("#5b8def", "#e8963a", "#3f9d5c", "#c2529f", "#2f9aa8", "#7d5fd3", "#d2604c", "#8a9a2c"),
    *("#52708f", "#a9754a", "#57a98f", "#9a7fb8"),
)


def legend(names: Sequence[str], left: float, top: float, width: float) -> Painted:
    """Return the names in rows from the left, each as wide as `width` if a name is not wider: at a place, with the
    height of its rows."""
    x, y, right, drawn = left, top, left, []
    for at, name in enumerate(names):
        room = SWATCH + 8 + text_width(name)
        if x > left and x + room > left + width:
            x, y = left, y + ROW
        look = {"class": "shape", "fill": COLOURS[at % len(COLOURS)], "rx": 2}
        square = element("rect", {**look, "x": x, "y": y, "width": SWATCH, "height": SWATCH})
        label = text([name], x + SWATCH + 8, y + SWATCH / 2, INK)
        drawn.append(marked(square + label, "key", "", Link("", name)))
        right = max(right, x + room)
        x += room + GAP
    return Painted("".join(drawn), right, y + ROW - top)
