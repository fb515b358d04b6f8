"""The layout of a graph that is drawn with characters."""

from collections.abc import Sequence
from itertools import count

from queries.drawing.frames import with_frame
from queries.drawing.graph_model import Box, Direction, Group, Style
from queries.drawing.layered_layout import (
    Edge,
    Item,
    LayeredLayout,
    PortedPicture,
    box_item,
    group_item,
)
from queries.drawing.layout_picture import layout_picture
from queries.drawing.nested_layout import NestedLayout, RequiredPort
from queries.drawing.nesting import GroupTree
from queries.drawing.picture import Picture, side_by_side


class GraphLayout(NestedLayout[PortedPicture]):
    """The layout of one graph in one style. `width` is the available number of columns."""

    def __init__(self, group_tree: GroupTree, direction: Direction, style: Style, width: int) -> None:
        super().__init__(group_tree, direction, style, width)
        self.wires = count(1)

    def picture(self) -> Picture:
        """Return the picture of the whole graph."""
        return self.whole().picture

    def box_item(self, box: Box, ports: tuple[int, int], direction: Direction) -> Item:
        return box_item(box, ports, direction, self.style)

    def group_item(self, laid: PortedPicture, direction: Direction) -> Item:
        return group_item(laid, direction)

    def part(
        self, items: list[Item], edges: Sequence[Edge], layers: Sequence[int], direction: Direction
    ) -> PortedPicture:
        return layout_picture(LayeredLayout(items, edges, layers, direction, self.style, self.wires).settled())

    def arranged(self, parts: Sequence[PortedPicture], direction: Direction, room: int) -> PortedPicture:
        return PortedPicture(side_by_side([part.picture for part in parts], direction, room, self.style), {})

    def framed(
        self,
        content: PortedPicture,
        group: Group,
        direction: Direction,
        required_ports: Sequence[RequiredPort],
        least: tuple[int, int],
    ) -> PortedPicture:
        strokes = {(required.side, required.port): required.stroke for required in required_ports}
        return with_frame(content, group, direction, self.style, strokes, self.wires, least)
