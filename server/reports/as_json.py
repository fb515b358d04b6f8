"""Diagnostics as JSON: all of them, unpaged, with the paths as the other formats show them."""

from typing import Any

from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import Span
from server.protocol.json_bytes import json_bytes
from server.reports.report import Report


def render(report: Report) -> str:
    """The counts, and each diagnostic as `get_diagnostics` gives it: columns count UTF-8 bytes from 1."""
    answer = {
        "schema_version": "1",
        "total": len(report.diagnostics),
        "errors": report.counts["error"],
        "warnings": report.counts["warning"],
        "info": report.counts["info"],
        "files": report.files,
        "diagnostics": [_entry(one, report) for one in report.diagnostics],
    }
    return json_bytes(answer).decode()


def _entry(one: Diagnostic, report: Report) -> dict[str, Any]:
    entry: dict[str, Any] = {"severity": one.severity, "code": one.code, "message": one.message}
    entry |= _place(one.span, report)
    if one.suggestion:
        entry["suggestion"] = one.suggestion
    if one.related:
        entry["related"] = [{"message": message, **_place(span, report)} for message, span in one.related]
    return entry


def _place(span: Span, report: Report) -> dict[str, Any]:
    return {**span._asdict(), "file": report.path(span)}
