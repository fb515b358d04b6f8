"""The snapshot itself, its diagnostics, and search: `get_snapshot_info`, `get_diagnostics`, `search`."""

from collections.abc import Sequence
from itertools import chain
from typing import Any

import orjson

from compiler.model.diagnostics import SEVERITIES
from compiler.model.spans import Span
from compiler.store.snapshot import OBJECT_COLUMNS, ObjectRow, Snapshot
from queries.name_indexes import columns_of
from queries.naming import check_kinds, object_counts, object_kinds, object_row, searched
from queries.near import nearest
from queries.packs import packs_of
from queries.paging import CURSOR, LIMIT, Cursor, Rows, limit_of, page
from queries.patterns import find_pattern
from queries.ranking import ranked_hits
from queries.schemas import DID_YOU_MEAN, OBJECT, SEARCHED, SPAN, integer, mapping, number, objects, string, strings
from queries.search import FIELDS, LISTED, Found, match_expression, parse, snippets
from queries.tool import Parameter, tool


@tool(
    title="Snapshot",
    pack="core",
    parameters=(limit_of(100), CURSOR),
    result={
        "snapshot_id": string("Names exactly this source, compiled by this compiler."),
        "source": string("Name of the compiled file or directory."),
        "entry": string("The file it was compiled from, when it is one file."),
        "revision": mapping(
            "The git revision that was compiled; absent for the files as they are.",
            asked=string("The revision as it was named."),
            commit=string("Its commit."),
            at=string("When it was committed, in UTC."),
            subject=string("The first line of its message."),
        ),
        "as_of": string("The reference time (now): that of --as-of, else the newest time that the source states."),
        "compiler_version": string("Version of the compiler."),
        "languages": mapping("By language: its version and how many files it read."),
        "embeddings": mapping(
            "The vectors for search by meaning; absent when compiled without frieze[semantic].",
            model=string("The model that made them."),
            version=string("Its version."),
            vectors=integer("How many texts have a vector."),
        ),
        "objects": mapping("How many objects of each kind."),
        "links": mapping("How many links of each kind."),
        "dangling_links": integer("Links whose target does not exist."),
        "diagnostics": mapping(
            "How many of each severity.",
            errors=integer("Errors."),
            warnings=integer("Warnings."),
            info=integer("Remarks."),
        ),
        "packs": strings("Groups of tools that apply to this source."),
        "unread": mapping("Files that could not be read, with the reason."),
        "file_count": integer("How many files were read."),
        "files": objects(
            "By path.",
            path=string("Path below the source's root."),
            language=string("The language that read it."),
            lines=integer("How many lines it has."),
            size=integer("In bytes."),
        ),
    },
)
def get_snapshot_info(snapshot: Snapshot, *, limit: int, cursor: Cursor) -> dict[str, Any]:
    """Returns what was compiled: the source and its files, the languages found, how many objects and links of each
    kind there are, how many links dangle, how many errors and warnings the source has, and which groups of tools
    apply. Use it first, to see what can be asked.

    Files are listed by path, 100 a page.
    """
    meta = {name: snapshot.meta.get(name) for name in ("source", "entry", "revision", "as_of", "compiler_version")}
    answer = {
        "snapshot_id": snapshot.id,
        **{name: value for name, value in meta.items() if value is not None},
        "languages": snapshot.meta.get("languages", {}),
        **({"embeddings": snapshot.meta["embeddings"]} if snapshot.meta.get("embeddings") else {}),
        "objects": object_counts(snapshot),
        "links": snapshot.memoize("queries.link_counts", _link_counts),
        "dangling_links": snapshot.memoize("queries.dangling_links", _dangling_links),
        "diagnostics": _counts(snapshot, "", ()),
        "packs": packs_of(snapshot),
        **({"unread": snapshot.meta["unread"]} if snapshot.meta.get("unread") else {}),
    }
    ((total,),) = snapshot.rows("SELECT count(*) FROM fact_file_read")
    files = Rows(total, lambda start, count: snapshot.rows(FILES, (count, start)))
    answer |= {"file_count": total, "files": files}
    return page(answer, "files", limit=limit, cursor=cursor, rows={"files": _file})


FILES = "SELECT path, language, lines, size FROM fact_file_read ORDER BY path LIMIT ? OFFSET ?"
# CROSS JOIN makes SQLite start from the few kinds, instead of scanning all strings in their order.
LINKS_BY_KIND = "SELECT string, count FROM link_count CROSS JOIN link_string ON id = link_count.kind ORDER BY string"


def _link_counts(snapshot: Snapshot) -> dict[str, int]:
    return dict(snapshot.rows(LINKS_BY_KIND))


def _dangling_links(snapshot: Snapshot) -> int:
    return int(snapshot.rows("SELECT count(*) FROM link_row WHERE dangling")[0][0])


def _file(row: tuple[Any, ...]) -> dict[str, Any]:
    return dict(zip(("path", "language", "lines", "size"), row, strict=True))


def _counts(snapshot: Snapshot, condition: str, values: tuple[str, ...]) -> dict[str, int]:
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
    counts = _counts(snapshot, condition, values)
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
    overall = _counts(snapshot, "", ())
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
            score=number("Higher is better: 2 or more when the name fits, below 1 for words."),
            snippet=string("Text around what was found."),
        ),
        "searched": SEARCHED,
        "did_you_mean": DID_YOU_MEAN,
    },
)
def search(
    snapshot: Snapshot, *, query: str, kinds: list[str] | None, field: str, regex: bool, limit: int, cursor: Cursor
) -> dict[str, Any]:
    """Finds objects of every kind by id, title or text. Use it when you know a name or some words and need the ref.

    Objects that the query names come first: by their id, a part of it, or the beginning of their title. Then words are
    joined by OR and ranked: objects with more of them, and with rarer ones, come first. Word endings are ignored, and
    so are common words such as "the". Every query is valid, except for a malformed regular expression. 20 a page.
    """
    check_kinds(kinds, object_kinds(snapshot), "object")
    parsed = parse(query)
    found = find_pattern(snapshot, query, field, kinds) if regex else ranked_hits(snapshot, parsed, field, kinds)
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
    return [
        {**object_row(of_row[hit.row]), "score": round(hit.score, 4), "snippet": snippet}
        for hit, snippet in zip(found, snippets(snapshot, found, around), strict=True)
    ]


def _nothing_found(snapshot: Snapshot, query: str, kinds: list[str] | None) -> dict[str, Any]:
    near = nearest(query, chain(*columns_of(snapshot, "id", "title")))
    hint = "Nothing fits. Try fewer or other words, a part of an id, or list_objects."
    return {"searched": searched(snapshot, kinds), "hint": hint} | ({"did_you_mean": near} if near else {})
