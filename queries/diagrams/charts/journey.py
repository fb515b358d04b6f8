"""From the text of a user journey to the model to draw."""

import re

from queries.diagrams.charts.statements import chart_lines
from queries.drawing.charts.journey import JourneyModel, JourneyTask
from queries.drawing.labels import plain_text

MAX_TASKS = 200
MAX_ACTORS = 12  # that have a colour each
_HEADER = re.compile(r"journey\b")
_SECTION = re.compile(r"section\b[ \t]*(?P<title>[^:]*)")
_TASK = re.compile(r"(?P<title>[^:]+):\s*(?P<score>[0-5](?:\.\d{1,3})?)\s*(?::(?P<actors>[^:]*))?")


def journey_model(source: str) -> JourneyModel | None:
    """Return the tasks of a journey in their order; None where the text has anything that is not known of journeys, no
    task, or too many."""
    lines = chart_lines(source, _HEADER)
    if lines is None:
        return None
    section, tasks = "", []
    for line in lines:
        if head := _SECTION.fullmatch(line):
            section = plain_text(head["title"])
        elif found := _TASK.fullmatch(line):
            actors = (plain_text(one).strip() for one in (found["actors"] or "").split(","))
            named = tuple(dict.fromkeys(one for one in actors if one))
            tasks.append(JourneyTask(plain_text(found["title"].strip()), float(found["score"]), named, section))
        else:
            return None
    people = {actor for one in tasks for actor in one.actors}
    return JourneyModel(tuple(tasks)) if 0 < len(tasks) <= MAX_TASKS and len(people) <= MAX_ACTORS else None
