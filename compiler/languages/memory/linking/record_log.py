"""The record log: all versions of every record, line by line, and from when each version counts.

A later line of the same type and id replaces the earlier one; a retraction ends the record. Files are read in the order
of their paths, as one log.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from compiler.languages.memory import codes
from compiler.languages.memory.records import Moment, RecordEntry, Unit
from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import Span
from compiler.text.timestamps import format_utc_exact

Json = Any

MAIN = "main"
# Several files may state records of these types without contradicting one another.
_SHARED_TYPES = ("branch", "session", "entity")
_MARKDOWN = ("auto-memory", "basic-memory")


@dataclass(frozen=True, slots=True)
class RecordVersion:
    """One entry of a record, with its file and branch. `starts` is the time it was written, in microseconds, None if
    unknown. `is_inferred`: `starts` is the newest time of the lines before it."""

    entry: RecordEntry
    path: str
    format: str
    branch: str
    starts: int | None
    is_inferred: bool

    @property
    def span(self) -> Span:
        return self.entry.span.in_file(self.path)

    @property
    def is_put(self) -> bool:
        return self.entry.op == "put"

    def get(self, name: str, default: Json = None) -> Json:
        """Return a field of the record, or the default."""
        return self.entry.fields.get(name, default)


@dataclass(slots=True)
class RecordHistory:
    """The versions of one record in order. The record exists now if the last version is no retraction."""

    type: str
    id: str
    position: int
    versions: list[RecordVersion] = field(default_factory=list)

    @property
    def now(self) -> RecordVersion:
        return self.versions[-1]

    def ends(self) -> list[int | None]:
        """Return for each version the time at which a later one replaces it, None if none does."""
        ends: list[int | None] = []
        nearest: int | None = None
        for version in reversed(self.versions):
            ends.append(nearest)
            if version.starts is not None:
                nearest = version.starts if nearest is None else min(nearest, version.starts)
        return ends[::-1]


@dataclass(slots=True)
class RecordLog:
    """All records by type and id, in the order of their first entries. `latest` is the newest time of an event in each
    file, in microseconds."""

    default_branch: str
    by_key: dict[tuple[str, str], RecordHistory] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    latest: dict[str, int] = field(default_factory=dict)

    def of(self, record_type: str) -> Iterator[RecordHistory]:
        """Yield the records of a type that exist now."""
        return (one for (kind, _), one in self.by_key.items() if kind == record_type and one.now.is_put)

    def has(self, record_type: str, record_id: str) -> bool:
        """Return whether a record exists now."""
        history = self.by_key.get((record_type, record_id))
        return history is not None and history.now.is_put


def read_log(units: Mapping[str, Unit]) -> RecordLog:
    """Return the versions of all records of all files."""
    declared = (unit.default_branch for unit in units.values() if unit.default_branch)
    log = RecordLog(next(declared, MAIN))
    for path, unit in units.items():
        _add_unit(log, path, unit)
    for history in log.by_key.values():
        log.diagnostics += _out_of_order(history)
        log.diagnostics += _in_two_files(history)
    return log


def _add_unit(log: RecordLog, path: str, unit: Unit) -> None:
    newest: int | None = None  # time of the lines so far
    for entry in unit.entries:
        history = _history_of(log, path, unit, entry)
        if entry.op != "put" and not history.versions:
            span = entry.span.in_file(path)
            log.diagnostics.append(codes.NOTHING_TO_RETRACT.at(span, id=f"{entry.type} {entry.id}"))
            del log.by_key[entry.type, entry.id]
            continue
        starts = _written_at(entry)
        is_inferred = starts is None and bool(history.versions) and newest is not None
        branch = entry.fields.get("branch") or unit.default_branch or log.default_branch
        if entry.op != "put":
            branch = history.now.branch
        start = newest if is_inferred else starts
        history.versions.append(RecordVersion(entry, path, unit.format, branch, start, is_inferred))
        newest = max(filter(None, (newest, starts)), default=None)
        _note_latest(log, path, entry)


def _history_of(log: RecordLog, path: str, unit: Unit, entry: RecordEntry) -> RecordHistory:
    key = entry.type, entry.id
    history = log.by_key.get(key)
    if history and unit.format in _MARKDOWN and entry.type == "fact" and history.versions[0].path != path:
        # Facts of two notes are two facts, even if they have the same name.
        key = entry.type, f"{entry.id}@{path}"
        history = log.by_key.get(key)
    return history or log.by_key.setdefault(key, RecordHistory(*key, len(log.by_key)))


def _written_at(entry: RecordEntry) -> int | None:
    for name in ("updated_at", "at", "valid_from"):
        at = entry.fields.get(name)
        if isinstance(at, Moment):
            return at.us
    return None


def _note_latest(log: RecordLog, path: str, entry: RecordEntry) -> None:
    """Keep the newest time of an event. The validity of a relation is no event."""
    verification = entry.fields.get("verification")
    values = [value for name, value in entry.fields.items() if not name.startswith("valid_")]
    values.append(verification["at"] if verification else None)
    times = [value.us for value in values if isinstance(value, Moment)]
    if times:
        log.latest[path] = max(log.latest.get(path, 0), *times)


def _out_of_order(history: RecordHistory) -> Iterator[Diagnostic]:
    """Report versions that are older than the version that they replace."""
    for before, after in zip(history.versions, history.versions[1:], strict=False):
        if before.starts is not None and after.starts is not None and after.starts < before.starts:
            at, earlier = format_utc_exact(after.starts), format_utc_exact(before.starts)
            yield codes.BACKWARDS.at(after.span, id=f"{history.type} {history.id}", at=at, before=earlier)


def _in_two_files(history: RecordHistory) -> Iterator[Diagnostic]:
    """Report a record that two files state differently."""
    if history.type in _SHARED_TYPES:
        return
    first = history.versions[0]
    for version in history.versions[1:]:
        if version.path != first.path and version.entry.fields != first.entry.fields:
            yield codes.TWO_FILES.at(version.span, id=f"{history.type} {history.id}", other=first.path)
            return
