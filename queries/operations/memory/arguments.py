"""Arguments of operations on memory, and how they are checked."""

import re
from collections.abc import Mapping
from typing import Any, TypeVar

from compiler.languages.memory.facts import RECORD_CLASSES, MemorySource, Record
from compiler.store.snapshot import Snapshot
from queries.memory.branch_scope import branch_scope
from queries.memory.selection import branch_named, branches_of, default_branch
from queries.memory.time_ranges import parse_time
from queries.operations.arguments import Words, invalid, optional, optional_line
from queries.tools.parameters import Parameter

R = TypeVar("R", bound=Record)

APPLIES_TO = "Memory in JSON lines."
LONG = 100_000  # characters of a text

BRANCH = optional("branch", "The branch to write it on; the memory's default branch by default.")
ID = optional_line("id", "Its id, which nothing has; a hash of its content by default.")
AT = Parameter(
    "at",
    "string",
    "Its time, such as 2026-03-01T09:00:00Z; the newest time of the memory by default.",
    max_length=40,
    aliases=("created_at",),
)
FILE = optional("file", "The file to append to; the one that holds such records of the branch by default.", most=1_000)
CONTEXT = (
    optional_line("session_id", "The session in which it was written."),
    optional_line("agent_id", "The agent that wrote it."),
    optional_line("task_id", "The task for which it was written."),
)
TAGS = Words("tags", "strings", "Words to find it by.")

_ZONE = re.compile(r"[^T ]*+[T ].*([Zz]|[+-]\d\d(:?\d\d)?)")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")


def time_of(snapshot: Snapshot, at: str | None) -> str | None:
    """Return the time of a new record: as given, else the newest time of an event in the memory, examples apart; None
    if it states no time. Raises QueryError for what is no time, and for one without a zone."""
    if at is None:
        examples = example_files(snapshot)
        sources = snapshot.facts(MemorySource)
        times = [source.latest for source in sources if source.latest and source.path not in examples]
        return max(times, key=lambda time: parse_time(time, "at").first or 0, default=None)
    text = at.strip()
    parse_time(text, "at")
    if not _DATE.fullmatch(text) and not _ZONE.fullmatch(text):
        raise invalid("A time has a zone, such as 2026-03-01T09:00:00Z; a date alone is the whole day", at=at)
    return text


def example_files(snapshot: Snapshot) -> set[str]:
    """Return the paths of files that are not the project."""
    return {path for (path,) in snapshot.rows("SELECT path FROM fact_example_file")}


def branch_of(snapshot: Snapshot, name: str | None, argument: str = "branch") -> str:
    """Return a branch that is there, the default branch if none is named. Raises QueryError `not_found`."""
    default = default_branch(snapshot)
    if name is None or (name == default and not branches_of(snapshot)):
        return default
    return branch_named(snapshot, name, argument).record_id


def check_unused(snapshot: Snapshot, record_type: str, record_id: str) -> None:
    """Raise QueryError if a record of a type has or had an id, on any branch."""
    sql = (
        f"SELECT file, start_line FROM fact_{RECORD_CLASSES[record_type].table} WHERE record_id = ?1 UNION ALL "
        "SELECT file, start_line FROM fact_memory_version WHERE record_id = ?1 AND record_type = ?2 LIMIT 1"
    )
    for file, line in snapshot.rows(sql, (record_id, record_type)):
        raise invalid(
            f"The id of a new {record_type} is taken already",
            id=record_id,
            source=f"{file}:{line}",
            hint="Without 'id' it is a hash of the content; the same at the same time is one record.",
        )


def seen_on(snapshot: Snapshot, branch: str, record_class: type[R], **where: Any) -> list[R]:
    """Return the records of a class that a branch sees."""
    scope, kind = branch_scope(snapshot, branch), record_class.kind.removeprefix("memory_")
    return [fact for fact in snapshot.facts(record_class, **where) if scope.sees(kind, fact.record_id, fact.branch)]


def own_records(snapshot: Snapshot, branch: str, record_class: type[R], **where: Any) -> list[R]:
    """Return the records of a class that a branch wrote itself, by time and id."""
    found = snapshot.facts(record_class, branch=branch, **where)
    return sorted(found, key=lambda record: (record.at_us is None, record.at_us or 0, record.record_id))


def stated(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields that say something."""
    return {name: value for name, value in fields.items() if value is not None}


def slug(name: str) -> str:
    """Return a name as a part of the name of a branch: `Fix OAuth!` becomes `fix-oauth`. Raises QueryError if nothing
    is left."""
    made = re.sub(r"[^\w]+", "-", name.lower()).strip("-")
    if not made:
        raise invalid("The name has no letter and no digit for the name of a branch", name=name)
    return made
