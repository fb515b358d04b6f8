"""The diagnostics of a snapshot: `get_diagnostics`."""

from typing import Any

import orjson

from compiler.model.diagnostics import SEVERITIES
from compiler.model.spans import Span
from compiler.store.snapshot import Snapshot
from queries.errors.near import nearest
from queries.lookup.by_name import searched
from queries.lookup.paths import path_below_root
from queries.tools.paging import CURSOR, LIMIT, Cursor, Rows, page
from queries.tools.schemas import DID_YOU_MEAN, SEARCHED, SPAN, integer, objects, string
from queries.tools.tool import Parameter, tool


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
    """Errors, warnings and problems found in the sources, with exact places. Use it to check a project, or when
    something is missing in an answer.

    Each has its code, message and, where there is one, a suggestion. Filters match exactly; the four counts describe
    what they kept. 50 a page.
    """
    file = path_below_root(snapshot, file, "file") if file else file
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
