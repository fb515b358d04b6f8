"""What `frieze check` shows on a terminal: how many findings each code has, and the first of the most severe, on a
screen.
"""

import sys
from collections.abc import Iterable

from compiler.model.diagnostics import SEVERITIES
from server.reports import text
from server.reports.report import Report
from server.reports.statistics import lines_by_code

MAX_LINES = 40
MAX_CODES = 12  # that are counted, of those most frequent


def render(report: Report) -> str:
    """Return the text for standard output, on a terminal at most a screen of it."""
    is_terminal = sys.stdout is not None and sys.stdout.isatty()
    return brief(report) if is_terminal else text.render(report)


def brief(report: Report) -> str:
    """Return the whole text if it has few lines, else the counts by code and the first of the most severe findings."""
    findings, totals = text.finding_lines(report), text.total_lines(report, with_unread=True)
    if sum(map(len, findings)) + len(totals) <= MAX_LINES:
        return "\n".join([*(line for lines in findings for line in lines), *totals])
    counts = lines_by_code(report)
    if len(counts) > MAX_CODES:
        counts = [*counts[:MAX_CODES], f"and {len(counts) - MAX_CODES} more codes: `--statistics` lists them"]
    worst = next(severity for severity in SEVERITIES if report.counts[severity])
    shown = [*_fitting(text.finding_lines(report, [worst]), MAX_LINES - len(counts) - len(totals) - 3)]
    left = f"{len(findings) - len(shown)} more of {len(findings)}: `--all` shows them, `--select CODE` those of a code"
    return "\n".join([*counts, "", *(line for lines in shown for line in lines), left, "", *totals])


def _fitting(findings: Iterable[list[str]], room: int) -> Iterable[list[str]]:
    """Give the first findings whose lines have room."""
    for lines in findings:
        room -= len(lines)
        if room < 0:
            return
        yield lines
