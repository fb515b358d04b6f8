"""Diagrams drawn as SVG: nodes, edges and messages with their lines in the source as titles, and links."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from compiler.languages.diagrams.facts import Diagram, Message, Node, Participant
from compiler.store.snapshot import Snapshot
from queries.diagrams.chart_rendering import CHARTS, ChartError, RenderChart, no_renderer
from queries.diagrams.emphasised_models import emphasised_model
from queries.diagrams.graph_models import graph_facts, same_groups
from queries.diagrams.node_media import media_title
from queries.diagrams.selection import GRAPHS, SEQUENCES, chosen_diagram, place
from queries.diagrams.sequence_models import sequence_model
from queries.drawing.edge_notes import undrawn_notes
from queries.drawing.graph_art import is_drawable
from queries.drawing.labels import plain_text
from queries.drawing.svg import Link, Links, Marks, graph_svg, sequence_svg, source_svg
from queries.drawing.svg_elements import escaped
from queries.drawing.svg_image import image
from queries.tools.render import visible

MAX_EVENTS = 1_000  # and participants, of a sequence that is drawn
MAX_SOURCE = 40_000  # characters of a text that is shown instead of a drawing

LinkTo = Callable[[str], str]  # from the ref of an object to an address, "" for none


class _Part(NamedTuple):
    """An object that is drawn: its id in the diagram, its ref, its label, its place in the source."""

    id: str
    ref: str
    label: str
    place: str


def no_link(ref: str) -> str:
    """Return no address, for a drawing without links."""
    del ref
    return ""


def diagram_svg(
    snapshot: Snapshot,
    diagram_id: str | None,
    link: LinkTo = no_link,
    marks: Marks | None = None,
    *,
    render_chart: RenderChart = no_renderer,
) -> str:
    """Return a diagram as SVG; one of a type that is not drawn, or too large, as its text in a box.

    `link` gives the address for the ref of a node, edge, group, participant or message. `marks` has the class came,
    went, changed or current by ref, or by id in the diagram. `render_chart` draws charts without objects. Raises
    QueryError as `diagram_render_ascii` does.
    """
    row = chosen_diagram(snapshot, diagram_id)
    diagram = snapshot.facts(Diagram, diagram=row.id)[0]
    heading = plain_text(str((diagram.ast or {}).get("title") or ""))
    if row.kind in GRAPHS:
        return _graph(snapshot, diagram, link, marks or {}, heading)
    if row.kind in SEQUENCES:
        return _sequence(snapshot, diagram, link, marks or {}, heading)
    if diagram.mermaid_type in CHARTS:
        return _chart(diagram, render_chart, heading)
    kind = diagram.mermaid_type or "a type that Mermaid does not know"
    return _source(diagram, f"Diagrams of {kind} are not drawn: this is the text.", heading)


def _chart(diagram: Diagram, render_chart: RenderChart, heading: str) -> str:
    """Return a chart as the renderer draws it. Most charts have their title in the drawing."""
    try:
        painted = render_chart(diagram.mermaid_type, diagram.text)
    except ChartError as error:
        why = f"This {diagram.mermaid_type} is not drawn, since {visible(str(error))}: this is the text."
        return _source(diagram, why, heading)
    above = "" if escaped(heading) in painted.content else heading
    return image(painted, _name(diagram, heading), above)


def _graph(snapshot: Snapshot, diagram: Diagram, link: LinkTo, marks: Marks, heading: str) -> str:
    graph = graph_facts(snapshot, diagram)
    model = emphasised_model(graph)
    if not is_drawable(model):
        size = f"{len(model.boxes)} nodes and {len(model.connectors)} edges"
        return _source(diagram, f"With {size} it is too large to be drawn: this is the text.", heading)
    same = same_groups(graph)
    parts = [
        *(_Part(same.get(node.node, node.node), node.ref, _named(node), place(node)) for node in graph.nodes),
        *(_Part(group.subgraph, group.ref, group.title, place(group)) for group in graph.groups),
        *(_Part(edge.edge, edge.ref, "", place(edge)) for edge in graph.edges),
    ]
    named = {node.node: node.title for node in graph.nodes}
    edges = {edge.edge: f"{named.get(edge.from_node)} → {named.get(edge.to_node)}" for edge in graph.edges}
    titles = {
        edge.edge: f"{edges[edge.edge]}: {edge.label}" if edge.label else edges[edge.edge] for edge in graph.edges
    }
    return graph_svg(
        model,
        _links(parts, link, titles),
        _by_id(parts, marks),
        title=_name(diagram, heading),
        heading=heading,
        notes=undrawn_notes(model),
    )


def _named(node: Node) -> str:
    """Return the label of a node, with the address of its picture or the name of its icon."""
    return " ".join(part for part in (node.title, media_title(node)) if part)


def _sequence(snapshot: Snapshot, diagram: Diagram, link: LinkTo, marks: Marks, heading: str) -> str:
    model = sequence_model(snapshot, diagram)
    if max(len(model.events), len(model.lifelines)) > MAX_EVENTS:
        size = f"{len(model.lifelines)} participants and {len(model.events)} events"
        return _source(diagram, f"With {size} it is too large to be drawn: this is the text.", heading)
    people = snapshot.facts(Participant, diagram=diagram.diagram)
    names = {person.participant: person.label or person.name for person in people}
    messages = snapshot.facts(Message, diagram=diagram.diagram)
    titles = {message.message: _said(message, names) for message in messages}
    parts = [
        *(_Part(person.participant, person.ref, names[person.participant], place(person)) for person in people),
        *(_Part(message.message, message.ref, "", place(message)) for message in messages),
    ]
    return sequence_svg(
        model, _links(parts, link, titles), _by_id(parts, marks), title=_name(diagram, heading), heading=heading
    )


def _said(message: Message, names: Mapping[str, str]) -> str:
    ends = f"{names.get(message.from_participant, '')} → {names.get(message.to_participant, '')}"
    return f"{ends}: {message.text}" if message.text else ends


def _links(parts: Iterable[_Part], link: LinkTo, titles: Mapping[str, str]) -> Links:
    """Return the links of all parts. A title says what it is, and where it stands."""
    return {
        part.id: Link(link(part.ref), _title(titles.get(part.id) or part.label or part.id, part.place))
        for part in parts
    }


def _title(label: str, place: str) -> str:
    return f"{' '.join(plain_text(label).split())} ({place})"


def _by_id(parts: Iterable[_Part], marks: Marks) -> Marks:
    return dict(_marked(parts, marks))


def _marked(parts: Iterable[_Part], marks: Marks) -> Iterator[tuple[str, str]]:
    for part in parts:
        mark = marks.get(part.ref) or marks.get(part.id)
        if mark:
            yield part.id, mark


def _source(diagram: Diagram, why: str, heading: str) -> str:
    shown: str = visible(diagram.text)
    cut = shown[:MAX_SOURCE]
    more = f" The first {len(cut)} of {len(shown)} characters." if len(cut) < len(shown) else ""
    return source_svg(cut, why + more, title=_name(diagram, heading), heading=heading)


def _name(diagram: Diagram, heading: str) -> str:
    return heading or plain_text(diagram.name or diagram.diagram)
