"""The diagnostics of a snapshot, and search: `get_diagnostics`, `search`."""

from collections.abc import Sequence
from itertools import chain
from typing import Any

import orjson

from compiler.model.diagnostics import SEVERITIES
from compiler.model.spans import Span
from compiler.store.snapshot import OBJECT_COLUMNS, ObjectRow, Snapshot
from queries.hit_details import DETAILS, details_of
from queries.name_indexes import columns_of
from queries.naming import check_kinds, object_kinds, object_row, searched
from queries.near import nearest
from queries.paging import CURSOR, LIMIT, Cursor, Rows, limit_of, page
from queries.passages import by_passages
from queries.patterns import find_pattern
from queries.ranking import ranked_hits
from queries.schemas import DID_YOU_MEAN, OBJECT, SEARCHED, SPAN, integer, number, objects, string
from queries.search import FIELDS, LISTED, Found, match_expression, parse, snippets
from queries.tool import Parameter, tool


def severity_counts(snapshot: Snapshot, condition: str = "", values: tuple[str, ...] = ()) -> dict[str, int]:
    """Return how many diagnostics of each severity meet an SQL condition: `{errors, warnings, info}`."""
    counted = dict(snapshot.rows(f"SELECT severity, count(*) FROM diagnostic_row{condition} GROUP BY severity", values))
    return {name: counted.get(severity, 0) for severity, name in zip(SEVERITIES, COUNTS, strict=True)}


COUNTS = ("errors", "warnings", "info")


@tool(
    title="Diagnostics",
    pack="core",
    parameters=(
        Parameter("severity", "string", "Only this severity: error, warning or info.", brief="error, warning or info"),
        Parameter("file", "string", "Only this file: its path below the source's root."),
        Parameter("code", "string", "Only this code, such as URD301."),
        LIMIT,
        CURSOR,
    ),
    result={
        "errors": integer("Errors that the filter kept."),
        "warnings": integer("Warnings that the filter kept."),
        "info": integer("Remarks that the filter kept."),
        "diagnostics": objects(
            "By file, line, column, severity.",
            severity=string("error, warning or info."),
            code=string("The kind of finding."),
            message=string("What is wrong."),
            **SPAN,
            suggestion=string("What would be right."),
            related=objects("Other places that explain it.", message=string("What is there."), **SPAN),
        ),
        "searched": SEARCHED,
        "did_you_mean": DID_YOU_MEAN,
    },
)
def get_diagnostics(
    snapshot: Snapshot, *, severity: str | None, file: str | None, code: str | None, limit: int, cursor: Cursor
) -> dict[str, Any]:
    """Errors, warnings and remarks of the compiler, with exact places. Use it to check a source, or when something is
    missing in an answer.

    Each has its code, message and, where there is one, a suggestion. Filters match exactly; the four counts describe
    what they kept. 50 a page.
    """
    filters = {"severity": severity, "file": file, "code": code}
    chosen = {name: value for name, value in filters.items() if value is not None}
    condition = f" WHERE {' AND '.join(f'{name} = ?' for name in chosen)}" if chosen else ""
    values = tuple(chosen.values())
    counts = severity_counts(snapshot, condition, values)
    total = sum(counts.values())
    sql = f"SELECT {DIAGNOSTIC_COLUMNS} FROM diagnostic_row{condition} ORDER BY rowid LIMIT ? OFFSET ?"
    listed = Rows(total, lambda start, count: snapshot.rows(sql, (*values, count, start)))
    answer = {"total": total, **counts, "diagnostics": listed}
    if not total:
        answer |= _no_diagnostics(snapshot, chosen)
    return page(answer, "diagnostics", limit=limit, cursor=cursor, rows={"diagnostics": _diagnostic})


DIAGNOSTIC_COLUMNS = f"severity, code, message, {', '.join(Span._fields)}, suggestion, related"


def _diagnostic(row: tuple[Any, ...]) -> dict[str, Any]:
    severity, code, message, *span, suggestion, related = row
    shown = {"severity": severity, "code": code, "message": message, **_span(span)}
    if suggestion:
        shown["suggestion"] = suggestion
    if related:
        shown["related"] = [{"message": text, **_span(place)} for text, place in orjson.loads(related)]
    return shown


def _span(values: list[Any]) -> dict[str, Any]:
    return dict(zip(Span._fields, values, strict=True))


def _no_diagnostics(snapshot: Snapshot, filters: dict[str, str]) -> dict[str, Any]:
    """Explain why there are none: the source is clean, or the filters fit nothing."""
    overall = severity_counts(snapshot)
    if not any(overall.values()):
        return {"searched": searched(snapshot), "hint": "The whole source has no diagnostics."}
    existing = {
        "severity": list(SEVERITIES),
        "file": [path for (path,) in snapshot.rows("SELECT path FROM source_text")],
        "code": [code for (code,) in snapshot.rows("SELECT DISTINCT code FROM diagnostic_row")],
    }
    near = [
        name
        for field, value in filters.items()
        if value not in existing[field]
        for name in nearest(value, existing[field])
    ]
    counted = ", ".join(f"{count} {name}" for name, count in overall.items())
    hint = f"None fits the filter. The whole source has {counted}."
    return {"searched": searched(snapshot), "hint": hint} | ({"did_you_mean": near} if near else {})


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
            "kinds", "strings", "Only objects of these kinds, such as entity or section.", aliases=("kind", "types")
        ),
        Parameter("field", "string", "Look only here.", default="all", choices=FIELDS),
        Parameter(
            "regex",
            "boolean",
            "The query is a regular expression (RE2 syntax, case-insensitive).",
            default=False,
            brief="RE2",
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
    """Finds objects of every language by id, part of an id, title or words. Use it to get a ref.

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
        row: ObjectRow(*one) for row, *one in snapshot.rows(sql, (orjson.dumps([hit.row for hit in found]).decode(),))
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
