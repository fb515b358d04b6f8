"""Exports of trackers as tasks: the issues of one file, in a document for each repository."""

from collections.abc import Iterator

from compiler.languages.knowledge.codes import BAD_DATE, BAD_ISSUE, BAD_JSON
from compiler.languages.knowledge.record_values import (
    day_of,
    json_text,
    present,
    rank_of,
    task_properties,
    times_of,
)
from compiler.languages.knowledge.records import Document, EntityRecord, Reference, Scheduling
from compiler.languages.knowledge.tracker_registry import is_certain, read_export
from compiler.languages.knowledge.trackers.records import Issue, Place
from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import Span, whole_file

MAX_FINDINGS = 100  # in one file
NOTHING_READ = "the file ends within it, before anything that tells what wrote it"


def parse_export(path: str, text: str) -> tuple[list[Document], list[Diagnostic]]:
    """The issues of a file, and the records of it that are none; nothing if it is no export."""
    found = read_export(path, text)
    if not found:
        return [], list(_cut(path, text))
    tracker, exported = found
    findings = [
        BAD_ISSUE.at(_span(path, unread.place), tracker=tracker.title, reason=unread.reason)
        for unread in exported.unread
    ]
    findings += [date for issue in exported.issues for date in _bad_dates(path, issue)]
    by_scope: dict[str, list[EntityRecord]] = {}
    for issue in exported.issues:
        scope = issue.id.removesuffix(issue.name) if issue.id != issue.name else ""
        by_scope.setdefault(scope, []).append(_record(issue, exported.reason))
    root = path.rpartition("/")[0]
    documents = [Document(path, tracker.name, scope, root, tuple(records)) for scope, records in by_scope.items()]
    return documents, findings[:MAX_FINDINGS]


def _cut(path: str, text: str) -> Iterator[Diagnostic]:
    """The finding on a file that is named for issues, and ends within the first of them."""
    name = path.rpartition("/")[2].lower()
    if name.endswith(".json") and (is_certain(path) or name.startswith("linear")):
        from compiler.languages.knowledge.trackers.cut_lists import REASON, cut_export, is_cut

        if cut := cut_export(text):
            yield BAD_ISSUE.at(_span(path, cut.place), tracker=cut.tracker, reason=REASON)
        elif (
            is_certain(path) and not name.endswith("tasks.json") and is_cut(text)
        ):  # which tracker has written it cannot be told
            yield BAD_JSON.at(whole_file(path), severity="warning", path=path, reason=NOTHING_READ)


def _span(path: str, place: Place) -> Span:
    return Span(path, *place)


def _bad_dates(path: str, issue: Issue) -> Iterator[Diagnostic]:
    for written in (issue.due, issue.created, issue.updated):
        if written and not times_of(written).created_at:
            yield BAD_DATE.at(_span(path, issue.place), text=written, id=issue.id)


def _record(issue: Issue, reason: str) -> EntityRecord:
    times = times_of(issue.created, issue.updated, issue.times)
    rank, due = rank_of(issue.priority), day_of(issue.due)
    status = "todo" if issue.state == "draft" else issue.state
    place = issue.place
    own = {"priority": issue.priority, "status_known": None if issue.is_known else "no"}
    # An issue may have any keys beside those of its tracker, these too.
    native = {"status": issue.word} | present(**{**own, **issue.native, "recognised_by": reason})
    return EntityRecord(
        type="task",
        native_id=issue.name,
        number=issue.number,
        name=issue.title,
        line=place.line,
        last_line=place.last_line,
        column=place.column,
        last_column=place.last_column,
        status=status,
        properties=task_properties(status, rank, due, issue.assignee),
        native=json_text(native),
        content=issue.content or None,
        tags=issue.labels,
        times=times,
        created_by=issue.author or None,
        references=tuple(_references(issue)),
        scheduling=Scheduling(issue.state, rank, due, times.created, kind=str(issue.native.get("issue_type") or "")),
    )


def _references(issue: Issue) -> Iterator[Reference]:
    """The links of an issue. What a field states counts before what a text does; an issue does not cite itself."""
    said: set[tuple[str, bool, str]] = set()
    blocked_or_part = {link.target for link in issue.links if link.relation != "references"}
    for link in issue.links:
        key = (link.relation, link.is_reversed, link.target)
        is_weaker = link.relation == "references" and link.target in (issue.id, *blocked_or_part)
        if key in said or is_weaker:
            continue
        said.add(key)
        yield Reference(
            link.relation,
            link.is_reversed,
            link.word,
            link.target,
            issue.place.line,
            issue.place.column,
            issue.place.last_column if issue.place.last_line == issue.place.line else issue.place.column,
            is_quiet=link.is_quiet or link.state != "",
            state=link.state,
        )
