"""The plan of a graph whose boxes stand in columns: each fills its cells, groups have columns of their own.

A column is as wide as its widest box, a row as high as its highest. What is left over is shared out among the columns,
so that all rows are equally wide. Lines lead straight, or in one curve, from the side of a box to the one facing it.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from queries.drawing.graph_model import Connector, GraphModel, Grid, Group
from queries.drawing.labels import wrap_evenly
from queries.drawing.outlines import ARROWS, ROUND, Side, inset, outline
from queries.drawing.plan import PlacedBox, PlacedFrame, PlacedLabel, PlacedLine, Plan, Point
from queries.drawing.sized_shapes import LEAST_WIDTH, SizedShape, size_shape
from queries.drawing.text_metrics import LINE, PIXELS, bold_width, text_width

WRAP = 200  # pixels, to which labels are wrapped
GAP, LINE_GAP = 12, 40  # between cells, without lines and with them
PAD = 12  # between a frame and what is in it
EMPTY_ROW = 24  # the height of a row of spaces
MAX_COLUMNS = 200  # that are told apart; a wider cell is cut
FIXED = ROUND | ARROWS  # shapes that keep their proportions


Gaps = tuple[float, float]  # between columns, and between rows


class _Spot(NamedTuple):
    """A cell in its row: what is in it, its first column and how many it takes."""

    id: str
    row: int
    column: int
    width: int


class _Level:
    """The cells of one grid, and the least sizes of its columns and rows."""

    def __init__(self, spots: Sequence[_Spot], sizes: Mapping[str, tuple[float, float]], gaps: Gaps) -> None:
        self.spots, self.gaps = spots, gaps
        self.columns = [0.0] * max((spot.column + spot.width for spot in spots), default=0)
        self.rows = [0.0] * max((spot.row + 1 for spot in spots), default=0)
        for wide_spot in sorted(spots, key=lambda spot: spot.width):
            wide, high = sizes.get(wide_spot.id, (LEAST_WIDTH * wide_spot.width, EMPTY_ROW))
            self.rows[wide_spot.row] = max(self.rows[wide_spot.row], high)
            missing = wide - span(self.columns, wide_spot.column, wide_spot.width, gaps[0])
            if missing > 0:
                for column in range(wide_spot.column, wide_spot.column + wide_spot.width):
                    self.columns[column] += missing / wide_spot.width

    @property
    def size(self) -> tuple[float, float]:
        across, down = self.gaps
        return span(self.columns, 0, len(self.columns), across), span(self.rows, 0, len(self.rows), down)

    def stretched(self, width: float, height: float) -> None:
        """Share out what a size has more than is needed."""
        wide, high = self.size
        self.columns = [column + max(0, width - wide) / len(self.columns) for column in self.columns]
        self.rows = [row + max(0, height - high) / len(self.rows) for row in self.rows]


def span(sizes: Sequence[float], first: int, count: int, gap: float) -> float:
    """Return the size of some columns or rows together."""
    return sum(sizes[first : first + count]) + gap * max(0, count - 1)


def grid_plan(model: GraphModel) -> Plan:
    """Return the plan of a graph with grids."""
    return _GridPlan(model).plan


class _GridPlan:
    def __init__(self, model: GraphModel) -> None:
        self.plan = Plan()
        self.boxes = {box.id: box for box in model.boxes}
        self.groups = {group.id: group for group in model.groups}
        self.grids = {grid.group: grid for grid in model.grids}
        self.connectors = [connector for connector in model.connectors if connector.stroke != "invisible"]
        self.gaps = self.distances()
        # Where each cell has its place, boxes keep their sizes.
        self.is_loose = any(cell.at is not None for grid in model.grids for cell in grid.cells)
        self.shapes: dict[str, SizedShape] = {}
        self.levels: dict[str, _Level] = {}
        self.places: dict[str, tuple[float, float, float, float]] = {}
        width, height = self.measure("")
        self.place("", 0, 0, width, height)
        self.plan.width, self.plan.height = width, height
        self.add_lines()

    def distances(self) -> Gaps:
        """Return the distances of columns and of rows. A label between two columns has room."""
        least = LINE_GAP if self.connectors else GAP
        row = {spot.id: (name, spot.row) for name, grid in self.grids.items() for spot in spots(grid) if spot.id}
        beside = [
            connector
            for connector in self.connectors
            if connector.source in row and row[connector.source] == row.get(connector.target)
        ]
        wide = [text_width(line) for connector in beside for line in wrap_evenly(connector.label, WRAP, PIXELS)]
        return max([least, *(width + 36 for width in wide if width)]), least

    def measure(self, level: str) -> tuple[float, float]:
        """Measure a grid and all in it. Return its least size."""
        grid = self.grids.get(level) or Grid(level, 0, ())
        sizes = {}
        for cell in grid.cells:
            if cell.id in self.groups:
                inner = self.measure(cell.id)
                title = self.title(self.groups[cell.id])
                wide = max([inner[0], *(bold_width(line) for line in title)])
                sizes[cell.id] = (wide + 2 * PAD, inner[1] + self.top(title) + PAD)
            elif cell.id:
                box = self.boxes[cell.id]
                self.shapes[cell.id] = size_shape(box._replace(loops=()), WRAP)
                sizes[cell.id] = (self.shapes[cell.id].width, self.shapes[cell.id].height)
        self.levels[level] = _Level(spots(grid), sizes, self.gaps)
        return self.levels[level].size

    def title(self, group: Group) -> tuple[str, ...]:
        return wrap_evenly(group.title, 2 * WRAP, PIXELS) if group.title.strip() else ()

    def top(self, title: Sequence[str]) -> int:
        return PAD + len(title) * LINE

    def place(self, name: str, x: float, y: float, width: float, height: float) -> None:
        """Place what is in a grid that has a size."""
        level = self.levels[name]
        if level.columns:
            level.stretched(width, height)
        for spot in level.spots:
            left = x + sum(level.columns[: spot.column]) + level.gaps[0] * spot.column
            top = y + sum(level.rows[: spot.row]) + level.gaps[1] * spot.row
            size = (span(level.columns, spot.column, spot.width, level.gaps[0]), level.rows[spot.row])
            if spot.id in self.groups:
                self.add_frame(self.groups[spot.id], left, top, *size)
            elif spot.id:
                self.add_box(spot.id, left, top, *size)

    def add_frame(self, group: Group, x: float, y: float, width: float, height: float) -> None:
        title = self.title(group)
        top = self.top(title)
        at = (x + width / 2, y + 8 + LINE / 2)
        self.plan.frames.append(PlacedFrame(x, y, width, height, group, title, at))
        self.places[group.id] = (x, y, width, height)
        self.place(group.id, x + PAD, y + top, width - 2 * PAD, height - top - PAD)

    def add_box(self, id_: str, x: float, y: float, width: float, height: float) -> None:
        sized = self.shapes[id_]
        if sized.box.shape not in FIXED and not self.is_loose:
            sized = sized._replace(width=int(width), height=int(height))
        left, top = x + (width - sized.width) / 2, y + (height - sized.height) / 2
        self.plan.boxes.append(PlacedBox(left, top, sized))
        self.places[id_] = (left, top, sized.width, sized.height)

    def add_lines(self) -> None:
        for connector in self.connectors:
            if (
                connector.source in self.places
                and connector.target in self.places
                and connector.source != connector.target
            ):
                points, upright = self.ends(connector.source, connector.target)
                middle = tuple((a + b) / 2 for a, b in zip(*points, strict=True))
                self.plan.lines.append(PlacedLine(connector, points, upright, self.label(connector, middle)))

    def label(self, connector: Connector, middle: tuple[float, ...]) -> PlacedLabel | None:
        lines = wrap_evenly(connector.label, WRAP, PIXELS) if connector.label.strip() else ()
        if not lines:
            return None
        half = max(map(text_width, lines)) / 2 + 4
        self.plan.width = max(self.plan.width, middle[0] + half)
        return PlacedLabel(lines, (max(middle[0], half), middle[1]))

    def ends(self, source: str, target: str) -> tuple[tuple[Point, Point], bool]:
        """Return the ends of a line between two places, and whether it leads up or down."""
        one, other = self.places[source], self.places[target]
        if one[1] + one[3] <= other[1] or other[1] + other[3] <= one[1]:
            down = one[1] < other[1]
            across = _facing(one[0], one[2], other[0], other[2])
            sides: tuple[Side, Side] = ("bottom", "top") if down else ("top", "bottom")
            return (self.end(source, sides[0], across[0]), self.end(target, sides[1], across[1])), True
        right = one[0] < other[0]
        across = _facing(one[1], one[3], other[1], other[3])
        sides = ("right", "left") if right else ("left", "right")
        return (self.end(source, sides[0], across[0]), self.end(target, sides[1], across[1])), False

    def end(self, id_: str, side: Side, at: float) -> Point:
        """Return the point at which a line meets the outline of a box or a frame on a side."""
        x, y, width, height = self.places[id_]
        shape = self.boxes[id_].shape if id_ in self.boxes else "rect"
        along = at - (x if side in ("top", "bottom") else y)
        deep = inset(outline(shape, width, height), width, height, side, along)
        match side:
            case "top":
                return at, y + deep
            case "bottom":
                return at, y + height - deep
            case "left":
                return x + deep, at
        return x + width - deep, at


def _facing(one: float, size: float, other: float, other_size: float) -> tuple[float, float]:
    """Return where two sides are met: at the middle of the shorter, if the longer reaches there, else at their own."""
    middles = (one + size / 2, other + other_size / 2)
    middle = middles[0] if size <= other_size else middles[1]
    if max(one, other) + 6 <= middle <= min(one + size, other + other_size) - 6:
        return middle, middle
    return middles


def spots(grid: Grid) -> list[_Spot]:
    """Return the cells of a grid in rows. A cell that is too wide for what is left of a row begins the next."""
    widths = [min(max(1, cell.width), MAX_COLUMNS, grid.columns or MAX_COLUMNS) for cell in grid.cells]
    columns = grid.columns or sum(widths)
    found = []
    row = column = 0
    for cell, width in zip(grid.cells, widths, strict=True):
        if cell.at is not None:
            found.append(_Spot(cell.id, *cell.at, width))
            continue
        if column and column + width > columns:
            row, column = row + 1, 0
        found.append(_Spot(cell.id, row, column, width))
        column += width
    return found
