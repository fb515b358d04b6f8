"""The facts of a diagram that is a graph: nodes, edges, groups and notes, and the links between them."""

from collections.abc import Iterator
from typing import Any

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.facts import FAMILIES, KINDS_IN_ORDER, DiagramNote, Edge, Node, Subgraph
from compiler.languages.diagrams.linking.boxes import box_steps
from compiler.languages.diagrams.linking.collect import IdentifiedDiagram
from compiler.languages.diagrams.linking.graph_model import Graph, members
from compiler.languages.diagrams.linking.graph_readers import GRAPH_READERS
from compiler.languages.diagrams.linking.ids import ObjectIds, diagram_ref, numbered_id, object_id, object_ref
from compiler.languages.diagrams.linking.reconcile import (
    IdMatch,
    StableObject,
    read_label,
    sidecar_name_errors,
    stable_matches,
    stable_names,
)
from compiler.languages.diagrams.records import Sidecar
from compiler.languages.diagrams.syntax.shared.text import shown
from compiler.model.diagnostics import Diagnostic
from compiler.model.facts import Link
from compiler.model.language import Linked


def link_graph(diagram: IdentifiedDiagram, linked: Linked) -> dict[str, Any]:
    """Add the facts and links of a graph to `linked`. Return its syntax tree with the ids of the objects."""
    linking = GraphLinking(diagram, GRAPH_READERS[diagram.text.kind](diagram.text.ast), linked.diagnostics)
    linked.facts += [*linking.nodes(), *linking.edges(), *linking.groups(), *linking.notes()]
    linked.links += linking.links()
    return linking.tree()


class GraphLinking:
    """One graph. The ids of all its objects are determined at the start."""

    def __init__(self, diagram: IdentifiedDiagram, graph: Graph, diagnostics: list[Diagnostic]) -> None:
        self.diagram, self.graph, self.diagnostics = diagram, graph, diagnostics
        self.family = FAMILIES[diagram.text.kind]
        ids = ObjectIds()
        self.group_ids = [ids.assign("sg", group.name) for group in graph.groups]
        self.groups_by_name: dict[str, str] = {}
        for group, id_ in zip(graph.groups, self.group_ids, strict=True):
            self.groups_by_name.setdefault(group.name, id_)
        self.ids, self.by_name, self.notes_of = self.node_ids(diagram.sidecar)
        self.matches = self.edge_matches(diagram.sidecar)

    def node_ids(self, sidecar: Sidecar | None) -> tuple[list[str], dict[str, str], dict[str, str]]:
        """Return the ids of the nodes in order, the ids by name, and the sidecar's notes by id."""
        ids = ObjectIds()
        own = [ids.assign("n", node.name) for node in self.graph.nodes]
        parsed = dict(zip(own, (node.name for node in self.graph.nodes), strict=True))
        stable = dict(sidecar.nodes) if sidecar else {}
        reconciled = stable_names(parsed, stable)
        notes = dict(sidecar.node_notes) if sidecar else {}
        if sidecar:
            self.diagnostics += sidecar_name_errors(sidecar, "node", parsed, reconciled, stable, notes)
        by_name: dict[str, str] = {}
        # Of two nodes with one name (a requirement and an element), edges mean the first.
        for id_, name in parsed.items():
            by_name.setdefault(name, reconciled[id_])
        return [reconciled[id_] for id_ in own], by_name, notes

    def edge_matches(self, sidecar: Sidecar | None) -> list[IdMatch]:
        """The matches of the edges in order. Edges of the sidecar that match none are reported."""
        parsed = {
            numbered_id("e", number): (self.node(edge.from_name), self.node(edge.to_name), edge.label)
            for number, edge in enumerate(self.graph.edges, 1)
        }
        edges = sidecar.edges if sidecar else ()
        stable = [
            StableObject(
                edge.id,
                tuple(
                    (edge.from_node, edge.to_node, label) for label in map(shown, (edge.label, read_label(edge.label)))
                ),
            )
            for edge in edges
        ]
        matches = stable_matches(parsed, stable, "e")
        matched = {match.stable_index for match in matches.values()}
        for index, written in enumerate(edges):
            if index not in matched:
                label = f"`{written.label}`" if written.label else "no label"
                fingerprint = f"`{written.from_node}` to `{written.to_node}`, {label}"
                self.diagnostics.append(
                    codes.SIDECAR_UNMATCHED.at(written.span, what="edge", id=written.id, fingerprint=fingerprint)
                )
        return [matches[own] for own in parsed]

    def node(self, name: str) -> str:
        """The id of the node of a name, which in a broken text may have no node."""
        return self.by_name.get(name) or object_id("n", name)

    def parent(self, name: str) -> str:
        return self.groups_by_name.get(name, "")

    def ref(self, category: str, id_: str) -> str:
        return object_ref(self.diagram.id, self.diagram.text.kind, category, id_)

    def nodes(self) -> Iterator[Node]:
        for ordinal, (node, id_) in enumerate(zip(self.graph.nodes, self.ids, strict=True)):
            yield Node(
                span=self.diagram.span(node.element),
                ref=self.ref("node", id_),
                diagram=self.diagram.id,
                family=self.family,
                node=id_,
                name=node.name,
                label=node.label,
                shape=node.shape,
                parent=self.parent(node.parent),
                classes=members(node.element, "css_classes" if self.family == "class" else "classes"),
                note=self.notes_of.get(id_, ""),
                details=node.details,
                ordinal=ordinal,
            )

    def edges(self) -> Iterator[Edge]:
        stable = self.diagram.sidecar.edges if self.diagram.sidecar else ()
        for ordinal, (edge, match) in enumerate(zip(self.graph.edges, self.matches, strict=True)):
            yield Edge(
                span=self.diagram.span(edge.element),
                ref=self.ref("edge", match.id),
                diagram=self.diagram.id,
                family=self.family,
                edge=match.id,
                from_node=self.node(edge.from_name),
                to_node=self.node(edge.to_name),
                from_name=edge.from_name,
                to_name=edge.to_name,
                label=edge.label,
                connector=edge.connector,
                stroke=edge.stroke,
                arrow_start=edge.arrow_start,
                arrow_end=edge.arrow_end,
                length=edge.length,
                # The style of the sidecar counts even when it is empty.
                style=edge.style if match.stable_index is None else stable[match.stable_index].style,
                details=edge.details,
                runs=edge.runs,
                ordinal=ordinal,
            )

    def groups(self) -> Iterator[Subgraph]:
        """Yield the groups in the order in which they begin. In the syntax tree, inner ones come first."""
        groups = zip(self.graph.groups, self.group_ids, strict=True)
        in_order = sorted(groups, key=lambda group: group[0].element.get("span", ()))
        for ordinal, (group, id_) in enumerate(in_order):
            yield Subgraph(
                span=self.diagram.span(group.element),
                ref=self.ref("subgraph", id_),
                diagram=self.diagram.id,
                family=self.family,
                subgraph=id_,
                name=group.name,
                label=group.label,
                parent=self.parent(group.parent),
                direction=group.direction,
                nodes=tuple(self.groups_by_name.get(name) or self.node(name) for name in group.members),
                ordinal=ordinal,
            )

    def notes(self) -> Iterator[DiagramNote]:
        for ordinal, note in enumerate(self.graph.notes):
            yield DiagramNote(
                span=self.diagram.span(note.element),
                diagram=self.diagram.id,
                placement=note.placement,
                about=tuple(self.node(name) for name in note.about),
                text=note.text,
                after_message=0,
                ordinal=ordinal,
            )

    def links(self) -> Iterator[Link]:
        for node, id_ in zip(self.graph.nodes, self.ids, strict=True):
            yield Link(self.ref("node", id_), self.container(node.parent), "part_of", self.diagram.span(node.element))
        for group, id_ in zip(self.graph.groups, self.group_ids, strict=True):
            yield Link(
                self.ref("subgraph", id_), self.container(group.parent), "part_of", self.diagram.span(group.element)
            )
        whole = diagram_ref(self.diagram.id)
        kind = "precedes" if self.diagram.text.kind in KINDS_IN_ORDER else "edge"
        refs: dict[str, str] = {}  # of nodes, by their names: many edges have the same ends
        for edge, match in zip(self.graph.edges, self.matches, strict=True):
            span = self.diagram.span(edge.element)
            ref = self.ref("edge", match.id)
            for name in (edge.from_name, edge.to_name):
                if name not in refs:
                    refs[name] = self.ref("node", self.node(name))
            source, target = refs[edge.from_name], refs[edge.to_name]
            if edge.runs != "backwards":
                yield Link(source, target, kind, span)
            if edge.runs in ("backwards", "both"):
                yield Link(target, source, kind, span)
            yield Link(ref, source, "edge_from", span)
            yield Link(ref, target, "edge_to", span)
            yield Link(ref, whole, "part_of", span)
        yield from self.box_links()

    def box_links(self) -> Iterator[Link]:
        """Yield what edges at boxes mean for the nodes in them."""
        spans = {node.name: self.diagram.span(node.element) for node in self.graph.nodes}
        boxes = box_steps(self.graph, self.diagram.text.kind)
        for kind, steps in (("enters", boxes.enters), ("leaves", boxes.leaves)):
            for source, target in steps:
                start, end = (self.ref("node", self.node(name)) for name in (source, target))
                yield Link(start, end, kind, spans[source])

    def container(self, group: str) -> str:
        """The ref of the group of a name, or of the diagram for ""."""
        id_ = self.parent(group)
        return self.ref("subgraph", id_) if id_ else diagram_ref(self.diagram.id)

    def tree(self) -> dict[str, Any]:
        """The syntax tree with refs. A state that is both node and group has the id of the node."""
        refs = {id(group.element): id_ for group, id_ in zip(self.graph.groups, self.group_ids, strict=True)}
        boxes = {group.name: id_ for group, id_ in zip(self.graph.groups, self.group_ids, strict=True)}
        refs |= {
            id(vertex): boxes[vertex["id"]]
            for vertex in self.diagram.text.ast.get("vertices", ())
            if vertex["id"] in boxes
        }
        refs |= {id(node.element): id_ for node, id_ in zip(self.graph.nodes, self.ids, strict=True)}
        refs |= {id(edge.element): match.id for edge, match in zip(self.graph.edges, self.matches, strict=True)}
        return {key: _with_refs(value, refs) for key, value in self.diagram.text.ast.items()}


def _with_refs(value: Any, refs: dict[int, str]) -> Any:
    if not isinstance(value, list):
        return value
    return [{**item, "ref": refs[id(item)]} if id(item) in refs else item for item in value]
