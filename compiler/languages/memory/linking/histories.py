"""Versions: all that is said of a record, line by line, and from when to when each of it was known.

A later line of the same type and id replaces the earlier one; a retraction ends the record. Files are read in the order
of their paths, as one log.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from compiler.languages.memory import codes
from compiler.languages.memory.records import Document, Entry, Moment
from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import Span
from compiler.text.timestamps import format_utc_exact

Json = Any

MAIN = "main"
# Of these many files may speak without saying two things.
_SHARED = ("branch", "session", "entity")
_MARKDOWN = ("auto-memory", "basic-memory")


@dataclass(frozen=True, slots=True)
class Told:
    """What one place says of a record. `starts` is when it was written, in microseconds, None when that is unknown;
    `is_inferred`: only the lines before it tell."""

    entry: Entry
    path: str
    format: str
    branch: str
    starts: int | None
    is_inferred: bool

    @property
    def span(self) -> Span:
        place = self.entry.place
        return Span(self.path, place.line, place.column, place.last, place.end)

    @property
    def is_put(self) -> bool:
        return self.entry.op == "put"

    def get(self, name: str, default: Json = None) -> Json:
        """A field of the record, or the default."""
        return self.entry.fields.get(name, default)


@dataclass(slots=True)
class History:
    """The versions of one record in order. It is there now when the last is no retraction."""

    type: str
    id: str
    position: int
    versions: list[Told] = field(default_factory=list)

    @property
    def now(self) -> Told:
        return self.versions[-1]

    def ends(self) -> list[int | None]:
        """For each version when a later one replaces it, None while none does."""
        ends: list[int | None] = []
        nearest: int | None = None
        for one in reversed(self.versions):
            ends.append(nearest)
            if one.starts is not None:
                nearest = one.starts if nearest is None else min(nearest, one.starts)
        return ends[::-1]


@dataclass(slots=True)
class Histories:
    """All records by type and id, in the order in which they are first named."""

    default_branch: str
    by_key: dict[tuple[str, str], History] = field(default_factory=dict)
    findings: list[Diagnostic] = field(default_factory=list)
    latest: dict[str, int] = field(default_factory=dict)  # the newest time that a file tells, by path

    def of(self, record_type: str) -> Iterator[History]:
        """The records of a type that are there now."""
        return (one for (kind, _), one in self.by_key.items() if kind == record_type and one.now.is_put)

    def has(self, record_type: str, record_id: str) -> bool:
        """Whether a record is there now."""
        found = self.by_key.get((record_type, record_id))
        return found is not None and found.now.is_put


def histories(documents: Mapping[str, Document]) -> Histories:
    """The versions of all records of all files."""
    declared = (one.default_branch for one in documents.values() if one.default_branch)
    made = Histories(next(declared, MAIN))
    for path, document in documents.items():
        _add_document(made, path, document)
    for history in made.by_key.values():
        made.findings += _out_of_order(history)
        made.findings += _in_two_files(history)
    return made


def _add_document(made: Histories, path: str, document: Document) -> None:
    """Adds the records of a file; `newest` is the newest time of the lines so far."""
    newest: int | None = None
    for entry in document.entries:
        history = _history(made, path, document, entry)
        if entry.op != "put" and not history.versions:
            told = Told(entry, path, document.format, MAIN, None, False)
            made.findings.append(codes.NOTHING_TO_RETRACT.at(told.span, id=f"{entry.type} {entry.id}"))
            del made.by_key[entry.type, entry.id]
            continue
        starts = _written_at(entry)
        is_inferred = starts is None and bool(history.versions) and newest is not None
        branch = entry.fields.get("branch") or document.default_branch or made.default_branch
        if entry.op != "put":
            branch = history.now.branch
        history.versions.append(
            Told(entry, path, document.format, branch, newest if is_inferred else starts, is_inferred)
        )
        newest = max(filter(None, (newest, starts)), default=None)
        _note_latest(made, path, entry)


def _history(made: Histories, path: str, document: Document, entry: Entry) -> History:
    key = entry.type, entry.id
    found = made.by_key.get(key)
    if found and document.format in _MARKDOWN and entry.type == "fact" and found.versions[0].path != path:
        # Two notes of one name are two facts: each is a file of its own.
        key = entry.type, f"{entry.id}@{path}"
        found = made.by_key.get(key)
    return found or made.by_key.setdefault(key, History(*key, len(made.by_key)))


def _written_at(entry: Entry) -> int | None:
    for name in ("updated_at", "at", "valid_from"):
        moment = entry.fields.get(name)
        if isinstance(moment, Moment):
            return moment.us
    return None


def _note_latest(made: Histories, path: str, entry: Entry) -> None:
    """Times at which something happened; when a relation holds is none of them."""
    judged = entry.fields.get("verification")
    told = [one for name, one in entry.fields.items() if not name.startswith("valid_")]
    told.append(judged["at"] if judged else None)
    times = [one.us for one in told if isinstance(one, Moment)]
    if times:
        made.latest[path] = max(made.latest.get(path, 0), *times)


def _out_of_order(history: History) -> Iterator[Diagnostic]:
    """Versions that are of a time before the one that they replace."""
    for before, after in zip(history.versions, history.versions[1:], strict=False):
        if before.starts is not None and after.starts is not None and after.starts < before.starts:
            at, earlier = format_utc_exact(after.starts), format_utc_exact(before.starts)
            yield codes.BACKWARDS.at(after.span, id=f"{history.type} {history.id}", at=at, before=earlier)


def _in_two_files(history: History) -> Iterator[Diagnostic]:
    """A record of which two files say different things."""
    if history.type in _SHARED:
        return
    first = history.versions[0]
    for one in history.versions[1:]:
        if one.path != first.path and one.entry.fields != first.entry.fields:
            yield codes.TWO_FILES.at(one.span, id=f"{history.type} {history.id}", other=first.path)
            return
