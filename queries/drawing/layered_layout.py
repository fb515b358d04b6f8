"""One connected part of a level: its items on layers, and lines between them from layer to layer.

Directions differ only in the last step (`tracing`): until then there is a place ahead, from layer to layer, and a
place across. A long line has an item on every layer that it passes, and so has a label.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from queries.drawing.coordinates import Tie, placed
from queries.drawing.graph_model import Box, Direction, Style
from queries.drawing.labels import cells, wrapped
from queries.drawing.loops import loop_rows, loops_width
from queries.drawing.ordering import ordered
from queries.drawing.picture import Picture
from queries.drawing.ports import free_offset, spread, straightened
from queries.drawing.shapes import DOTS, Figure, figure, port_margin

BEFORE, BEHIND = 0, 1  # the sides of an item: towards the first layer, towards the last
PortKey = tuple[int, str]  # side and port


class End(NamedTuple):
    """An end of a line: at which item and port, with which head. `inner` is the box or group it really leads to."""

    item: int
    port: str
    head: str
    inner: str
    text: str


class Hop(NamedTuple):
    """A line from an item to one on a later layer. `turned` when it really leads the other way."""

    upper: End
    lower: End
    stroke: str
    label: str
    turned: bool


class Laid(NamedTuple):
    """A picture, and how far across the ports on its sides are."""

    picture: Picture
    ports: Mapping[PortKey, int]


@dataclass(slots=True)
class Item:
    """Something with a place on a layer. `across` and `ahead` are its sizes; lines reach cells `low` to `high`."""

    kind: str  # box, group, port, bend, label
    across: int = 1
    ahead: int = 0
    low: int = 0
    high: int = 0
    figure: Figure | None = None
    picture: Picture | None = None
    lines: tuple[str, ...] = ()
    ports: dict[PortKey, int] = field(default_factory=dict)
    movable: bool = False


def is_upright(direction: Direction) -> bool:
    return direction in ("TB", "BT")


def box_item(box: Box, ports: tuple[int, int], direction: Direction, style: Style) -> Item:
    """A box that is large enough for its ports, and for its loops at the side."""
    upright = is_upright(direction)
    most = max(ports)
    if box.loops and (box.shape in DOTS or box.shape == "bar"):
        box = box._replace(shape="rounded")  # a loop needs two places to end at
    drawn = figure(box, style.label, upright=upright)
    margin = port_margin(drawn, upright)
    dot = box.shape in DOTS
    if not dot and upright:
        drawn = figure(box, style.label, (most - 1) * style.port_gap + 1 + 2 * margin, 2 + loop_rows(box, style))
    elif not dot:
        drawn = figure(box, style.label, 3 + 4 * len(box.loops), most + 2 * margin, upright=False)
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


def group_item(laid: Laid, direction: Direction) -> Item:
    """A group that is laid out already, with its ports."""
    width, height = laid.picture.width, laid.picture.height
    across, ahead = (width, height) if is_upright(direction) else (height, width)
    return Item("group", across, ahead, 1, across - 2, picture=laid.picture, ports=dict(laid.ports))


def port_item(port: str, side: int) -> Item:
    """Where a line enters or leaves the level."""
    return Item("port", ports={(1 - side, port): 0})


class Segment(NamedTuple):
    """The part of a hop between two neighbouring layers."""

    hop: int
    upper: int
    upper_port: PortKey
    lower: int
    lower_port: PortKey
    gap: int


class Level:
    """The layout of one part. Each method is one step, and stands on the ones before."""

    def __init__(
        self,
        items: list[Item],
        hops: Sequence[Hop],
        layers: Sequence[int],
        direction: Direction,
        style: Style,
        wires: Iterator[int],
    ) -> None:
        self.items, self.hops, self.direction, self.style, self.wires = items, hops, direction, style, wires
        self.upright = is_upright(direction)
        self.real = len(items)
        self.layer_of = self.with_label_layers(layers)
        self.segments = self.chained()
        self.layers = self.in_order()

    def with_label_layers(self, layers: Sequence[int]) -> list[int]:
        """The layers of the items, when each gap in which a label stands has a layer for labels."""
        self.label_gaps = {self.label_gap(layers, hop) for hop in self.hops if self.label_lines(hop)}
        shift = [0]
        for layer in range(max(layers, default=0) + 1):
            shift.append(shift[-1] + 1 + (layer in self.label_gaps))
        self.first_layers = shift
        return [shift[layer] for layer in layers]

    def label_gap(self, layers: Sequence[int], hop: Hop) -> int:
        """Labels stand near where their line really begins."""
        return layers[hop.lower.item] - 1 if hop.turned else layers[hop.upper.item]

    def label_lines(self, hop: Hop) -> tuple[str, ...]:
        """The label of a line and the texts of its ends, in reading order."""
        label = wrapped(hop.label, self.style.edge_label) if hop.label.strip() else ()
        before, behind = hop.upper.text, hop.lower.text
        if self.direction in ("BT", "RL"):
            before, behind = behind, before
        if self.upright:
            return tuple(line for line in (before, *label, behind) if line.strip())
        if before or behind:
            return (" - ".join(one for one in (before, " ".join(label), behind) if one),)
        return label

    def chained(self) -> list[Segment]:
        """The hops in segments from layer to layer, over new items for bends and labels."""
        found: list[Segment] = []
        originals = [self.first_layers.index(layer) for layer in self.layer_of]
        for number, hop in enumerate(self.hops):
            lines = self.label_lines(hop)
            at = self.layer_of[hop.upper.item]
            label_at = self.first_layers[self.label_gap(originals, hop)] + 1 if lines else -1
            item, port = hop.upper.item, (BEHIND, hop.upper.port)
            for layer in range(at + 1, self.layer_of[hop.lower.item]):
                passing = self.passing(lines if layer == label_at else ())
                self.layer_of.append(layer)
                found.append(Segment(number, item, port, passing, (BEFORE, ""), layer - 1))
                item, port = passing, (BEHIND, "")
            target = hop.lower
            found.append(
                Segment(number, item, port, target.item, (BEFORE, target.port), self.layer_of[target.item] - 1)
            )
        return found

    def passing(self, lines: tuple[str, ...]) -> int:
        """A new item on the way of a line: a bend or a label."""
        item = Item("bend")
        if lines:
            width, height = max(map(cells, lines)), len(lines)
            across, ahead = (width, height) if self.upright else (height, width + 2)
            middle = (across - 1) // 2
            item = Item("label", across, ahead, middle, middle, lines=lines)
        item.ports = {(BEFORE, ""): item.low, (BEHIND, ""): item.low}
        self.items.append(item)
        return len(self.items) - 1

    def in_order(self) -> list[list[int]]:
        """The items of each layer: first in the order of the source, what is on the way of a line near its end."""
        layers: list[list[int]] = [[] for _ in range(max(self.layer_of, default=-1) + 1)]
        first_place = [float(item) for item in range(self.real)] + [0.0] * (len(self.items) - self.real)
        for one in self.segments:
            if one.lower >= self.real:
                first_place[one.lower] = self.hops[one.hop].lower.item + 0.5
        for item in sorted(range(len(self.items)), key=lambda item: (first_place[item], item)):
            layers[self.layer_of[item]].append(item)
        spans = [
            (one.upper, self.part(one.upper, one.upper_port), one.lower, self.part(one.lower, one.lower_port))
            for one in self.segments
        ]
        return ordered(layers, spans)

    def part(self, item: int, port: PortKey) -> float:
        """How far across an item a port is: 0 to 0.9; in the middle if that is not settled."""
        at = self.items[item].ports.get(port)
        return 0.45 if at is None else 0.9 * at / max(1, self.items[item].across)

    def gap(self, left: int, right: int) -> int:
        """How many blank cells are between two items of a layer."""
        kinds = {self.items[left].kind, self.items[right].kind}
        if kinds <= {"box", "group"}:
            return self.style.gap if self.upright else 1
        if not self.upright and kinds <= {"bend", "port"}:
            return 0 if self.style.line_gap < 2 else 1
        return self.style.line_gap if self.upright else 1

    def settled(self) -> "Level":
        """The level with a place for every item, and a port for every line."""
        self.settle_ports()
        self.uses = Counter(
            end for one in self.segments for end in ((one.upper, one.upper_port), (one.lower, one.lower_port))
        )
        ties = [
            Tie(
                one.upper,
                self.offset(one.upper, one.upper_port),
                one.lower,
                self.offset(one.lower, one.lower_port),
                self.weight(one),
            )
            for one in self.segments
        ]
        sizes = {number: item.across for number, item in enumerate(self.items)}
        self.place = placed(self.layers, sizes, self.gap, ties, self.real)
        self.straighten()
        return self

    def offset(self, item: int, port: PortKey) -> int:
        return self.items[item].ports[port]

    def at(self, item: int, port: PortKey) -> int:
        """How far across a port is."""
        return self.place[item] + self.items[item].ports[port]

    def weight(self, one: Segment) -> int:
        """How much a segment wants to be straight: long lines more than short ones, parts of a branching least."""
        if self.uses[one.upper, one.upper_port] > 1 or self.uses[one.lower, one.lower_port] > 1:
            return 1
        passing = sum(self.items[item].kind in ("bend", "port") for item in (one.upper, one.lower))
        return (2, 3, 16)[passing]

    def settle_ports(self) -> None:
        """Gives every port of boxes and groups its place, in the order of what it leads to."""
        places = {item: at / max(1, len(layer)) for layer in self.layers for at, item in enumerate(layer)}
        wanted: dict[int, dict[PortKey, list[float]]] = {}
        for one in self.segments:
            for item, port, other in ((one.upper, one.upper_port, one.lower), (one.lower, one.lower_port, one.upper)):
                if self.items[item].kind in ("box", "group") and port not in self.items[item].ports:
                    wanted.setdefault(item, {}).setdefault(port, []).append(places[other])
        for number, ports in wanted.items():
            self.settle(self.items[number], ports)

    def settle(self, item: Item, ports: Mapping[PortKey, list[float]]) -> None:
        for side in (BEFORE, BEHIND):
            keys = sorted((key for key in ports if key[0] == side), key=lambda key: sum(ports[key]) / len(ports[key]))
            taken = {at for key, at in item.ports.items() if key[0] == side}
            for key, at in zip(keys, spread(item.low, item.high, len(keys)), strict=True):
                item.ports[key] = free_offset(at, taken, item.low, item.high, self.style.port_gap)
                taken.add(item.ports[key])

    def straighten(self) -> None:
        """Moves ports along the sides of boxes where a line becomes straight by it."""
        ends = [((one.upper, one.upper_port), (one.lower, one.lower_port)) for one in self.segments]
        straightened(ends, self.items, self.place, self.style.port_gap if self.upright else 1)
