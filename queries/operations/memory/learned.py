"""The operations on what was learned: facts, observations, relations, and the end of any record."""

from typing import Any

from compiler.languages.memory.facts import RECORD_CLASSES, MemoryFact, MemoryRelation, MemorySession, MemoryTask
from compiler.store.snapshot import Snapshot
from queries.errors.query_error import QueryError
from queries.memory.selection import record_named
from queries.operations.arguments import invalid, optional, text_argument, unavailable, wrong_kind
from queries.operations.memory.arguments import (
    AGENT,
    BRANCH,
    ID,
    LONG,
    SESSION,
    TASK,
    branch_of,
    seen_on,
    word,
    written_text,
)
from queries.operations.memory.log_lines import BRANCHED, Lines, appending, owner_of
from queries.operations.operation import Given
from queries.tools.parameters import Parameter, echoed

Json = Any

OBSERVATION_TYPES = ("tool_use", "discovery", "decision", "error", "insight")
OUTCOMES = ("success", "failure", "timeout")
RETRACTABLE = tuple(record_class for record_class in RECORD_CLASSES if record_class != "branch")


@appending(
    Parameter("fact_text", "string", "What was learned.", required=True, max_length=LONG, aliases=("text", "fact")),
    optional("category", "Its category, such as decision."),
    Parameter("confidence", "number", "How sure it is, from 0 to 1; 1 where it is not said.", minimum=0, maximum=1),
    BRANCH,
    optional("supersedes", "The fact that it supersedes."),
    SESSION,
    AGENT,
    TASK,
    ID,
)
def memory_write_fact(lines: Lines, given: Given) -> None:
    """Writes a fact."""
    snapshot = lines.snapshot
    on = branch_of(snapshot, given.branch)
    body = {
        "text": written_text("fact_text", given.fact_text),
        "category": word("category", given.category),
        "confidence": given.confidence,
        "parent_id": _seen_fact(snapshot, given.supersedes, on) if given.supersedes else None,
        **context(snapshot, given),
    }
    lines.put("fact", on, body, id=given.id)


@appending(
    Parameter("observation_type", "string", "What it is.", required=True, choices=OBSERVATION_TYPES),
    text_argument("summary", "What was seen or done.", most=LONG),
    optional("tool_name", "The tool that was used."),
    optional("raw_input", "What the tool was given.", most=LONG),
    optional("raw_output", "What it answered.", most=LONG),
    BRANCH,
    Parameter("outcome", "string", "How it ended.", choices=OUTCOMES),
    SESSION,
    AGENT,
    TASK,
    ID,
)
def memory_write_observation(lines: Lines, given: Given) -> None:
    """Writes an observation: something that an agent did or saw."""
    body = {
        "observation_type": given.observation_type,
        "tool_name": word("tool_name", given.tool_name),
        "summary": written_text("summary", given.summary),
        "raw_input": given.raw_input,
        "raw_output": given.raw_output,
        "outcome": given.outcome,
        **context(lines.snapshot, given),
    }
    lines.put("observation", branch_of(lines.snapshot, given.branch), body, id=given.id)


@appending(
    text_argument("source_entity", "The entity that is related.", most=500),
    text_argument("target_entity", "The entity that it is related to.", most=500),
    text_argument("relation_type", "How, such as depends_on.", most=200),
    Parameter("properties", "object", "What else is to be said of it."),
    BRANCH,
    ID,
)
def memory_write_relation(lines: Lines, given: Given) -> None:
    """Writes a relation between two entities. One that holds on the branch already is refused."""
    ends = {
        "source": word("source_entity", given.source_entity) or "",
        "relation": word("relation_type", given.relation_type) or "",
        "target": word("target_entity", given.target_entity) or "",
    }
    on = branch_of(lines.snapshot, given.branch)
    if same := live_relation(lines.snapshot, on, **ends):
        raise invalid("This relation holds on the branch already", id=same.record_id, source=str(same.span))
    lines.put("relation", on, {**ends, "properties": given.properties or None}, id=given.id)


@appending(
    text_argument("id", "The id of a record, or its ref, such as m:fact/f-1@dev.", most=1_000),
    Parameter("type", "string", "Its type; needed where records of several types have the id.", choices=RETRACTABLE),
    optional("branch", "The branch on which it ends; that on which it was written by default."),
)
def memory_retract(lines: Lines, given: Given) -> None:
    """Ends a record on a branch, and on those that read it from there. No line goes: the log stays as it is."""
    snapshot = lines.snapshot
    record_type, record = _record_of_any_type(snapshot, given.id.strip(), given.type)
    if owner := owner_of(snapshot, record.span.file):
        raise unavailable(owner, source=str(record.span))
    if not getattr(record, "is_declared", True):
        problem = "No record states this: others only name it, so there is nothing to retract"
        raise invalid(problem, id=given.id, type=record_type)
    on = record.branch
    if given.branch is not None and record_type in BRANCHED:
        on = branch_of(snapshot, given.branch)
        if not seen_on(snapshot, on, RECORD_CLASSES[record_type], record_id=record.record_id):
            problem = "The branch does not see this record, so there is nothing to end on it"
            raise invalid(problem, id=record.record_id, branch=on)
    lines.retract(record_type, record.record_id, on)


def context(snapshot: Snapshot, given: Given) -> dict[str, str | None]:
    """Return the fields that say in which session, by which agent and for which task a record was written. Raises
    QueryError if there are tasks or sessions, and not this one."""
    fields = {name: word(name, getattr(given, name)) for name in ("session_id", "agent_id", "task_id")}
    for name, record_class in (("session_id", MemorySession), ("task_id", MemoryTask)):
        if (named := fields[name]) is not None and snapshot.count(record_class):
            fields[name] = record_named(snapshot, record_class, named, name).record_id
    return fields


def live_relation(snapshot: Snapshot, branch: str, source: str, relation: str, target: str) -> MemoryRelation | None:
    """Return the relation between two entities that a branch sees and that has not ended, None if there is none."""
    found = seen_on(snapshot, branch, MemoryRelation, source=source, target=target, is_live=1)
    return next((one for one in found if one.relation == relation), None)


def _seen_fact(snapshot: Snapshot, name: str, branch: str) -> str:
    """Return the id of a fact that a branch sees. Raises QueryError."""
    fact = record_named(snapshot, MemoryFact, name, "supersedes")
    if not seen_on(snapshot, branch, MemoryFact, record_id=fact.record_id):
        raise invalid("The branch does not see this fact", supersedes=name, branch=branch)
    return fact.record_id


def _record_of_any_type(snapshot: Snapshot, name: str, record_type: str | None) -> tuple[str, Any]:
    """Return the type of a record and the record. Raises QueryError."""
    if record_type is None and name.startswith("m:"):
        record_type = name[2:].partition("/")[0]
        if record_type not in RETRACTABLE:
            problem = "A branch is not retracted: what is on it would be read otherwise. Its status says if it is used"
            raise wrong_kind(problem, id=name)
    if record_type is None:
        sql = "SELECT DISTINCT record_type FROM fact_memory_version WHERE record_id = ? AND op = 'put'"
        types = {row for (row,) in snapshot.rows(sql, (name,))}
        types |= (
            {"message"} if snapshot.rows("SELECT 1 FROM fact_memory_message WHERE record_id = ?", (name,)) else set()
        )
        if types == {"branch"}:
            return _record_of_any_type(snapshot, f"m:branch/{name}", None)
        types -= {"branch"}
        if len(types) > 1:
            problem = "Records of several types have this id: name the 'type'"
            raise QueryError("ambiguous", problem, id=echoed(name), candidates=sorted(types))
        record_type = next(iter(types), "fact")
    return record_type, record_named(snapshot, RECORD_CLASSES[record_type], name, "id")
