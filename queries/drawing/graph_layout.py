"""The layout of a graph: each group is laid out by itself and is then one item of the level around it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import NamedTuple

from queries.drawing.frames import with_frame
from queries.drawing.graph_model import Direction, Group, Style
from queries.drawing.layered_layout import (
    BEFORE,
    BEHIND,
    Edge,
    EdgeEnd,
    Item,
    LayeredLayout,
    PortedPicture,
    box_item,
    group_item,
    is_upright,
    port_item,
)
from queries.drawing.layering import assign_layers
from queries.drawing.layout_picture import layout_picture
from queries.drawing.nesting import TOP, GroupTree
from queries.drawing.picture import Picture, side_by_side


class LevelEdge(NamedTuple):
    """An edge between two items of a level."""

    source: EdgeEnd
    target: EdgeEnd
    stroke: str
    label: str = ""
    length: int = 1

    def edge(self, turned: bool) -> Edge:
        upper, lower = (self.target, self.source) if turned else (self.source, self.target)
        return Edge(upper, lower, self.stroke, self.label, turned)


class RequiredPort(NamedTuple):
    """A port that a group must have on a side, for an edge to `inner`, a box or group in it."""

    port: str
    side: int
    inner: str
    head: str
    stroke: str


class GraphLayout:
    """The layout of one graph in one style. `width` is the available number of columns."""

    def __init__(self, group_tree: GroupTree, direction: Direction, style: Style, width: int) -> None:
        self.group_tree, self.style, self.width = group_tree, style, width
        self.direction: Direction = style.direction or direction
        self.wires = count(1)

    def picture(self) -> Picture:
        """Return the picture of the whole graph."""
        return self.content(TOP, (), self.direction, self.width).picture

    def content(
        self, level: str, required_ports: Sequence[RequiredPort], direction: Direction, room: int
    ) -> PortedPicture:
        """Lay out a level, without a frame. Its connected parts are placed side by side."""
        children = list(self.group_tree.inside[level])
        links = self.links(level, children, required_ports)
        if required_ports:
            return self.lay_out_part(children, links, required_ports, direction, room)
        parts = [self.lay_out_part(*part, (), direction, room) for part in _connected_parts(children, links)]
        if len(parts) == 1:
            return parts[0]
        return PortedPicture(side_by_side([part.picture for part in parts], direction, room, self.style), {})

    def links(self, level: str, children: Sequence[str], required_ports: Sequence[RequiredPort]) -> list[LevelEdge]:
        """Return the edges between the children of a level, and between them and the ports of the level."""
        index = {child: number for number, child in enumerate(children)}

        def item(inner: str) -> int:
            return index[self.group_tree.child(level, inner)]

        found: list[LevelEdge] = []
        for wired in self.group_tree.wires.get(level, ()):
            one = wired.connector
            source = EdgeEnd(item(one.source), wired.source_port, one.start, one.source, one.start_text)
            target = EdgeEnd(item(one.target), wired.target_port, one.end, one.target, one.end_text)
            found.append(LevelEdge(source, target, one.stroke, one.label, max(1, one.length)))
        for number, required in enumerate(required_ports, len(children)):
            port = EdgeEnd(number, required.port, "", "", "")
            inner = EdgeEnd(item(required.inner), required.port, required.head, required.inner, "")
            ends = (port, inner) if required.side == BEFORE else (inner, port)
            found.append(LevelEdge(*ends, required.stroke))
        return found

    def lay_out_part(
        self,
        children: Sequence[str],
        links: Sequence[LevelEdge],
        required_ports: Sequence[RequiredPort],
        direction: Direction,
        room: int,
    ) -> PortedPicture:
        """Lay out one connected part of a level."""
        ports = [
            [at for at, required in enumerate(required_ports, len(children)) if required.side == side]
            for side in (BEFORE, BEHIND)
        ]
        arcs = [(link.source.item, link.target.item, link.length) for link in links]
        layers = assign_layers(len(children) + len(required_ports), arcs, *ports)
        edges = [link.edge(number in layers.turned) for number, link in enumerate(links)]
        edges, inner_ports = _split_at_groups(edges, children)
        items: list[Item] = []
        for number, child in enumerate(children):
            if child in self.group_tree.boxes:
                items.append(box_item(self.group_tree.boxes[child], _port_counts(edges, number), direction, self.style))
            else:
                group = self.group_tree.groups[child]
                inner = self.lay_out_group(
                    group,
                    [*inner_ports.get(number, {}).values()],
                    direction,
                    room - 4,
                    ends=max(_port_counts(edges, number)),
                )
                items.append(group_item(inner, direction))
        items += [port_item(required.port, required.side) for required in required_ports]
        return layout_picture(LayeredLayout(items, edges, layers.layers, direction, self.style, self.wires).settled())

    def lay_out_group(
        self, group: Group, required_ports: Sequence[RequiredPort], direction: Direction, room: int, ends: int
    ) -> PortedPicture:
        """Lay out a group with its frame. Its own direction counts if no edge enters or leaves it. `ends` are the most
        ends of edges on one side of the frame."""
        own = direction if required_ports or self.style.direction or not group.direction else group.direction
        content = self.content(group.id, required_ports, own, room)
        strokes = {(required.side, required.port): required.stroke for required in required_ports}
        across = (ends - 1) * self.style.port_gap + 3
        least = (across, 0) if is_upright(direction) else (0, across)
        return with_frame(content, group, own, self.style, strokes, self.wires, least)


def _split_at_groups(
    edges: Sequence[Edge], children: Sequence[str]
) -> tuple[list[Edge], dict[int, dict[tuple[int, str], RequiredPort]]]:
    """Return the edges without the heads that belong further inside a group, and by item the ports that groups must
    have for these edges."""
    inner_ports: dict[int, dict[tuple[int, str], RequiredPort]] = {}
    found: list[Edge] = []
    for edge in edges:
        ends = []
        for end, side in ((edge.upper, BEHIND), (edge.lower, BEFORE)):
            if end.item < len(children) and end.inner != children[end.item]:
                required = RequiredPort(end.port, side, end.inner, end.head, edge.stroke)
                inner_ports.setdefault(end.item, {})[side, end.port] = required
                end = end._replace(head="")
            ends.append(end)
        found.append(edge._replace(upper=ends[0], lower=ends[1]))
    return found, inner_ports


def _port_counts(edges: Sequence[Edge], item: int) -> tuple[int, int]:
    """Return how many ports an item has before and behind."""
    before = {edge.lower.port for edge in edges if edge.lower.item == item}
    behind = {edge.upper.port for edge in edges if edge.upper.item == item}
    return len(before), len(behind)


def _connected_parts(
    children: Sequence[str], links: Sequence[LevelEdge]
) -> Iterator[tuple[list[str], list[LevelEdge]]]:
    """Yield the connected parts of a level: their children, and their edges renumbered to these."""
    leader = list(range(len(children)))

    def find(item: int) -> int:
        while leader[item] != item:
            leader[item] = leader[leader[item]]
            item = leader[item]
        return item

    for link in links:
        a, b = find(link.source.item), find(link.target.item)
        leader[max(a, b)] = min(a, b)
    members: dict[int, list[int]] = {}
    for item in range(len(children)):
        members.setdefault(find(item), []).append(item)
    inner: dict[int, list[LevelEdge]] = {}
    for link in links:
        inner.setdefault(find(link.source.item), []).append(link)
    for head, part in members.items():
        new: Mapping[int, int] = {item: number for number, item in enumerate(part)}
        yield (
            [children[item] for item in part],
            [
                link._replace(
                    source=link.source._replace(item=new[link.source.item]),
                    target=link.target._replace(item=new[link.target.item]),
                )
                for link in inner.get(head, ())
            ],
        )
