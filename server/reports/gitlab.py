"""Diagnostics as GitLab's code quality report, which GitLab shows in a merge request."""

from collections.abc import Mapping
from typing import Any

from compiler.model.diagnostics import Diagnostic, Severity
from server.protocol.json_bytes import json_bytes
from server.reports.identity import fingerprints
from server.reports.report import Report

SEVERITIES: Mapping[Severity, str] = {"error": "major", "warning": "minor", "info": "info"}


def render(report: Report) -> str:
    """Return a list with an entry for each finding. A fingerprint stays the same when lines move."""
    pairs = zip(report.diagnostics, fingerprints(report), strict=True)
    return json_bytes([_entry(one, fingerprint, report) for one, fingerprint in pairs], pretty=True).decode()


def _entry(diagnostic: Diagnostic, fingerprint: str, report: Report) -> dict[str, Any]:
    description = f"{diagnostic.message} {diagnostic.suggestion}" if diagnostic.suggestion else diagnostic.message
    path = report.path(diagnostic.span) or report.folder.rstrip("/") or "."
    return {
        "description": description,
        "check_name": diagnostic.code,
        "fingerprint": fingerprint,
        "severity": SEVERITIES[diagnostic.severity],
        "location": {"path": path, "lines": {"begin": max(diagnostic.span.start_line, 1)}},
    }
