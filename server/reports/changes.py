"""How the findings of a source changed: which appeared, which were resolved, and which are no longer shown.

Findings are compared by their identity (`server.reports.identity`): one whose line moved is the same finding.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain
from typing import NamedTuple

from compiler.model.diagnostics import Diagnostic
from compiler.model.source import FileDifference
from queries.tools.render import visible
from server.protocol.json_bytes import json_bytes
from server.reports import as_json, text
from server.reports.baseline import compare
from server.reports.cascades import fold
from server.reports.columns import shown
from server.reports.identity import identity
from server.reports.opening import not_understood_line
from server.reports.report import Identity, Report, folded, narrowed, report

MAX_FILES = 5  # that are named in the text
MAX_PLACES = 3


class Changes(NamedTuple):
    """What changed from one report to the next. `files` differed. `resolved` and `hidden` are findings of the first
    report: `hidden` ones are still found, but ignored now, or in the baseline. `now` is the whole next report."""

    files: tuple[FileDifference, ...]
    appeared: Report
    resolved: Report
    hidden: Report
    now: Report
    other_files_unread: bool


class Form(NamedTuple):
    """How a format shows a report, what changed since, and why the source cannot be read."""

    report: Callable[[Report], str]
    changes: Callable[[Changes], str]
    problem: Callable[[str], str]


def changes_between(before: Report, after: Report, files: tuple[FileDifference, ...]) -> Changes:
    """Compare two reports that are not folded, of the same source. Both snapshots must be open."""
    appeared = compare(after, _identities(before), _any_code).new
    found = _identities(report(after.snapshot, ""))
    gone = compare(before, _identities(after), _any_code).new
    gone_report = narrowed(before, gone, ignored={}, accepted=None)
    # What was found before and after, but is not shown after, is hidden: not resolved.
    resolved = compare(gone_report, found - _identities(after), _any_code).new
    hidden = compare(gone_report, _identities(narrowed(before, resolved, ignored={}, accepted=None)), _any_code).new
    return Changes(
        files,
        _part(after, appeared),
        _part(before, resolved),
        _part(before, hidden),
        folded(after, *fold(after.diagnostics, after.snapshot)),
        _unread(before) != _unread(after),
    )


def _identities(one: Report) -> Counter[Identity]:
    return Counter(identity(diagnostic, one) for diagnostic in one.diagnostics)


def _any_code(_: str) -> bool:
    return True


def _part(whole: Report, diagnostics: list[Diagnostic]) -> Report:
    part = narrowed(whole, diagnostics, ignored={}, accepted=None)
    return folded(part, *fold(diagnostics, whole.snapshot))


def _unread(report: Report) -> tuple[str, ...]:
    return (not_understood_line(report.snapshot), *text.passed_over(report))


def changes_text(changes: Changes) -> str:
    """Return the files that differed, the findings that appeared as `frieze check` shows them, a line for each that was
    resolved, and the totals."""
    lines = ["", *_files(changes), *chain.from_iterable(text.finding_lines(changes.appeared))]
    lines += _gone("Resolved:", changes.resolved)
    lines += _gone("Still found, but ignored or in the baseline now:", changes.hidden)
    lines.append(text.summary_line(changes.now))
    if changes.other_files_unread:
        lines += [not_understood_line(changes.now.snapshot), *text.passed_over(changes.now)]
    return "\n".join(lines)


def _files(changes: Changes) -> Iterator[str]:
    files = changes.files
    if files:
        named = ", ".join(f"{shown(_path(file, changes))} ({file.change})" for file in files[:MAX_FILES])
        more = f" and {len(files) - MAX_FILES} more" if len(files) > MAX_FILES else ""
        yield f"{'1 file differs' if len(files) == 1 else f'{len(files)} files differ'}: {named}{more}"
        yield ""


def _path(difference: FileDifference, changes: Changes) -> str:
    """Return the path of a file as findings have it. Of a revision, what differs is its name."""
    is_file = not changes.now.snapshot.meta.get("revision")
    path: str = visible(f"{changes.now.folder}{difference.path}" if is_file else difference.path)
    return path


def _gone(title: str, gone: Report) -> Iterator[str]:
    if not gone.diagnostics:
        return
    yield title
    for diagnostic, told in gone.entries():
        place = (
            f"{gone.path(diagnostic.span)}:{diagnostic.span.start_line}"
            if diagnostic.span.file
            else "(the source as a whole)"
        )
        more = f" ({len(told.places)} more: {gone.places(told, MAX_PLACES)})" if told.places else ""
        led_to = f" (and {sum(told.led_to.values())} that it had led to)" if told.led_to else ""
        yield shown(f"  {place} {diagnostic.severity} {diagnostic.code}: {diagnostic.message}{more}{led_to}")
    yield ""


def changes_json(changes: Changes) -> str:
    """Return a line of JSON: the totals as `frieze check --format json` has them, and what changed."""
    return json_bytes(
        {
            **as_json.head(changes.now),
            "changed_files": [{**file._asdict(), "path": _path(file, changes)} for file in changes.files],
            "appeared": as_json.entries(changes.appeared),
            "resolved": as_json.entries(changes.resolved),
            "no_longer_shown": as_json.entries(changes.hidden),
        }
    ).decode()


def _problem_text(problem: str) -> str:
    return (
        f"\nThe source cannot be checked as it is: {shown(visible(problem))}\nThe findings above are of its last state."
    )


def _problem_json(problem: str) -> str:
    return json_bytes({"schema_version": "1", "problem": visible(problem)}).decode()


FORMS = {
    "text": Form(text.render, changes_text, _problem_text),
    "json": Form(as_json.render, changes_json, _problem_json),
}
