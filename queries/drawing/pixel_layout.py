"""The layered layout in pixels, and what is made of it: boxes with corners, connectors as points.

The steps are those of `layered_layout`. Lines have no lanes: between two layers they are curves.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from queries.drawing.graph_model import Direction
from queries.drawing.labels import wrap_evenly
from queries.drawing.layered_layout import BEFORE, BEHIND, Edge, Item, LayeredLayout, PortKey
from queries.drawing.outer_lanes import LaneSpan, assign_lanes, lane_places
from queries.drawing.outlines import Side, inset
from queries.drawing.pixel_loops import add_loops
from queries.drawing.plan import PlacedBox, PlacedLabel, PlacedLine, Plan, Point, moved
from queries.drawing.ports import straighten_ports
from queries.drawing.sized_shapes import SizedShape
from queries.drawing.text_metrics import LINE, PIXELS, text_width

ROUNDS = ((8_000, (4, 2)), (2_000, (7, 3)), (600, (15, 7)), (0, (25, 13)))  # by the number of alignments
NEAR = 12  # pixels by which a port of several lines is moved to make one straight
SIDES: dict[tuple[Direction, int], Side] = {
    ("TB", BEFORE): "top",
    ("TB", BEHIND): "bottom",
    ("BT", BEFORE): "bottom",
    ("BT", BEHIND): "top",
    ("LR", BEFORE): "left",
    ("LR", BEHIND): "right",
    ("RL", BEFORE): "right",
    ("RL", BEHIND): "left",
}


class PixelLayout(LayeredLayout):
    """The layout of one connected part in pixels. `outer` are edges that lead past it in lanes."""

    outer: Sequence[Edge] = ()

    def outer_ports(self) -> Iterator[tuple[int, PortKey]]:
        for edge in self.outer:
            yield edge.upper.item, (BEHIND, edge.upper.port)
            yield edge.lower.item, (BEFORE, edge.lower.port)

    def label_lines(self, edge: Edge) -> tuple[str, ...]:
        return wrap_evenly(edge.label, self.style.edge_label, PIXELS) if edge.label.strip() else ()

    def label_item(self, lines: tuple[str, ...]) -> Item:
        width, height = max(map(text_width, lines)) + 12, len(lines) * LINE + 4
        across, ahead = (width, height) if self.upright else (height, width + 12)
        return Item("label", across, ahead, across // 2, across // 2, lines=lines)

    def gap(self, left: int, right: int) -> int:
        kinds = {self.items[left].kind, self.items[right].kind}
        if kinds <= {"box", "group"}:
            return self.style.gap
        return self.style.line_gap if kinds & {"box", "group", "label"} else self.style.line_gap * 2 // 3

    def rounds(self, alignments: int) -> tuple[int, int]:
        """Return the rounds: many, because lines that are crooked by a few pixels are seen."""
        return next(rounds for least, rounds in ROUNDS if alignments >= least)

    def straighten(self) -> None:
        ends = [((segment.upper, segment.upper_port), (segment.lower, segment.lower_port)) for segment in self.segments]
        straighten_ports(ends, self.items, self.place, self.style.port_gap, NEAR)


class PartPlan:
    """Makes the plan of a layout whose items have their coordinates across."""

    def __init__(self, layout: PixelLayout, base: int) -> None:
        self.layout, self.base = layout, base
        self.ends = [
            (layout.at(upper, upper_port), layout.at(lower, lower_port))
            for _, upper, upper_port, lower, lower_port, _ in layout.segments
        ]
        self.sizes = [max((layout.items[item].ahead for item in layer), default=0) for layer in layout.layers]
        ends = (layout.place[at] + item.across for at, item in enumerate(layout.items))
        self.across = max(ends, default=0)
        self.inner = self.across
        self.lanes = self.place_lanes()
        self.starts = self.place_layers()
        self.ahead = self.starts[-1] + self.sizes[-1] if self.starts else 0

    def place_lanes(self) -> list[float]:
        """Return the coordinate across of the lane of each edge that leads past the layout."""
        layout = self.layout
        if not layout.outer:
            return []
        layers = layout.layer_of
        spans = []
        for edge in layout.outer:
            width = max((text_width(line) + 12 for line in layout.label_lines(edge)), default=0)
            spans.append(LaneSpan(layers[edge.upper.item] + 1, layers[edge.lower.item] - 1, width))
        lanes = assign_lanes(spans)
        places = lane_places(spans, lanes, self.inner + layout.style.line_gap, layout.style.line_gap * 2 / 3)
        self.across = int(places[-1]) + 1
        return [places[lane] for lane in lanes]

    def place_layers(self) -> list[int]:
        """Return the coordinate ahead at which each layer begins. Lines that go far aside get more distance."""
        layout = self.layout
        spread: dict[int, int] = defaultdict(int)
        seen = [edge.stroke != "invisible" for edge in layout.edges]
        for segment, (upper, lower) in zip(layout.segments, self.ends, strict=True):
            if seen[segment.edge]:
                spread[segment.gap] = max(spread[segment.gap], abs(upper - lower))
        for edge in layout.outer:
            for gap in (layout.layer_of[edge.upper.item], layout.layer_of[edge.lower.item] - 1):
                spread[gap] = self.across
        starts, ahead = [], 0
        for gap, size in enumerate(self.sizes):
            starts.append(ahead)
            ahead += size + self.least(gap) + min(48, spread[gap] // 8)
        return starts

    def least(self, gap: int) -> int:
        """Return the least distance between two layers."""
        near = [{self.layout.items[item].kind for item in layer} for layer in self.layout.layers[gap : gap + 2]]
        if {"port"} in near:
            return 16
        return self.base // 2 if any("label" in kinds for kinds in near) else self.base

    def point(self, ahead: float, across: float) -> Point:
        direction = self.layout.direction
        along = self.ahead - ahead if direction in ("BT", "RL") else ahead
        return (across, along) if self.layout.upright else (along, across)

    def start(self, number: int) -> float:
        """Return the coordinate ahead at which an item begins: items are centred on their layer."""
        layer = self.layout.layer_of[number]
        return self.starts[layer] + (self.sizes[layer] - self.layout.items[number].ahead) / 2

    def box_start(self, number: int) -> float:
        """Return the coordinate ahead at which the box of an item begins, which may have loops beside it."""
        item = self.layout.items[number]
        spare = item.ahead - self.body(number)
        return self.start(number) + (spare if self.layout.direction in ("RL", "BT") else 0)

    def body(self, number: int) -> int:
        item = self.layout.items[number]
        if isinstance(item.body, SizedShape):
            return item.body.height if self.layout.upright else item.body.width
        return item.ahead

    def corner(self, number: int, size: float) -> Point:
        """Return the upper left corner of what is drawn for an item, which is `size` ahead."""
        turned = self.layout.direction in ("BT", "RL")
        ahead = self.box_start(number)
        return self.point(ahead + size if turned else ahead, self.layout.place[number])

    def plan(self) -> Plan:
        layout = self.layout
        plan = Plan(*((self.across, self.ahead) if layout.upright else (self.ahead, self.across)))
        for number, item in enumerate(layout.items):
            if item.kind == "group":
                plan.add(item.body, *self.corner(number, item.ahead))
            elif item.kind == "box":
                x, y = self.corner(number, self.body(number))
                plan.boxes.append(PlacedBox(x, y, item.body, below=not layout.upright))
                add_loops(plan, x, y, item.body, layout.upright, layout.style)
        self.add_lines(plan)
        self.add_outer_lines(plan)
        plan.ports = {
            (1 - side, key): layout.at(number, (side, key))
            for number, item in enumerate(layout.items)
            if item.kind == "port"
            for side, key in item.ports
        }
        return plan

    def add_lines(self, plan: Plan) -> None:
        """Add the connectors, and the trails of lines that come in at ports."""
        chains: dict[int, list[int]] = defaultdict(list)
        for at, segment in enumerate(self.layout.segments):
            chains[segment.edge].append(at)
        for number, chain in chains.items():
            edge = self.layout.edges[number]
            if edge.stroke == "invisible":
                continue
            points = self.points(edge, chain)
            if edge.connector:
                points = points[::-1] if edge.turned else points
                plan.lines.append(PlacedLine(edge.connector, points, self.layout.upright, self.label(chain)))
            elif self.layout.items[edge.upper.item].kind == "port":
                plan.trails[BEFORE, edge.upper.port] = points
            else:
                plan.trails[BEHIND, edge.lower.port] = points[::-1]

    def add_outer_lines(self, plan: Plan) -> None:
        """Add the connectors that lead past the layout."""
        layout = self.layout
        for edge, lane in zip(layout.outer, self.lanes, strict=True):
            if edge.connector is None:
                continue
            upper, lower = edge.upper, edge.lower
            first, last = layout.layer_of[upper.item], layout.layer_of[lower.item]
            points = without_repeats(
                [
                    *self.end(upper.item, BEHIND, upper.port)[::-1],
                    self.point(self.starts[first] + self.sizes[first], layout.at(upper.item, (BEHIND, upper.port))),
                    self.point(self.starts[first + 1], lane),
                    self.point(self.starts[last - 1] + self.sizes[last - 1], lane),
                    self.point(self.starts[last], layout.at(lower.item, (BEFORE, lower.port))),
                    *self.end(lower.item, BEFORE, lower.port),
                ]
            )
            beside = last - 1 if edge.turned else first + 1
            middle = self.point(self.starts[beside] + self.sizes[beside] / 2, lane)
            lines = layout.label_lines(edge)
            label = PlacedLabel(lines, middle) if lines else None
            plan.lines.append(PlacedLine(edge.connector, points[:: -1 if edge.turned else 1], layout.upright, label))

    def points(self, edge: Edge, chain: Sequence[int]) -> tuple[Point, ...]:
        """Return the points of an edge from its upper end, through the sides of all layers, to its lower end. `chain`
        has the numbers of its segments."""
        segments = self.layout.segments
        found = list(self.end(segments[chain[0]].upper, BEHIND, edge.upper.port))[::-1]
        for at in chain:
            gap, (upper, lower) = segments[at].gap, self.ends[at]
            found.append(self.point(self.starts[gap] + self.sizes[gap], upper))
            found.append(self.point(self.starts[gap + 1], lower))
        found += self.end(segments[chain[-1]].lower, BEFORE, edge.lower.port)
        return without_repeats(found)

    def end(self, number: int, side: int, port: str) -> tuple[Point, ...]:
        """Return the points from the border of an item inwards: to the outline of a box, or along a trail."""
        layout = self.layout
        item = layout.items[number]
        across = layout.at(number, (side, port))
        ahead = self.box_start(number) + (self.body(number) if side == BEHIND else 0)
        if isinstance(item.body, Plan) and (side, port) in item.body.trails:
            trail = moved(item.body.trails[side, port], *self.corner(number, item.ahead))
            return (self.point(ahead, across), *trail)
        if isinstance(item.body, SizedShape):
            width, height = item.body.width, item.body.height
            deep = inset(item.body.points, width, height, SIDES[layout.direction, side], item.ports[side, port])
            ahead += deep if side == BEFORE else -deep
        return (self.point(ahead, across),)

    def label(self, chain: Sequence[int]) -> PlacedLabel | None:
        for at in chain:
            one = self.layout.segments[at]
            item = self.layout.items[one.lower]
            if item.kind == "label":
                layer = self.layout.layer_of[one.lower]
                ahead = self.starts[layer] + self.sizes[layer] / 2
                return PlacedLabel(item.lines, self.point(ahead, self.layout.place[one.lower] + item.across / 2))
        return None


def without_repeats(points: Sequence[Point]) -> tuple[Point, ...]:
    """Return points without those that lie on the straight line between their neighbours."""
    found: list[Point] = []
    for point in points:
        if found and point == found[-1]:
            continue
        if len(found) > 1:
            (first_x, first_y), (x, y) = found[-2:]
            if first_x == x == point[0] or first_y == y == point[1]:
                found.pop()
        found.append(point)
    return tuple(found)
