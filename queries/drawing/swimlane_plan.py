"""The plan of a graph in swimlanes: the outermost groups are lanes, all of one length, that lie side by side.

All lanes share their layers, so that a box is always further ahead than those that lead to it, whichever lane they are
in. Across, each lane has a strip of its own. A line changes the lane between two layers, where it passes no box.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from queries.drawing.coordinates import Alignment, assign_coordinates
from queries.drawing.framed_plan import BASE, STYLE, FramedPlan
from queries.drawing.graph_model import Direction, GraphModel, Group, Style
from queries.drawing.labels import wrap_evenly
from queries.drawing.layered_layout import Edge, Item, is_upright
from queries.drawing.nesting import TOP, group_tree
from queries.drawing.outer_lanes import split_long
from queries.drawing.pixel_layout import PartPlan, PixelLayout
from queries.drawing.plan import PlacedFrame, Plan
from queries.drawing.text_metrics import LINE, PIXELS, bold_width

PAD = 20  # between what is in a lane and its border
TITLE_WIDTH, TITLE_PAD = 120, 10  # of a title beside its lane, and around each title
LEAST = 60  # the size of a lane across


def swimlane_plan(model: GraphModel) -> Plan:
    """Return the plan of a graph with swimlanes. What is in none of them is in a strip without a frame, after them."""
    tree = group_tree(model, merge=False)
    lanes = [group for id_, group in tree.groups.items() if tree.around[id_] == TOP]
    at = {group.id: number for number, group in enumerate(lanes)}
    if not lanes:
        return FramedPlan(model, STYLE, BASE).whole()
    # Without its lanes the graph is laid out as one: each box, or group in a lane, knows its lane.
    inner = model._replace(
        boxes=tuple(box._replace(group="") if box.group in at else box for box in model.boxes),
        groups=tuple(
            group._replace(group="" if group.group in at else group.group)
            for group in model.groups
            if group.id not in at
        ),
    )
    lane_of = {id_: at.get(group, len(lanes)) for id_, group in tree.around.items()}
    return _SwimlanePlan(inner, lanes, lane_of).whole()


class _SwimlanePlan(FramedPlan):
    """The layout of a graph without its lanes. `lane_of` are their numbers, by the ids of the outermost items."""

    def __init__(self, model: GraphModel, lanes: Sequence[Group], lane_of: Mapping[str, int]) -> None:
        super().__init__(model, STYLE, BASE)
        self.lanes, self.lane_of = lanes, lane_of
        upright = is_upright(self.direction)
        self.titles = [wrap_evenly(lane.title, 2 * TITLE_WIDTH if upright else TITLE_WIDTH, PIXELS) for lane in lanes]
        self.layout: _LaneLayout | None = None

    def whole(self) -> Plan:
        """Lay out all lanes together, also where no line leads from one part to another."""
        self.outermost = list(self.group_tree.inside[TOP])
        links = self.links(TOP, self.outermost, ())
        plan = self.lay_out_part(self.outermost, links, (), self.direction, self.width)
        return self.in_lanes(plan)

    def part(self, items: list[Item], edges: Sequence[Edge], layers: Sequence[int], direction: Direction) -> Plan:
        # The groups in lanes are laid out by the same steps, before the lanes.
        if [_id(item) for item in items] != self.outermost:
            return super().part(items, edges, layers, direction)
        lanes = [self.lane_of[_id(item)] for item in items]
        layers = spread(lanes, edges, layers)
        inner, outer = split_long(items, edges, layers)
        self.layout = _LaneLayout(items, inner, layers, direction, self.style, lanes, self.least_sizes())
        self.layout.outer = outer
        self.layout.settled()
        return PartPlan(self.layout, self.base).plan()

    def least_sizes(self) -> list[int]:
        """Return the least size of each lane across, which is that of its title."""
        if is_upright(self.direction):
            return [max([LEAST, *(bold_width(line) + 2 * TITLE_PAD for line in lines)]) for lines in self.titles]
        return [max(LEAST, len(lines) * LINE + 2 * TITLE_PAD) for lines in self.titles]

    def in_lanes(self, content: Plan) -> Plan:
        """Return the content with the frames of its lanes, and their titles above them, or left of them."""
        if self.layout is None:
            return content
        upright = is_upright(self.direction)
        width = max((bold_width(line) for lines in self.titles for line in lines), default=0)
        band = (max(map(len, self.titles)) * LINE if upright else width) + 2 * TITLE_PAD
        plan = Plan()
        ahead = (content.height if upright else content.width) + band + 2 * PAD
        plan.width, plan.height = (content.width, ahead) if upright else (ahead, content.height)
        for group, title, (begin, end) in zip(self.lanes, self.titles, pairwise(self.layout.borders), strict=False):
            middle, lines = (begin + end) / 2, title if group.title else ()
            up = (len(title) - 1) * LINE / 2  # from the middle of a title to its first line
            if upright:
                at, rule = (middle, band / 2 - up), ((begin, band), (end, band))
                plan.frames.append(PlacedFrame(begin, 0, end - begin, ahead, group, lines, at, rule))
            else:
                at, rule = (band / 2, middle - up), ((band, begin), (band, end))
                plan.frames.append(PlacedFrame(0, begin, ahead, end - begin, group, lines, at, rule))
        plan.add(content, *((0, band + PAD) if upright else (band + PAD, 0)))
        return plan


class _LaneLayout(PixelLayout):
    """The layered layout in which each lane has a strip: `borders` are where these begin, and where the last ends."""

    def __init__(
        self,
        items: list[Item],
        edges: Sequence[Edge],
        layers: Sequence[int],
        direction: Direction,
        style: Style,
        lanes: Sequence[int],
        least: Sequence[int],
    ) -> None:
        self.lane_of, self.least = list(lanes), least
        self.borders: list[int] = []
        super().__init__(items, edges, layers, direction, style, iter(()))

    def in_order(self) -> list[list[int]]:
        self.lane_of = [*self.lane_of, *self.passed_lanes()]
        return super().in_order()

    def passed_lanes(self) -> Iterator[int]:
        """Yield the lanes of the bends and labels of edges, in their order. A label is in the lane of its source. Bends
        are in the lane in which they pass the fewest boxes, of those between the lanes of both ends: in that of the
        lower end where there are several."""
        boxes: dict[int, list[int]] = defaultdict(list)  # the layers of the boxes in each lane
        for number in range(self.real):
            boxes[self.lane_of[number]].append(self.layer_of[number])
        chains: dict[int, list[int]] = defaultdict(list)
        for segment in self.segments:
            if segment.lower >= self.real:
                chains[segment.edge].append(segment.lower)
        for number, chain in chains.items():
            edge = self.edges[number]
            upper, lower = self.lane_of[edge.upper.item], self.lane_of[edge.lower.item]
            passed = {self.layer_of[item] for item in chain}
            between = sorted(range(min(upper, lower), max(upper, lower) + 1), key=lambda lane: abs(lane - lower))
            best = min(between, key=lambda lane: sum(layer in passed for layer in boxes[lane]))
            for item in chain:
                is_label = self.items[item].kind == "label"
                yield (lower if edge.turned else upper) if is_label else best

    def coordinates(self, alignments: Sequence[Alignment]) -> dict[int, int]:
        """Return the coordinates of all items: those of each lane by themselves, in the middle of its strip."""
        count = max([len(self.least), *(lane + 1 for lane in self.lane_of)])
        found: dict[int, int] = {}
        self.borders = [0]
        for lane in range(count):
            own = {item for item, at in enumerate(self.lane_of) if at == lane}
            layers = [part for layer in self.layers if (part := [item for item in layer if item in own])]
            sizes = {item: self.items[item].across for item in own}
            inner = [alignment for alignment in alignments if alignment.upper in own and alignment.lower in own]
            inner += self.spine(layers, inner)
            place = assign_coordinates(layers, sizes, self.gap, inner, self.real, *self.rounds(len(inner)))
            extent = max((place[item] + sizes[item] for item in own), default=0)
            least = self.least[lane] if lane < len(self.least) else 0
            size = max(extent + 2 * PAD if own else 0, least)
            begin = self.borders[-1] + (size - extent) // 2
            found |= {item: begin + at for item, at in place.items()}
            self.borders.append(self.borders[-1] + size)
        self.least_across = self.borders[-1]
        return found

    def spine(self, layers: Sequence[Sequence[int]], inner: Sequence[Alignment]) -> Iterator[Alignment]:
        """Yield weak wishes that layers of a lane without a line between them have their middles above each other."""
        linked = {alignment.lower for alignment in inner}
        for above, below in pairwise(layers):
            if not linked.intersection(below):
                upper, lower = above[len(above) // 2], below[len(below) // 2]
                yield Alignment(upper, self.items[upper].across // 2, lower, self.items[lower].across // 2, 1)


def spread(lanes: Sequence[int], edges: Sequence[Edge], layers: Sequence[int]) -> list[int]:
    """Return the layers of items, of which those without edges follow each other in their lane."""
    linked = {end.item for edge in edges for end in (edge.upper, edge.lower)}
    taken = {(lanes[item], layers[item]) for item in linked}
    found = list(layers)
    for item, lane in enumerate(lanes):
        if item not in linked:
            found[item] = next(layer for layer in range(len(lanes) + len(taken) + 1) if (lane, layer) not in taken)
            taken.add((lane, found[item]))
    return found


def _id(item: Item) -> str:
    """Return the id of the box or the group that an item is, "" for a port."""
    if item.kind == "port":
        return ""
    return str(item.body.frames[0].group.id if item.kind == "group" else item.body.box.id)
