"""The views of the commands for people, each made of the answer of one tool or two."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from compiler.workspace.interface import Workspace
from queries.lookup import name_matching
from server.people.answers import Json, answer_of, joined, left_out
from server.people.problems import hinting
from server.people.view import Table, Text, View

FOUND = ("kind", "id", "title", "source")
SHOWN_ELSEWHERE = ("text", "ordinal", "name", "content", "content_line")  # fields that the view has in another place
_PLAIN_WORD = re.compile(r"\w+")  # which is a phrase of one word when it is quoted
REASONS = {  # why an object comes first, by the whole part of its score
    name_matching.EXACT: "its id or title is what was asked",
    name_matching.LEADING: "its id begins so",
    name_matching.TITLE: "its title begins so",
    name_matching.PART: "that stands in its id or title",
}
MAX_VALUE = 200  # characters of a field
_OF_WHOLE = """
FROM (SELECT *, id IN (SELECT requirement FROM test_reference) AS is_cited FROM requirement)
WHERE is_active AND NOT is_example AND id NOT IN (SELECT requirement FROM assertion)
"""
COUNT_OF_WHOLE = f"SELECT count(*), coalesce(sum(is_cited), 0) {_OF_WHOLE}"  # requirements without assertions
UNTESTED_WHOLE = f"SELECT id, title, file || ':' || line {_OF_WHOLE} AND NOT is_cited ORDER BY file, line"
FIND_OBJECTS = "`frieze search WORDS` finds objects by a part of their id, by title or by text."
NO_DIAGRAM = "A diagram is a .mmd or .mermaid file, or a block of a markdown file that is marked mermaid."


def object_view(workspace: Workspace, name: str) -> View:
    """Show one object: its fields, its links by kind, and its lines. Raises QueryError."""
    with hinting(FIND_OBJECTS):
        answer = answer_of(workspace, "object_get", {"object_ref": name})
    (found,) = answer["objects"]
    head = f"{found['kind']} {found['id']}: {found['title']}"
    rows = [("source", found["source"]), *_fields(found["fields"], found["id"])]
    links = [
        Table(("kind", "id", "title", "source"), [_link(link) for link in side["links"]], f"{title} ({_counted(side)})")
        for side, title in ((found["links_out"], "Links to"), (found["links_in"], "Linked from"))
        if side["total"]
    ]
    return View([Table(("field", "value"), rows, head), *links, Text(found.get("text") or "", "Source")], answer)


def search_view(workspace: Workspace, words: str, kinds: list[str], limit: int) -> View:
    """Show what is found by words or by an id, the best first. Raises QueryError."""
    asked = {"query": words, **({"kinds": kinds} if kinds else {})}
    answer = joined(workspace, "search", "results", asked, limit)
    rows = [(*_found(result), result.get("snippet", "")) for result in answer["results"]]
    view = _table((*FOUND, "text"), rows, answer, "results")
    return view._replace(left_out=_search_told(workspace, asked, answer)) if rows else view


def _search_told(workspace: Workspace, asked: Json, answer: Json) -> str:
    """Return how many objects were found, how many of them have all words, and why the first one is the first."""
    shown, total = len(answer["results"]), answer["total"]
    told = f"{shown:,} of {total:,} found" if shown < total else f"{total:,} found"
    words = asked["query"].split()
    if len(words) > 1 and all(map(_PLAIN_WORD.fullmatch, words)):
        every = answer_of(workspace, "search", {**asked, "query": " ".join(f'"{word}"' for word in words), "limit": 1})
        told += f", {min(every['total'], total):,} with all words"
    first = answer["results"][0]
    more = "; --limit shows more" if shown < total else ""
    reason = REASONS.get(int(first["score"]), "it has the rarest of the words, or the most")
    return f"{told}{more}.\nThe first: {reason}."


def drawing_view(workspace: Workspace, diagram: str | None, width: int, *, is_ascii: bool) -> View:
    """Show a diagram as a drawing of characters; without a name the only one, or a list of all. Raises QueryError."""
    from queries.diagrams.svg_rendering import diagram_svg
    from server.charts.render_chart import render_chart

    known = joined(workspace, "session_list_diagrams", "diagrams", {}, None)
    names = [diagram["diagram_id"] for diagram in known["diagrams"]]
    if diagram is None and len(names) > 1:
        rows = [
            (diagram["diagram_id"], diagram["kind"], diagram["name"], diagram["source"])
            for diagram in known["diagrams"]
        ]
        return View([Table(("id", "kind", "name", "source"), rows)], known)
    asked: Json = {"charset": "ascii" if is_ascii else "unicode", "width": width}
    named = {"diagram_id": diagram} if diagram is not None else {}
    with hinting(f"Diagrams: {', '.join(names)}" if names else NO_DIAGRAM):
        answer = answer_of(workspace, "diagram_render_ascii", asked | named)
    image = partial(diagram_svg, workspace.snapshot, answer["diagram_id"], render_chart=render_chart)
    return View([Text(answer["ascii"])], answer, answer.get("hint", ""), image)


def decisions_view(workspace: Workspace, status: str | None, limit: int | None) -> View:
    """Show decisions with their status, and what superseded them. Raises QueryError."""
    asked: Json = {"type": "decision", **({"status": status} if status else {})}
    answer = joined(workspace, "entity_list", "entities", asked, limit)
    rows = [
        (
            entity["id"],
            entity["properties"].get("status"),
            (entity.get("created_at") or "")[:10],
            entity["title"],
            entity["properties"].get("superseded_by"),
            entity["source"],
        )
        for entity in answer["entities"]
    ]
    return _table(("id", "status", "date", "title", "superseded by", "source"), rows, answer, "entities")


def coverage_view(workspace: Workspace, *, with_gaps: bool) -> View:
    """Show how many assertions of each level are tested, implemented and passing, and how many requirements have none;
    with `with_gaps`, what nothing tests. Raises QueryError."""
    answer = answer_of(workspace, "get_project_summary", {})
    counts = ("requirements", "assertions", "tested", "implemented", "passing", "failing")
    rows = [(level, *(found[count] for count in counts)) for level, found in answer["coverage_by_level"].items()]
    [[whole, cited]] = answer_of(workspace, "query_facts", {"sql": COUNT_OF_WHOLE})["rows"]
    blocks: list[Table | Text] = [Table(("level", *counts), rows)] if rows or not whole else []
    if whole:
        blocks.append(Text(f"Requirements without assertions: {whole:,}. Of these a test cites {cited:,}."))
    if with_gaps:
        gaps = joined(workspace, "get_uncovered_assertions", "assertions", {}, None)
        answer = {**answer, "uncovered": gaps["assertions"]}
        untested = [(assertion["id"], assertion["text"], assertion["source"]) for assertion in gaps["assertions"]]
        if whole:
            rest = joined(workspace, "query_facts", "rows", {"sql": UNTESTED_WHOLE}, None)["rows"]
            untested += [(name, title, source) for name, title, source in rest]
        blocks.append(Table(("id", "text", "source"), untested, f"Without a test ({len(untested)})"))
    return View(blocks, answer)


def impact_view(workspace: Workspace, name: str, limit: int | None) -> View:
    """Show what depends on an object, the nearest first, each with the link that carries it. Raises QueryError."""
    with hinting(FIND_OBJECTS):
        answer = joined(workspace, "get_impact", "impact", {"ref": name}, limit)
    found = answer["impact"]
    rows = [
        (reached["distance"], *_found(reached), f"{reached['via']['kind']} {_short(_nearer(reached))}")
        for reached in found
    ]
    columns = ("distance", *FOUND, "by")
    if not rows:
        return View([Text(answer.get("hint", "Nothing depends on it."), columns=columns)], answer)
    numbers = {reached["ref"]: number for number, reached in enumerate(found)}
    parents = [numbers.get(_nearer(reached)) for reached in found]
    return View([Table(columns, rows, parents=parents)], answer, left_out(answer, "impact"))


def _nearer(reached: Json) -> str:
    """The other end of the link that carries an object: what it depends on, nearer to the object that is asked for."""
    via = reached["via"]
    ref: str = via["to"] if via["from"] == reached["ref"] else via["from"]
    return ref


def _table(columns: tuple[str, ...], rows: Sequence[Sequence[Any]], answer: Json, name: str) -> View:
    """A view of one table; without rows, of the hint that says why there are none."""
    block = Table(columns, rows) if rows else Text(answer.get("hint", "Nothing found."), columns=columns)
    return View([block], answer, left_out(answer, name))


def _found(reached: Json) -> tuple[Any, ...]:
    return tuple(reached.get(column) for column in FOUND)


def _link(reached: Json) -> tuple[Any, ...]:
    return (reached["kind"], _short(reached["ref"]), reached.get("title"), reached.get("source"))


def _short(ref: str) -> str:
    """A ref without the letter of its space."""
    return ref.partition(":")[2]


def _counted(side: Json) -> str:
    """How many links there are, and how many of them are shown if not all are."""
    shown, total = len(side["links"]), side["total"]
    return str(total) if shown == total else f"{shown} of {total}"


def _fields(fields: Json, id: str) -> Iterator[tuple[str, str]]:
    """The fields that tell something and that nothing else on the view does. A map has a row for each of its values."""
    told: set[object] = {id}
    for name, value in fields.items():
        if name in SHOWN_ELSEWHERE or _is_empty(value):
            continue
        parts = value if isinstance(value, Mapping) else {"": value}
        for part, inner_value in parts.items():
            shown = _value(inner_value)
            if not _is_empty(inner_value) and shown not in told and (part, shown) not in told:
                told.add((part or name, shown))
                yield f"{name}.{part}" if part else name, shown


def _is_empty(value: object) -> bool:
    return value in (None, "", [], {}, False, 0)


def _value(value: object) -> str:
    """A value of a field on one line."""
    shown = _plain(value)
    return shown if len(shown) <= MAX_VALUE else f"{shown[: MAX_VALUE - 1]}…"


def _plain(value: object) -> str:
    if isinstance(value, Mapping):
        return " ".join(
            f"{name}={_plain(inner_value)}" for name, inner_value in value.items() if not _is_empty(inner_value)
        )
    return ", ".join(map(_plain, value)) if isinstance(value, list) else str(value)
