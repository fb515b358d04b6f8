"""A tree view as SVG: a row for each name, below the one it stands in and to its right."""

from typing import NamedTuple

from queries.drawing.charts.boxes import INK, LINES
from queries.drawing.svg_elements import element, path, text
from queries.drawing.svg_image import Link, Painted, image, marked
from queries.drawing.text_metrics import text_width

ROW, INDENT, STUB = 24, 26, 14


class Leaf(NamedTuple):
    """A row: its name, and how many names it stands in."""

    label: str
    depth: int


class TreeViewModel(NamedTuple):
    """A tree to draw: at least one row. A row is at most one deeper than the row before."""

    rows: tuple[Leaf, ...]


def tree_view_svg(model: TreeViewModel, *, title: str = "", heading: str = "") -> str:
    """Return a tree as SVG. `title` names the image, `heading` is written above it."""
    drawn, names, parents = [], [], dict[int, int]()
    for at, row in enumerate(model.rows):
        x, y = row.depth * INDENT, at * ROW + ROW / 2
        if row.depth:
            trunk = x - INDENT + 6
            begin = parents[row.depth - 1] * ROW + ROW - 4
            drawn.append(element("path", {**LINES, "d": path([(trunk, begin), (trunk, y), (trunk + STUB, y)])}))
        parents[row.depth] = at
        within = " / ".join(model.rows[parents[depth]].label for depth in range(row.depth + 1))
        names.append(marked(text([row.label], x, y, INK), "node", "", Link("", within)))
    width = max(row.depth * INDENT + text_width(row.label) for row in model.rows)
    return image(Painted("".join([*drawn, *names]), width, len(model.rows) * ROW), title, heading)
