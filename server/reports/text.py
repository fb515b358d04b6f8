"""Diagnostics for people: grouped by file, each with its line and a caret under the place.

worlds/broken-cellar/stores.urd.md

  12:6 error URD308: Undefined exit destination 'celar'.
     |
  12 |   -> celar
     |      ^^^^^
     help: Did you mean 'cellar'?
"""

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby

from compiler.model.diagnostics import SEVERITIES, Diagnostic, Severity
from compiler.model.spans import Span
from server.reports.columns import before, character_column, cut, shown, width
from server.reports.report import Report

LINE_CELLS = 100  # of a source line, around the place, that are shown
LEAD_CELLS = 30  # of them before the place, when the line is longer

Paint = Callable[[str, str], str]  # words, and the style to show them in
BOLD = "1"
COLOURS: Mapping[Severity, str] = {"error": "1;31", "warning": "1;33", "info": "1;36"}


def render(report: Report) -> str:
    """The text for the standard output of this process: coloured when that is a terminal."""
    return text(report, colour=_wants_colour())


def text(report: Report, *, colour: bool) -> str:
    """All diagnostics of a report, and a closing line that counts them."""
    paint = _coloured if colour else _plain
    lines: list[str] = []
    for path, group in groupby(report.diagnostics, key=lambda one: report.path(one.span)):
        lines += [paint(shown(path) or "(the source as a whole)", BOLD), ""]
        for one in group:
            lines += [*_entry(one, report, paint), ""]
    return "\n".join([*lines, paint(_summary(report), BOLD)])


def _wants_colour() -> bool:
    """As https://no-color.org has it."""
    is_terminal = sys.stdout is not None and sys.stdout.isatty()
    return is_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _coloured(words: str, style: str) -> str:
    return f"\x1b[{style}m{words}\x1b[0m"


def _plain(words: str, _: str) -> str:
    return words


def _entry(one: Diagnostic, report: Report, paint: Paint) -> Iterator[str]:
    """A diagnostic: what, where, the line with a caret, what would be right, and related places."""
    colour = COLOURS[one.severity]
    line = report.line(one.span, one.span.start_line)
    place = f"{one.span.start_line}:{character_column(line, one.span.start_col)} " if one.span.file else ""
    yield f"  {place}{paint(f'{one.severity} {one.code}', colour)}: {shown(one.message)}"
    gutter = " " * (len(str(one.span.start_line)) + 2)
    if line.strip():
        excerpt, caret = _excerpt(line, one.span)
        yield f"{gutter} |"
        yield f"  {one.span.start_line} | {excerpt}".rstrip()
        yield f"{gutter} | {paint(caret, colour)}"
    if one.suggestion:
        yield f"{gutter} help: {shown(one.suggestion)}"
    for message, span in one.related:
        yield f"{gutter} note: {shown(message)} ({shown(report.path(span))}:{span.start_line})"


def _excerpt(line: str, span: Span) -> tuple[str, str]:
    """The line as a terminal shows it, and the caret line below it. Of a long line, the neighbourhood of the place."""
    lead = before(line, span.start_col)
    marked = before(line, span.end_col)[len(lead) :] if span.end_line == span.start_line else line[len(lead) :].rstrip()
    rest = line[len(lead) + len(marked) :]
    if words := marked.lstrip():  # a span may begin where its line does; the caret begins at the first word
        lead, marked = lead + marked[: -len(words)], words
    lead, marked = shown(lead), shown(marked)
    if width(lead) > LINE_CELLS - LEAD_CELLS:
        lead = "…" + cut(lead[::-1], LEAD_CELLS)[::-1]
    room = LINE_CELLS - width(lead)
    carets = min(max(width(marked), 1), max(room, 1))
    follows = cut(marked + shown(rest), room)
    whole = lead + follows + ("" if len(follows) == len(marked + shown(rest)) else "…")
    return whole, " " * width(lead) + "^" * carets


def _summary(report: Report) -> str:
    """`2 errors, 1 warning in 3 files`, or that there is nothing to say."""
    counted = [_counted(report.counts[one], one) for one in SEVERITIES if report.counts[one]]
    return f"{', '.join(counted) or 'No problems'} in {_counted(report.files, 'file')}"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 or noun == "info" else f"{count} {noun}s"
