"""What an image of a Gantt chart shows beside its tasks: the format of dates, days without work, and marked times."""

from compiler.languages.diagrams.date_formats import ISO_DATE, DateFormat
from queries.diagrams.graph_models import GraphFacts
from queries.drawing.calendar_days import WEEK_DAYS, day_number
from queries.drawing.graph_model import FreeDays, GraphModel
from queries.drawing.time_plan import MARKER

WEEKENDS = {"friday": frozenset({4, 5}), "": frozenset({5, 6})}  # by the day with which they begin


def on_axis(graph: GraphFacts, model: GraphModel) -> GraphModel:
    """Return the model of a Gantt chart with its axis. Tasks that are `vert` mark a time."""
    tree = graph.diagram.ast or {}
    marked = {node.node for node in graph.nodes if node.details.get("vert")}
    boxes = tuple(box._replace(shape=MARKER) if box.id in marked else box for box in model.boxes)
    return model._replace(boxes=boxes, axis=str(tree.get("axis_format") or ""), free=_free_days(tree))


def _free_days(tree: dict[str, object]) -> FreeDays | None:
    """Return the days of `excludes` and `includes`: weekends, days of the week, dates such as 2026-03-02, and dates in
    the format of the chart."""
    excluded, included = (
        str(tree.get(key) or "").lower().replace(",", " ").split() for key in ("excludes", "includes")
    )
    weekend = WEEKENDS.get(str(tree.get("weekend") or "").lower(), WEEKENDS[""])
    of_week = {at for at, name in enumerate(WEEK_DAYS) if name.lower() in excluded}
    form = DateFormat(str(tree.get("date_format") or ISO_DATE))
    others, worked = (
        frozenset(day for word in words if (day := _day(word, form)) is not None) for words in (excluded, included)
    )
    found = FreeDays(frozenset(of_week) | (weekend if "weekends" in excluded else frozenset()), others, worked)
    return found if found.of_week or found.others else None


def _day(word: str, form: DateFormat) -> int | None:
    """Return the day of a date as it stands, or in a format; None for another word."""
    found = day_number(word)
    if found is None:
        date = form.read(word)
        found = day_number(date.date().isoformat()) if date else None
    return None if found is None else int(found)
