"""The diagrams and walkthroughs of a source, a diagram, and the steps of a walkthrough."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from markupsafe import Markup

from queries.errors.query_error import QueryError
from server.explorer.page import Ask, Page
from server.explorer.pages.file_objects import objects_in
from server.explorer.pages.numbers import number_in
from server.explorer.pages.relation_rows import Json, select

LIMIT = 100
OBJECTS = 300
MAX_DRAWINGS = 4  # beside a step

CITED = """
SELECT object.ref, object.kind, object.id, object.title, diagram.ref AS diagram, diagram.title AS drawing
FROM object LEFT JOIN diagram ON object.ref = diagram.ref OR substr(object.ref, 1, length(diagram.ref) + 1)
  = diagram.ref || '/'
WHERE object.ref IN (SELECT value FROM json_each(:refs)) ORDER BY object.ref, length(diagram.ref)
"""


def list_view(ask: Ask, parameters: Mapping[str, str]) -> Mapping[str, Any]:
    """Ask for the diagrams, and for the walkthroughs."""
    walkthroughs = ask("walkthrough_list", limit=LIMIT) if "walkthroughs" in _packs(ask) else {"walkthroughs": []}
    return {
        "found": ask("session_list_diagrams", limit=LIMIT, cursor=parameters.get("cursor")),
        "walkthroughs": walkthroughs["walkthroughs"],
    }


def diagram_view(ask: Ask, parameters: Mapping[str, str]) -> Mapping[str, Any]:
    """Ask for one diagram: its drawing, its objects, and where a walk through it does not end."""
    name, at = parameters.get("id", ""), parameters.get("at", "")
    (found,) = ask("object_get", ref=name if name.startswith("d:") else f"d:{name}")["objects"]
    diagram = found["id"]
    file = found["source"].rpartition(":")[0]
    inner = objects_in(ask, [file], OBJECTS, within=f"{found['ref']}/")
    return {
        "diagram": found,
        "svg": drawing(ask, diagram, [at] if at else []),
        "ways": ways_of(ask, diagram),
        "cycles": _answered(ask, "flow_cycles", diagram_id=diagram),
        "dead_ends": _answered(ask, "flow_dead_ends", diagram_id=diagram),
        "objects": inner,
        "text": found.get("fields", {}).get("text", ""),
        "titles": {row["ref"]: row["title"] or row["id"] for row in inner.rows},
        "highlighted": at,
    }


def walkthrough_view(ask: Ask, parameters: Mapping[str, str]) -> Mapping[str, Any]:
    """Ask for a walkthrough and show one step of it, by its number from 1."""
    found = ask("walkthrough_get", walkthrough_id=parameters.get("id", ""), limit=LIMIT)["walkthrough"]
    steps = found["nodes"]
    at = number_in(parameters, "step", 1, 1, max(len(steps), 1))
    step = steps[at - 1] if steps else None
    shown = _existing(ask, step["refs"] if step else [])
    drawn = dict.fromkeys(shown_object["diagram"] for shown_object in shown if shown_object["diagram"])
    return {
        "walkthrough": found,
        "steps": steps,
        "at": at,
        "step": step,
        "next": _ways(found, step),
        "shown": shown,
        "drawings": [
            (ref, drawing(ask, ref, [shown_object["ref"] for shown_object in shown]))
            for ref in list(drawn)[:MAX_DRAWINGS]
        ],
    }


def _existing(ask: Ask, refs: list[str]) -> list[Json]:
    """What a step cites: each object with the diagram in which it is drawn; without a kind where nothing has the
    ref."""
    cited = {row["ref"]: row for row in select(ask, CITED, limit=OBJECTS, refs=refs).rows}
    return [cited.get(ref, {"ref": ref, "kind": "", "title": "", "diagram": None}) for ref in refs]


def _ways(walkthrough: Json, step: Json | None) -> list[Json]:
    """The steps that follow one, with their numbers and the labels of the ways to them."""
    numbers = {node["node_id"]: number for number, node in enumerate(walkthrough["nodes"], 1)}
    titles = {node["node_id"]: node["title"] for node in walkthrough["nodes"]}
    return [
        {**edge, "step": numbers[edge["to_node_id"]], "title": titles[edge["to_node_id"]]}
        for edge in walkthrough["edges"]
        if step is not None and edge["from_node_id"] == step["node_id"] and edge["to_node_id"] in numbers
    ]


def drawing(ask: Ask, diagram: str, current: list[str]) -> Callable[[Callable[..., str]], Markup]:
    """Return what draws a diagram for a template: every part links to its object, and the refs `current` stand out."""

    def drawn(url: Callable[..., str]) -> Markup:
        # Our own renderer made it, which escapes what it draws.
        return Markup(ask.drawing(diagram, lambda ref: url("object", id=ref), dict.fromkeys(current, "current")))

    return drawn


def ways_of(ask: Ask, diagram: str) -> str:
    """Return the ways through a drawing as JSON, for the script that shows reach; "" of a diagram that is no graph."""
    try:
        return json.dumps(ask.ways(diagram), separators=(",", ":"))
    except QueryError:
        return ""


def _answered(ask: Ask, tool: str, **arguments: Any) -> Json | None:
    """An answer about a graph; None of a diagram that is none."""
    try:
        return ask(tool, **arguments)
    except QueryError:
        return None


def _packs(ask: Ask) -> list[str]:
    packs: list[str] = ask("get_snapshot_info")["packs"]
    return packs


DIAGRAMS = Page("diagrams", "/diagrams", "Diagrams", list_view, pack="diagrams")
DIAGRAM = Page("diagram", "/diagram", "", diagram_view)
WALKTHROUGH = Page("walkthrough", "/walkthrough", "", walkthrough_view)
