"""What a finding is, apart from the line that it stands in: so that it is known again after lines have moved."""

import re
from collections.abc import Iterator
from hashlib import sha256

from compiler.model.diagnostics import Diagnostic
from server.reports.columns import before
from server.reports.report import Identity, Report

MAX_TEXT = 200  # characters of the marked text
_PLACE_IN_MESSAGE = re.compile(r"\b(lines?|columns?) \d+")


def identity(diagnostic: Diagnostic, report: Report) -> Identity:
    """Return the identity of a finding of a report."""
    message = _PLACE_IN_MESSAGE.sub(r"\1 N", diagnostic.message)
    return Identity(diagnostic.span.file, diagnostic.code, message, _marked_text(diagnostic, report))


def _marked_text(diagnostic: Diagnostic, report: Report) -> str:
    """Return the text that a finding marks in its first line, with single blanks; for a place between two characters
    the whole line."""
    span = diagnostic.span
    line = report.line(span, span.start_line)
    end = len(before(line, span.end_col)) if span.end_line == span.start_line else len(line)
    marked = line[len(before(line, span.start_col)) : end]
    if not marked.strip() and span.start_col > 1:
        marked = line
    return " ".join(marked.split())[:MAX_TEXT]


def fingerprints(report: Report) -> Iterator[str]:
    """Give a hash for each finding of a report, all different: equal findings are numbered."""
    seen: dict[Identity, int] = {}
    for diagnostic in report.diagnostics:
        one = identity(diagnostic, report)
        seen[one] = seen.get(one, 0) + 1
        yield sha256("\0".join((*one, str(seen[one]))).encode(errors="surrogatepass")).hexdigest()
