"""The layered layout of one connected part of a level: items on layers, and edges in segments from layer to layer.

Directions differ only in the last step (`layout_picture`). Until then coordinates are "ahead", from layer to layer, and
"across", along a layer. A long edge has an item (a bend) on every layer that it passes; a label is an item too.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from queries.drawing.coordinates import ROUNDS, SETTLING, Alignment, assign_coordinates
from queries.drawing.graph_model import Box, Connector, Direction, Style
from queries.drawing.labels import cell_width, wrap_evenly
from queries.drawing.loops import loop_rows, loops_width
from queries.drawing.ordering import order_layers
from queries.drawing.picture import Picture
from queries.drawing.ports import evenly_spaced, free_offset, straighten_ports
from queries.drawing.shapes import DOTS, SizedBox, port_margin, size_box

BENDS_WEIGHT = 16  # of a segment between two bends or ports: how much it should be straight
FEW_ROUNDS, LARGE = 6, 2_000  # alignments, from which there are few rounds
BEFORE, BEHIND = 0, 1  # sides of an item: towards the first layer, towards the last layer
PortKey = tuple[int, str]  # side and port


class EdgeEnd(NamedTuple):
    """An end of an edge: its item, port and head. `inner` is the box or group in the item to which the edge leads."""

    item: int
    port: str
    head: str
    inner: str
    text: str


class Edge(NamedTuple):
    """An edge from an item to one on a later layer. `turned` says that the connector leads the other way.

    `connector` is None for the part of one that leads from the border of a group inwards."""

    upper: EdgeEnd
    lower: EdgeEnd
    stroke: str
    label: str
    turned: bool
    connector: Connector | None = None


class PortedPicture(NamedTuple):
    """A picture, and the coordinates across of the ports on its sides."""

    picture: Picture
    ports: Mapping[PortKey, int]


@dataclass(slots=True)
class Item:
    """Anything with a place on a layer. `across` and `ahead` are its sizes; ports are at cells `low` to `high`.
    `body` is what is drawn, in a drawing that is not of characters."""

    kind: str  # box, group, port, bend, label
    across: int = 1
    ahead: int = 0
    low: int = 0
    high: int = 0
    box: SizedBox | None = None
    picture: Picture | None = None
    body: Any = None
    lines: tuple[str, ...] = ()
    ports: dict[PortKey, int] = field(default_factory=dict)
    movable: bool = False


def is_upright(direction: Direction) -> bool:
    return direction in ("TB", "BT")


def box_item(box: Box, ports: tuple[int, int], direction: Direction, style: Style) -> Item:
    """Return an item for a box that is large enough for its ports and its loops. `ports` are the numbers of its ports
    before and behind."""
    upright = is_upright(direction)
    most = max(ports)
    if box.loops and (box.shape in DOTS or box.shape == "bar"):
        box = box._replace(shape="rounded")  # a loop needs two places to end at
    drawn = size_box(box, style.label, upright=upright)
    margin = port_margin(drawn, upright)
    dot = box.shape in DOTS
    if not dot and upright:
        drawn = size_box(box, style.label, (most - 1) * style.port_gap + 1 + 2 * margin, 2 + loop_rows(box, style))
    elif not dot:
        drawn = size_box(box, style.label, 3 + 4 * len(box.loops), most + 2 * margin, upright=False)
    own = 1 if dot else drawn.width if upright else drawn.height
    item = Item(
        "box", own, drawn.height if upright else drawn.width, min(margin, own - 1), max(own - 1 - margin, 0), drawn
    )
    if dot:
        item.across = drawn.width if upright else drawn.height
    item.movable = not dot
    if box.loops and upright:
        item.across = drawn.width + loops_width(box, upright, style)
    elif box.loops:
        item.across += 1 + len(box.loops)
        item.ahead = max(item.ahead, loops_width(box, upright, style))
    return item


def group_item(laid: PortedPicture, direction: Direction) -> Item:
    """Return an item for a group that is already laid out."""
    width, height = laid.picture.width, laid.picture.height
    across, ahead = (width, height) if is_upright(direction) else (height, width)
    return Item("group", across, ahead, 1, across - 2, picture=laid.picture, ports=dict(laid.ports))


def port_item(port: str, side: int) -> Item:
    """Return an item for a place where an edge enters or leaves the level."""
    return Item("port", ports={(1 - side, port): 0})


class Segment(NamedTuple):
    """The part of an edge between two neighbouring layers. `edge`, `upper` and `lower` are numbers."""

    edge: int
    upper: int
    upper_port: PortKey
    lower: int
    lower_port: PortKey
    gap: int


class LayeredLayout:
    """The layout of one connected part. Each method is one step, and needs the steps before it. Sizes are in cells; a
    subclass that measures in another unit overrides `label_lines`, `label_item`, `gap`, `rounds` and `straighten`.

    Items with numbers below `real` are boxes, groups and ports; all later ones are bends and labels of edges. `lane_of`
    are the lanes of items, where a subclass has lanes.
    """

    lane_of: Sequence[int] = ()

    def __init__(
        self,
        items: list[Item],
        edges: Sequence[Edge],
        layers: Sequence[int],
        direction: Direction,
        style: Style,
        wires: Iterator[int],
    ) -> None:
        self.items, self.edges, self.direction, self.style, self.wires = items, edges, direction, style, wires
        self.upright = is_upright(direction)
        self.real = len(items)
        # All bends are alike and never change, so they are one item: a large graph has many thousands.
        self.bend = Item("bend", ports={(BEFORE, ""): 0, (BEHIND, ""): 0})
        self.layer_of = self.with_label_layers(layers)
        self.segments = self.chained()
        self.layers = self.in_order()

    def with_label_layers(self, layers: Sequence[int]) -> list[int]:
        """Return the layers of the items after a layer for labels was inserted into each gap that has labels."""
        self.label_gaps = {self.label_gap(layers, edge) for edge in self.edges if self.label_lines(edge)}
        shift = [0]
        for layer in range(max(layers, default=0) + 1):
            shift.append(shift[-1] + 1 + (layer in self.label_gaps))
        self.first_layers = shift
        return [shift[layer] for layer in layers]

    def label_gap(self, layers: Sequence[int], edge: Edge) -> int:
        """Return the gap for the label of an edge: next to the source of its connector."""
        return layers[edge.lower.item] - 1 if edge.turned else layers[edge.upper.item]

    def label_lines(self, edge: Edge) -> tuple[str, ...]:
        """Return the label of an edge and the texts of its ends, in reading order."""
        label = wrap_evenly(edge.label, self.style.edge_label) if edge.label.strip() else ()
        before, behind = edge.upper.text, edge.lower.text
        if self.direction in ("BT", "RL"):
            before, behind = behind, before
        if self.upright:
            return tuple(line for line in (before, *label, behind) if line.strip())
        if before or behind:
            return (" - ".join(part for part in (before, " ".join(label), behind) if part),)
        return label

    def chained(self) -> list[Segment]:
        """Split the edges into segments from layer to layer, with new items for bends and labels."""
        found: list[Segment] = []
        originals = [self.first_layers.index(layer) for layer in self.layer_of]
        for number, edge in enumerate(self.edges):
            lines = self.label_lines(edge)
            at = self.layer_of[edge.upper.item]
            label_at = self.first_layers[self.label_gap(originals, edge)] + 1 if lines else -1
            item, port = edge.upper.item, (BEHIND, edge.upper.port)
            for layer in range(at + 1, self.layer_of[edge.lower.item]):
                passing = self.passing(lines if layer == label_at else ())
                self.layer_of.append(layer)
                found.append(Segment(number, item, port, passing, (BEFORE, ""), layer - 1))
                item, port = passing, (BEHIND, "")
            target = edge.lower
            found.append(
                Segment(number, item, port, target.item, (BEFORE, target.port), self.layer_of[target.item] - 1)
            )
        return found

    def passing(self, lines: tuple[str, ...]) -> int:
        """Add an item for a layer that an edge passes, a bend or a label, and return its number."""
        item = self.bend
        if lines:
            item = self.label_item(lines)
            item.ports = {(BEFORE, ""): item.low, (BEHIND, ""): item.low}
        self.items.append(item)
        return len(self.items) - 1

    def label_item(self, lines: tuple[str, ...]) -> Item:
        width, height = max(map(cell_width, lines)), len(lines)
        across, ahead = (width, height) if self.upright else (height, width + 2)
        middle = (across - 1) // 2
        return Item("label", across, ahead, middle, middle, lines=lines)

    def in_order(self) -> list[list[int]]:
        """Return the items of each layer in order. The initial order is that of the source, bends and labels next to
        the target of their edge."""
        layers: list[list[int]] = [[] for _ in range(max(self.layer_of, default=-1) + 1)]
        first_place = [float(item) for item in range(self.real)] + [0.0] * (len(self.items) - self.real)
        for segment in self.segments:
            if segment.lower >= self.real:
                first_place[segment.lower] = self.edges[segment.edge].lower.item + 0.5
        for item in sorted(range(len(self.items)), key=first_place.__getitem__):
            layers[self.layer_of[item]].append(item)
        spans = [
            (upper, self.part(upper, upper_port), lower, self.part(lower, lower_port))
            for _, upper, upper_port, lower, lower_port, _ in self.segments
        ]
        return order_layers(layers, spans, self.lane_of)

    def part(self, number: int, port: PortKey) -> float:
        """Return the position of a port on its item, from 0 to 0.9; the middle if it is not settled."""
        item = self.items[number]
        if item is self.bend:
            return 0.0
        at = item.ports.get(port)
        return 0.45 if at is None else 0.9 * at / max(1, item.across)

    def gap(self, left: int, right: int) -> int:
        """Return the number of blank cells between two items of a layer."""
        kinds = {self.items[left].kind, self.items[right].kind}
        if kinds <= {"box", "group"}:
            return self.style.gap if self.upright else 1
        if not self.upright and kinds <= {"bend", "port"}:
            return 0 if self.style.line_gap < 2 else 1
        return self.style.line_gap if self.upright else 1

    def settled(self) -> "LayeredLayout":
        """Give every item its coordinate across, and every edge its ports. Return the layout."""
        self.settle_ports()
        # A bend or a label is of one line, so that each of its ends is used once.
        self.uses = Counter(
            end
            for segment in self.segments
            for end in ((segment.upper, segment.upper_port), (segment.lower, segment.lower_port))
            if end[0] < self.real
        )
        alignments = [self.alignment(segment) for segment in self.segments]
        self.place = self.coordinates(alignments)
        self.straighten()
        return self

    def coordinates(self, alignments: Sequence[Alignment]) -> dict[int, int]:
        """Return the coordinate across of each item."""
        sizes = {number: item.across for number, item in enumerate(self.items)}
        return assign_coordinates(self.layers, sizes, self.gap, alignments, self.real, *self.rounds(len(alignments)))

    def rounds(self, alignments: int) -> tuple[int, int]:
        """Return how many rounds the coordinates take, and how many of these look both ways."""
        return ROUNDS if alignments < LARGE else FEW_ROUNDS, SETTLING

    def alignment(self, segment: Segment) -> Alignment:
        """Return the wish that a segment is straight."""
        _, upper, upper_port, lower, lower_port, _ = segment
        above, below = self.items[upper], self.items[lower]
        if above is below is self.bend:
            return Alignment(upper, 0, lower, 0, BENDS_WEIGHT)
        return Alignment(upper, above.ports[upper_port], lower, below.ports[lower_port], self.weight(segment))

    def at(self, item: int, port: PortKey) -> int:
        """Return the coordinate across of a port."""
        return self.place[item] + self.items[item].ports[port]

    def weight(self, segment: Segment) -> int:
        """Return how much a segment should be straight: long edges more than short ones, parts of a branching least."""
        if self.uses[segment.upper, segment.upper_port] > 1 or self.uses[segment.lower, segment.lower_port] > 1:
            return 1
        passing = sum(self.items[item].kind in ("bend", "port") for item in (segment.upper, segment.lower))
        return (2, 3, BENDS_WEIGHT)[passing]

    def settle_ports(self) -> None:
        """Give every port of boxes and groups its place, in the order of the items to which it leads."""
        places = {item: at / max(1, len(layer)) for layer in self.layers for at, item in enumerate(layer)}
        wanted: dict[int, dict[PortKey, list[float]]] = {}
        for segment in self.segments:
            for item, port, other in (
                (segment.upper, segment.upper_port, segment.lower),
                (segment.lower, segment.lower_port, segment.upper),
            ):
                if self.items[item].kind in ("box", "group") and port not in self.items[item].ports:
                    wanted.setdefault(item, {}).setdefault(port, []).append(places[other])
        for item, port in self.outer_ports():
            if port not in self.items[item].ports:
                wanted.setdefault(item, {}).setdefault(port, []).append(1.0)
        for number, ports in wanted.items():
            self.settle(self.items[number], ports)

    def outer_ports(self) -> Iterator[tuple[int, PortKey]]:
        """Yield the ends of lines that lead past the layout, behind the last item of a layer."""
        yield from ()

    def settle(self, item: Item, ports: Mapping[PortKey, list[float]]) -> None:
        for side in (BEFORE, BEHIND):
            keys = sorted((key for key in ports if key[0] == side), key=lambda key: sum(ports[key]) / len(ports[key]))
            taken = {at for key, at in item.ports.items() if key[0] == side}
            for key, at in zip(keys, evenly_spaced(item.low, item.high, len(keys)), strict=True):
                item.ports[key] = free_offset(at, taken, item.low, item.high, self.style.port_gap)
                taken.add(item.ports[key])

    def straighten(self) -> None:
        """Move ports along the sides of boxes where that makes a segment straight."""
        ends = [((segment.upper, segment.upper_port), (segment.lower, segment.lower_port)) for segment in self.segments]
        straighten_ports(ends, self.items, self.place, self.style.port_gap if self.upright else 1)
