"""`frieze check --statistics`: how many findings each code has, as text and as JSON."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from compiler.model.diagnostics import SEVERITIES
from server.protocol.json_bytes import json_bytes
from server.reports.as_json import head
from server.reports.columns import shown
from server.reports.pages import page_codes, read_page
from server.reports.report import Report
from server.reports.text import summary


def text(report: Report) -> str:
    """Return a line for each code, the most frequent first, and the line that counts all findings."""
    rows = counted_codes(report)
    count_width = max((len(str(row["count"])) for row in rows), default=0)
    code_width = max((len(row["code"]) for row in rows), default=0)
    lines = [
        f"{row['count']:>{count_width}}  {row['code']:{code_width}}  {row['severity']:7}  {shown(row['title'])}"
        for row in rows
    ]
    return "\n".join([*lines, *([""] if lines else []), summary(report)])


def as_json(report: Report) -> str:
    """Return the counts as JSON: those of the whole report, and `statistics` by code."""
    return json_bytes({**head(report), "statistics": counted_codes(report)}).decode()


FORMATS = {"text": text, "json": as_json}


def counted_codes(report: Report) -> list[dict[str, Any]]:
    """Return a row for each code and severity: of equal counts the more severe first, then by code."""
    counted = Counter((diagnostic.code, diagnostic.severity) for diagnostic in report.diagnostics)
    titles = _titles(report)
    ordered = sorted(counted.items(), key=lambda item: (-item[1], SEVERITIES.index(item[0][1]), item[0][0]))
    return [
        {"code": code, "severity": severity, "count": count, "title": titles.get(code) or read_page(code)[0]}
        for (code, severity), count in ordered
    ]


def _titles(report: Report) -> Mapping[str, str]:
    """Return the codes without a page, which are those of the project, with what they say: their messages."""
    stated = {rule["code"]: rule["message"] for rule in report.snapshot.meta.get("rules", ())}
    without = {diagnostic.code for diagnostic in report.diagnostics}.difference(page_codes())
    return {code: stated.get(code, code) for code in without}
