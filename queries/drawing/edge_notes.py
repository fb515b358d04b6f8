"""Edges in words, under a drawing whose lines alone do not say which edges there are."""

from collections.abc import Iterator, Sequence

from queries.drawing.graph_model import Connector, GraphModel
from queries.drawing.nesting import group_tree, merged_connectors

MAX_CROSSINGS = 10  # of lines in a drawing that can be followed without a list of its edges
_ARROWS = {(False, False): "---", (False, True): "-->", (True, False): "<--", (True, True): "<-->"}


def edge_notes(model: GraphModel, merge: bool, crossings: int) -> list[str]:
    """Return all edges if their lines cross too often; if `merge`, those whose lines share both of their ends."""
    if crossings > MAX_CROSSINGS:
        drawn = [connector for connector in model.connectors if connector.stroke != "invisible"]
        return [f"Lines cross {crossings} times in this drawing. All edges:", *_named(model, drawn)]
    bundles = merged_connectors(group_tree(model, merge)) if merge else []
    if not bundles:
        return []
    return [
        "Of lines that run together, these are the edges:",
        *_named(model, [connector for many in bundles for connector in many]),
    ]


def _named(model: GraphModel, connectors: Sequence[Connector]) -> Iterator[str]:
    titles = {group.id: group.title for group in model.groups} | {box.id: box.parts[0] for box in model.boxes}
    for connector in connectors:
        label = f" ({connector.label})" if connector.label.strip() else ""
        arrow = _ARROWS[bool(connector.start), bool(connector.end)]
        yield " ".join(f"{_shown(titles, connector.source)} {arrow} {_shown(titles, connector.target)}{label}".split())


def _shown(titles: dict[str, str], id: str) -> str:
    """Return the title of a box, with its id where other boxes have the same title or it has none."""
    title = titles.get(id, "")
    is_unique = title.strip() and sum(other == title for other in titles.values()) == 1
    return title if is_unique else f"{title} [{id}]"


def undrawn_notes(model: GraphModel) -> list[str]:
    """Return a line for each connector that no drawing shows: from a group to itself, or to something in it."""
    shown = {group.id: group.title for group in model.groups} | {box.id: box.parts[0] for box in model.boxes}
    notes = []
    tree = group_tree(model, merge=False)
    for connector in tree.undrawn:
        label = f" ({connector.label})" if connector.label else ""
        notes.append(" ".join(f"{shown[connector.source]} -> {shown[connector.target]}{label}".split()))
    return notes
