"""The diagnostics of a snapshot, with what every format needs: source lines, paths and counts."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from compiler.model.diagnostics import SEVERITIES, Diagnostic, Related, Severity, in_order
from compiler.model.facts import File
from compiler.model.spans import Span
from compiler.store.snapshot import Snapshot
from queries.tools.render import visible


class Identity(NamedTuple):
    """A finding by its file (from the source on), its code, its message without line numbers, and the text that it
    marks: the same after lines have moved."""

    file: str
    code: str
    message: str
    text: str


class Accepted(NamedTuple):
    """What the baseline at `path` did: how many findings it keeps from being shown, and its entries that are gone."""

    path: str
    findings: int
    gone: Mapping[Identity, int]


class Fold(NamedTuple):
    """What is told with a finding: the other places of its cause, other names that are missing as its own is, and how
    many findings it has led to, by code."""

    places: tuple[Span, ...] = ()
    names: tuple[str, ...] = ()
    led_to: Mapping[str, int] = {}


@dataclass(frozen=True, slots=True)
class Report:
    """The diagnostics of a snapshot that are shown, in order.

    `folder` is the prefix of paths when they are shown, `source` what the command line calls the source. `counts` are
    by severity. `files` is the number of files. `ignored` counts by code the findings that are not shown; `accepted`
    are those of the baseline, None without one. `folds` tell, by the position of a finding, which others are told with
    it.
    """

    snapshot: Snapshot
    diagnostics: list[Diagnostic]
    folder: str
    counts: Counter[Severity]
    files: int
    source: str = "."
    ignored: Mapping[str, int] = field(default_factory=dict)
    accepted: Accepted | None = None
    folds: Mapping[int, Fold] = field(default_factory=dict)
    _lines: dict[str, list[str]] = field(default_factory=dict)

    def line(self, span: Span, number: int) -> str:
        """Return a line of a span's file, without its line end; "" if the file could not be read."""
        lines = self._lines.get(span.file)
        if lines is None:
            text = self.snapshot.text(span.file) or ""
            lines = self._lines[span.file] = text.split("\n")
        return lines[number - 1].removesuffix("\r") if 0 < number <= len(lines) else ""

    def path(self, span: Span) -> str:
        """Return the path of a span's file from the working directory; "" for the source as a whole."""
        return f"{self.folder}{span.file}" if span.file else ""

    def entries(self) -> Iterator[tuple[Diagnostic, Fold]]:
        """Give each finding with what is told with it."""
        for position, diagnostic in enumerate(self.diagnostics):
            yield diagnostic, self.folds.get(position, _NOTHING)

    @property
    def folded(self) -> int:
        """How many findings are told with others."""
        return sum(len(fold.places) + sum(fold.led_to.values()) for fold in self.folds.values())

    def places(self, fold: Fold, most: int) -> str:
        """Return the other places of a finding as text: at most so many, and how many there are besides."""
        listed = [f"{self.path(span)}:{span.start_line}" for span in fold.places[:most]]
        more = len(fold.places) - most
        return ", ".join(listed) + (f" and {more} more" if more > 0 else "")

    def fails(self, fail_on: Severity) -> bool:
        """Whether a diagnostic is at least as severe as `fail_on`."""
        return any(self.counts[severity] for severity in SEVERITIES[: SEVERITIES.index(fail_on) + 1])


_NOTHING = Fold()


def narrowed(
    report: Report, shown: Sequence[Diagnostic], *, ignored: Mapping[str, int], accepted: Accepted | None
) -> Report:
    """Return a report with some of its diagnostics, which says what was left out."""
    counts = Counter(diagnostic.severity for diagnostic in shown)
    return replace(report, diagnostics=list(shown), counts=counts, ignored=ignored, accepted=accepted)


def folded(report: Report, shown: Sequence[Diagnostic], folds: Mapping[int, Fold]) -> Report:
    """Return a report whose findings of one cause are told together."""
    counts = Counter(diagnostic.severity for diagnostic in shown)
    return replace(report, diagnostics=list(shown), counts=counts, folds=folds)


def report(snapshot: Snapshot, source: str, more: Iterable[Diagnostic] = ()) -> Report:
    """Return the report on a snapshot that was compiled from `source`. `more` are findings that it does not hold."""
    diagnostics = [_visible(diagnostic) for diagnostic in in_order([*snapshot.diagnostics(), *more])]
    counts = Counter(diagnostic.severity for diagnostic in diagnostics)
    return Report(snapshot, diagnostics, _folder(source), counts, snapshot.count(File), source)


def _visible(diagnostic: Diagnostic) -> Diagnostic:
    """The diagnostic with control characters escaped: its texts quote the source."""
    related = tuple(Related(visible(message), span) for message, span in diagnostic.related)
    return replace(
        diagnostic, message=visible(diagnostic.message), suggestion=visible(diagnostic.suggestion), related=related
    )


def _folder(source: str) -> str:
    """Return the source's folder relative to the working directory, so that editors and CI find the files of a report.

    It is "" for a source elsewhere: a report does not show absolute paths of the machine.
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
