"""What `frieze check` shows on a terminal: a screen of it, with each cause once, and what to do next."""

import sys
from collections.abc import Iterator

from compiler.model.diagnostics import SEVERITIES, Diagnostic
from server.reports import text
from server.reports.columns import cut, shown, width
from server.reports.opening import next_commands
from server.reports.report import Report
from server.reports.statistics import counted_codes

MAX_LINES = 40
MAX_EXAMPLE = 110  # characters of an example


def render(report: Report) -> str:
    """Return the text for standard output, on a terminal at most a screen of it."""
    is_terminal = sys.stdout is not None and sys.stdout.isatty()
    return brief(report) if is_terminal else text.render(report)


def brief(report: Report) -> str:
    """Return the whole text if it has few lines, else each code with how often it was found and one example; and the
    next commands."""
    opening, findings, passed_over = text.opening_lines(report), text.finding_lines(report), text.passed_over(report)
    after = ["", "Next:", *next_commands(report.snapshot, report.source, code=_worst(report))]
    room = MAX_LINES - len(opening) - len(passed_over) - len(after)
    if sum(map(len, findings)) <= room:
        shown_lines = [line for lines in findings for line in lines]
    else:
        causes = list(_causes(report))
        kept = causes[: (room - 2) // 2]
        left = f"; {len(causes) - len(kept)} more codes: `--statistics`" if len(kept) < len(causes) else ""
        of_code = "`--select CODE` those of a code"
        shown_lines = [line for lines in kept for line in lines]
        shown_lines += [f"`--all` shows all {len(findings):,}, {of_code}{left}", ""]
    return "\n".join([*opening, *shown_lines, *passed_over, *after]).replace("\n\n\n", "\n\n")


def _causes(report: Report) -> Iterator[tuple[str, str]]:
    """Yield two lines for each code, the most severe first: how often it was found, and where first."""
    ordered = sorted(counted_codes(report), key=lambda row: (SEVERITIES.index(row["severity"]), -row["count"]))
    first: dict[tuple[str, str], Diagnostic] = {}
    for diagnostic in report.diagnostics:
        first.setdefault((diagnostic.code, diagnostic.severity), diagnostic)
    count_width = max((len(f"{row['count']:,}") for row in ordered), default=0)
    for row in ordered:
        example = first[row["code"], row["severity"]]
        place = f"{report.path(example.span)}:{example.span.start_line}: " if example.span.file else ""
        told = shown(f"{place}{example.message}")
        told = told if width(told) <= MAX_EXAMPLE else f"{cut(told, MAX_EXAMPLE - 1)}…"
        said = f"{row['severity']} {row['code']}  {shown(row['title'])}"
        yield f"{row['count']:>{count_width},}  {said}", f"{' ' * count_width}  {told}"


def _worst(report: Report) -> str:
    """Return the code of the most severe finding that is there most often, "" without findings."""
    rows = counted_codes(report)
    return min(rows, key=lambda row: SEVERITIES.index(row["severity"]))["code"] if rows else ""
