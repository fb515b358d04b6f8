"""A graph of a page: drawn as SVG with links, and listed in words for those who do not see the drawing."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from markupsafe import Markup

from queries.drawing.graph_art import is_drawable
from queries.drawing.graph_model import Box, Connector, Direction, GraphModel, Loop
from queries.drawing.svg import Link, graph_svg

Url = Callable[..., str]
WIDTH = re.compile(r'\bwidth="(\d+)"')

MAX_NODES = 150  # that are drawn
WIDEST_WHOLE = 1_600  # pixels of a drawing that is made smaller to fit the page: its texts can still be read
MAX_LABEL = 100  # characters of a node or an edge in the drawing


class Node(NamedTuple):
    """A node. `title` is what it is called; `note` says more in words; `page` and `parameters` are where it leads, ""
    for nowhere; `mark` is came, went, changed or current."""

    id: str
    title: str
    page: str
    parameters: Mapping[str, Any]
    note: str = ""
    shape: str = "rect"
    mark: str = ""

    def address(self, url: Url) -> str:
        """Return the address that the node leads to."""
        return url(self.page, **self.parameters) if self.page else ""


class Edge(NamedTuple):
    """An edge from one node to another. `stroke` is normal, thick or dotted; `is_both` leads back too."""

    source: str
    target: str
    label: str = ""
    stroke: str = "normal"
    is_both: bool = False
    mark: str = ""


class Graph:
    """The nodes and edges of a page's graph, and the title of its drawing."""

    def __init__(self, nodes: Sequence[Node], edges: Sequence[Edge], direction: Direction = "LR") -> None:
        self.nodes = nodes
        self.edges = edges
        self._direction = direction
        self._titles = {node.id: node.title for node in nodes}

    @cached_property
    def is_drawn(self) -> bool:
        """Whether the graph is small enough to be drawn."""
        return len(self.nodes) <= MAX_NODES and is_drawable(self._model)

    @property
    def why_not_drawn(self) -> str:
        """Why there is no drawing."""
        size = f"{len(self.nodes)} nodes and {len(self.edges)} edges"
        return f"There is no drawing of {size}: it is drawn with {MAX_NODES} nodes at most."

    def svg(self, url: Url, title: str = "") -> Markup:
        """Return the drawing, with a link on every node."""
        links = {node.id: Link(node.address(url), _line(node)) for node in self.nodes}
        marks = {node.id: node.mark for node in self.nodes if node.mark}
        marks |= {_id(number): edge.mark for number, edge in enumerate(self.edges) if edge.mark}
        return Markup(graph_svg(self._model, links, marks, title=title))  # of our own writer, which escapes all texts

    def fits(self, drawn: str) -> bool:
        """Whether a drawing is shown whole where there is room for most of it; a wider one is scrolled."""
        width = WIDTH.search(drawn)
        return width is not None and int(width[1]) <= WIDEST_WHOLE

    def title(self, node: str) -> str:
        """Return what a node is called."""
        return self._titles.get(node, node)

    def edges_from(self, node: str) -> list[Edge]:
        """Return the edges that leave a node."""
        return [edge for edge in self.edges if edge.source == node]

    @cached_property
    def _model(self) -> GraphModel:
        lines = tuple(
            Connector(
                edge.source,
                edge.target,
                _shortened(edge.label),
                edge.stroke,
                "arrow" if edge.is_both else "",
                id=_id(number),
            )
            for number, edge in enumerate(self.edges)
            if edge.source != edge.target and {edge.source, edge.target} <= self._titles.keys()
        )
        return GraphModel(tuple(map(self._box, self.nodes)), lines, direction=self._direction)

    def _box(self, node: Node) -> Box:
        loops = tuple(
            Loop(_shortened(edge.label), edge.stroke, "", "arrow", _id(number))
            for number, edge in enumerate(self.edges)
            if edge.source == edge.target == node.id
        )
        label = "\n".join(filter(None, (_shortened(node.title), _shortened(node.note))))
        return Box(node.id, (label,), node.shape, loops=loops)


def _id(number: int) -> str:
    """The id of an edge in the drawing."""
    return f"edge {number}"


def _line(node: Node) -> str:
    return f"{node.title} ({node.note})" if node.note and not node.mark else node.title  # the drawing adds the mark


def _shortened(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= MAX_LABEL else f"{flat[: MAX_LABEL - 1]}…"
