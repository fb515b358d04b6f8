"""The layout of a graph: each group is laid out by itself and is then one item of the level around it.

The unit is open: a subclass says how large items are, and what is made of a part, of a frame and of several parts.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from queries.drawing.graph_model import Box, Connector, Direction, Group, Style
from queries.drawing.layered_layout import BEFORE, BEHIND, Edge, EdgeEnd, Item, is_upright, port_item
from queries.drawing.layering import assign_layers
from queries.drawing.nesting import TOP, GroupTree

Laid = TypeVar("Laid")


class LevelEdge(NamedTuple):
    """An edge between two items of a level."""

    source: EdgeEnd
    target: EdgeEnd
    stroke: str
    label: str = ""
    length: int = 1
    connector: Connector | None = None

    def edge(self, turned: bool) -> Edge:
        upper, lower = (self.target, self.source) if turned else (self.source, self.target)
        return Edge(upper, lower, self.stroke, self.label, turned, self.connector)


class RequiredPort(NamedTuple):
    """A port that a group must have on a side, for an edge to `inner`, a box or group in it."""

    port: str
    side: int
    inner: str
    head: str
    stroke: str


class NestedLayout(ABC, Generic[Laid]):
    """The layout of one graph in one style. `width` is the available room."""

    def __init__(self, group_tree: GroupTree, direction: Direction, style: Style, width: int) -> None:
        self.group_tree, self.style, self.width = group_tree, style, width
        self.direction: Direction = style.direction or direction

    @abstractmethod
    def box_item(self, box: Box, ports: tuple[int, int], direction: Direction) -> Item:
        """Return an item for a box with as many ports before and behind."""

    @abstractmethod
    def group_item(self, laid: Laid, direction: Direction) -> Item:
        """Return an item for a group that is already laid out."""

    @abstractmethod
    def part(self, items: list[Item], edges: Sequence[Edge], layers: Sequence[int], direction: Direction) -> Laid:
        """Lay out a connected part of a level."""

    @abstractmethod
    def arranged(self, parts: Sequence[Laid], direction: Direction, room: int) -> Laid:
        """Return the parts of a level side by side."""

    @abstractmethod
    def framed(
        self,
        content: Laid,
        group: Group,
        direction: Direction,
        required_ports: "Sequence[RequiredPort]",
        least: tuple[int, int],
    ) -> Laid:
        """Return the content of a group in its frame. `direction` is that of the content, `least` the least size."""

    def whole(self) -> Laid:
        """Lay out the whole graph."""
        return self.content(TOP, (), self.direction, self.width)

    def content(self, level: str, required_ports: Sequence[RequiredPort], direction: Direction, room: int) -> Laid:
        """Lay out a level, without a frame. Its connected parts are placed side by side."""
        children = list(self.group_tree.inside[level])
        links = self.links(level, children, required_ports)
        if required_ports:
            return self.lay_out_part(children, links, required_ports, direction, room)
        parts = [self.lay_out_part(*part, (), direction, room) for part in connected_parts(children, links)]
        if len(parts) == 1:
            return parts[0]
        return self.arranged(parts, direction, room)

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
            found.append(LevelEdge(source, target, one.stroke, one.label, max(1, one.length), one))
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
    ) -> Laid:
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
                items.append(self.box_item(self.group_tree.boxes[child], _port_counts(edges, number), direction))
            else:
                group = self.group_tree.groups[child]
                inner = self.lay_out_group(
                    group,
                    [*inner_ports.get(number, {}).values()],
                    direction,
                    room - 4,
                    ends=max(_port_counts(edges, number)),
                )
                items.append(self.group_item(inner, direction))
        items += [port_item(required.port, required.side) for required in required_ports]
        return self.part(items, edges, layers.layers, direction)

    def lay_out_group(
        self, group: Group, required_ports: Sequence[RequiredPort], direction: Direction, room: int, ends: int
    ) -> Laid:
        """Lay out a group with its frame. Its own direction counts if no edge enters or leaves it. `ends` are the most
        ends of edges on one side of the frame."""
        own = direction if required_ports or self.style.direction or not group.direction else group.direction
        content = self.content(group.id, required_ports, own, room)
        return self.framed(content, group, own, required_ports, self.least_frame(ends, is_upright(direction)))

    def least_frame(self, ends: int, upright: bool) -> tuple[int, int]:
        """Return the least width and height of a frame with as many ends of edges on one side."""
        across = (ends - 1) * self.style.port_gap + 3
        return (across, 0) if upright else (0, across)


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


def connected_parts(children: Sequence[str], links: Sequence[LevelEdge]) -> Iterator[tuple[list[str], list[LevelEdge]]]:
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
