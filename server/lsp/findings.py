"""A finding as an editor shows it: with the page of its code, the places that explain it, and what its range is."""

from collections.abc import Sequence

from lsprotocol import types

from compiler.model.diagnostics import Diagnostic
from server.reports.pages import page_codes, page_url

SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "info": types.DiagnosticSeverity.Information,
}
TAGS = {
    # What cites a thing that holds no more.
    **dict.fromkeys(("FRZ401", "FRZ402", "REQ303"), types.DiagnosticTag.Deprecated),
    # What may go without that anything else changes.
    **dict.fromkeys(("REQ306", "URD426", "URD602", "MEM105"), types.DiagnosticTag.Unnecessary),
}


def shown_finding(
    finding: Diagnostic, place: types.Range, related: Sequence[types.DiagnosticRelatedInformation]
) -> types.Diagnostic:
    """Return the diagnostic of an editor, at its place."""
    number = finding.code.partition("-")[0]
    return types.Diagnostic(
        place,
        finding.message if finding.suggestion is None else f"{finding.message} {finding.suggestion}",
        severity=SEVERITIES[finding.severity],
        code=finding.code,
        code_description=types.CodeDescription(page_url(number)) if number in page_codes() else None,
        source="frieze",
        related_information=[*related] or None,
        tags=[TAGS[finding.code]] if finding.code in TAGS else None,
    )
