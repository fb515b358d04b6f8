"""The layered layout of a graph in pixels: parts side by side, groups in frames with titles."""

from collections.abc import Collection, Sequence
from math import sqrt

from queries.drawing.graph_model import Box, Direction, GraphModel, Group, Style
from queries.drawing.labels import wrap_evenly
from queries.drawing.layered_layout import BEFORE, Edge, Item, is_upright
from queries.drawing.nested_layout import NestedLayout, RequiredPort, connected_parts
from queries.drawing.nesting import group_tree
from queries.drawing.outer_lanes import split_long
from queries.drawing.pixel_layout import PartPlan, PixelLayout
from queries.drawing.pixel_loops import loops_size
from queries.drawing.plan import PlacedFrame, Plan, moved
from queries.drawing.shapes import DOTS
from queries.drawing.sized_shapes import SizedShape, port_span, size_shape
from queries.drawing.text_metrics import LINE, PIXELS, bold_width, text_width

FRAME_PAD = 16
LEAST_ROW, LEAST_COLUMN = 1200, 600  # pixels in which parts stand side by side
BASE = 46  # between two layers
STYLE = Style(label=200, edge_label=170, gap=32, line_gap=18, port_gap=18)


class FramedPlan(NestedLayout[Plan]):
    """The layout of one graph in pixels. `base` is the least distance of two layers."""

    def __init__(self, model: GraphModel, style: Style, base: int) -> None:
        # Curves that share an end are still told apart, so lines without heads may share theirs.
        headless = not any(connector.start or connector.end for connector in model.connectors)
        super().__init__(group_tree(model, merge=headless), model.direction, style, 0)
        self.base = base

    def box_item(self, box: Box, ports: tuple[int, int], direction: Direction) -> Item:
        upright = is_upright(direction)
        if box.loops and (box.shape in DOTS or box.shape == "bar"):
            box = box._replace(shape="rounded")  # a loop needs two places to end at
        side = (max(ports) - 1) * self.style.port_gap + 24
        reach, length = loops_size(box, upright, self.style)
        least = (side, length) if upright else (length, side)
        sized = size_shape(box, self.style.label, *least, upright=upright)
        low, high = port_span(sized, upright)
        across, ahead = (sized.width, sized.height) if upright else (sized.height, sized.width)
        item = Item("box", across + reach, ahead, low, high, body=sized, movable=not sized.is_dot)
        if sized.is_dot and sized.parts[0]:
            self.make_room_for_label(item, sized, upright)
        return item

    def make_room_for_label(self, item: Item, sized: SizedShape, upright: bool) -> None:
        """Make an item large enough for the label of a dot, which is beside it, or below it on lines to the side."""
        width = max(map(text_width, sized.parts[0]))
        if upright:
            item.across += width + 6
        else:
            item.across += len(sized.parts[0]) * LINE + 4
            item.ahead = max(item.ahead, width)

    def group_item(self, laid: Plan, direction: Direction) -> Item:
        width, height = int(laid.width), int(laid.height)
        across, ahead = (width, height) if is_upright(direction) else (height, width)
        return Item("group", across, ahead, 8, max(8, across - 8), ports=dict(laid.ports), body=laid)

    def part(self, items: list[Item], edges: Sequence[Edge], layers: Sequence[int], direction: Direction) -> Plan:
        inner, outer = split_long(items, edges, layers)
        layout = PixelLayout(items, inner, layers, direction, self.style, iter(()))
        layout.outer = outer
        layout.settled()
        return PartPlan(layout, self.base).plan()

    def content(self, level: str, required_ports: Sequence[RequiredPort], direction: Direction, room: int) -> Plan:
        """Lay out a level. What no line from outside leads to stands below the rest, or beside it where lines come from
        both sides, so that the layers of the lines do not become wide."""
        children = list(self.group_tree.inside[level])
        if not required_ports or direction not in ("TB", "LR"):
            return super().content(level, required_ports, direction, room)
        links = self.links(level, children, required_ports)
        names = [*children, *(f"port {at}\n" for at in range(len(required_ports)))]
        ports = {*names[len(children) :]}
        parts = list(connected_parts(names, links))
        free = [(part, own) for part, own in parts if not ports & {*part}]
        if not free:
            return super().content(level, required_ports, direction, room)
        loose = {child for part, _ in free for child in part}
        new = {at: number for number, at in enumerate(at for at, name in enumerate(names) if name not in loose)}
        kept = [
            link._replace(
                source=link.source._replace(item=new[link.source.item]),
                target=link.target._replace(item=new[link.target.item]),
            )
            for link in links
            if link.source.item in new
        ]
        bound = [child for child in children if child not in loose]
        main = self.lay_out_part(bound, kept, required_ports, direction, room)
        rest = self.arranged([self.lay_out_part(*part, (), direction, room) for part in free], direction, room)
        return self.joined(main, rest, direction, {port.side for port in required_ports})

    def joined(self, main: Plan, rest: Plan, direction: Direction, sides: Collection[int]) -> Plan:
        """Return a plan with ports on some sides, and another without beside it."""
        upright, gap = is_upright(direction), self.style.gap
        aside = len(sides) > 1
        first = BEFORE in sides  # the plan with ports comes first
        along = (main.width if upright else main.height) if aside else (main.height if upright else main.width)
        before = (rest.height if upright else rest.width) + gap
        main_at, rest_at = (0.0, along + gap) if first else (before, 0.0)
        down = upright != aside  # whether one is below the other
        whole = Plan()
        whole.add(main, *((0, main_at) if down else (main_at, 0)))
        whole.add(rest, *((0, rest_at) if down else (rest_at, 0)))
        if down:
            whole.width, whole.height = max(main.width, rest.width), main.height + gap + rest.height
        else:
            whole.width, whole.height = main.width + gap + rest.width, max(main.height, rest.height)
        whole.ports = dict(main.ports)
        whole.trails = {
            key: moved(points, *((0, main_at) if down else (main_at, 0))) for key, points in main.trails.items()
        }
        return whole

    def arranged(self, parts: Sequence[Plan], direction: Direction, room: int) -> Plan:
        """Return the parts in rows; in columns if the direction is LR or RL. An image has all the room it needs."""
        del room
        upright = is_upright(direction)
        deepest = max((part.height if upright else part.width for part in parts), default=0)
        lone = not any(part.lines for part in parts)
        most = _row_length(parts, upright=upright)
        whole = Plan()
        along = aside = row = 0.0
        for part in parts:
            size, depth = (part.width, part.height) if upright else (part.height, part.width)
            if along and along + size > most:
                along, aside, row = 0, aside + row + self.style.gap, 0
            middle = aside + (deepest - depth) / 2 if lone else aside
            row = max(row, deepest if lone else depth)
            whole.add(part, *((along, middle) if upright else (middle, along)))
            right, bottom = (along + size, aside + row) if upright else (aside + row, along + size)
            whole.width, whole.height = max(whole.width, right), max(whole.height, bottom)
            along += size + self.style.gap
        return whole

    def framed(
        self,
        content: Plan,
        group: Group,
        direction: Direction,
        required_ports: Sequence[RequiredPort],
        least: tuple[int, int],
    ) -> Plan:
        del required_ports  # the content has them, with the points of their lines
        title = wrap_evenly(group.title, self.style.label + 80, PIXELS) if group.title.strip() else ()
        size = max(map(bold_width, title), default=0)
        upright = is_upright(direction)
        top = FRAME_PAD + (len(title) * LINE if title else 0)
        width = max(content.width + 2 * FRAME_PAD, size + 2 * FRAME_PAD, least[0])
        height = max(content.height + top + FRAME_PAD, least[1], 2 * FRAME_PAD + 8)
        left = int((width - content.width) / 2)
        plan = Plan(int(width), int(height))
        shift = left if upright else top
        plan.ports = {key: at + shift for key, at in content.ports.items()}
        plan.trails = {key: moved(points, left, top) for key, points in content.trails.items()}
        crossed = [plan.ports[key] for key in plan.ports if upright and (key[0] == BEFORE) == (direction == "TB")]
        if title and title_middle(plan.width, size, crossed) is None:
            plan.width = max(crossed) + size + 24
        at = (title_middle(plan.width, size, crossed) or plan.width / 2, 8 + LINE / 2)
        plan.frames.append(PlacedFrame(0, 0, plan.width, plan.height, group, title, at))
        plan.add(content, left, top)
        return plan


def _row_length(parts: Sequence[Plan], *, upright: bool) -> float:
    """Return how long a row of parts may be, or a column: so that the whole has the proportions of a page."""
    area = sum((part.width + 32) * (part.height + 32) for part in parts)
    longest = max((part.width if upright else part.height for part in parts), default=0)
    return max(longest, LEAST_ROW if upright else LEAST_COLUMN, sqrt(area) * (1.4 if upright else 0.9))


def title_middle(width: float, size: float, crossed: Sequence[int]) -> float | None:
    """Return the middle of a title on a frame: the middle of the frame, or the nearest place without a line; None if
    there is none."""
    tries = [width / 2, *(at + side * (size / 2 + 8) for at in crossed for side in (-1, 1))]
    free = [
        at
        for at in tries
        if size / 2 + 6 <= at <= width - size / 2 - 6 and not any(abs(at - line) < size / 2 + 6 for line in crossed)
    ]
    return min(free, key=lambda at: (abs(at - width / 2), at), default=None)
