"""Which connector is drawn in which group, and where it enters and leaves the groups on its way.

A connector belongs to the innermost group around both of its ends. Where an end lies deeper, the connector runs
through the border of each group in between, at a port. Connectors that share a head at the same box share its port,
too, unless they share their other end already: a junction then always says the truth.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from queries.drawing.graph_model import Box, Connector, Group, Loop, Sketch

TOP = ""  # the id of the whole drawing


class Wired(NamedTuple):
    """A connector with its level and the key of its port at either end: what it shares that port with."""

    connector: Connector
    level: str
    source_port: str
    target_port: str


class Nested(NamedTuple):
    """A sketch as a tree. `around` maps boxes and groups to the group around them, `inside` the other way."""

    boxes: Mapping[str, Box]
    groups: Mapping[str, Group]
    around: Mapping[str, str]
    inside: Mapping[str, Sequence[str]]
    wires: Mapping[str, Sequence[Wired]]  # by level
    undrawn: Sequence[Connector]  # between a group and what is in it, or the group itself

    def child(self, level: str, inner: str) -> str:
        """The child of a level that is `inner` or holds it."""
        while self.around[inner] != level:
            inner = self.around[inner]
        return inner


def nested(sketch: Sketch, merge: bool) -> Nested:
    """The tree of a sketch. With `merge`, connectors may share both of their ends with others."""
    boxes = {box.id: box for box in sketch.boxes}
    groups = {group.id: group for group in sketch.groups if group.id not in boxes}
    around = {id_: _inner(box.group, groups) for id_, box in boxes.items()}
    around |= {id_: _inner(group.group, groups) for id_, group in groups.items()}
    _cut_circles(around, groups)
    inside = _inside(boxes, groups, around)
    kept: list[Connector] = []
    undrawn: list[Connector] = []
    for one in sketch.connectors:
        if one.source == one.target and one.source in boxes:
            box, loop = boxes[one.source], Loop(one.label, one.stroke, one.start, one.end)
            boxes[one.source] = box._replace(loops=(*box.loops, loop))
        elif one.source in around and one.target in around:
            inward = one.source in _path(around, one.target) or one.target in _path(around, one.source)
            (undrawn if inward or one.source == one.target else kept).append(one)
    wires: dict[str, list[Wired]] = {}
    for wired in _wired(kept, around, merge):
        wires.setdefault(wired.level, []).append(wired)
    return Nested(boxes, groups, around, inside, wires, undrawn)


def _inner(group: str, groups: Mapping[str, Group]) -> str:
    return group if group in groups else TOP


def _cut_circles(around: dict[str, str], groups: Mapping[str, Group]) -> None:
    """A group that is in itself is put on top."""
    for start in groups:
        seen, at = {start}, around[start]
        while at != TOP:
            if at in seen:
                around[start] = TOP
                break
            seen.add(at)
            at = around[at]


def _inside(boxes: Mapping[str, Box], groups: Mapping[str, Group], around: Mapping[str, str]) -> dict[str, list[str]]:
    """The children of each level; a group stands where its first box would."""
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
    """The levels around something, innermost first."""
    found = []
    while inner != TOP:
        inner = around[inner]
        found.append(inner)
    return found


def _wired(connectors: Sequence[Connector], around: Mapping[str, str], merge: bool) -> list[Wired]:
    leaving, reaching = Counter(map(_start, connectors)), Counter(map(_end, connectors))
    found: list[Wired] = []
    for number, one in enumerate(connectors):
        start, end = _start(one), _end(one)
        by_source = leaving[start] > 1 and (merge or leaving[start] >= reaching[end])
        by_target = reaching[end] > 1 and (merge or not by_source)
        outer = {*_path(around, one.target)}
        level = next(level for level in _path(around, one.source) if level in outer)
        source_port = "|".join(start) if by_source else f"#{number}"
        target_port = "|".join(end) if by_target else f"#{number}"
        found.append(Wired(one, level, source_port, target_port))
    return found


def _start(one: Connector) -> tuple[str, ...]:
    return (one.source, one.stroke, one.start, "out")


def _end(one: Connector) -> tuple[str, ...]:
    return (one.target, one.stroke, one.end, "in")
