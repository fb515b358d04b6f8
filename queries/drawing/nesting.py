"""A graph as a tree of groups: the level on which each connector is drawn, and its ports.

A level is a group or the whole drawing. A connector belongs to the innermost level around both of its ends. Where an
end lies deeper, the connector crosses the border of each group in between, at a port. Connectors with the same head at
the same box share a port, unless a junction could then be read as a connection that does not exist: where they already
share their other end, and where they have heads at both ends or at none, so that no direction tells branches apart.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from queries.drawing.graph_model import Box, Connector, GraphModel, Group, Loop
from queries.drawing.shapes import DOTS

TOP = ""  # the id of the whole drawing


class LevelConnector(NamedTuple):
    """A connector with its level and the keys of its ports. Connectors with the same key at a box share the port."""

    connector: Connector
    level: str
    source_port: str
    target_port: str


class GroupTree(NamedTuple):
    """A graph as a tree. `around` maps boxes and groups to the group around them, `inside` groups to their children."""

    boxes: Mapping[str, Box]
    groups: Mapping[str, Group]
    around: Mapping[str, str]
    inside: Mapping[str, Sequence[str]]
    wires: Mapping[str, Sequence[LevelConnector]]  # by level
    undrawn: Sequence[Connector]  # from a group to itself, or between a group and something in it

    def child(self, level: str, inner: str) -> str:
        """Return the child of a level that is or contains `inner`."""
        while self.around[inner] != level:
            inner = self.around[inner]
        return inner


def group_tree(model: GraphModel, merge: bool) -> GroupTree:
    """Return the tree of a graph. With `merge`, a connector may share both of its ends with others."""
    boxes = {box.id: box for box in model.boxes}
    groups = {group.id: group for group in model.groups if group.id not in boxes}
    around = {id_: _inner(box.group, groups) for id_, box in boxes.items()}
    around |= {id_: _inner(group.group, groups) for id_, group in groups.items()}
    _break_cycles(around, groups)
    inside = _inside(boxes, groups, around)
    kept: list[Connector] = []
    undrawn: list[Connector] = []
    for connector in model.connectors:
        if connector.source == connector.target and connector.source in boxes:
            box, loop = (
                boxes[connector.source],
                Loop(connector.label, connector.stroke, connector.start, connector.end, connector.id),
            )
            boxes[connector.source] = box._replace(loops=(*box.loops, loop))
        elif connector.source in around and connector.target in around:
            inward = connector.source in _path(around, connector.target) or connector.target in _path(
                around, connector.source
            )
            (undrawn if inward or connector.source == connector.target else kept).append(connector)
    wires: dict[str, list[LevelConnector]] = {}
    small = {id_ for id_, box in boxes.items() if box.shape in DOTS or box.shape == "bar"}
    for wired in _level_connectors(kept, around, merge, small):
        wires.setdefault(wired.level, []).append(wired)
    return GroupTree(boxes, groups, around, inside, wires, undrawn)


def _inner(group: str, groups: Mapping[str, Group]) -> str:
    return group if group in groups else TOP


def _break_cycles(around: dict[str, str], groups: Mapping[str, Group]) -> None:
    """Move each group that contains itself to the top level."""
    for start in groups:
        seen, at = {start}, around[start]
        while at != TOP:
            if at in seen:
                around[start] = TOP
                break
            seen.add(at)
            at = around[at]


def _inside(boxes: Mapping[str, Box], groups: Mapping[str, Group], around: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the children of each level. A group takes the position of its first box."""
    inside: dict[str, list[str]] = {id_: [] for id_ in (TOP, *groups)}
    listed: set[str] = set()
    for start in [*boxes, *groups]:
        at = start
        while at != TOP and at not in listed:
            listed.add(at)
            inside[around[at]].append(at)
            at = around[at]
    return inside


def _path(around: Mapping[str, str], inner: str) -> list[str]:
    """Return the levels around a box or group, innermost first."""
    found = []
    while inner != TOP:
        inner = around[inner]
        found.append(inner)
    return found


def merged_connectors(tree: GroupTree) -> list[list[Connector]]:
    """Return the bundles of connectors that can be read as more connections than they are."""
    leader: dict[str, str] = {}

    def find(port: str) -> str:
        while leader.setdefault(port, port) != port:
            port = leader[port]
        return port

    wires = [
        connector for level in tree.wires.values() for connector in level if connector.connector.stroke != "invisible"
    ]
    for wire in wires:
        leader[find(f"to {wire.target_port}")] = find(f"from {wire.source_port}")
    bundles: dict[str, list[Connector]] = {}
    for wire in wires:
        bundles.setdefault(find(f"from {wire.source_port}"), []).append(wire.connector)
    return [bundle for bundle in bundles.values() if _is_ambiguous(bundle)]


def _is_ambiguous(bundle: Sequence[Connector]) -> bool:
    pairs = {(connector.source, connector.target) for connector in bundle}
    sources, targets = {source for source, _ in pairs}, {target for _, target in pairs}
    return len(pairs) > 1 and (len(pairs) < len(sources) * len(targets) or not _has_direction(bundle[0]))


def _level_connectors(
    connectors: Sequence[Connector], around: Mapping[str, str], merge: bool, small: Collection[str]
) -> list[LevelConnector]:
    """Return the connectors with their levels and ports. `small` are the boxes that have room for one port only."""
    leaving, reaching = Counter(map(_start, connectors)), Counter(map(_end, connectors))
    found: list[LevelConnector] = []
    for number, connector in enumerate(connectors):
        start, end = _start(connector), _end(connector)
        may_share = merge or _has_direction(connector)
        by_source = leaving[start] > 1 and (merge or leaving[start] >= reaching[end])
        by_source = by_source and ((may_share and not connector.start_text) or connector.source in small)
        by_target = reaching[end] > 1 and (merge or not by_source)
        by_target = by_target and ((may_share and not connector.end_text) or connector.target in small)
        outer = {*_path(around, connector.target)}
        level = next(level for level in _path(around, connector.source) if level in outer)
        source_port = "|".join(start) if by_source else f"#{number}"
        target_port = "|".join(end) if by_target else f"#{number}"
        found.append(LevelConnector(connector, level, source_port, target_port))
    return found


def _has_direction(connector: Connector) -> bool:
    """Whether a connector has a head at one end only, which tells its direction at every junction."""
    return bool(connector.start) != bool(connector.end)


def _start(connector: Connector) -> tuple[str, ...]:
    return (connector.source, connector.stroke, connector.start, "out")


def _end(connector: Connector) -> tuple[str, ...]:
    return (connector.target, connector.stroke, connector.end, "in")
