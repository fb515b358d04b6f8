"""Which file a record is appended to."""

from collections.abc import Collection
from typing import NamedTuple

from compiler.languages.memory.facts import MemorySource
from compiler.store.snapshot import Snapshot
from queries.errors.query_error import QueryError
from queries.memory.selection import default_branch
from queries.operations.memory.arguments import example_files
from queries.tools.parameters import echoed

NEW_FILE = "memory.jsonl"
OWNERS = {
    "mcp": "The MCP memory server rewrites this file as a whole: call its create_entities, create_relations, "
    "add_observations or delete_observations",
    "claude": "Claude Code writes this transcript: nothing else may be added to it",
    "codex": "Codex writes this transcript: nothing else may be added to it",
    "basic-memory": "A note is edited as text (edits), or by memory_write_fact and memory_write_relation with 'file'",
    "auto-memory": "A file of auto-memory is edited as text (edits); memory_write_fact adds one, named by 'file'",
}
_DATABASES = (".db", ".sqlite", ".sqlite3", ".duckdb")


class LogFile(NamedTuple):
    """A file of records. `is_new`: it is not there yet. `default_branch` is that of records that name none."""

    path: str
    default_branch: str
    is_new: bool = False


def log_file(
    snapshot: Snapshot, named: str | None, record_type: str, branch: str, behind: Collection[str] = ()
) -> LogFile:
    """Return the file that gets a record: the named one, else the one that holds most records of the type on the
    branch, else of the branch, else of the type.

    Files are one log in the order of their paths, so it must not stand before the files `behind`, whose lines it
    replaces. Raises QueryError.
    """
    sources = {one.path: one for one in snapshot.facts(MemorySource)}
    if named is not None:
        found = _named(sources, snapshot, named)
    elif not sources:
        found = _first(snapshot)
    else:
        found = _best(snapshot, sources, record_type, branch, behind)
    if found.path in _cut_off(snapshot):
        problem = "The last line of the file is cut off: mend it first, or name another 'file'"
        raise QueryError("unavailable", problem, file=echoed(found.path))
    if any(_order(found.path) < _order(one) for one in behind):
        raise QueryError(
            "unavailable",
            "The record stands in a file that is read later, so a line in this one would not count",
            file=echoed(found.path),
            record_file=max(behind, key=_order),
        )
    return found


def owner_of(snapshot: Snapshot, path: str) -> str | None:
    """Return who owns a file of memory that no line may be appended to; None if lines may."""
    found = snapshot.facts(MemorySource, path=path)
    return OWNERS.get(found[0].format) if found else None


def _named(sources: dict[str, MemorySource], snapshot: Snapshot, path: str) -> LogFile:
    if path in sources:
        if owner := OWNERS.get(sources[path].format):
            raise QueryError("unavailable", owner, file=echoed(path))
        return LogFile(path, sources[path].default_branch)
    if path.lower().endswith(_DATABASES):
        problem = "A database is written by its own program: call the tool of this name of the server that owns it"
        raise QueryError("unavailable", problem, file=echoed(path))
    if snapshot.text(path) is not None or (path.rpartition("/")[2] != NEW_FILE and not path.endswith(".memory.jsonl")):
        problem = "'file' is a file of memory records, or the name of a new one: memory.jsonl or *.memory.jsonl"
        raise QueryError("invalid_argument", problem, file=echoed(path))
    return LogFile(path, default_branch(snapshot), is_new=True)


def _first(snapshot: Snapshot) -> LogFile:
    """Return the first file of a memory. Raises QueryError if a file has the name of a memory, and is none."""
    for one in snapshot.diagnostics(code="MEM109"):
        hint = "Name a new file with 'file', such as notes.memory.jsonl."
        raise QueryError("unavailable", one.message, file=one.span.file, hint=hint)
    return LogFile(NEW_FILE, default_branch(snapshot), is_new=True)


def _best(
    snapshot: Snapshot, sources: dict[str, MemorySource], record_type: str, branch: str, behind: Collection[str]
) -> LogFile:
    examples = example_files(snapshot)
    logs = [one for one in sources.values() if one.format == "jsonl" and one.path not in examples]
    whole = [one for one in logs if one.path not in _cut_off(snapshot)] or logs
    late = [one for one in whole if all(_order(one.path) >= _order(other) for other in behind)] or whole
    if not late:
        formats = sorted({one.format for one in sources.values()} - {"jsonl"})
        problem = "The memory has no file of records that a line can be appended to"
        reasons = [OWNERS[one] for one in formats if one in OWNERS]
        hint = "Name a new file with 'file', such as notes.memory.jsonl."
        raise QueryError("unavailable", problem, reasons=reasons, hint=hint)
    counts = _counts(snapshot)

    def rank(path: str) -> tuple[int, int, int]:
        there = [(kind, on, count) for (file, kind, on), count in counts.items() if file == path]
        both = sum(count for kind, on, count in there if (kind, on) == (record_type, branch))
        on_branch = sum(count for _, on, count in there if on == branch)
        return -both, -on_branch, -sum(count for kind, _, count in there if kind == record_type)

    best = min(late, key=lambda one: (rank(one.path), _order(one.path)))
    return LogFile(best.path, best.default_branch)


def _counts(snapshot: Snapshot) -> dict[tuple[str, str, str], int]:
    """Count the lines of each file by type and branch."""
    sql = (
        "SELECT file, record_type, branch, count(*) FROM fact_memory_version GROUP BY 1, 2, 3 UNION ALL "
        "SELECT file, 'message', branch, count(*) FROM fact_memory_message GROUP BY 1, 2, 3"
    )
    found: dict[tuple[str, str, str], int] = {}
    for file, kind, branch, count in snapshot.rows(sql):
        found[file, kind, branch] = found.get((file, kind, branch), 0) + count
    return found


def _cut_off(snapshot: Snapshot) -> set[str]:
    """Return the files whose last line is cut off: a line behind it would hide that."""
    return {one.span.file for one in snapshot.diagnostics(code="MEM103")}


def _order(path: str) -> bytes:
    return path.encode()
