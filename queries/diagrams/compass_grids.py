"""The model of an architecture diagram for an image: services in the grid that the sides of their edges tell.

`db:L -- R:server` says that the server is left of the database. Each group has a grid of its own, in which it places
what is in it; around it, it is one cell. Where a place is taken, the nearest free one is used.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence

from compiler.languages.diagrams.facts import Edge
from queries.diagrams.graph_models import GraphFacts
from queries.drawing.graph_model import Box, Cell, Connector, GraphModel, Grid

STEPS: Mapping[str, tuple[int, int]] = {"L": (-1, 0), "R": (1, 0), "T": (0, -1), "B": (0, 1)}
SERVICES = frozenset({"cloud", "database", "disk", "internet", "server"})  # the icons that are drawn
Place = tuple[int, int]  # column, row
Wish = tuple[str, str, Place]  # a child of a level, another one, and where that is from the first


def on_compass(graph: GraphFacts, model: GraphModel) -> GraphModel:
    """Return the model of an architecture diagram with its grids and its icons."""
    icons = {node.node: str(node.details.get("icon") or "") for node in graph.nodes}
    around = {box.id: box.group for box in model.boxes} | {group.id: group.group for group in model.groups}
    wishes: dict[str, list[Wish]] = {}
    for edge in graph.edges:
        level, wish = _wish(edge, around)
        if wish:
            wishes.setdefault(level, []).append(wish)
    grids = []
    for level in ("", *(group.id for group in model.groups)):
        children = [name for name, group in around.items() if group == level]
        places = _places(children, wishes.get(level, ()))
        columns, rows = (sorted({place[axis] for place in places.values()}) for axis in (0, 1))
        cells = [Cell(name, at=(rows.index(y), columns.index(x))) for name, (x, y) in places.items()]
        grids.append(Grid(level, 0, tuple(cells)))
    ends = {connector.edge: connector for connector in graph.edges}
    return model._replace(
        boxes=tuple(_with_icon(box, icons.get(box.id, "")) for box in model.boxes),
        connectors=tuple(
            _at_groups(connector, ends[connector.id], around) if connector.id in ends else connector
            for connector in model.connectors
        ),
        grids=tuple(grids),
    )


def _with_icon(box: Box, icon: str) -> Box:
    return box._replace(shape=f"service_{icon}", parts=box.parts[:1]) if icon in SERVICES else box


def _at_groups(connector: Connector, edge: Edge, around: Mapping[str, str]) -> Connector:
    """Return a line that ends at the group of a service where its author said so."""
    groups = {node: around.get(node, "") for node, key in _ends(edge) if edge.details.get(key)}
    return connector._replace(
        source=groups.get(connector.source) or connector.source, target=groups.get(connector.target) or connector.target
    )


def _ends(edge: Edge) -> tuple[tuple[str, str], tuple[str, str]]:
    return (edge.from_node, "from_group"), (edge.to_node, "to_group")


def _wish(edge: Edge, around: Mapping[str, str]) -> tuple[str, Wish | None]:
    """Return the level on which an edge joins two children, and where the second should be."""
    paths = [[end, *_outwards(end, around)] for end in (edge.from_node, edge.to_node)]
    if any(end not in around for end in (edge.from_node, edge.to_node)):
        return "", None
    level = next(folder for folder in paths[0][1:] if folder in paths[1][1:])
    source, target = (path[path.index(level) - 1] for path in paths)
    here, there = str(edge.details.get("from_dir") or "R"), str(edge.details.get("to_dir") or "L")
    (x, y), (from_x, from_y) = STEPS.get(here, (1, 0)), STEPS.get(there, (-1, 0))
    step = (x, y) if (x, y) in ((-from_x, -from_y), (from_x, from_y)) else (x - from_x, y - from_y)
    return level, (source, target, step) if source != target else None


def _outwards(name: str, around: Mapping[str, str]) -> Iterator[str]:
    """Yield the groups around something, innermost first; the whole drawing, "", is the last."""
    seen = {name}
    while name:
        name = around.get(name, "")
        name = "" if name in seen else name
        seen.add(name)
        yield name


def _places(children: Sequence[str], wishes: Sequence[Wish]) -> dict[str, Place]:
    """Return a place for each child of a level. Connected parts stand side by side."""
    near: dict[str, list[tuple[str, Place]]] = {child: [] for child in children}
    for source, target, (x, y) in wishes:
        near[source].append((target, (x, y)))
        near[target].append((source, (-x, -y)))
    found: dict[str, Place] = {}
    for start in children:
        if start in found:
            continue
        part = _part(start, near)
        left = 1 + max((x for x, _ in found.values()), default=-1)
        least = min(x for x, _ in part.values()), min(y for _, y in part.values())
        found |= {name: (left + x - least[0], y - least[1]) for name, (x, y) in part.items()}
    return found


def _part(start: str, near: Mapping[str, Sequence[tuple[str, Place]]]) -> dict[str, Place]:
    """Place all that is connected with a child, breadth first."""
    places, taken = {start: (0, 0)}, {(0, 0)}
    waiting = deque([start])
    while waiting:
        one = waiting.popleft()
        x, y = places[one]
        for other, (dx, dy) in near[one]:
            if other not in places:
                places[other] = _nearest((x + dx, y + dy), (dx, dy), taken)
                taken.add(places[other])
                waiting.append(other)
    return places


def _nearest(wanted: Place, step: Place, taken: set[Place]) -> Place:
    """Return the free place that is nearest to one, rather aside than on the line to it."""
    reach = 0
    while True:
        ring = [(wanted[0] + x, wanted[1] + y) for x in range(-reach, reach + 1) for y in range(-reach, reach + 1)]
        free = [free_place for free_place in ring if free_place not in taken]
        if free:
            return min(free, key=lambda place: _distance(place, wanted, step))
        reach += 1


def _distance(place: Place, wanted: Place, step: Place) -> tuple[int, int, Place]:
    x, y = place[0] - wanted[0], place[1] - wanted[1]
    return abs(x) + abs(y), abs(x * step[0] + y * step[1]), place
