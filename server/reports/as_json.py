"""Diagnostics as JSON: all in one page, with the same paths as the other formats."""

from typing import Any

from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import Span
from queries.snapshot_info import passed_over_counts
from server.protocol.json_bytes import json_bytes
from server.reports.report import Report


def render(report: Report) -> str:
    """Return the counts, and each diagnostic as `get_diagnostics` gives it: columns count UTF-8 bytes from 1."""
    answer = {
        "schema_version": "1",
        "total": len(report.diagnostics),
        "errors": report.counts["error"],
        "warnings": report.counts["warning"],
        "info": report.counts["info"],
        "files": report.files,
        **({"passed_over": counts} if (counts := passed_over_counts(report.snapshot)) else {}),
        "diagnostics": [_entry(diagnostic, report) for diagnostic in report.diagnostics],
    }
    return json_bytes(answer).decode()


def _entry(diagnostic: Diagnostic, report: Report) -> dict[str, Any]:
    entry: dict[str, Any] = {"severity": diagnostic.severity, "code": diagnostic.code, "message": diagnostic.message}
    entry |= _place(diagnostic.span, report)
    if diagnostic.suggestion:
        entry["suggestion"] = diagnostic.suggestion
    if diagnostic.related:
        entry["related"] = [{"message": message, **_place(span, report)} for message, span in diagnostic.related]
    return entry


def _place(span: Span, report: Report) -> dict[str, Any]:
    return {**span._asdict(), "file": report.path(span)}
