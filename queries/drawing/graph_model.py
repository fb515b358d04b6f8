"""The model of a graph to draw, without coordinates: boxes, connectors between them, groups around them."""

from typing import Literal, NamedTuple

Direction = Literal["TB", "BT", "LR", "RL"]


class Loop(NamedTuple):
    """A connector from a box to itself."""

    label: str
    stroke: str
    start: str
    end: str


class Box(NamedTuple):
    """A box. `parts` are its compartments, each a text of one or more lines; the first is its title.

    `shape` is a name of `shapes.py`; `group` the id of the group around it, or "".
    """

    id: str
    parts: tuple[str, ...]
    shape: str = "rect"
    group: str = ""
    loops: tuple[Loop, ...] = ()


class Connector(NamedTuple):
    """A line between two boxes or groups. `start` and `end` are its heads, names of `arrowheads.py`; "" for none.

    `stroke` is normal, thick, dotted or invisible; `length` is the minimum number of layers it spans. `start_text` and
    `end_text` are written near its ends.
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


class Group(NamedTuple):
    """A frame around boxes and groups. `direction` is "" for that of the enclosing group."""

    id: str
    title: str
    group: str = ""
    direction: Direction | Literal[""] = ""
    dashed: bool = False


class GraphModel(NamedTuple):
    """A graph to draw. Ids are unique over boxes and groups; boxes are in the order of the source."""

    boxes: tuple[Box, ...]
    connectors: tuple[Connector, ...]
    groups: tuple[Group, ...] = ()
    direction: Direction = "TB"


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
