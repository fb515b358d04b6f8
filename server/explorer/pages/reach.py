"""The reach of a node of a diagram: what it leads to, what leads to it, and what it is on a loop with."""

from collections.abc import Mapping
from typing import Any

from server.explorer.page import Ask, Page
from server.explorer.pages.diagrams import drawing, ways_of
from server.explorer.pages.joined_pages import joined_answer
from server.explorer.pages.relation_rows import Json


def view(ask: Ask, parameters: Mapping[str, str]) -> Mapping[str, Any]:
    """Ask for both directions from the node `from` of the diagram `id`; a ref says which diagram that is."""
    given = {"diagram_id": parameters.get("id") or None, "from": parameters.get("from", "")}
    ahead, behind = _reached(ask, given, "out"), _reached(ask, given, "in")
    start = ahead["from"]
    onwards, backwards = _nodes(ahead, start), _nodes(behind, start)
    (diagram,) = ask("object_get", ref=f"d:{ahead['diagram_id']}")["objects"]
    led_from = {node["ref"] for node in backwards}
    return {
        "diagram": diagram,
        "node": next(detail for detail in _details(ahead) if detail["ref"] == start),
        "lists": (
            ("It leads to", onwards),
            ("It is led to by", backwards),
            ("It is on a loop with", [node for node in onwards if node["ref"] in led_from]),
        ),
        "leads_to_itself": _leads_to_itself(ask.ways(ahead["diagram_id"]), start),
        "svg": drawing(ask, diagram["id"], [start]),
        "ways": ways_of(ask, diagram["id"]),
    }


def _reached(ask: Ask, given: Json, direction: str) -> Json:
    return joined_answer(ask, "flow_reachable", ("nodes", "node_details"), **given, direction=direction)


def _details(answer: Json) -> list[Json]:
    return [{**details, "ref": ref} for ref, details in zip(answer["nodes"], answer["node_details"], strict=True)]


def _nodes(answer: Json, start: str) -> list[Json]:
    """The nodes that are reached, the nearest first, without the one that the walk begins at."""
    found = [detail for detail in _details(answer) if detail["ref"] != start]
    return sorted(found, key=lambda node: node["distance"])


def _leads_to_itself(ways: Json, start: str) -> bool:
    part = start.rpartition("/")[2]
    return any(here == there and ways["parts"][here] == part for here, there, *_ in ways["steps"])


REACH = Page("reach", "/diagram/reach", "", view, is_exported=False)
