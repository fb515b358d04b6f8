"""The tool over the text of all objects: `search`."""

from collections.abc import Sequence
from itertools import chain
from typing import Any

import orjson

from compiler.store.snapshot import OBJECT_COLUMNS, ObjectRow, Snapshot
from queries.errors.near import nearest
from queries.lookup.by_name import check_kinds, object_kinds, object_row, searched
from queries.lookup.name_indexes import columns_of
from queries.search.hit_details import DETAILS, details_of
from queries.search.passages import by_passages
from queries.search.patterns import find_pattern
from queries.search.ranking import ranked_hits
from queries.search.words import FIELDS, LISTED, Found, match_expression, parse, snippets
from queries.tools.paging import CURSOR, Cursor, Rows, limit_of, page
from queries.tools.schemas import DID_YOU_MEAN, OBJECT, SEARCHED, number, objects, string
from queries.tools.tool import Parameter, tool


@tool(
    title="Search",
    pack="core",
    parameters=(
        Parameter(
            "query",
            "string",
            'An id or a part of one, a title, or words. "…" is a phrase that must occur, -word must not, '
            "title:word looks in titles only.",
            required=True,
            brief='Id, title or words; "phrase", -word, title:word.',
            aliases=("q", "text"),
        ),
        Parameter(
            "kinds",
            "strings",
            "Only objects of these kinds, such as entity or section.",
            brief="Only these kinds of objects.",
            aliases=("kind", "types"),
        ),
        Parameter("field", "string", "Look only here.", default="all", choices=FIELDS),
        Parameter(
            "regex",
            "boolean",
            "The query is a regular expression (RE2 syntax, case-insensitive).",
            default=False,
            brief="Whether query is an RE2 pattern.",
        ),
        limit_of(20, 100),
        CURSOR,
    ),
    result={
        "results": objects(
            "Best first.",
            **OBJECT,
            **DETAILS,
            score=number("Higher is better: 2 or more when the name fits, below 1 for words, 0 for the file of a hit."),
            snippet=string("Text around what was found."),
        ),
        "searched": SEARCHED,
        "did_you_mean": DID_YOU_MEAN,
    },
)
def search(
    snapshot: Snapshot, *, query: str, kinds: list[str] | None, field: str, regex: bool, limit: int, cursor: Cursor
) -> dict[str, Any]:
    """Finds requirements, tasks, decisions, diagrams, pages and all other objects by id, title or words. Use it to get
    a ref.

    Objects that the query names come first: by their id, a part of it, or the beginning of their title. Then words are
    joined by OR and ranked: objects with more of them, and with rarer ones, come first. Files come after what they
    hold. Word endings are ignored, and so are common words such as "the". Every query is valid, except for a malformed
    regular expression. 20 a page.
    """
    check_kinds(kinds, object_kinds(snapshot), "object")
    parsed = parse(query)
    if regex:
        found: Sequence[Found] = find_pattern(snapshot, query, field, kinds)
    else:
        found = ranked_hits(snapshot, parsed, field, kinds)
        found = by_passages(snapshot, parsed, found) if field == "all" else found
    around = "" if regex else match_expression(parsed, field)
    shown = Rows(len(found), lambda start, count: _results(snapshot, found[start : start + count], around))
    answer: dict[str, Any] = {"results": shown}
    if not found:
        answer |= _nothing_found(snapshot, query, kinds)
    return page(answer, "results", limit=limit, cursor=cursor)


def _results(snapshot: Snapshot, found: Sequence[Found], around: str) -> list[dict[str, Any]]:
    sql = f"SELECT rowid, {OBJECT_COLUMNS} FROM object_row WHERE rowid IN {LISTED}"
    of_row = {
        row: ObjectRow(*fields)
        for row, *fields in snapshot.rows(sql, (orjson.dumps([hit.row for hit in found]).decode(),))
    }
    details = details_of(snapshot, list(of_row.values()))
    return [
        {
            **object_row(snapshot, of_row[hit.row]),
            **details.get(of_row[hit.row].ref, {}),
            "score": max(round(hit.score, 4), 0.0),
            "snippet": snippet,
        }
        for hit, snippet in zip(found, snippets(snapshot, found, around), strict=True)
    ]


def _nothing_found(snapshot: Snapshot, query: str, kinds: list[str] | None) -> dict[str, Any]:
    near = nearest(query, chain(*columns_of(snapshot, "id", "title")))
    hint = "Nothing fits. Try fewer or other words, a part of an id, or list_objects."
    return {"searched": searched(snapshot, kinds), "hint": hint} | ({"did_you_mean": near} if near else {})
