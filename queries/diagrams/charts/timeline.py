"""From the text of a timeline to the model to draw."""

import re

from queries.diagrams.charts.statements import chart_lines
from queries.drawing.charts.timeline import Period, TimelineModel
from queries.drawing.labels import plain_text

MAX_PERIODS = 200
MAX_EVENTS = 1_000
_HEADER = re.compile(r"timeline\b(?:[ \t]+(?:LR|TD)\b)?")
_SECTION = re.compile(r"section\b[ \t]*(?P<title>[^:]*)")
_EVENTS = re.compile(r":(?:\s|$)")  # a colon within a word, as in 12:30, parts nothing


def timeline_model(source: str) -> TimelineModel | None:
    """Return the periods of a timeline in their order; None where an event has no period, where there is no period, or
    where there are too many."""
    lines = chart_lines(source, _HEADER)
    if lines is None:
        return None
    section, periods = "", list[Period]()
    for line in lines:
        if head := _SECTION.fullmatch(line):
            section = plain_text(head["title"])
            continue
        title, *events = (plain_text(one.strip()) for one in _EVENTS.split(line))
        told = tuple(one for one in events if one)
        if title:
            periods.append(Period(title, told, section))
        elif periods:
            periods[-1] = periods[-1]._replace(events=periods[-1].events + told)
        else:
            return None
    count = sum(len(one.events) for one in periods)
    return TimelineModel(tuple(periods)) if 0 < len(periods) <= MAX_PERIODS and count <= MAX_EVENTS else None
