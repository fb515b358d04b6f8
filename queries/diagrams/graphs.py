"""The graph of a diagram, as the flow tools walk it: nodes in the order of their ids, parallel edges as one.

A box (a subgraph or a composite state) at which an edge ends is a node. A walk goes from it to the entries in it. From
the exits in it a walk goes on along its edges, by way of a second vertex of the box: through the box itself, the walk
would come from an exit back to the entries. The compiler found entries and exits: links `enters` and `leaves`.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from compiler.languages.diagrams.facts import KINDS_WITH_BOXES, Edge, Node, Subgraph
from compiler.store.snapshot import Snapshot
from queries.diagrams.selection import DiagramRow, known_id, place

Arcs = dict[tuple[int, int], list[Edge]]
RUNS = {"forwards": (True, False), "backwards": (False, True), "both": (True, True)}


class FlowGraph(NamedTuple):
    """The nodes of a diagram by number, and how edges join them. Edges at a node that does not exist are left out.

    `at` gives the number of a node id, `names` the id of a name in the text of the diagram, `onwards` and `backwards`
    the numbers of the vertices next to one, ascending, `between` the edges from one node to another in the direction in
    which they run. `boxes` gives the ref of the group that a node stands for, `ways_out` the node of each second vertex
    of a box; those have the numbers after the nodes. `box_steps` are the steps into and out of boxes, with their refs,
    `groups` the parent of each group.
    """

    diagram: DiagramRow
    nodes: list[Node]
    at: Mapping[str, int]
    names: Mapping[str, str]
    onwards: Mapping[int, Sequence[int]]
    backwards: Mapping[int, Sequence[int]]
    between: Mapping[tuple[int, int], list[Edge]]
    boxes: Mapping[int, str]
    ways_out: Mapping[int, int]
    box_steps: Mapping[tuple[int, int], str]
    groups: Mapping[str, str]

    @property
    def edges(self) -> list[Edge]:
        """The edges that are walked, each once."""
        return list({edge.ref: edge for edges in self.between.values() for edge in edges}.values())

    def node(self, at: int) -> Node:
        return self.nodes[self.ways_out.get(at, at)]

    def ref(self, at: int) -> str:
        return self.node(at).ref

    def detail(self, at: int) -> dict[str, Any]:
        """Return what answers show beside the ref of a node: `{id, label, box?, source}`."""
        node = self.node(at)
        box = {"box": self.boxes[at]} if at in self.boxes else {}
        return {"id": node.node, "label": node.title, **box, "source": place(node)}

    def number_of(self, snapshot: Snapshot, argument: str, name: str) -> int:
        """Return the number of the node that an argument names; a box may be named by its own id or ref.

        Raises QueryError `not_found`."""
        box = self.diagram.ref("subgraph", "")
        names = {**self.names, **{ref.removeprefix(box): self.nodes[at].node for at, ref in self.boxes.items()}}
        if name.startswith(box) and name.removeprefix(box) in names:
            name = name.removeprefix(box)
        return self.at[known_id(snapshot, self.diagram, "node", (argument, name), self.at, names)]

    def without_ways_out(self, vertices: Collection[int]) -> list[int]:
        """Return the vertices that are nodes, ascending."""
        return sorted(at for at in vertices if at < len(self.nodes))

    def within(self, vertices: Collection[int]) -> set[int]:
        """Return the boxes that hold any of the vertices, nested or not."""
        box_of = {box.rpartition("/")[2]: at for at, box in self.boxes.items()}
        found: set[str] = set()
        for at in vertices:
            group = self.node(at).parent
            while group and group not in found:
                found.add(group)
                group = self.groups.get(group, "")
        return {box_of[group] for group in found if group in box_of}

    def boxes_passed(self, hops_to: Mapping[int, int], *, against: bool = False) -> set[str]:
        """Return the refs of the boxes that a walk goes into or out of. `hops_to` are the distances of its vertices."""
        passed = set()
        for (here, there), box in self.box_steps.items():
            near, far = (there, here) if against else (here, there)
            if near in hops_to and hops_to.get(far) == hops_to[near] + 1:
                passed.add(box)
        return passed

    def step(self, here: int, there: int) -> dict[str, str]:
        """Return the step of a path: `{id, label?}` of the first edge, or `{into}` or `{out_of}` with a box."""
        box = self.box_steps.get((here, there))
        if box is not None:
            return {"out_of" if there in self.ways_out else "into": box}
        edge = self.between[(self.ways_out.get(here, here), there)][0]
        return {"id": edge.edge, **({"label": edge.label} if edge.label else {})}


def flow_graph(snapshot: Snapshot, diagram: DiagramRow) -> FlowGraph:
    """Return the graph of a diagram. It is built at the first question and kept by the snapshot."""
    return snapshot.memoize(f"queries.diagrams.graph {diagram.id}", lambda snapshot: _flow_graph(snapshot, diagram))


def _flow_graph(snapshot: Snapshot, diagram: DiagramRow) -> FlowGraph:
    nodes = sorted(snapshot.facts(Node, diagram=diagram.id), key=lambda node: node.node)
    at = {node.node: number for number, node in enumerate(nodes)}
    names: dict[str, str] = {}
    for node in sorted(nodes, key=lambda node: node.ordinal):
        names.setdefault(node.name, node.node)
    between: Arcs = {}
    for edge in sorted(snapshot.facts(Edge, diagram=diagram.id), key=lambda edge: edge.ordinal):
        if edge.from_node in at and edge.to_node in at:
            here, there = at[edge.from_node], at[edge.to_node]
            along, against = RUNS.get(edge.runs, (False, False))
            if along:
                between.setdefault((here, there), []).append(edge)
            if against and (here != there or not along):
                between.setdefault((there, here), []).append(edge)
    groups = sorted(snapshot.facts(Subgraph, diagram=diagram.id), key=lambda group: group.ordinal)
    boxes: dict[int, str] = {}
    if diagram.kind in KINDS_WITH_BOXES:
        boxes = {at[names[group.name]]: group.ref for group in groups if group.name in names}
    steps, ways_out = _box_steps(snapshot, nodes, boxes)
    onwards: dict[int, list[int]] = {number: [] for number in range(len(nodes) + len(ways_out))}
    backwards: dict[int, list[int]] = {number: [] for number in onwards}
    way_out = {box: number for number, box in ways_out.items()}
    drawn_out = {(way_out[here], there) for here, there in between if here in way_out}
    for here, there in sorted({*between, *steps, *drawn_out}):
        onwards[here].append(there)
        backwards[there].append(here)
    parents = {group.subgraph: group.parent for group in groups}
    return FlowGraph(diagram, nodes, at, names, onwards, backwards, between, boxes, ways_out, steps, parents)


def _box_steps(
    snapshot: Snapshot, nodes: Sequence[Node], boxes: Mapping[int, str]
) -> tuple[dict[tuple[int, int], str], dict[int, int]]:
    """Return the steps into boxes, and out of them to second vertices, which are returned with their nodes."""
    numbers = {node.ref: number for number, node in enumerate(nodes)} if boxes else {}
    steps: dict[tuple[int, int], str] = {}
    exits: dict[int, list[int]] = {}
    for box, group in boxes.items():
        ref = nodes[box].ref
        steps |= {(box, numbers[link.target]): group for link in snapshot.links(source=ref, kind="enters")}
        leaving = [numbers[link.source] for link in snapshot.links(target=ref, kind="leaves")]
        if leaving:
            exits[box] = leaving
    way_out = {box: len(nodes) + number for number, box in enumerate(exits)}
    for box, leaving in exits.items():
        within = [*leaving, *(way_out[end] for end in leaving if end in way_out)]
        steps |= {(end, way_out[box]): boxes[box] for end in within}
    return steps, {number: box for box, number in way_out.items()}
