"""Diagnostics as text: grouped by file, each with its source line and carets under the span.

Read: 3 files with 1 world, 7 locations
Not understood: nothing
1 error in 3 files

worlds/broken-cellar/stores.urd.md

  12:6 error URD308: Undefined exit destination 'celar'.
     |
  12 |   -> celar
     |      ^^^^^
     help: Did you mean 'cellar'?
"""

import os
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import chain, groupby
from pathlib import Path

from compiler.model.diagnostics import SEVERITIES, Diagnostic, Severity
from compiler.model.spans import Span
from queries.tools.render import visible
from server.people.links import LinkTo, link_to, no_link
from server.reports.columns import before, character_column, cut, shown, width
from server.reports.opening import not_understood_line, read_line
from server.reports.pages import page_codes, page_url
from server.reports.passed_over import passed_over_lines
from server.reports.report import Fold, Report

LINE_CELLS = 100  # of a source line are shown, around the span
MAX_SHOWN = 500  # characters of it that are looked at, before the span and behind its beginning
MAX_PLACES = 3  # that are listed of those with the same cause
MAX_NAMES = 8  # that are listed of those that are missing too
LEAD_CELLS = 30  # of them before the span, if the line is longer

Paint = Callable[[str, str], str]  # (text, style) -> text
BOLD = "1"
COLOURS: Mapping[Severity, str] = {"error": "1;31", "warning": "1;33", "info": "1;36"}


def render(report: Report) -> str:
    """Return the text for standard output: if that is a terminal, coloured and with links to the pages of the codes."""
    is_terminal = _wants_colour()
    return text(report, colour=is_terminal, links=is_terminal)


def text(report: Report, *, colour: bool, links: bool = False) -> str:
    """Return what was read, not understood and found, all diagnostics of a report, and what was not read."""
    findings = chain.from_iterable(_findings(report, colour=colour, links=links))
    return "\n".join([*_opening(report, colour=colour), *findings, *passed_over(report)]).rstrip("\n")


def finding_lines(report: Report, severities: Collection[Severity] = SEVERITIES) -> list[list[str]]:
    """Return the lines of each diagnostic of some severities for standard output. The first of a file has its name
    above."""
    is_terminal = _wants_colour()
    return [*_findings(report, severities, colour=is_terminal, links=is_terminal)]


def opening_lines(report: Report) -> list[str]:
    """Return the lines for standard output before the diagnostics, with an empty one behind them."""
    return _opening(report, colour=_wants_colour())


def summary_line(report: Report) -> str:
    """Return the line for standard output that counts the diagnostics."""
    return _summary(report, colour=_wants_colour())


def passed_over(report: Report) -> list[str]:
    """Return the lines that say what was not read and not checked."""
    return [shown(visible(line)) for line in passed_over_lines(report.snapshot)]


def _findings(
    report: Report, severities: Collection[Severity] = SEVERITIES, *, colour: bool, links: bool
) -> Iterator[list[str]]:
    paint = _coloured if colour else _plain
    link = _linked if links else _unlinked
    place_link = link_to() if links else no_link
    entries = (entry for entry in report.entries() if entry[0].severity in severities)
    for path, group in groupby(entries, key=lambda entry: report.path(entry[0].span)):
        heading = _link(place_link(Path(), f"{path}:1"), shown(path)) if path else "(the source as a whole)"
        above = [paint(heading, BOLD), ""]
        for diagnostic, fold in group:
            yield [*above, *_entry(diagnostic, report, paint, link, place_link), *_folded(diagnostic, fold, report), ""]
            above = []


def _opening(report: Report, *, colour: bool) -> list[str]:
    read = read_line(report.snapshot, report.files)
    return [read, not_understood_line(report.snapshot), _summary(report, colour=colour), ""]


def _summary(report: Report, *, colour: bool) -> str:
    return (_coloured if colour else _plain)(summary(report), BOLD)


def _wants_colour() -> bool:
    """Whether standard output is a terminal, and NO_COLOR is not set (https://no-color.org)."""
    is_terminal = sys.stdout is not None and sys.stdout.isatty()
    return is_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _coloured(text: str, style: str) -> str:
    return f"\x1b[{style}m{text}\x1b[0m"


def _plain(text: str, _: str) -> str:
    return text


def _linked(code: str) -> str:
    """Return a code with a link to its page, if it has one, as terminals write it (OSC 8)."""
    return _link(page_url(code), code) if code in page_codes() else code


def _link(url: str, text: str) -> str:
    return f"\x1b]8;;{url}\x1b\\{text}\x1b]8;;\x1b\\" if url else text


def _unlinked(code: str) -> str:
    return code


def _entry(
    diagnostic: Diagnostic, report: Report, paint: Paint, link: Callable[[str], str], place_link: LinkTo
) -> Iterator[str]:
    """The lines of a diagnostic: its place and message, the source line with carets, help and related places."""
    colour = COLOURS[diagnostic.severity]
    line = report.line(diagnostic.span, diagnostic.span.start_line)
    place = ""
    if diagnostic.span.file:
        number = diagnostic.span.start_line
        url = place_link(Path(), f"{report.path(diagnostic.span)}:{number}")
        place = _link(url, f"{number}:{character_column(line, diagnostic.span.start_col)}") + " "
    yield f"  {place}{paint(f'{diagnostic.severity} {link(diagnostic.code)}', colour)}: {shown(diagnostic.message)}"
    gutter = " " * (len(str(diagnostic.span.start_line)) + 2)
    if line.strip():
        excerpt, caret = _excerpt(line, diagnostic.span)
        yield f"{gutter} |"
        yield f"  {diagnostic.span.start_line} | {excerpt}".rstrip()
        yield f"{gutter} | {paint(caret, colour)}"
    if diagnostic.suggestion:
        yield f"{gutter} help: {shown(diagnostic.suggestion)}"
    for message, span in diagnostic.related:
        yield f"{gutter} note: {shown(message)} ({shown(report.path(span))}:{span.start_line})"


def _folded(diagnostic: Diagnostic, fold: Fold, report: Report) -> Iterator[str]:
    """The lines that say which findings are told with a diagnostic."""
    gutter = " " * (len(str(diagnostic.span.start_line)) + 2)
    if fold.places:
        yield f"{gutter} note: {_counted(len(fold.places), 'more place')}: {shown(report.places(fold, MAX_PLACES))}"
    if fold.names:
        listed = ", ".join(fold.names[:MAX_NAMES]) + (", …" if len(fold.names) > MAX_NAMES else "")
        yield f"{gutter} note: {_counted(len(fold.names), 'more name')} like this one: {shown(listed)}"
        yield f"{gutter} help: So many suggest that what declares them is not read, as a block or a file."
    if fold.led_to:
        by_code = ", ".join(f"{code} {count}" for code, count in fold.led_to.items())
        yield f"{gutter} note: it has led to {_counted(sum(fold.led_to.values()), 'other finding')}: {by_code}"


def _excerpt(line: str, span: Span) -> tuple[str, str]:
    """Return a source line as it is shown and the line of carets below. A long line is cut around the span."""
    lead = before(line, span.start_col)
    marked = before(line, span.end_col)[len(lead) :] if span.end_line == span.start_line else line[len(lead) :].rstrip()
    rest = line[len(lead) + len(marked) :][:MAX_SHOWN]  # of a line with many findings each would process all
    lead, marked = lead[-MAX_SHOWN:], marked[:MAX_SHOWN]
    if words := marked.lstrip():  # a span may begin with indentation; the carets do not
        lead, marked = lead + marked[: -len(words)], words
    lead, marked = shown(lead), shown(marked)
    if width(lead) > LINE_CELLS - LEAD_CELLS:
        lead = "…" + cut(lead[::-1], LEAD_CELLS)[::-1]
    room = LINE_CELLS - width(lead)
    carets = min(max(width(marked), 1), max(room, 1))
    follows = cut(marked + shown(rest), room)
    whole = lead + follows + ("" if len(follows) == len(marked + shown(rest)) else "…")
    return whole, " " * width(lead) + "^" * carets


def summary(report: Report) -> str:
    """Return `2 errors, 1 warning in 3 files`, or `No problems in 3 files`, and what is not shown."""
    counted = [_counted(report.counts[severity], severity) for severity in SEVERITIES if report.counts[severity]]
    parts = [f"{', '.join(counted) or 'No problems'} in {_counted(report.files, 'file')}"]
    if report.folded:
        parts.append(f"{report.folded} more of the same causes")
    if report.ignored:
        by_code = ", ".join(f"{code} {count}" for code, count in report.ignored.items())
        parts.append(f"{sum(report.ignored.values())} not selected or ignored ({by_code})")
    if report.accepted:
        parts.append(f"{report.accepted.findings} in the baseline")
    return "; ".join(parts)


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 or noun == "info" else f"{count:,} {noun}s"
