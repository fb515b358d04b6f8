"""Diagnostics as SARIF 2.1.0, for code scanning and editors."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from compiler import VERSION
from compiler.model.diagnostics import Code, Diagnostic, Phase, Related, Severity
from compiler.model.spans import Span
from compiler.pipeline.codes import all_codes
from queries.tools.render import visible
from server.protocol.json_bytes import json_bytes
from server.reports.columns import utf16_column
from server.reports.opening import notes as notes_of
from server.reports.pages import page_codes, page_url
from server.reports.report import Fold, Report

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS: Mapping[Severity, str] = {"error": "error", "warning": "warning", "info": "note"}


def render(report: Report) -> str:
    """Return one run with a rule for each code that occurs, and a notification for each reason why something was not
    read. URIs are relative; columns count UTF-16 code units."""
    rules = _rules(report)
    indexes = {rule["id"]: index for index, rule in enumerate(rules)}
    run: dict[str, Any] = {
        "tool": {"driver": {"name": "Frieze", "version": VERSION, "rules": rules}},
        "columnKind": "utf16CodeUnits",
        "results": [_result(diagnostic, fold, report, indexes) for diagnostic, fold in report.entries()],
    }
    if notes := list(notes_of(report.snapshot)):
        notifications = [{"level": "note", "message": {"text": visible(note)}} for note in notes]
        run["invocations"] = [{"executionSuccessful": True, "toolExecutionNotifications": notifications}]
    return json_bytes({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, pretty=True).decode()


def _rules(report: Report) -> list[dict[str, Any]]:
    """Return the rules of the codes that occur, sorted."""
    declared = _declared(report)
    return [
        {
            "id": number,
            "shortDescription": {"text": declared[number].template if number in declared else number},
            "defaultConfiguration": {"level": LEVELS[declared[number].severity] if number in declared else "warning"},
            **({"helpUri": page_url(number)} if number in page_codes() else {}),
        }
        for number in sorted({diagnostic.code for diagnostic in report.diagnostics})
    ]


def _declared(report: Report) -> dict[str, Code]:
    """Return all codes: those of Frieze, and those of the rules of the project. If two declarations share a code, the
    first describes it."""
    project = (
        Code(rule["code"], rule["severity"], Phase.RULE, rule["message"])
        for rule in report.snapshot.meta.get("rules", ())
    )
    declared: dict[str, Code] = {}
    for code in (*all_codes(), *project):
        declared.setdefault(code.code, code)
    return declared


def _result(diagnostic: Diagnostic, fold: Fold, report: Report, indexes: Mapping[str, int]) -> dict[str, Any]:
    message = f"{diagnostic.message} {diagnostic.suggestion}" if diagnostic.suggestion else diagnostic.message
    result: dict[str, Any] = {
        "ruleId": diagnostic.code,
        "ruleIndex": indexes[diagnostic.code],
        "level": LEVELS[diagnostic.severity],
        "message": {"text": message},
        "locations": [{"physicalLocation": _location(diagnostic.span, report)}] if diagnostic.span.file else [],
    }
    related = [*diagnostic.related, *(Related("the same", span) for span in fold.places)]
    if related:
        result["relatedLocations"] = [
            {"id": number, "message": {"text": message}, "physicalLocation": _location(span, report)}
            for number, (message, span) in enumerate(related, 1)
        ]
    return result


def _location(span: Span, report: Report) -> dict[str, Any]:
    location: dict[str, Any] = {"artifactLocation": {"uri": quote(report.path(span))}}
    if span.start_line > 0:
        location["region"] = {
            "startLine": span.start_line,
            "startColumn": utf16_column(report.line(span, span.start_line), span.start_col),
            "endLine": span.end_line,
            "endColumn": utf16_column(report.line(span, span.end_line), span.end_col),
        }
    return location
