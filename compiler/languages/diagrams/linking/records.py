"""What the linker of diagrams works on: the diagrams of the source by their ids, and a graph of any kind."""

from typing import Any, NamedTuple

from compiler.languages.diagrams.files.units import DiagramText, ListedDiagram, SessionFile, Sidecar
from compiler.model.spans import Span

Element = dict[str, Any]  # of a syntax tree


class Drawn(NamedTuple):
    """A diagram with its id. `session` is the id of its session, or ""."""

    id: str
    path: str
    text: DiagramText
    session: str
    listed: ListedDiagram | None
    sidecar: Sidecar | None

    def span(self, element: Element) -> Span:
        """Where an element of the syntax tree stands."""
        place = element.get("span")
        return Span(self.path, *place) if place else self.text.span


class Opened(NamedTuple):
    """A session with its id. `diagrams` maps the ids that it lists to those in the snapshot."""

    id: str
    file: SessionFile
    diagrams: dict[str, str]

    def resolve(self, ref: str) -> str:
        """A reference of the session as a ref of the snapshot."""
        diagram, slash, rest = ref.removeprefix("d:").partition("/")
        return f"d:{self.diagrams.get(diagram, diagram)}{slash}{rest}"


class GraphNode(NamedTuple):
    element: Element
    name: str
    label: str
    shape: str
    parent: str  # name of the group around it
    details: dict[str, Any]


class GraphEdge(NamedTuple):
    element: Element
    from_name: str
    to_name: str
    label: str
    connector: str
    details: dict[str, Any]
    stroke: str = ""
    arrow_start: str = ""
    arrow_end: str = ""
    length: int = 1
    style: str = ""


class GraphGroup(NamedTuple):
    element: Element
    name: str
    label: str
    parent: str
    direction: str
    members: tuple[str, ...]  # names of nodes and groups


class GraphNote(NamedTuple):
    element: Element
    placement: str
    about: tuple[str, ...]  # names of nodes
    text: str


class Graph(NamedTuple):
    """A diagram that is a graph, of whatever kind, in names."""

    nodes: list[GraphNode]
    edges: list[GraphEdge]
    groups: list[GraphGroup]
    notes: list[GraphNote]
