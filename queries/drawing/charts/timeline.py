"""A timeline as SVG: its periods from left to right below their sections, and below each what happened."""

from typing import NamedTuple

from queries.drawing.charts.boxes import LINES, arrow, bands, box, height_of, wrapped
from queries.drawing.svg_elements import element, path
from queries.drawing.svg_image import Link, Painted, image, marked

WIDTH, GAP = 180, 16  # of a column
AXIS = 18  # pixels from the periods to the axis, and from there to the events
BETWEEN = 12  # two events


class Period(NamedTuple):
    """A period, what happened in it, and its section, "" for none."""

    title: str
    events: tuple[str, ...]
    section: str = ""


class TimelineModel(NamedTuple):
    """A timeline to draw: at least one period."""

    periods: tuple[Period, ...]


def timeline_svg(model: TimelineModel, *, title: str = "", heading: str = "") -> str:
    """Return a timeline as SVG. `title` names the image, `heading` is written above it. Periods have the colour of
    their section, or colours of their own where there are no sections."""
    sections = list(bands([one.section for one in model.periods]))
    spans = [one.columns * (WIDTH + GAP) - GAP for one in sections]
    titles = [wrapped(one.title, span) if one.title else () for one, span in zip(sections, spans, strict=True)]
    top = max(map(height_of, titles)) + 10 if any(titles) else 0
    lines = [wrapped(one.title, WIDTH) for one in model.periods]
    height = max(map(height_of, lines))
    axis, width = top + height + AXIS, len(model.periods) * (WIDTH + GAP)
    drawn, foot = [arrow(0, width, axis)], float(axis)
    for band, span, said in zip(sections, spans, titles, strict=True):
        if said:
            head = box(said, band.first * (WIDTH + GAP), 0, span, top - 10, band.number)
            drawn.append(marked(head, "frame", "", Link("", band.title)))
        for at in range(band.first, band.first + band.columns):
            x, colour = at * (WIDTH + GAP), band.number if any(titles) else at
            events, low = _events(model.periods[at], x, axis + AXIS, colour)
            fall = {
                **LINES,
                "stroke-dasharray": "4 3",
                "d": path([(x + WIDTH / 2, top + height), (x + WIDTH / 2, low)]),
            }
            own = box(lines[at], x, top, WIDTH, height, colour)
            drawn += [element("path", fall), marked(own, "node", "", Link("", model.periods[at].title)), events]
            foot = max(foot, low)
    return image(Painted("".join(drawn), width, foot), title, heading)


def _events(period: Period, x: float, y: float, colour: int) -> tuple[str, float]:
    """Return what happened in a period, one below the other from `y` on, and where the last one ends."""
    drawn, low = [], y - AXIS
    for event in period.events:
        lines = wrapped(event, WIDTH)
        own = box(lines, x, y, WIDTH, height_of(lines), colour)
        drawn.append(marked(own, "node", "", Link("", f"{period.title}: {event}")))
        low = y + height_of(lines)
        y = low + BETWEEN
    return "".join(drawn), low
