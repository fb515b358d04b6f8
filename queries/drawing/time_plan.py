"""The plan of tasks on a time axis: a bar for each, in the order of the source, groups as frames.

Days on which no work is done are shaded, and what marks a time is a line down all tasks.
"""

from collections.abc import Sequence
from math import ceil, floor

from queries.drawing.calendar_days import first_day, formatted, month_of
from queries.drawing.graph_model import Box, FreeDays, GraphModel, Group
from queries.drawing.plan import PlacedBox, PlacedFrame, PlacedLine, PlacedShade, PlacedTick, Plan
from queries.drawing.sized_shapes import SizedShape
from queries.drawing.text_metrics import LINE, bold_width, text_width

LENGTH = 900  # pixels of the axis
ROW, BAR = 34, 24  # of a task
LEAST = 8  # the length of a bar
AXIS = 30  # above the first row
STEPS = (1, 2, 7, 14)  # days between two marks
MONTHS = (1, 2, 3, 6, 12, 24, 60, 120, 600, 1_200, 12_000)  # where more than these days are between them
DAYS_OF_MONTH = 30.4
MARKS = 10  # the most on an axis
SHADED_DAYS = 450  # the most on an axis with shades, two pixels each
MARKER = "marker"  # the shape of what marks a time, and is no task


def time_plan(model: GraphModel) -> Plan:
    """Return the plan of a graph whose boxes all have times."""
    first = min(box.times[0] for box in model.boxes if box.times)
    last = max(max(box.times) for box in model.boxes if box.times)
    marks = ticks(first, last, model.axis)
    # The first date has room, though it may stand at the beginning of the axis.
    half = text_width(marks[0][1]) / 2 if marks and marks[0][0] == first else 0
    left = max([half, *(bold_width(group.title) + 24 for group in model.groups)])
    scale = LENGTH / max(last - first, 1e-6)
    plan = Plan(left + LENGTH + 12, AXIS)
    names = {group.id: group for group in model.groups}
    tasks = [box for box in model.boxes if box.shape != MARKER]
    for name in dict.fromkeys(box.group if box.group in names else "" for box in tasks):
        inside = [box for box in tasks if (box.group if box.group in names else "") == name]
        _add_rows(plan, inside, first, left, scale)
        if name:
            _add_frame(plan, names[name], len(inside) * ROW + 8)
        plan.height += 12
    plan.frames = [frame._replace(width=plan.width) for frame in plan.frames]
    plan.ticks = [PlacedTick(left + (day - first) * scale, shown) for day, shown in marks]
    plan.width = max([plan.width, *(tick.x + text_width(tick.shown) / 2 for tick in plan.ticks)])
    plan.shades = [
        PlacedShade(left + (begin - first) * scale, (end - begin) * scale)
        for begin, end in shades(first, last, model.free)
    ]
    _add_lines(plan, model)
    _add_markers(plan, [box for box in model.boxes if box.shape == MARKER], first, left, scale)
    return plan


def _add_markers(plan: Plan, boxes: Sequence[Box], first: float, left: float, scale: float) -> None:
    """Add lines down the drawing, named below it: side by side where there is room, else below each other."""
    height = plan.height - AXIS + 6
    ends: list[float] = []  # of the last name in each row
    for box in sorted(boxes, key=lambda box: box.times):
        x = left + (box.times[0] - first) * scale
        half = text_width(box.parts[0]) / 2
        row = next((row for row, end in enumerate(ends) if end + 8 <= x - half), len(ends))
        ends[row : row + 1] = [x + half]
        sized = SizedShape(
            box._replace(parts=box.parts[:1], loops=()), ((box.parts[0],),), 2, round(height) + row * LINE
        )
        plan.boxes.insert(0, PlacedBox(x - 1, AXIS - 6, sized))  # behind the bars
        plan.width = max(plan.width, x + half)
    plan.height += len(ends) * LINE + (8 if ends else 0)


def shades(first: float, last: float, free: FreeDays | None) -> list[tuple[float, float]]:
    """Return the stretches between two days on which no work is done: none on an axis on which a day is too short."""
    if free is None or last - first > SHADED_DAYS:
        return []
    found: list[tuple[float, float]] = []
    for day in range(floor(first), ceil(last)):
        if free.is_free(day):
            begin, end = max(first, day), min(last, day + 1)
            if found and found[-1][1] == begin:
                begin = found.pop()[0]
            found.append((begin, end))
    return found


def _add_rows(plan: Plan, boxes: Sequence[Box], first: float, left: float, scale: float) -> None:
    for box in boxes:
        start, end = (left + (day - first) * scale for day in box.times)
        is_point = box.shape == "hexagon"
        width = BAR if is_point else max(LEAST, round(end - start))
        shape = "diamond" if is_point else "rounded"
        drawn = box._replace(shape=shape, parts=box.parts[:1], loops=())
        beside = text_width(box.parts[0]) + 12 > width or is_point
        x = start - BAR / 2 if is_point else start
        sized = SizedShape(drawn, ((box.parts[0],),), width, BAR)
        plan.boxes.append(PlacedBox(x, plan.height + (ROW - BAR) / 2 + 4, sized, beside=beside))
        reach = x + width + (text_width(box.parts[0]) + 14 if beside else 8)
        plan.width = max(plan.width, reach)
        plan.height += ROW


def _add_frame(plan: Plan, group: Group, height: float) -> None:
    top = plan.height - height + 8
    title = (group.title,) if group.title else ()
    at = (12 + bold_width(group.title) / 2, top + height / 2)
    plan.frames.append(PlacedFrame(0, top, plan.width, height, group, title, at))
    plan.height += 8


def _add_lines(plan: Plan, model: GraphModel) -> None:
    placed = {box.sized.box.id: box for box in plan.boxes}
    for connector in model.connectors:
        if connector.source in placed and connector.target in placed and connector.source != connector.target:
            source, target = placed[connector.source], placed[connector.target]
            start = (source.x + source.sized.width, source.y + BAR / 2)
            end = (target.x, target.y + BAR / 2)
            if end[0] <= start[0] + 1:  # it begins where the other ends: down its side
                x = target.x + (BAR / 2 if target.sized.box.shape == "diamond" else min(6, target.sized.width / 2))
                down = target.y > source.y
                start = (min(x, start[0]), source.y + (BAR if down else 0))
                end = (start[0], target.y + (0 if down else BAR))
            plan.lines.append(PlacedLine(connector, (start, end), start[0] == end[0], None))


def ticks(first: float, last: float, axis: str = "") -> list[tuple[float, str]]:
    """Return the marks of an axis between two days: their places, and the dates that they show in the format `axis`.
    Marks that are a month or more apart are at the beginnings of months."""
    step = next((step for step in STEPS if (last - first) / step <= MARKS), 0)
    start = int(first) if first == int(first) else int(first) + 1
    days = range(start, int(last) + 1, step) if step else _month_starts(start, int(last))
    return [(day, formatted(day, axis)) for day in days]


def _month_starts(first: int, last: int) -> list[int]:
    """Return the days between two others on which a month begins, or every so many months."""
    step = next((months for months in MONTHS if (last - first) / (months * DAYS_OF_MONTH) <= MARKS), MONTHS[-1])
    (year, month), (last_year, last_month) = month_of(first), month_of(last)
    months = range((year * 12 + month - 1) // step * step, last_year * 12 + last_month, step)
    return [day for day in map(first_day, months) if first <= day <= last]
