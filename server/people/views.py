"""The views of the commands for people, each made of the answer of one tool or two."""

from collections.abc import Iterable
from typing import Any

from compiler.workspace.interface import Workspace
from server.people.answers import Json, answer_of, joined, left_out
from server.people.view import Table, Text, View

FOUND = ("kind", "id", "title", "source")
SHOWN_ELSEWHERE = ("text", "ordinal", "name", "content")  # fields of an object that its view has in another place
MAX_VALUE = 200  # characters of a field


def object_view(workspace: Workspace, name: str) -> View:
    """Show one object: its fields, its links by kind, and its lines. Raises QueryError."""
    answer = answer_of(workspace, "object_get", {"object_ref": name})
    (found,) = answer["objects"]
    fields = {"source": found["source"], **found["fields"]}
    rows = [(field, _value(value)) for field, value in fields.items() if _is_told(field, value)]
    links = [
        Table(("kind", "id", "title", "source"), [_link(one) for one in found[side]["links"]], f"{title} ({total})")
        for side, title in (("links_out", "Links to"), ("links_in", "Linked from"))
        if (total := found[side]["total"])
    ]
    head = f"{found['kind']} {found['id']}: {found['title']}"
    return View([Table(("field", "value"), rows, head), *links, Text(found.get("text") or "", "Source")], answer)


def search_view(workspace: Workspace, words: str, kinds: list[str], limit: int) -> View:
    """Show what is found by words or by an id, the best first. Raises QueryError."""
    asked = {"query": words, **({"kinds": kinds} if kinds else {})}
    answer = joined(workspace, "search", "results", asked, limit)
    rows = [(*_found(one), one.get("snippet", "")) for one in answer["results"]]
    return _table((*FOUND, "text"), rows, answer, "results")


def drawing_view(workspace: Workspace, diagram: str | None, width: int, *, is_ascii: bool) -> View:
    """Show a diagram as a drawing of characters. Raises QueryError."""
    asked = {"diagram_id": diagram} if diagram else {}
    charset = "ascii" if is_ascii else "unicode"
    answer = answer_of(workspace, "diagram_render_ascii", {**asked, "charset": charset, "width": width})
    return View([Text(answer["ascii"])], answer, answer.get("hint", ""))


def decisions_view(workspace: Workspace, status: str | None, limit: int | None) -> View:
    """Show decisions with their status, and what superseded them. Raises QueryError."""
    asked: Json = {"type": "decision", **({"status": status} if status else {})}
    answer = joined(workspace, "entity_list", "entities", asked, limit)
    rows = [
        (
            one["id"],
            one["properties"].get("status"),
            (one.get("created_at") or "")[:10],
            one["title"],
            one["properties"].get("superseded_by"),
            one["source"],
        )
        for one in answer["entities"]
    ]
    return _table(("id", "status", "date", "title", "superseded by", "source"), rows, answer, "entities")


def coverage_view(workspace: Workspace, *, with_gaps: bool) -> View:
    """Show how many assertions of each level are tested, implemented and passing; with `with_gaps`, those that nothing
    tests. Raises QueryError."""
    answer = answer_of(workspace, "get_project_summary", {})
    counts = ("requirements", "assertions", "tested", "implemented", "passing", "failing")
    rows = [(level, *(found[one] for one in counts)) for level, found in answer["coverage_by_level"].items()]
    blocks = [Table(("level", *counts), rows)]
    if with_gaps:
        gaps = joined(workspace, "get_uncovered_assertions", "assertions", {}, None)
        answer = {**answer, "uncovered": gaps["assertions"]}
        untested = [(one["id"], one["text"], one["source"]) for one in gaps["assertions"]]
        blocks.append(Table(("id", "text", "source"), untested, f"Without a test ({len(untested)})"))
    return View(blocks, answer)


def impact_view(workspace: Workspace, name: str, limit: int | None) -> View:
    """Show what depends on an object, the nearest first, each with the link that carries it. Raises QueryError."""
    answer = joined(workspace, "get_impact", "impact", {"ref": name}, limit)
    rows = [(one["distance"], *_found(one), _via(one["via"])) for one in answer["impact"]]
    return _table(("distance", *FOUND, "by"), rows, answer, "impact")


def _table(columns: tuple[str, ...], rows: list[tuple[Any, ...]], answer: Json, name: str) -> View:
    """A view of one table; without rows, of the hint that says why there are none."""
    block = Table(columns, rows) if rows else Text(answer.get("hint", "Nothing found."))
    return View([block], answer, left_out(answer, name))


def _found(one: Json) -> tuple[Any, ...]:
    return tuple(one.get(column) for column in FOUND)


def _link(one: Json) -> tuple[Any, ...]:
    return (one["kind"], one["ref"].partition(":")[2], one.get("title"), one.get("source"))


def _via(link: Json) -> str:
    return f"{link['kind']} {link['from'].partition(':')[2]}"


def _is_told(field: str, value: object) -> bool:
    return field not in SHOWN_ELSEWHERE and value not in (None, "", [], {}, False, 0)


def _value(value: object) -> str:
    """A value of a field on one line."""
    shown = ", ".join(_values(value)) if isinstance(value, list) else str(value)
    return shown if len(shown) <= MAX_VALUE else f"{shown[: MAX_VALUE - 1]}…"


def _values(listed: Iterable[object]) -> Iterable[str]:
    for one in listed:
        yield " ".join(str(value) for value in one.values() if value) if isinstance(one, dict) else str(one)
