"""From places to pieces of a picture: how far apart layers are, where lines run, and the turn to the direction."""

from itertools import pairwise
from typing import NamedTuple

from queries.drawing.arrowheads import head_length, stamps
from queries.drawing.glyphs import DOWN, LEFT, RIGHT, UP
from queries.drawing.graph_model import Direction
from queries.drawing.labels import cells
from queries.drawing.layered_layout import BEFORE, BEHIND, Item, Laid, Level, Segment
from queries.drawing.loops import looped
from queries.drawing.picture import AHEAD, OPPOSITE, Picture, Run, Tee
from queries.drawing.routing import Wire, lanes


class Traced(NamedTuple):
    """The course of a segment: points ahead and across, and its wire."""

    points: tuple[tuple[int, int], ...]
    wire: int


class Turn:
    """From places ahead and across to columns and rows."""

    def __init__(self, direction: Direction, ahead: int, across: int) -> None:
        self.direction, self.ahead, self.across = direction, ahead, across
        self.forward = AHEAD[direction]
        self.upright = direction in ("TB", "BT")

    def point(self, ahead: int, across: int) -> tuple[int, int]:
        along = self.ahead - 1 - ahead if self.direction in ("BT", "RL") else ahead
        return (across, along) if self.upright else (along, across)

    def corner(self, ahead: int, across: int, size_ahead: int) -> tuple[int, int]:
        """The upper left cell of a rectangle."""
        return self.point(ahead + size_ahead - 1 if self.direction in ("BT", "RL") else ahead, across)


def traced(level: Level) -> Laid:
    """The picture of a level whose items have their places across."""
    return _Tracing(level).laid()


class _Tracing:
    def __init__(self, level: Level) -> None:
        self.level = level
        self.sizes = [max((level.items[item].ahead for item in layer), default=0) for layer in level.layers]
        self.bundles = self.bundled()
        self.starts, self.courses = self.spaced()
        across = max((level.place[number] + item.across for number, item in enumerate(level.items)), default=0)
        self.turn = Turn(level.direction, self.starts[-1] + self.sizes[-1] if self.starts else 0, across)

    def bundled(self) -> list[list[list[Segment]]]:
        """The segments of each gap, those together that share a port."""
        gaps: list[dict[object, list[Segment]]] = [{} for _ in self.level.layers]
        for one in self.level.segments:
            if self.level.hops[one.hop].stroke == "invisible":
                continue
            groups = gaps[one.gap]
            keys = [(end, port) for end, port in ((one.upper, one.upper_port), (one.lower, one.lower_port)) if port[1]]
            joined = [one]
            for key in keys:
                if key in groups:
                    joined = _merged(groups[key], joined)
            for other in joined:
                groups[other.upper, other.upper_port] = groups[other.lower, other.lower_port] = joined
        return [list({id(group): group for group in groups.values()}.values()) for groups in gaps]

    def spaced(self) -> tuple[list[int], dict[Segment, Traced]]:
        """Where each layer begins, and the courses of all segments."""
        level, starts, ahead = self.level, [], 0
        courses: dict[Segment, Traced] = {}
        for gap, size in enumerate(self.sizes):
            starts.append(ahead)
            ahead += size
            bundles = self.bundles[gap]
            wires = [
                Wire(
                    tuple(dict.fromkeys(level.at(one.upper, one.upper_port) for one in bundle)),
                    tuple(dict.fromkeys(level.at(one.lower, one.lower_port) for one in bundle)),
                )
                for bundle in bundles
            ]
            found = lanes(wires)
            segments = [one for bundle in bundles for one in bundle]
            before = max((self.head(one, BEHIND) for one in segments if one.upper < level.real), default=0)
            behind = max((self.head(one, BEFORE) for one in segments if one.lower < level.real), default=0)
            stub, step = (0, 1) if level.upright else (1, 2 if level.style.run > 3 else 1)
            lane = ahead + before + stub
            needed = before + behind + ((found.depth - 1) * step + 1 + 2 * stub if found.depth else 0)
            distance = max(needed, self.least(gap)) if gap + 1 < len(self.sizes) else 0
            for number, bundle in enumerate(bundles):
                wire = next(level.wires)
                for one in bundle:
                    at = [lane + step * own for own in found.lanes[number]]
                    courses[one] = self.course(one, at, found.detours.get(number), ahead, ahead + distance - 1, wire)
            ahead += distance
        return starts, courses

    def least(self, gap: int) -> int:
        """How far apart two layers are at least."""
        level = self.level
        near = [{level.items[item].kind for item in layer} for layer in level.layers[gap : gap + 2]]
        if {"port"} in near:
            return 1
        beside_label = any("label" in kinds for kinds in near)
        if level.upright:
            return 1 if beside_label else 2
        return 2 if beside_label else level.style.run

    def head(self, one: Segment, side: int) -> int:
        hop = self.level.hops[one.hop]
        end = hop.upper if side == BEHIND else hop.lower
        return head_length(end.head)

    def course(self, one: Segment, at: list[int], detour: int | None, first: int, last: int, wire: int) -> Traced:
        """From the cell behind the upper layer to the one before the lower: straight, or over one or two lanes."""
        level = self.level
        top, bottom = level.at(one.upper, one.upper_port), level.at(one.lower, one.lower_port)
        points = [(first, top)]
        if top != bottom and at:
            columns = [top, *([detour] if detour is not None and len(at) > 1 else []), bottom]
            for lane, (here, there) in zip(at, pairwise(columns), strict=False):
                points += [(lane, here), (lane, there)]
        return Traced((*points, (last, bottom)), wire)

    def laid(self) -> Laid:
        level, turn = self.level, self.turn
        upright = level.upright
        picture = Picture(*((turn.across, turn.ahead) if upright else (turn.ahead, turn.across)))
        for one, course in self.courses.items():
            self.draw(picture, one, course)
        for number, item in enumerate(level.items):
            self.draw_item(picture, number, item)
        ports = {
            (1 - side, key): level.at(number, (side, key))
            for number, item in enumerate(level.items)
            if item.kind == "port"
            for side, key in item.ports
        }
        return Laid(picture, ports)

    def start(self, number: int) -> int:
        """Where an item begins on its layer: in the middle of it."""
        layer = self.level.layer_of[number]
        ahead = self.level.items[number].ahead
        # Loops reach out to the right, which is towards the layer before where the direction is RL.
        beside = ahead - self.body(number) if self.level.direction == "RL" else 0
        return self.starts[layer] + (self.sizes[layer] - ahead) // 2 + beside

    def draw(self, picture: Picture, one: Segment, course: Traced) -> None:
        """A segment, with its way over the layers at its ends and its heads."""
        level, turn = self.level, self.turn
        hop = level.hops[one.hop]
        points = list(course.points)
        upper_end = self.start(one.upper) + self.body(one.upper)
        lower_start = self.start(one.lower)
        if level.items[one.lower].kind == "bend":
            layer = level.layer_of[one.lower]
            lower_start = self.starts[layer] + self.sizes[layer]
        if level.items[one.upper].kind == "bend":
            upper_end = points[0][0]
        points[0] = (min(upper_end, points[0][0]), points[0][1])
        points[-1] = (max(lower_start - 1, points[-1][0]), points[-1][1])
        placed = tuple(turn.point(*point) for point in points)
        picture.runs.append(Run(placed, OPPOSITE[turn.forward], turn.forward, hop.stroke, course.wire))
        if one.upper < level.real:
            self.draw_end(
                picture, hop.upper.head, points[0], OPPOSITE[turn.forward], hop.stroke, level.items[one.upper]
            )
        if one.lower < level.real:
            self.draw_end(picture, hop.lower.head, points[-1], turn.forward, hop.stroke, level.items[one.lower])

    def body(self, number: int) -> int:
        """How far ahead the box of an item reaches, without its loops."""
        item = self.level.items[number]
        if item.figure is None:
            return item.ahead
        return item.figure.height if self.level.upright else item.figure.width

    def draw_end(
        self, picture: Picture, head: str, at: tuple[int, int], direction: int, stroke: str, item: Item
    ) -> None:
        """The head of a line, or where it leaves a border."""
        x, y = self.turn.point(*at)
        if head:
            picture.marks += [(x + dx, y + dy, marks) for dx, dy, marks in stamps(head, direction)]
        elif item.kind != "port":
            dx, dy = {UP: (0, -1), DOWN: (0, 1), LEFT: (-1, 0), RIGHT: (1, 0)}[direction]
            picture.tees.append(Tee(x + dx, y + dy, OPPOSITE[direction], stroke))

    def draw_item(self, picture: Picture, number: int, item: Item) -> None:
        level, turn = self.level, self.turn
        across, start = level.place[number], self.start(number)
        if item.kind == "group" and item.picture:
            picture.add(item.picture, *turn.corner(start, across, item.ahead))
        elif item.kind == "box" and item.figure:
            x, y = turn.corner(start, across, self.body(number))
            picture.figures.append((x, y, item.figure))
            looped(picture, x, y, item.figure, level.upright, level.style)
        elif item.kind == "label":
            self.draw_label(picture, number, item)

    def draw_label(self, picture: Picture, number: int, item: Item) -> None:
        """The lines of a label, upright over the line; else in the middle of its run, with a blank around."""
        level = self.level
        if level.upright:
            x, y = self.turn.corner(self.start(number), level.place[number], item.ahead)
            for row, line in enumerate(item.lines):
                picture.texts.append((x + (item.across - cells(line)) // 2, y + row, line))
            return
        layer = level.layer_of[number]
        start, size, row = self.starts[layer], self.sizes[layer], level.place[number]
        ends = [self.turn.point(ahead, row + item.low) for ahead in (start, start + size - 1)]
        hop = next(level.hops[one.hop] for one in level.segments if one.lower == number)
        if hop.stroke != "invisible":
            picture.runs.append(Run(tuple(sorted(ends)), LEFT, RIGHT, hop.stroke, next(level.wires)))
        left = min(x for x, _ in ends)
        for at, line in enumerate(item.lines):
            shown = f" {line} " if at == item.low else line
            picture.texts.append((left + (size - cells(shown)) // 2, ends[0][1] - item.low + at, shown))


def _merged(group: list[Segment], more: list[Segment]) -> list[Segment]:
    if group is more:
        return group
    group += more
    return group
