"""Diagnostics as GitHub workflow commands, which Actions shows at the lines of a pull request."""

from collections.abc import Mapping

from compiler.model.diagnostics import Diagnostic, Severity
from queries.tools.render import visible
from server.reports.columns import utf16_column
from server.reports.opening import notes as notes_of
from server.reports.report import Fold, Report

COMMANDS: Mapping[Severity, str] = {"error": "error", "warning": "warning", "info": "notice"}


MAX_PLACES = 10  # that are listed of those with the same cause


def render(report: Report) -> str:
    """Return one command a line: `::error file=garden.urd.md,line=12,col=3,endColumn=9,title=URD301::…`. What was not
    read is a notice without a place."""
    findings = (_command(diagnostic, fold, report) for diagnostic, fold in report.entries())
    notes = (f"::notice title=Frieze::{_message(visible(note))}" for note in notes_of(report.snapshot))
    return "\n".join((*findings, *notes))


def _command(diagnostic: Diagnostic, fold: Fold, report: Report) -> str:
    properties = {**_place(diagnostic, report), "title": diagnostic.code}
    listed = ",".join(f"{name}={_property(visible(str(value)))}" for name, value in properties.items())
    lines = [diagnostic.message, *([diagnostic.suggestion] if diagnostic.suggestion else [])]
    lines += [f"{message}: {report.path(span)}:{span.start_line}" for message, span in diagnostic.related]
    if fold.places:
        lines.append(f"{len(fold.places)} more: {report.places(fold, MAX_PLACES)}")
    if fold.names:
        lines.append(f"{len(fold.names)} more names: {', '.join(fold.names[:MAX_PLACES])}")
    return f"::{COMMANDS[diagnostic.severity]} {listed}::{_message(chr(10).join(lines))}"


def _place(diagnostic: Diagnostic, report: Report) -> dict[str, object]:
    span = diagnostic.span
    if not span.file:
        return {}
    place: dict[str, object] = {"file": report.path(span), "line": max(span.start_line, 1)}
    place["col"] = utf16_column(report.line(span, span.start_line), span.start_col)
    if span.end_line != span.start_line:
        place["endLine"] = span.end_line
    elif span.end_col > span.start_col:
        place["endColumn"] = utf16_column(report.line(span, span.end_line), span.end_col)
    return place


def _message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")
