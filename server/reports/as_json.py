"""Diagnostics as JSON: all in one page, with the same paths as the other formats."""

from typing import Any

from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import Span
from queries.documents.lookup import unchecked_links
from queries.objects.snapshot_info import passed_over_counts
from queries.tools.not_understood import unread_counts
from server.protocol.json_bytes import json_bytes
from server.reports.report import Accepted, Fold, Report


def render(report: Report) -> str:
    """Return the counts, and each diagnostic as `get_diagnostics` gives it: columns count UTF-8 bytes from 1."""
    return json_bytes({**head(report), "diagnostics": entries(report)}).decode()


def entries(report: Report) -> list[dict[str, Any]]:
    """Return each finding of a report, with what is told with it."""
    return [_entry(diagnostic, fold, report) for diagnostic, fold in report.entries()]


def head(report: Report) -> dict[str, Any]:
    """Return the counts of a report, and what it leaves out: findings by code, and those of the baseline."""
    accepted = report.accepted
    return {
        "schema_version": "1",
        "total": len(report.diagnostics),
        "errors": report.counts["error"],
        "warnings": report.counts["warning"],
        "info": report.counts["info"],
        "files": report.files,
        **({"folded": report.folded} if report.folded else {}),
        **({"ignored": dict(report.ignored)} if report.ignored else {}),
        **({"baseline": _baseline(accepted)} if accepted else {}),
        **({"passed_over": counts} if (counts := passed_over_counts(report.snapshot)) else {}),
        **({"not_understood": unread} if (unread := unread_counts(report.snapshot)) else {}),
        **({"unchecked_links": links} if (links := sum(unchecked_links(report.snapshot).values())) else {}),
    }


def _baseline(accepted: Accepted) -> dict[str, Any]:
    gone = [{**identity._asdict(), "count": accepted.gone[identity]} for identity in sorted(accepted.gone)]
    return {"path": accepted.path, "accepted": accepted.findings, "gone": gone}


def _entry(diagnostic: Diagnostic, fold: Fold, report: Report) -> dict[str, Any]:
    entry: dict[str, Any] = {"severity": diagnostic.severity, "code": diagnostic.code, "message": diagnostic.message}
    entry |= _place(diagnostic.span, report)
    if diagnostic.suggestion:
        entry["suggestion"] = diagnostic.suggestion
    if diagnostic.related:
        entry["related"] = [{"message": message, **_place(span, report)} for message, span in diagnostic.related]
    if fold.places:
        entry["places"] = [_place(span, report) for span in fold.places]
    if fold.names:
        entry["more_names"] = list(fold.names)
    if fold.led_to:
        entry["led_to"] = dict(fold.led_to)
    return entry


def _place(span: Span, report: Report) -> dict[str, Any]:
    return {**span._asdict(), "file": report.path(span)}
