"""The record log: all versions of every record, line by line, and from when each version counts.

A later line of the same type and id replaces the earlier one; a retraction ends the record. Files are read in the order
of their paths, as one log.

What is learnt, said and worked on is kept branch by branch: a line only replaces or ends what its own branch wrote.
Records of all other types are the same on all branches.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from compiler.languages.memory import codes
from compiler.languages.memory.facts.record import record_ref
from compiler.languages.memory.records import Moment, RecordEntry, Unit
from compiler.model.diagnostics import Diagnostic
from compiler.model.spans import Span
from compiler.text.timestamps import format_utc_exact

Json = Any

MAIN = "main"
# Records of these types belong to the branch of their record, not to the default branch, if a line names none.
WORKED_ON = ("session", "conversation", "message", "task")
BRANCHED = ("fact", "observation", "relation", *WORKED_ON)  # types of records that are kept branch by branch
# Several files may state records of these types without contradicting one another.
_SHARED_TYPES = ("branch", "session", "entity")
_MARKDOWN = ("auto-memory", "basic-memory")


@dataclass(frozen=True, slots=True)
class RecordVersion:
    """One entry of a record, with its file and branch. `number` counts the entries of all files. `starts` is the time
    it was written, in microseconds, None if unknown. `is_inferred`: `starts` is the newest time of the lines before."""

    number: int
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
    """The versions of one record in order, of a branched type those of one branch. The record exists now if the last
    version is no retraction. `ref` names it, with its branch if that is not the home of the record."""

    type: str
    id: str
    position: int
    ref: str = ""
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
    """All histories in the order of their first entries: of each record one, of a branched type one for each branch.
    `by_record` has the others by type and id, `by_branch` those of branched types. `latest` is the newest time of an
    event in each file, in microseconds."""

    default_branch: str
    histories: list[RecordHistory] = field(default_factory=list)
    by_record: dict[tuple[str, str], RecordHistory] = field(default_factory=dict)
    by_branch: dict[tuple[str, str], dict[str, RecordHistory]] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    latest: dict[str, int] = field(default_factory=dict)
    entries: int = 0
    refs: set[str] = field(default_factory=set)  # of records that are kept branch by branch

    def ref_on(self, record_type: str, record_id: str, branch: str) -> str:
        """Return a new ref for a record on a branch that is not its home: `m:fact/f-1@dev`. If that is the ref of
        another record, a second @ tells them apart."""
        at = "@"
        while (ref := f"{record_ref(record_type, record_id)}{at}{branch}") in self.refs:
            at += "@"
        self.refs.add(ref)
        return ref

    def of(self, record_type: str) -> Iterator[RecordHistory]:
        """Yield the records of a type that exist now, a branched one for each branch that has its own version."""
        return (history for history in self.histories if history.type == record_type and history.now.is_put)

    def has(self, record_type: str, record_id: str) -> bool:
        """Return whether a record exists now, on any branch."""
        return any(branch.now.is_put for branch in self.on_branches(record_type, record_id).values())

    def on_branches(self, record_type: str, record_id: str) -> Mapping[str, RecordHistory]:
        """Return the histories of a record by branch, in the order of their first entries. The only history of a type
        that is not branched has the branch ""."""
        if record_type in BRANCHED:
            return self.by_branch.get((record_type, record_id), {})
        one = self.by_record.get((record_type, record_id))
        return {"": one} if one else {}

    def add(self, record_type: str, record_id: str, version: RecordVersion) -> None:
        """Add a version to its history."""
        key = record_type, record_id
        if record_type in BRANCHED:
            on = self.by_branch.setdefault(key, {})
            history = on.get(version.branch) or on.setdefault(version.branch, self._begun(*key))
        else:
            history = self.by_record.get(key) or self.by_record.setdefault(key, self._begun(*key))
        history.versions.append(version)

    def home(self, histories: Mapping[str, object]) -> str:
        """Return the home of a record: the default branch if it wrote the record, else the first branch that did."""
        return self.default_branch if self.default_branch in histories else next(iter(histories))

    def _begun(self, record_type: str, record_id: str) -> RecordHistory:
        self.histories.append(RecordHistory(record_type, record_id, len(self.histories)))
        return self.histories[-1]


def read_log(units: Mapping[str, Unit]) -> RecordLog:
    """Return the versions of all records of all files."""
    declared = (unit.default_branch for unit in units.values() if unit.default_branch)
    log = RecordLog(next(declared, MAIN))
    for path, unit in units.items():
        _add_unit(log, path, unit)
    for history in log.histories:
        log.diagnostics += _out_of_order(history)
        log.diagnostics += _in_two_files(history)
    return log


def _add_unit(log: RecordLog, path: str, unit: Unit) -> None:
    newest: int | None = None  # time of the lines so far
    for entry in unit.entries:
        log.entries += 1
        record = _record_of(log, path, unit, entry)
        histories = log.on_branches(*record)
        branch = entry.fields.get("branch") or _branch_of(log, entry, histories)
        branch = branch or unit.default_branch or log.default_branch
        if entry.op != "put" and not histories:
            span = entry.span.in_file(path)
            finding = codes.NOTHING_TO_RETRACT.at(span, id=f"{entry.type} {entry.id}", branch=branch)
            log.diagnostics.append(finding)
            continue
        if entry.op != "put":
            branch = _retracted_branch(log, entry, histories)
        starts = _written_at(entry)
        is_inferred = starts is None and bool(histories) and newest is not None
        start = newest if is_inferred else starts
        version = RecordVersion(log.entries, entry, path, unit.format, branch, start, is_inferred)
        log.add(*record, version)
        newest = max(filter(None, (newest, starts)), default=None)
        _note_latest(log, path, entry)


def _record_of(log: RecordLog, path: str, unit: Unit, entry: RecordEntry) -> tuple[str, str]:
    """Return the type and id of the record of an entry."""
    histories = log.on_branches(entry.type, entry.id)
    is_of_note = bool(histories) and unit.format in _MARKDOWN and entry.type == "fact"
    if is_of_note and next(iter(histories.values())).versions[0].path != path:
        # Facts of two notes are two facts, even if they have the same name.
        return entry.type, f"{entry.id}@{path}"
    return entry.type, entry.id


def _branch_of(log: RecordLog, entry: RecordEntry, histories: Mapping[str, RecordHistory]) -> str:
    """Return the branch of a line that names none: the home of the record if it is there already, for a new message
    that of its conversation; "" for any other."""
    if entry.type not in WORKED_ON:
        return ""
    if not histories and entry.type == "message":
        histories = log.on_branches("conversation", entry.fields.get("conversation_id", ""))
    return log.home(histories) if histories else ""


def _retracted_branch(log: RecordLog, entry: RecordEntry, histories: Mapping[str, RecordHistory]) -> str:
    """Return the branch on which a retraction ends a record: the one that it names, else the home of the record."""
    if entry.type not in BRANCHED:
        return next(iter(histories.values())).now.branch
    return entry.fields.get("branch") or log.home(histories)


def set_refs(log: RecordLog) -> None:
    """Set the refs of all histories: `m:fact/f-1` at the home of a record, `m:fact/f-1@dev` on another branch."""
    for record, history in log.by_record.items():
        history.ref = record_ref(*record)
    log.refs |= {record_ref(*record) for record in log.by_branch}
    for record, histories in log.by_branch.items():
        home = log.home(histories)
        for branch, history in histories.items():
            history.ref = record_ref(*record) if branch == home else log.ref_on(*record, branch)


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
