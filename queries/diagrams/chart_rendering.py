"""Charts without objects, such as pies and journeys: which there are, and who draws them.

A snapshot has only the text of such a chart. Drawing it takes another program, so the caller gives the function.
"""

from collections.abc import Callable

from queries.drawing.svg_image import Painted

CHARTS = frozenset(  # by the name of the type in Mermaid
    {
        *("pie", "journey", "timeline", "quadrantChart", "xychart", "kanban", "packet", "sankey", "radar", "treemap"),
        *("treeView", "ishikawa", "venn", "wardley-beta", "eventmodeling", "usecase", "zenuml", "cynefin"),
        *("railroad", "railroadEbnf", "railroadAbnf", "railroadPeg", "agentflow"),
    }
)


class ChartError(Exception):
    """A chart is not drawn. The message is the words behind "since"."""


class NoRendererError(ChartError):
    """There is nothing that draws charts."""

    def __init__(self) -> None:
        super().__init__("the extra frieze[drawing] draws charts, and is not installed")


RenderChart = Callable[[str, str], Painted]  # from the name of a type and a text; raises ChartError


def no_renderer(kind: str, text: str) -> Painted:
    """Draw no chart. Raises NoRendererError."""
    del kind, text
    raise NoRendererError
