"""Diagnostics as GitLab's code quality report, which GitLab shows in a merge request."""

from collections.abc import Mapping
from typing import Any

from compiler.model.diagnostics import Diagnostic, Severity
from server.protocol.json_bytes import json_bytes
from server.reports.identity import fingerprints
from server.reports.report import Fold, Report

MAX_PLACES = 10  # that are listed of those with the same cause
SEVERITIES: Mapping[Severity, str] = {"error": "major", "warning": "minor", "info": "info"}


def render(report: Report) -> str:
    """Return a list with an entry for each finding. A fingerprint stays the same when lines move."""
    pairs = zip(report.entries(), fingerprints(report), strict=True)
    return json_bytes([_entry(*entry, fingerprint, report) for entry, fingerprint in pairs], pretty=True).decode()


def _entry(diagnostic: Diagnostic, fold: Fold, fingerprint: str, report: Report) -> dict[str, Any]:
    description = f"{diagnostic.message} {diagnostic.suggestion}" if diagnostic.suggestion else diagnostic.message
    if fold.places:
        description += f" ({len(fold.places)} more: {report.places(fold, MAX_PLACES)})"
    path = report.path(diagnostic.span) or report.folder.rstrip("/") or "."
    return {
        "description": description,
        "check_name": diagnostic.code,
        "fingerprint": fingerprint,
        "severity": SEVERITIES[diagnostic.severity],
        "location": {"path": path, "lines": {"begin": max(diagnostic.span.start_line, 1)}},
    }
