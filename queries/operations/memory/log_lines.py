"""Lines that an operation appends to a memory: new records, records again, retractions, how a file writes them, and the
file for them."""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import wraps
from hashlib import sha256
from typing import Any, NamedTuple

import orjson

from compiler.languages.memory.facts import MemorySource
from compiler.languages.memory.syntax.field_aliases import FIELD_NAMES, id_fields, snake_case
from compiler.store.snapshot import Snapshot
from queries.memory.selection import default_branch
from queries.operations.arguments import invalid, unavailable
from queries.operations.draft import Draft
from queries.operations.memory.arguments import APPLIES_TO, AT, FILE, check_unused, example_files, stated, time_of
from queries.operations.operation import Given, Operation
from queries.tools.parameters import Parameter

Json = Any
Record = dict[str, Json]

HEADER = {"type": "memory", "format": "memory-jsonl", "version": 1}
# Fields that are computed, so that a copy does not state them.
COMPUTED = ("message_count", "total_tokens", "fact_count", "conversation_count", "relation_count", "progress")
# Records of these types are kept branch by branch. Those of the second row stay where they are if a line names none.
BRANCHED = ("fact", "observation", "relation", "session", "conversation", "message", "task")
WORKED_ON = ("session", "conversation", "message", "task")
_ON_A_BRANCH = ("verification", "snapshot", "task_agent", "consolidation")  # one on all branches; they name one
NEW_FILE = "memory.jsonl"
OWNERS = {
    "mcp": "The MCP memory server rewrites this file as a whole: call its create_entities, create_relations, "
    "add_observations or delete_observations",
    "claude": "Claude Code writes this transcript: nothing else may be added to it",
    "codex": "Codex writes this transcript: nothing else may be added to it",
    "basic-memory": "A note is edited as text (edits)",
    "auto-memory": "A file of auto-memory is edited as text (edits)",
}
_NAME_ONE = "Name a new file with 'file', such as notes.memory.jsonl."
_DATABASES = (".db", ".sqlite", ".sqlite3", ".duckdb")


def writing_as(lines: Sequence[str]) -> Callable[[Mapping[str, Json]], str]:
    """Return what writes a record as the last one among lines is written."""
    last = next((line for line in reversed(lines) if line.strip().startswith("{")), "")
    separators = (", ", ": ") if not last or '": ' in last else (",", ":")
    is_ascii = "\\u" in last and last.isascii()

    def line_of(record: Mapping[str, Json]) -> str:
        line = json.dumps(record, ensure_ascii=is_ascii, separators=separators)
        has_half_pair = line.encode(errors="replace") != line.encode(errors="ignore")
        return json.dumps(record, separators=separators) if has_half_pair else line

    return line_of


def default_id(record_type: str, body: Mapping[str, Json]) -> str:
    """Return the id that a record without one has: a hash of its type and content."""
    content = {name: value for name, value in body.items() if name not in ("type", "id", "op") and value is not None}
    return sha256(orjson.dumps([record_type, content], option=orjson.OPT_SORT_KEYS)).hexdigest()[:16]


def parsed_line(line: str) -> Record | None:
    """Return the object of a line, None if it has none."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def field_of(record_type: str, key: str) -> str:
    """Return the field that a key of a record means: tools and people have several names for one. "" for no field."""
    return FIELD_NAMES.get(record_type, {}).get(snake_case(key), ("",))[0]


def with_fields(record: Mapping[str, Json], record_type: str, **fields: Json) -> Record:
    """Return a record with other values of some fields, under its own names for them. None takes a field out."""
    changed = dict(record)
    for name, value in fields.items():
        written = _name_in(changed, record_type, name)
        for key in [key for key in changed if key != written and field_of(record_type, key) == name]:
            del changed[key]
        if value is None:
            changed.pop(written, None)
        else:
            changed[written] = value
    return changed


def _name_in(record: Mapping[str, Json], record_type: str, name: str) -> str:
    """Return the name that a record has for a field: the field's own, if it has none."""
    if name in record:
        return name
    return next((key for key in record if field_of(record_type, key) == name), name)


class NewLine(NamedTuple):
    """A line to append, of a branch: a `new` record, one that is there `again`, or what lets one `end`."""

    kind: str
    type: str
    id: str
    branch: str
    record: Record


class LogFile(NamedTuple):
    """A file of records. `is_new`: it is not there yet. `default_branch` is that of records that name none."""

    path: str
    default_branch: str
    is_new: bool = False


class Lines:
    """The lines that an operation appends, all to one file. `at` is their time."""

    def __init__(self, draft: Draft, given: Given) -> None:
        self.draft, self.snapshot = draft, draft.snapshot
        self.at = time_of(draft.snapshot, given.at)
        self._named: str | None = given.file
        self._new: list[NewLine] = []
        self._behind: set[str] = set()

    def __len__(self) -> int:
        return len(self._new)

    def put(
        self, record_type: str, branch: str, body: Mapping[str, Json], *, id: str | None = None, time: str = "at"
    ) -> str:
        """Add a new record, and return its id. Fields that are None are left out. Raises QueryError if the id is
        taken."""
        record = stated(body)
        if self.at is not None:
            record.setdefault(time, self.at)
        id = id or default_id(record_type, record | {"branch": branch})
        check_unused(self.snapshot, record_type, id)
        if any((line.type, line.id) == (record_type, id) for line in self._new):
            raise invalid(f"Two records of type {record_type} would have this id", id=id)
        self._new.append(NewLine("new", record_type, id, branch, record))
        return id

    def restate(self, record_type: str, record_id: str, on: str, record: Record, **fields: Json) -> None:
        """Add a record again, as a line has it, with other values of some fields. It then counts on the branch `on`."""
        if self.at is not None:
            fields.setdefault("updated_at", self.at)
        changed = with_fields(record, record_type, **fields, **dict.fromkeys(COMPUTED))
        if {*id_fields(record_type)}.isdisjoint(map(snake_case, changed)):
            changed = {"type": changed.pop("type", record_type), "id": record_id, **changed}
        self._behind |= files_of(self.snapshot, record_type, record_id)
        self._new.append(NewLine("again", record_type, record_id, on, changed))

    def again(self, fact: Any, on: str, **fields: Json) -> None:
        """Add the record of a fact again, as its line has it."""
        kind = fact.kind.removeprefix("memory_")
        record = record_at(self.draft, kind, fact.span.file, fact.span.start_line)
        self.restate(kind, fact.record_id, on, record, **fields)

    def retract(self, record_type: str, record_id: str, branch: str) -> None:
        """End a record on a branch."""
        body = {"at": self.at} if self.at is not None else {}
        self._behind |= files_of(self.snapshot, record_type, record_id)
        self._new.append(NewLine("end", record_type, record_id, branch, body))

    def write(self) -> None:
        """Append the lines to their file."""
        first = self._new[0]
        file = log_file(self.snapshot, self._named, first.type, first.branch, self._behind)
        if file.is_new:
            header = writing_as(())(HEADER)
            self.draft.create(file.path, "".join(f"{text}\n" for text in (header, *self._texts(file, ()))))
            return
        lines = self.draft.lines(file.path)
        last = next((at for at in range(len(lines), 0, -1) if lines[at - 1].strip()), 0)
        self.draft.insert(file.path, last + 1, self._texts(file, lines))

    def _texts(self, file: LogFile, lines: Sequence[str]) -> list[str]:
        line_of = writing_as(lines)
        samples: dict[str, Record] = {}
        if any(line.kind == "new" for line in self._new):
            samples = {
                record["type"]: record
                for record in map(parsed_line, lines)
                if record and isinstance(record.get("type"), str)
            }
        return [line_of(_record(line, file, samples.get(line.type, {}))) for line in self._new]


def appending(*parameters: Parameter, applies_to: str = APPLIES_TO) -> Callable[[Callable[..., None]], Operation]:
    """Declare an operation that appends lines, all of one time and to one file. The function adds them to `Lines`."""

    def declared(add: Callable[..., None]) -> Operation:
        @wraps(add)
        def append(draft: Draft, given: Given) -> None:
            lines = Lines(draft, given)
            add(lines, given)
            lines.write()

        return Operation(append, applies_to=applies_to, parameters=(*parameters, AT, FILE))

    return declared


def files_of(snapshot: Snapshot, record_type: str, record_id: str) -> set[str]:
    """Return the files in which a record stands."""
    sql = (
        "SELECT file FROM fact_memory_version WHERE record_type = ?1 AND record_id = ?2 UNION "
        "SELECT file FROM fact_memory_message WHERE ?1 = 'message' AND record_id = ?2"
    )
    return {file for (file,) in snapshot.rows(sql, (record_type, record_id))}


def record_at(draft: Draft, record_type: str, path: str, line: int) -> Record:
    """Return the record that a line states. Raises QueryError if the line is none of a file of records."""
    owner = owner_of(draft.snapshot, path)
    record = None if owner else parsed_line(draft.line(path, line))
    if record is None or record.get("op") is not None:
        problem = "The record stands in no file of records, or not by itself, so that its line cannot be stated again"
        reasons = [owner] if owner else []
        raise unavailable(problem, record_type=record_type, source=f"{path}:{line}", reasons=reasons)
    return record


def _record(line: NewLine, file: LogFile, sample: Record) -> Record:
    """Return the line of a record, which names its branch where that is not understood. A new record has the names that
    `sample`, line of the same type, has for its fields."""
    is_needed = line.kind == "end" or line.type in WORKED_ON or line.branch != file.default_branch
    if line.kind == "again":
        is_named = any(field_of(line.type, key) == "branch" for key in line.record)
        on_branch = line.type in BRANCHED and (is_needed or is_named)
        return with_fields(line.record, line.type, branch=line.branch) if on_branch else line.record
    on = {"branch": line.branch} if is_needed and line.type in (*BRANCHED, *_ON_A_BRANCH) else {}
    if line.kind == "end":
        return {"op": "retract", "type": line.type, "id": line.id, **on, **line.record}
    named = {_name_in(sample, line.type, name): value for name, value in (on | line.record).items()}
    return {"type": line.type, "id": line.id} | named


def log_file(
    snapshot: Snapshot, named: str | None, record_type: str, branch: str, behind: Collection[str] = ()
) -> LogFile:
    """Return the file that gets a record: the named one, else the one that holds most records of the type on the
    branch, else of the branch, else of the type.

    Files are one log in the order of their paths, so it must not stand before the files `behind`, whose lines it
    replaces. Raises QueryError.
    """
    sources = {source.path: source for source in snapshot.facts(MemorySource)}
    if named is not None:
        found = _named(sources, snapshot, named)
    elif not sources:
        found = _first(snapshot)
    else:
        found = _best(snapshot, sources, record_type, branch, behind)
    if found.path in _cut_off(snapshot):
        problem = "The last line of the file is cut off: mend it first, or name another 'file'"
        raise unavailable(problem, file=found.path)
    if any(found.path < other for other in behind):
        raise unavailable(
            "The record stands in a file that is read later, so a line in this one would not count",
            file=found.path,
            record_file=max(behind),
        )
    return found


def owner_of(snapshot: Snapshot, path: str) -> str | None:
    """Return who owns a file of memory that no line may be appended to; None if lines may."""
    found = snapshot.facts(MemorySource, path=path)
    return OWNERS.get(found[0].format) if found else None


def _named(sources: dict[str, MemorySource], snapshot: Snapshot, path: str) -> LogFile:
    if path in sources:
        if owner := OWNERS.get(sources[path].format):
            raise unavailable(owner, file=path)
        return LogFile(path, sources[path].default_branch)
    if path.lower().endswith(_DATABASES):
        problem = "A database is written by its own program: call the tool of this name of the server that owns it"
        raise unavailable(problem, file=path)
    if snapshot.text(path) is not None or (path.rpartition("/")[2] != NEW_FILE and not path.endswith(".memory.jsonl")):
        problem = "'file' is a file of memory records, or the name of a new one: memory.jsonl or *.memory.jsonl"
        raise invalid(problem, file=path)
    return LogFile(path, default_branch(snapshot), is_new=True)


def _first(snapshot: Snapshot) -> LogFile:
    """Return the first file of a memory. Raises QueryError if a file has the name of a memory, and is none."""
    for finding in snapshot.diagnostics(code="MEM109"):
        raise unavailable(finding.message, file=finding.span.file, hint=_NAME_ONE)
    return LogFile(NEW_FILE, default_branch(snapshot), is_new=True)


def _best(
    snapshot: Snapshot, sources: dict[str, MemorySource], record_type: str, branch: str, behind: Collection[str]
) -> LogFile:
    examples = example_files(snapshot)
    logs = [source for source in sources.values() if source.format == "jsonl" and source.path not in examples]
    whole = [log for log in logs if log.path not in _cut_off(snapshot)] or logs
    late = [source for source in whole if all(source.path >= other for other in behind)] or whole
    if not late:
        formats = sorted({source.format for source in sources.values()} - {"jsonl"})
        problem = "The memory has no file of records that a line can be appended to"
        reasons = [OWNERS[form] for form in formats if form in OWNERS]
        raise unavailable(problem, reasons=reasons, hint=_NAME_ONE)
    sql = (
        "SELECT file, sum(record_type = ?1 AND branch = ?2), sum(branch = ?2), sum(record_type = ?1) FROM "
        "(SELECT file, record_type, branch FROM fact_memory_version UNION ALL "
        "SELECT file, 'message', branch FROM fact_memory_message) GROUP BY file"
    )
    held = {file: counts for file, *counts in snapshot.rows(sql, (record_type, branch))}
    late.sort(key=lambda log: log.path)
    best = max(late, key=lambda log: held.get(log.path, [0, 0, 0]))
    return LogFile(best.path, best.default_branch)


def _cut_off(snapshot: Snapshot) -> set[str]:
    """Return the files whose last line is cut off: a line behind it would hide that."""
    return {finding.span.file for finding in snapshot.diagnostics(code="MEM103")}
