"""Charts without objects as SVG, by their type: from their text, which is all that a snapshot has of them."""

from collections.abc import Callable, Mapping
from typing import Protocol, TypeVar

from queries.diagrams.charts.cynefin import cynefin_model
from queries.diagrams.charts.event_model import event_model
from queries.diagrams.charts.ishikawa import ishikawa_model
from queries.diagrams.charts.journey import journey_model
from queries.diagrams.charts.kanban import kanban_model
from queries.diagrams.charts.packet import packet_model
from queries.diagrams.charts.pie import pie_model
from queries.diagrams.charts.quadrant import quadrant_model
from queries.diagrams.charts.radar import radar_model
from queries.diagrams.charts.railroad import railroad_model
from queries.diagrams.charts.sankey import sankey_model
from queries.diagrams.charts.timeline import timeline_model
from queries.diagrams.charts.tree_view import tree_view_model
from queries.diagrams.charts.treemap import treemap_model
from queries.diagrams.charts.use_case import use_case_model
from queries.diagrams.charts.venn import venn_model
from queries.diagrams.charts.wardley import wardley_model
from queries.diagrams.charts.xychart import xychart_model
from queries.diagrams.charts.zenuml import zenuml_model
from queries.drawing.charts.cynefin import cynefin_svg
from queries.drawing.charts.event_model import event_model_svg
from queries.drawing.charts.ishikawa import ishikawa_svg
from queries.drawing.charts.journey import journey_svg
from queries.drawing.charts.kanban import kanban_svg
from queries.drawing.charts.packet import packet_svg
from queries.drawing.charts.pie import pie_svg
from queries.drawing.charts.quadrant import quadrant_svg
from queries.drawing.charts.radar import radar_svg
from queries.drawing.charts.railroad import railroad_svg
from queries.drawing.charts.sankey import sankey_svg
from queries.drawing.charts.timeline import timeline_svg
from queries.drawing.charts.tree_view import tree_view_svg
from queries.drawing.charts.treemap import treemap_svg
from queries.drawing.charts.venn import venn_svg
from queries.drawing.charts.wardley import wardley_svg
from queries.drawing.charts.xychart import xychart_svg
from queries.drawing.edge_notes import undrawn_notes
from queries.drawing.graph_model import GraphModel
from queries.drawing.sequence_model import SequenceModel
from queries.drawing.svg import graph_svg, sequence_svg

_Draw = Callable[[str, str, str], str]  # from the text, the title and the heading; "" where the text is not understood


_Model = TypeVar("_Model")
_Drawn = TypeVar("_Drawn", contravariant=True)


class _Svg(Protocol[_Drawn]):
    """Draws a model with a title and a heading."""

    def __call__(self, model: _Drawn, /, *, title: str = "", heading: str = "") -> str: ...


def chart_svg(kind: str, source: str, *, title: str, heading: str) -> str:
    """Return a chart of a type of Mermaid as SVG; "" for other types, and where the text has what is not known."""
    draw = CHARTS.get(kind)
    return draw(source, title, heading) if draw else ""


def _chart(read: Callable[[str], _Model | None], draw: _Svg[_Model]) -> _Draw:
    def drawn(source: str, title: str, heading: str) -> str:
        model = read(source)
        return "" if model is None else draw(model, title=title, heading=heading)

    return drawn


def _zenuml_svg(model: SequenceModel, /, *, title: str = "", heading: str = "") -> str:
    """Return the sequence of a ZenUML diagram as SVG. Its parts are no objects."""
    return sequence_svg(model, {}, title=title, heading=heading)


def _use_case_svg(model: GraphModel, /, *, title: str = "", heading: str = "") -> str:
    """Return the graph of a use case diagram as SVG. Its parts are no objects."""
    return graph_svg(model, {}, title=title, heading=heading, notes=undrawn_notes(model))


CHARTS: Mapping[str, _Draw] = {  # by the name of the type in Mermaid
    "pie": _chart(pie_model, pie_svg),
    "journey": _chart(journey_model, journey_svg),
    "timeline": _chart(timeline_model, timeline_svg),
    "quadrantChart": _chart(quadrant_model, quadrant_svg),
    "xychart": _chart(xychart_model, xychart_svg),
    "kanban": _chart(kanban_model, kanban_svg),
    "packet": _chart(packet_model, packet_svg),
    "sankey": _chart(sankey_model, sankey_svg),
    "radar": _chart(radar_model, radar_svg),
    "treemap": _chart(treemap_model, treemap_svg),
    "treeView": _chart(tree_view_model, tree_view_svg),
    "ishikawa": _chart(ishikawa_model, ishikawa_svg),
    "venn": _chart(venn_model, venn_svg),
    "wardley-beta": _chart(wardley_model, wardley_svg),
    "eventmodeling": _chart(event_model, event_model_svg),
    "usecase": _chart(use_case_model, _use_case_svg),
    "zenuml": _chart(zenuml_model, _zenuml_svg),
    "cynefin": _chart(cynefin_model, cynefin_svg),
    **dict.fromkeys(("railroad", "railroadEbnf", "railroadAbnf", "railroadPeg"), _chart(railroad_model, railroad_svg)),
}
