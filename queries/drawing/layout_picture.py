"""From a layered layout to a picture: the distances between layers, the courses of edges, and the direction."""

from itertools import pairwise
from typing import NamedTuple

from queries.drawing.arrowheads import head_length, stamps
from queries.drawing.glyphs import DOWN, LEFT, RIGHT, UP
from queries.drawing.graph_model import Direction
from queries.drawing.labels import cell_width
from queries.drawing.layered_layout import BEFORE, BEHIND, Item, LayeredLayout, PortedPicture, Segment
from queries.drawing.loops import add_loops
from queries.drawing.picture import AHEAD, OPPOSITE, Picture, Polyline, Tee
from queries.drawing.routing import Wire, lanes


class Course(NamedTuple):
    """The course of a segment: points (ahead, across), and its wire."""

    points: tuple[tuple[int, int], ...]
    wire: int


class Orientation:
    """Translates coordinates ahead and across to columns and rows, by the direction."""

    def __init__(self, direction: Direction, ahead: int, across: int) -> None:
        self.direction, self.ahead, self.across = direction, ahead, across
        self.forward = AHEAD[direction]
        self.upright = direction in ("TB", "BT")

    def point(self, ahead: int, across: int) -> tuple[int, int]:
        along = self.ahead - 1 - ahead if self.direction in ("BT", "RL") else ahead
        return (across, along) if self.upright else (along, across)

    def corner(self, ahead: int, across: int, size_ahead: int) -> tuple[int, int]:
        """Return the upper left cell of a rectangle."""
        return self.point(ahead + size_ahead - 1 if self.direction in ("BT", "RL") else ahead, across)


def layout_picture(layout: LayeredLayout) -> PortedPicture:
    """Return the picture of a layout whose items have their coordinates across."""
    return _PictureBuilder(layout).picture()


class _PictureBuilder:
    def __init__(self, layout: LayeredLayout) -> None:
        self.layout = layout
        self.sizes = [max((layout.items[item].ahead for item in layer), default=0) for layer in layout.layers]
        self.bundles = self.bundle_segments()
        self.starts, self.courses = self.place_layers()
        across = max((layout.place[number] + item.across for number, item in enumerate(layout.items)), default=0)
        self.turn = Orientation(layout.direction, self.starts[-1] + self.sizes[-1] if self.starts else 0, across)

    def bundle_segments(self) -> list[list[list[Segment]]]:
        """Return the bundles of each gap: lists of segments that share a port, directly or through others."""
        gaps: list[dict[object, list[Segment]]] = [{} for _ in self.layout.layers]
        for segment in self.layout.segments:
            if self.layout.edges[segment.edge].stroke == "invisible":
                continue
            groups = gaps[segment.gap]
            keys = [
                (end, port)
                for end, port in ((segment.upper, segment.upper_port), (segment.lower, segment.lower_port))
                if port[1]
            ]
            joined = [segment]
            for key in keys:
                if key in groups:
                    joined = _merged(groups[key], joined)
            for other in joined:
                groups[other.upper, other.upper_port] = groups[other.lower, other.lower_port] = joined
        return [list({id(group): group for group in groups.values()}.values()) for groups in gaps]

    def place_layers(self) -> tuple[list[int], dict[Segment, Course]]:
        """Return the coordinate ahead at which each layer begins, and the courses of all segments."""
        layout, starts, ahead = self.layout, [], 0
        courses: dict[Segment, Course] = {}
        for gap, size in enumerate(self.sizes):
            starts.append(ahead)
            ahead += size
            bundles = self.bundles[gap]
            wires = [
                Wire(
                    tuple(dict.fromkeys(layout.at(segment.upper, segment.upper_port) for segment in bundle)),
                    tuple(dict.fromkeys(layout.at(segment.lower, segment.lower_port) for segment in bundle)),
                )
                for bundle in bundles
            ]
            found = lanes(wires)
            segments = [segment for bundle in bundles for segment in bundle]
            before = max((self.head(segment, BEHIND) for segment in segments if segment.upper < layout.real), default=0)
            behind = max((self.head(segment, BEFORE) for segment in segments if segment.lower < layout.real), default=0)
            stub, step = (0, 1) if layout.upright else (1, 2 if layout.style.run > 3 else 1)
            lane = ahead + before + stub
            needed = before + behind + ((found.depth - 1) * step + 1 + 2 * stub if found.depth else 0)
            distance = max(needed, self.least(gap)) if gap + 1 < len(self.sizes) else 0
            for number, bundle in enumerate(bundles):
                wire = next(layout.wires)
                for one in bundle:
                    at = [lane + step * own for own in found.lanes[number]]
                    courses[one] = self.course(one, at, found.detours.get(number), ahead, ahead + distance - 1, wire)
            ahead += distance
        return starts, courses

    def least(self, gap: int) -> int:
        """Return the minimum distance between two layers."""
        layout = self.layout
        near = [{layout.items[item].kind for item in layer} for layer in layout.layers[gap : gap + 2]]
        if {"port"} in near:
            return 1
        beside_label = any("label" in kinds for kinds in near)
        if layout.upright:
            return 1 if beside_label else 2
        return 2 if beside_label else layout.style.run

    def head(self, segment: Segment, side: int) -> int:
        edge = self.layout.edges[segment.edge]
        end = edge.upper if side == BEHIND else edge.lower
        return head_length(end.head)

    def course(self, segment: Segment, at: list[int], detour: int | None, first: int, last: int, wire: int) -> Course:
        """Return the course from the cell after the upper layer to the cell before the lower: straight, or over one or
        two lanes, whose coordinates are `at`."""
        layout = self.layout
        top, bottom = layout.at(segment.upper, segment.upper_port), layout.at(segment.lower, segment.lower_port)
        points = [(first, top)]
        if (top != bottom or detour is not None) and at:
            columns = [top, *([detour] if detour is not None and len(at) > 1 else []), bottom]
            for lane, (here, there) in zip(at, pairwise(columns), strict=False):
                points += [(lane, here), (lane, there)]
        return Course((*points, (last, bottom)), wire)

    def picture(self) -> PortedPicture:
        layout, turn = self.layout, self.turn
        upright = layout.upright
        picture = Picture(*((turn.across, turn.ahead) if upright else (turn.ahead, turn.across)))
        for segment, course in self.courses.items():
            self.draw(picture, segment, course)
        for number, item in enumerate(layout.items):
            self.draw_item(picture, number, item)
        ports = {
            (1 - side, key): layout.at(number, (side, key))
            for number, item in enumerate(layout.items)
            if item.kind == "port"
            for side, key in item.ports
        }
        return PortedPicture(picture, ports)

    def start(self, number: int) -> int:
        """Return the coordinate ahead at which an item begins: items are centred on their layer."""
        layer = self.layout.layer_of[number]
        ahead = self.layout.items[number].ahead
        # Loops are at the right side, which is towards the layer before when the direction is RL.
        beside = ahead - self.body(number) if self.layout.direction == "RL" else 0
        return self.starts[layer] + (self.sizes[layer] - ahead) // 2 + beside

    def draw(self, picture: Picture, segment: Segment, course: Course) -> None:
        """Add a segment, extended over the layers at its ends to the borders of its items, with its heads."""
        layout, turn = self.layout, self.turn
        edge = layout.edges[segment.edge]
        points = list(course.points)
        upper_end = self.start(segment.upper) + self.body(segment.upper)
        lower_start = self.start(segment.lower)
        if layout.items[segment.lower].kind == "bend":
            layer = layout.layer_of[segment.lower]
            lower_start = self.starts[layer] + self.sizes[layer]
        if layout.items[segment.upper].kind == "bend":
            upper_end = points[0][0]
        points[0] = (min(upper_end, points[0][0]), points[0][1])
        points[-1] = (max(lower_start - 1, points[-1][0]), points[-1][1])
        placed = tuple(turn.point(*point) for point in points)
        picture.runs.append(Polyline(placed, OPPOSITE[turn.forward], turn.forward, edge.stroke, course.wire))
        if segment.upper < layout.real:
            self.draw_end(
                picture, edge.upper.head, points[0], OPPOSITE[turn.forward], edge.stroke, layout.items[segment.upper]
            )
        if segment.lower < layout.real:
            self.draw_end(picture, edge.lower.head, points[-1], turn.forward, edge.stroke, layout.items[segment.lower])

    def body(self, number: int) -> int:
        """Return the size ahead of the box of an item, without its loops."""
        item = self.layout.items[number]
        if item.box is None:
            return item.ahead
        return item.box.height if self.layout.upright else item.box.width

    def draw_end(
        self, picture: Picture, head: str, at: tuple[int, int], direction: int, stroke: str, item: Item
    ) -> None:
        """Add the head of a line, or a tee where it leaves a border."""
        x, y = self.turn.point(*at)
        if head:
            picture.marks += [(x + dx, y + dy, marks) for dx, dy, marks in stamps(head, direction)]
        elif item.kind != "port":
            dx, dy = {UP: (0, -1), DOWN: (0, 1), LEFT: (-1, 0), RIGHT: (1, 0)}[direction]
            picture.tees.append(Tee(x + dx, y + dy, OPPOSITE[direction], stroke))

    def draw_item(self, picture: Picture, number: int, item: Item) -> None:
        layout, turn = self.layout, self.turn
        across, start = layout.place[number], self.start(number)
        if item.kind == "group" and item.picture:
            picture.add(item.picture, *turn.corner(start, across, item.ahead))
        elif item.kind == "box" and item.box:
            x, y = turn.corner(start, across, self.body(number))
            picture.boxes.append((x, y, item.box))
            add_loops(picture, x, y, item.box, layout.upright, layout.style)
        elif item.kind == "label":
            self.draw_label(picture, number, item)

    def draw_label(self, picture: Picture, number: int, item: Item) -> None:
        """Add the lines of a label: on a vertical edge over the line, on a horizontal one within it, between blanks."""
        layout = self.layout
        if layout.upright:
            x, y = self.turn.corner(self.start(number), layout.place[number], item.ahead)
            for row, line in enumerate(item.lines):
                picture.texts.append((x + (item.across - cell_width(line)) // 2, y + row, line))
            return
        layer = layout.layer_of[number]
        start, size, row = self.starts[layer], self.sizes[layer], layout.place[number]
        ends = [self.turn.point(ahead, row + item.low) for ahead in (start, start + size - 1)]
        edge = next(layout.edges[segment.edge] for segment in layout.segments if segment.lower == number)
        if edge.stroke != "invisible":
            picture.runs.append(Polyline(tuple(sorted(ends)), LEFT, RIGHT, edge.stroke, next(layout.wires)))
        left = min(x for x, _ in ends)
        for at, line in enumerate(item.lines):
            shown = f" {line} " if at == item.low else line
            picture.texts.append((left + (size - cell_width(shown)) // 2, ends[0][1] - item.low + at, shown))


def _merged(group: list[Segment], more: list[Segment]) -> list[Segment]:
    if group is more:
        return group
    group += more
    return group
