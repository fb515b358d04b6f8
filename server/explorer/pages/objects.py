"""One object: its fields, its text, its links by kind, what cites it, and what depends on it."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from queries.errors.query_error import QueryError
from server.explorer.page import Ask, Page
from server.explorer.pages.impact import tree
from server.explorer.pages.relation_rows import Json, Selected, grouped, select

SHOWN_ELSEWHERE = (
    "entity",
    "native_id",
    "date_precision",
    "content",
    "name",
    "ordinal",
    "position",
    "text",
    "introduction",
    "ast",
    "content_line",
    "sha256",
)
GOALS = ("location", "section", "choice", "exit", "rule")  # of a playthrough
LINKS = 60
LINES = 40
IMPACT = 100
NONE = Selected([], 0)  # mentions

CITED_IN = """
SELECT source, source_kind, source_id, text, file, line FROM mention WHERE target = :ref ORDER BY file, line, source
"""
CITES = """
SELECT target, target_kind, target_id, text, file, line FROM mention WHERE source = :ref ORDER BY file, line, text
"""
EXISTING = "SELECT ref FROM object WHERE ref IN (SELECT value FROM json_each(:refs))"


def view(ask: Ask, parameters: Mapping[str, str]) -> Mapping[str, Any]:
    """Ask for the object of a ref or id, and for what is around it."""
    (found,) = ask("object_get", ref=parameters.get("id", ""))["objects"]
    ref, known = found["ref"], ask.known_objects
    impact = ask("get_impact", ref=ref, limit=IMPACT)
    text = found["fields"].get("content") or found.get("text", "")
    return {
        "object": found,
        "text": text,
        "lines": [] if text else _lines(ask, found.get("span") or {}),
        "fields": [(name, value) for name, value in _flat(found["fields"]) if name not in SHOWN_ELSEWHERE],
        "links_out": _links(ask, ref, "out"),
        "links_in": _links(ask, ref, "in"),
        "cited_in": select(ask, CITED_IN, limit=LINKS, ref=ref) if known is None or known.is_cited(ref) else NONE,
        "cites": select(ask, CITES, limit=LINKS, ref=ref) if known is None or known.cites(ref) else NONE,
        "impact": impact,
        "tree": tree(impact["impact"]),
        "world": _world(ask, found),
    }


def _lines(ask: Ask, span: Json) -> list[tuple[int, str]]:
    """The lines of its source, with their numbers, of an object that has no text of its own; at most `LINES`."""
    file, first, last = span.get("file", ""), span.get("start_line", 0), span.get("end_line", 0)
    if not file or not first:
        return []
    last -= span.get("end_col") == 1 and last > first
    at = "" if first == 1 else f"?line={first}&character=1"
    try:
        shown: str = ask(f"frieze://source/{quote(file, safe='')}{at}")["text"]
    except QueryError:  # the snapshot has no text of the file
        return []
    count = min(LINES, last - first + 1)
    return [*enumerate(shown.split("\n")[:count], first)]


def _world(ask: Ask, found: Json) -> str:
    """The world in which a player can get to the object; "" if it is nothing to get to or the world has no start."""
    world: str = found["fields"].get("world", "") if found["kind"] in GOALS else ""
    return world if world and ask("get_world_metadata", world=world)["start_location"] != "unknown" else ""


def _flat(fields: Json) -> list[tuple[str, Any]]:
    """The fields that say something; those of a nested object under their own names, what is said twice once."""
    flat: dict[str, Any] = {}
    for name, value in fields.items():
        inner = value.items() if isinstance(value, dict) else [(name, value)]
        for key, inner_value in inner:
            if inner_value not in (None, "", [], {}) and (key not in flat or flat[key] == inner_value):
                flat[key] = inner_value
            elif inner_value not in (None, "", [], {}):
                flat[f"{name}.{key}"] = inner_value
    return [(name, _words(value)) for name, value in flat.items()]


def _words(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_words, value))
    if isinstance(value, dict):
        return "; ".join(
            f"{name}: {_words(inner_value)}"
            for name, inner_value in value.items()
            if inner_value not in (None, "", [], {})
        )
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def _links(ask: Ask, ref: str, direction: str) -> Json:
    """The links on one side, by kind, with how many there are."""
    answer = ask("get_links", ref=ref, direction=direction, limit=LINKS)
    other = "to" if direction == "out" else "from"
    # A fact may name the one that replaces it, which is a link from there, whether that one exists or not.
    sources = [link["from"] for link in answer["links"]] if direction == "in" else []
    known = _existing(ask, sources)
    links = [{**link, "ref": link[other]} for link in answer["links"]]
    for link in links:
        link["dangling"] = link.get("dangling", False) or (direction == "in" and link["ref"] not in known)
    return {"total": answer["total"], "shown": len(links), "by_kind": grouped(links, "kind")}


def _existing(ask: Ask, refs: Sequence[str]) -> set[str]:
    """The refs among `refs` of which there is an object."""
    if ask.known_objects is not None:
        return {*filter(ask.known_objects.has, refs)}
    return {row["ref"] for row in select(ask, EXISTING, limit=LINKS, refs=list(refs)).rows} if refs else set()


OBJECT = Page("object", "/object", "", view)
