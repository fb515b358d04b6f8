"""The diagnostics of a snapshot together with what every format needs beside them: lines, paths, counts."""

from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path

from compiler.model.diagnostics import SEVERITIES, Diagnostic, Related, Severity
from compiler.model.facts import File
from compiler.model.spans import Span
from compiler.store.snapshot import Snapshot
from queries.render import visible


@dataclass(frozen=True, slots=True)
class Report:
    """The diagnostics of a snapshot, in order.

    `folder` stands before the paths of files when they are shown; `counts` are by severity; `files` were read.
    """

    snapshot: Snapshot
    diagnostics: list[Diagnostic]
    folder: str
    counts: Counter[Severity]
    files: int
    _lines: dict[str, list[str]] = field(default_factory=dict)

    def line(self, span: Span, number: int) -> str:
        """A line of a span's file, without its end; empty when the file could not be read."""
        lines = self._lines.get(span.file)
        if lines is None:
            text = self.snapshot.text(span.file) or ""
            lines = self._lines[span.file] = text.split("\n")
        return lines[number - 1].removesuffix("\r") if 0 < number <= len(lines) else ""

    def path(self, span: Span) -> str:
        """The path of a span's file, seen from where the command runs; empty for the source as a whole."""
        return f"{self.folder}{span.file}" if span.file else ""

    def fails(self, fail_on: Severity) -> bool:
        """Whether anything was found that is as severe as `fail_on`, or more."""
        return any(self.counts[one] for one in SEVERITIES[: SEVERITIES.index(fail_on) + 1])


def report(snapshot: Snapshot, source: str) -> Report:
    """The report on a snapshot that was compiled from `source`."""
    found = [_visible(one) for one in snapshot.diagnostics()]
    return Report(snapshot, found, _folder(source), Counter(one.severity for one in found), snapshot.count(File))


def _visible(one: Diagnostic) -> Diagnostic:
    """A diagnostic whose texts, which quote the source, can do nothing to a terminal or a log."""
    related = tuple(Related(visible(message), span) for message, span in one.related)
    return replace(one, message=visible(one.message), suggestion=visible(one.suggestion), related=related)


def _folder(source: str) -> str:
    """The source's folder as seen from the working directory, so that editors and CI find the files of a report.

    A source elsewhere keeps the paths below its own root: no report shows where on a machine it was made.
    """
    root = Path(source).resolve()
    root = root if root.is_dir() else root.parent
    try:
        here = Path.cwd().resolve()
    except OSError:  # it was removed
        return ""
    if root == here or not root.is_relative_to(here):
        return ""
    return f"{root.relative_to(here).as_posix()}/"
