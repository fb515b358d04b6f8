"""The model of a graph to draw, without coordinates: boxes, connectors between them, groups around them."""

from typing import Literal, NamedTuple

Direction = Literal["TB", "BT", "LR", "RL"]


class Paint(NamedTuple):
    """Colours that the author gave: of the inside, the border and the text; "" for those of the drawing. `width` and
    `dashes` are those of the border, as SVG has them."""

    fill: str = ""
    stroke: str = ""
    ink: str = ""
    width: str = ""
    dashes: str = ""


class Media(NamedTuple):
    """The picture or the icon of a node. `kind` is picture, or the form of an icon: square, rounded, circle, or "" for
    one without a frame. `name` is an address or the name of an icon; `width` and `height` are those of the author, in
    pixels, 0 for none. The label is above it when `label_above`, else below."""

    kind: str
    name: str
    width: float = 0
    height: float = 0
    label_above: bool = False


class Loop(NamedTuple):
    """A connector from a box to itself, with the id of that connector."""

    label: str
    stroke: str
    start: str
    end: str
    id: str = ""


class Box(NamedTuple):
    """A box. `parts` are its compartments, each a text of one or more lines; the first is its title.

    `shape` is a name of `shapes.py`; `group` the id of the group around it, or "". `rows` are the cells of the second
    compartment where it is a table; `times` the days on which it begins and ends, if it has any. `media` is drawn in
    images, in place of the shape.
    """

    id: str
    parts: tuple[str, ...]
    shape: str = "rect"
    group: str = ""
    loops: tuple[Loop, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    times: tuple[float, ...] = ()
    paint: Paint = Paint()
    media: Media | None = None


class Connector(NamedTuple):
    """A line between two boxes or groups. `start` and `end` are its heads, names of `arrowheads.py`; "" for none.

    `stroke` is normal, thick, dotted or invisible; `length` is the minimum number of layers it spans. `start_text` and
    `end_text` are written near its ends. `id` is that of the edge, "" for one that the source does not have. `colour`,
    `width` and `dashes` of the line and `ink` of its label are those of the author, "" for those of the drawing.
    """

    source: str
    target: str
    label: str = ""
    stroke: str = "normal"
    start: str = ""
    end: str = "arrow"
    length: int = 1
    start_text: str = ""
    end_text: str = ""
    id: str = ""
    colour: str = ""
    ink: str = ""
    width: str = ""
    dashes: str = ""


class Group(NamedTuple):
    """A frame around boxes and groups. `direction` is "" for that of the enclosing group."""

    id: str
    title: str
    group: str = ""
    direction: Direction | Literal[""] = ""
    dashed: bool = False
    paint: Paint = Paint()


class Cell(NamedTuple):
    """What stands in a grid: a box or a group, "" for what stays empty, and how many columns it takes. `at` is its row
    and its column; None for the next free ones."""

    id: str
    width: int = 1
    at: tuple[int, int] | None = None


class Grid(NamedTuple):
    """How the boxes of a group stand in columns; "" is the whole drawing. 0 columns are one row."""

    group: str
    columns: int
    cells: tuple[Cell, ...]


class FreeDays(NamedTuple):
    """The days on which no work is done: those of the week, 0 for Monday, and others; `worked` are none of them."""

    of_week: frozenset[int] = frozenset()
    others: frozenset[int] = frozenset()
    worked: frozenset[int] = frozenset()

    def is_free(self, day: int) -> bool:
        """Whether no work is done on a day, whose number counts from 1970-01-01, a Thursday."""
        return day not in self.worked and (day in self.others or (day + 3) % 7 in self.of_week)


class GraphModel(NamedTuple):
    """A graph to draw. Ids are unique over boxes and groups; boxes are in the order of the source.

    `lanes` says that groups are best drawn as lanes, in which the boxes follow each other in that order. `grids` are
    the columns in which all boxes stand, if they do. `axis` is the format of dates on a time axis, "" for the usual.
    `free` are the days on which no work is done, None where they are not told.
    """

    boxes: tuple[Box, ...]
    connectors: tuple[Connector, ...]
    groups: tuple[Group, ...] = ()
    direction: Direction = "TB"
    lanes: bool = False
    grids: tuple[Grid, ...] = ()
    axis: str = ""
    free: FreeDays | None = None


class Style(NamedTuple):
    """How closely to draw. All sizes are in cells."""

    label: int = 28  # to which labels of boxes are wrapped
    edge_label: int = 22
    gap: int = 3  # between boxes side by side
    line_gap: int = 2  # between a box and a line, or two lines
    run: int = 4  # the minimum between layers side by side
    port_gap: int = 2  # between the ends of two lines at a box
    direction: Direction | Literal[""] = ""  # overrides that of the model and of all groups
    merge: bool = False  # whether a line may share both of its ends with others
