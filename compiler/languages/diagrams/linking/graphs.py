"""The facts of a diagram that is a graph: nodes, edges and groups with their ids, and the links between them."""

from collections.abc import Iterator
from typing import Any

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.facts import FAMILIES, DiagramNote, Edge, Node, Subgraph
from compiler.languages.diagrams.linking.collect import Drawn
from compiler.languages.diagrams.linking.graph_model import READINGS, Graph, members
from compiler.languages.diagrams.linking.ids import Names, diagram_ref, numbered, object_ref
from compiler.languages.diagrams.linking.reconcile import Known, Match, read_label, stable_matches, stable_names
from compiler.languages.diagrams.records import Sidecar
from compiler.model.diagnostics import Diagnostic
from compiler.model.facts import Link
from compiler.model.language import Linked


def link_graph(drawn: Drawn, linked: Linked) -> dict[str, Any]:
    """Adds the facts and links of a graph; gives its syntax tree with the ids of the objects."""
    linking = GraphLinking(drawn, READINGS[drawn.text.kind](drawn.text.ast), linked.diagnostics)
    linked.facts += [*linking.nodes(), *linking.edges(), *linking.groups(), *linking.notes()]
    linked.links += linking.links()
    return linking.tree()


class GraphLinking:
    """One graph with the ids of all that is in it, worked out at the start."""

    def __init__(self, drawn: Drawn, graph: Graph, found: list[Diagnostic]) -> None:
        self.drawn, self.graph, self.found = drawn, graph, found
        self.family = FAMILIES[drawn.text.kind]
        names = Names()
        self.group_ids = [names.claim("sg", group.name) for group in graph.groups]
        self.groups_by_name: dict[str, str] = {}
        for group, id_ in zip(graph.groups, self.group_ids, strict=True):
            self.groups_by_name.setdefault(group.name, id_)
        self.ids, self.by_name, self.notes_of = self.node_ids(drawn.sidecar)
        self.matches = self.edge_matches(drawn.sidecar)

    def node_ids(self, sidecar: Sidecar | None) -> tuple[list[str], dict[str, str], dict[str, str]]:
        """The ids of the nodes in order, the same by name, and the sidecar's notes by id."""
        names = Names()
        own = [names.claim("n", node.name) for node in self.graph.nodes]
        parsed = dict(zip(own, (node.name for node in self.graph.nodes), strict=True))
        stable = dict(sidecar.nodes) if sidecar else {}
        given = stable_names(parsed, stable)
        notes = dict(sidecar.node_notes) if sidecar else {}
        if sidecar:
            self.found += naming_faults(sidecar, "node", parsed, given, stable, notes)
        by_name: dict[str, str] = {}
        # Of two nodes of one name (a requirement and an element), edges mean the first.
        for id_, name in parsed.items():
            by_name.setdefault(name, given[id_])
        return [given[id_] for id_ in own], by_name, notes

    def edge_matches(self, sidecar: Sidecar | None) -> list[Match]:
        """The id of each edge, and which of the sidecar's it is."""
        parsed = {
            numbered("e", number): (self.node(edge.from_name), self.node(edge.to_name), edge.label)
            for number, edge in enumerate(self.graph.edges, 1)
        }
        stable = sidecar.edges if sidecar else ()
        known = [
            Known(one.id, tuple((one.from_node, one.to_node, label) for label in (one.label, read_label(one.label))))
            for one in stable
        ]
        matches = stable_matches(parsed, known, "e")
        matched = {match.known for match in matches.values()}
        for index, one in enumerate(stable):
            if index not in matched:
                fingerprint = f"`{one.from_node}` to `{one.to_node}`, {f'`{one.label}`' if one.label else 'no label'}"
                self.found.append(codes.SIDECAR_UNMATCHED.at(one.span, what="edge", id=one.id, fingerprint=fingerprint))
        return [matches[own] for own in parsed]

    def node(self, name: str) -> str:
        """The id of the node of a name, also of one that a broken text only mentions."""
        return self.by_name.get(name) or Names().claim("n", name)

    def parent(self, name: str) -> str:
        return self.groups_by_name.get(name, "")

    def ref(self, category: str, id_: str) -> str:
        return object_ref(self.drawn.id, self.drawn.text.kind, category, id_)

    def nodes(self) -> Iterator[Node]:
        for ordinal, (node, id_) in enumerate(zip(self.graph.nodes, self.ids, strict=True)):
            yield Node(
                span=self.drawn.span(node.element),
                ref=self.ref("node", id_),
                diagram=self.drawn.id,
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
        stable = self.drawn.sidecar.edges if self.drawn.sidecar else ()
        for ordinal, (edge, match) in enumerate(zip(self.graph.edges, self.matches, strict=True)):
            yield Edge(
                span=self.drawn.span(edge.element),
                ref=self.ref("edge", match.id),
                diagram=self.drawn.id,
                family=self.family,
                edge=match.id,
                from_node=self.node(edge.from_name),
                to_node=self.node(edge.to_name),
                label=edge.label,
                connector=edge.connector,
                stroke=edge.stroke,
                arrow_start=edge.arrow_start,
                arrow_end=edge.arrow_end,
                length=edge.length,
                # The sidecar's style counts even when it has none.
                style=edge.style if match.known is None else stable[match.known].style,
                details=edge.details,
                ordinal=ordinal,
            )

    def groups(self) -> Iterator[Subgraph]:
        """In the order in which they begin; in the syntax tree, inner ones come first."""
        groups = zip(self.graph.groups, self.group_ids, strict=True)
        in_order = sorted(groups, key=lambda one: one[0].element.get("span", ()))
        for ordinal, (group, id_) in enumerate(in_order):
            yield Subgraph(
                span=self.drawn.span(group.element),
                ref=self.ref("subgraph", id_),
                diagram=self.drawn.id,
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
                span=self.drawn.span(note.element),
                diagram=self.drawn.id,
                placement=note.placement,
                about=tuple(self.node(name) for name in note.about),
                text=note.text,
                after_message=0,
                ordinal=ordinal,
            )

    def links(self) -> Iterator[Link]:
        for node, id_ in zip(self.graph.nodes, self.ids, strict=True):
            yield Link(self.ref("node", id_), self.container(node.parent), "part_of", self.drawn.span(node.element))
        for group, id_ in zip(self.graph.groups, self.group_ids, strict=True):
            yield Link(
                self.ref("subgraph", id_), self.container(group.parent), "part_of", self.drawn.span(group.element)
            )
        for edge, match in zip(self.graph.edges, self.matches, strict=True):
            span = self.drawn.span(edge.element)
            ref = self.ref("edge", match.id)
            source, target = (self.ref("node", self.node(name)) for name in (edge.from_name, edge.to_name))
            yield Link(source, target, "edge", span)
            yield Link(ref, source, "edge_from", span)
            yield Link(ref, target, "edge_to", span)
            yield Link(ref, diagram_ref(self.drawn.id), "part_of", span)

    def container(self, group: str) -> str:
        """The ref of the innermost group around something, or of the diagram."""
        id_ = self.parent(group)
        return self.ref("subgraph", id_) if id_ else diagram_ref(self.drawn.id)

    def tree(self) -> dict[str, Any]:
        """The syntax tree; a state that is a node and a group goes by the id of the node."""
        refs = {id(group.element): id_ for group, id_ in zip(self.graph.groups, self.group_ids, strict=True)}
        refs |= {id(node.element): id_ for node, id_ in zip(self.graph.nodes, self.ids, strict=True)}
        refs |= {id(edge.element): match.id for edge, match in zip(self.graph.edges, self.matches, strict=True)}
        return {key: _with_refs(value, refs) for key, value in self.drawn.text.ast.items()}


def _with_refs(value: Any, refs: dict[int, str]) -> Any:
    if not isinstance(value, list):
        return value
    return [{**one, "ref": refs[id(one)]} if id(one) in refs else one for one in value]


def naming_faults(
    sidecar: Sidecar,
    what: str,
    parsed: dict[str, str],
    given: dict[str, str],
    stable: dict[str, str],
    notes: dict[str, str],
) -> Iterator[Diagnostic]:
    """What a sidecar says of nodes or participants that are not there, and the ids that it could not give."""
    names, ids = set(parsed.values()), set(given.values())
    for name in stable:
        if name not in names:
            yield codes.SIDECAR_UNKNOWN_NAME.at(sidecar.span, what=what, name=name)
    for id_ in notes:
        if id_ not in ids:
            yield codes.SIDECAR_UNKNOWN_NAME.at(sidecar.span, what=what, name=id_)
    for own, name in parsed.items():
        if stable and given[own] != stable.get(name, own):
            yield codes.SIDECAR_ID_TAKEN.at(
                sidecar.span, id=stable.get(name, own), what=what, name=name, given=given[own]
            )
