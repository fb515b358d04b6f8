"""The layout of a graph: each group is laid out by itself, and then is one box of the group around it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import NamedTuple

from queries.drawing.frames import framed
from queries.drawing.graph_model import Direction, Group, Style
from queries.drawing.layered_layout import BEFORE, BEHIND, End, Hop, Item, Laid, Level, box_item, group_item, port_item
from queries.drawing.layering import layering
from queries.drawing.layout_picture import traced
from queries.drawing.nesting import TOP, Nested
from queries.drawing.packing import packed
from queries.drawing.picture import Picture


class Link(NamedTuple):
    """A line of a level, from one of its items to another."""

    source: End
    target: End
    stroke: str
    label: str = ""
    length: int = 1

    def hop(self, turned: bool) -> Hop:
        upper, lower = (self.target, self.source) if turned else (self.source, self.target)
        return Hop(upper, lower, self.stroke, self.label, turned)


class Need(NamedTuple):
    """A port that a group must have on a side, for a line to what is in it."""

    port: str
    side: int
    inner: str
    head: str
    stroke: str


class Layout:
    """The layout of one nested sketch in one style. `width` is what is to be had."""

    def __init__(self, nested: Nested, direction: Direction, style: Style, width: int) -> None:
        self.nested, self.style, self.width = nested, style, width
        self.direction: Direction = style.direction or direction
        self.wires = count(1)

    def picture(self) -> Picture:
        """The whole drawing."""
        return self.content(TOP, (), self.direction, self.width).picture

    def content(self, level: str, needs: Sequence[Need], direction: Direction, room: int) -> Laid:
        """What is in a level, without a frame. What is not connected stands side by side."""
        children = list(self.nested.inside[level])
        links = self.links(level, children, needs)
        if needs:
            return self.laid(children, links, needs, direction, room)
        parts = [self.laid(*part, (), direction, room) for part in _parts(children, links)]
        if len(parts) == 1:
            return parts[0]
        return Laid(packed([part.picture for part in parts], direction, room, self.style), {})

    def links(self, level: str, children: Sequence[str], needs: Sequence[Need]) -> list[Link]:
        """The lines between the children of a level, and those between them and its ports."""
        index = {child: number for number, child in enumerate(children)}

        def item(inner: str) -> int:
            return index[self.nested.child(level, inner)]

        found: list[Link] = []
        for wired in self.nested.wires.get(level, ()):
            one = wired.connector
            source = End(item(one.source), wired.source_port, one.start, one.source, one.start_text)
            target = End(item(one.target), wired.target_port, one.end, one.target, one.end_text)
            found.append(Link(source, target, one.stroke, one.label, max(1, one.length)))
        for number, need in enumerate(needs, len(children)):
            port = End(number, need.port, "", "", "")
            inner = End(item(need.inner), need.port, need.head, need.inner, "")
            ends = (port, inner) if need.side == BEFORE else (inner, port)
            found.append(Link(*ends, need.stroke))
        return found

    def laid(
        self, children: Sequence[str], links: Sequence[Link], needs: Sequence[Need], direction: Direction, room: int
    ) -> Laid:
        """One connected part of a level."""
        ports = [[at for at, need in enumerate(needs, len(children)) if need.side == side] for side in (BEFORE, BEHIND)]
        arcs = [(link.source.item, link.target.item, link.length) for link in links]
        layers = layering(len(children) + len(needs), arcs, *ports)
        hops = [link.hop(number in layers.turned) for number, link in enumerate(links)]
        hops, wanted = _continued(hops, children)
        items: list[Item] = []
        for number, child in enumerate(children):
            if child in self.nested.boxes:
                items.append(box_item(self.nested.boxes[child], _port_counts(hops, number), direction, self.style))
            else:
                group = self.nested.groups[child]
                inner = self.grouped(group, [*wanted.get(number, {}).values()], direction, room - 4)
                items.append(group_item(inner, direction))
        items += [port_item(need.port, need.side) for need in needs]
        return traced(Level(items, hops, layers.layers, direction, self.style, self.wires).settled())

    def grouped(self, group: Group, needs: Sequence[Need], direction: Direction, room: int) -> Laid:
        """A group with its frame. Its own direction counts where no line enters or leaves it."""
        own = direction if needs or self.style.direction or not group.direction else group.direction
        content = self.content(group.id, needs, own, room)
        strokes = {(need.side, need.port): need.stroke for need in needs}
        return framed(content, group, own, self.style, strokes, self.wires)


def _continued(
    hops: Sequence[Hop], children: Sequence[str]
) -> tuple[list[Hop], dict[int, dict[tuple[int, str], Need]]]:
    """The hops without the heads that belong further inside a group, and the ports that groups must have for them."""
    wanted: dict[int, dict[tuple[int, str], Need]] = {}
    found: list[Hop] = []
    for hop in hops:
        ends = []
        for end, side in ((hop.upper, BEHIND), (hop.lower, BEFORE)):
            if end.item < len(children) and end.inner != children[end.item]:
                need = Need(end.port, side, end.inner, end.head, hop.stroke)
                wanted.setdefault(end.item, {})[side, end.port] = need
                end = end._replace(head="")
            ends.append(end)
        found.append(hop._replace(upper=ends[0], lower=ends[1]))
    return found, wanted


def _port_counts(hops: Sequence[Hop], item: int) -> tuple[int, int]:
    """How many ports an item has on either side."""
    before = {hop.lower.port for hop in hops if hop.lower.item == item}
    behind = {hop.upper.port for hop in hops if hop.upper.item == item}
    return len(before), len(behind)


def _parts(children: Sequence[str], links: Sequence[Link]) -> Iterator[tuple[list[str], list[Link]]]:
    """The connected parts of a level, each with its links, numbered anew."""
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
    inner: dict[int, list[Link]] = {}
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
