"""What an image of a Gantt chart shows beside its tasks: the format of dates, days without work, and marked times."""

from queries.diagrams.graph_models import GraphFacts
from queries.drawing.calendar_days import WEEK_DAYS, day_number
from queries.drawing.graph_model import FreeDays, GraphModel
from queries.drawing.time_plan import MARKER

WEEKENDS = {"friday": frozenset({4, 5}), "": frozenset({5, 6})}  # by the day with which they begin


def on_axis(graph: GraphFacts, model: GraphModel) -> GraphModel:
    """Return the model of a Gantt chart with its axis. Tasks that are `vert` mark a time."""
    tree = graph.diagram.ast or {}
    marked = {one.node for one in graph.nodes if one.details.get("vert")}
    boxes = tuple(one._replace(shape=MARKER) if one.id in marked else one for one in model.boxes)
    return model._replace(boxes=boxes, axis=str(tree.get("axis_format") or ""), free=_free_days(tree))


def _free_days(tree: dict[str, object]) -> FreeDays | None:
    """Return the days of `excludes` and `includes`: weekends, days of the week, and dates such as 2026-03-02."""
    excluded, included = (
        str(tree.get(key) or "").lower().replace(",", " ").split() for key in ("excludes", "includes")
    )
    weekend = WEEKENDS.get(str(tree.get("weekend") or "").lower(), WEEKENDS[""])
    of_week = {at for at, name in enumerate(WEEK_DAYS) if name.lower() in excluded}
    others, worked = (
        frozenset(int(day) for day in map(day_number, words) if day is not None) for words in (excluded, included)
    )
    found = FreeDays(frozenset(of_week) | (weekend if "weekends" in excluded else frozenset()), others, worked)
    return found if found.of_week or found.others else None
