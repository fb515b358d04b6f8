"""Charts without objects as SVG, by their type: from their text, which is all that a snapshot has of them."""

from collections.abc import Callable, Mapping

from queries.diagrams.journey_models import journey_model
from queries.diagrams.pie_models import pie_model
from queries.diagrams.quadrant_models import quadrant_model
from queries.diagrams.timeline_models import timeline_model
from queries.drawing.svg_journey import journey_svg
from queries.drawing.svg_pie import pie_svg
from queries.drawing.svg_quadrant import quadrant_svg
from queries.drawing.svg_timeline import timeline_svg

_Draw = Callable[[str, str, str], str]  # from the text, the title and the heading; "" where the text is not understood


def chart_svg(kind: str, source: str, *, title: str, heading: str) -> str:
    """Return a chart of a type of Mermaid as SVG; "" for other types, and where the text has what is not known."""
    draw = CHARTS.get(kind)
    return draw(source, title, heading) if draw else ""


def _pie(source: str, title: str, heading: str) -> str:
    model = pie_model(source)
    return pie_svg(model, title=title, heading=heading) if model else ""


def _journey(source: str, title: str, heading: str) -> str:
    model = journey_model(source)
    return journey_svg(model, title=title, heading=heading) if model else ""


def _timeline(source: str, title: str, heading: str) -> str:
    model = timeline_model(source)
    return timeline_svg(model, title=title, heading=heading) if model else ""


def _quadrant(source: str, title: str, heading: str) -> str:
    model = quadrant_model(source)
    return quadrant_svg(model, title=title, heading=heading) if model else ""


CHARTS: Mapping[str, _Draw] = {  # by the name of the type in Mermaid
    "pie": _pie,
    "journey": _journey,
    "timeline": _timeline,
    "quadrantChart": _quadrant,
}
