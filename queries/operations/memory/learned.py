"""The operations on what was learned: facts, observations, relations, the end of any record, and verdicts on facts.
Who judges is the caller."""

from collections.abc import Sequence
from typing import Any

from compiler.languages.memory.facts import RECORD_CLASSES, MemoryFact, MemoryRelation, MemorySession, MemoryTask
from compiler.store.snapshot import Snapshot
from queries.errors.query_error import QueryError
from queries.memory.gate import VERDICTS, verdict_of
from queries.memory.selection import record_named
from queries.operations.arguments import (
    Text,
    invalid,
    line_argument,
    optional,
    optional_line,
    text_argument,
    unavailable,
    wrong_kind,
)
from queries.operations.memory.arguments import BRANCH, CONTEXT, ID, LONG, branch_of, own_records, seen_on
from queries.operations.memory.log_lines import BRANCHED, Lines, appending, owner_of
from queries.operations.operation import Given
from queries.tools.parameters import Parameter, echoed

Json = Any

OBSERVATION_TYPES = ("tool_use", "discovery", "decision", "error", "insight")
OUTCOMES = ("success", "failure", "timeout")
VERDICT = Parameter("verdict", "string", "What was found; no model judges here.", required=True, choices=VERDICTS)
REASON = optional("reason", "Why.", most=LONG)
SCORER = optional_line("scorer", "Who judged.")
RETRACTABLE = tuple(record_class for record_class in RECORD_CLASSES if record_class != "branch")


@appending(
    Text("fact_text", "string", "What was learned.", required=True, max_length=LONG, aliases=("text", "fact")),
    optional_line("category", "Its category, such as decision."),
    Parameter("confidence", "number", "How sure it is, from 0 to 1; 1 where it is not said.", minimum=0, maximum=1),
    BRANCH,
    optional("supersedes", "The fact that it supersedes."),
    *CONTEXT,
    ID,
)
def memory_write_fact(lines: Lines, given: Given) -> None:
    """Writes a fact."""
    snapshot = lines.snapshot
    on = branch_of(snapshot, given.branch)
    body = {"text": given.fact_text, **given.stated("category", "confidence")}
    if given.supersedes:
        older = record_named(snapshot, MemoryFact, given.supersedes, "supersedes").record_id
        if not seen_on(snapshot, on, MemoryFact, record_id=older):
            raise invalid("The branch does not see this fact", supersedes=given.supersedes, branch=on)
        body["parent_id"] = older
    lines.put("fact", on, body | context(snapshot, given), id=given.id)


@appending(
    Parameter("observation_type", "string", "What it is.", required=True, choices=OBSERVATION_TYPES),
    Text("summary", "string", "What was seen or done.", required=True, max_length=LONG),
    optional_line("tool_name", "The tool that was used."),
    optional("raw_input", "What the tool was given.", most=LONG),
    optional("raw_output", "What it answered.", most=LONG),
    BRANCH,
    Parameter("outcome", "string", "How it ended.", choices=OUTCOMES),
    *CONTEXT,
    ID,
)
def memory_write_observation(lines: Lines, given: Given) -> None:
    """Writes an observation: something that an agent did or saw."""
    body = given.stated("observation_type", "tool_name", "summary", "raw_input", "raw_output", "outcome")
    body |= context(lines.snapshot, given)
    lines.put("observation", branch_of(lines.snapshot, given.branch), body, id=given.id)


@appending(
    line_argument("source_entity", "The entity that is related."),
    line_argument("target_entity", "The entity that it is related to."),
    line_argument("relation_type", "How, such as depends_on.", most=200),
    Parameter("properties", "object", "What else is to be said of it."),
    BRANCH,
    ID,
)
def memory_write_relation(lines: Lines, given: Given) -> None:
    """Writes a relation between two entities. One that holds on the branch already is refused."""
    ends = {"source": given.source_entity, "relation": given.relation_type, "target": given.target_entity}
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


@appending(
    text_argument("fact_id", "The fact, or its ref, such as m:fact/f-1@dev.", most=1_000),
    VERDICT,
    REASON,
    Parameter("dimensions", "strings", "What was judged, such as accuracy; each gets a record."),
    Parameter("scores", "object", "The score of each dimension, from 0 to 1."),
    optional("context", "What else was known to who judged.", most=LONG),
    SCORER,
    ID,
    applies_to="Facts of memory, also those of notes, if it has a file of records.",
)
def verify_fact(lines: Lines, given: Given) -> None:
    """Records a verdict on a fact. An invalidated one stays active, and closes the merge gate.

    The verdict is on the version that is named, and counts for all branches that see it.
    """
    fact = record_named(lines.snapshot, MemoryFact, given.fact_id, "fact_id")
    values = _scores(given.dimensions or (), given.scores or {})
    for at_place, (dimension, value) in enumerate(values.items() or [(None, None)]):
        body = {
            **_verdict(fact, given.verdict, given.reason, given.scorer),
            "dimension": dimension,
            "value": value,
            "metadata": {"context": given.context} if given.context else None,
        }
        lines.put("verification", fact.branch, body, id=given.id if at_place == 0 else None)


@appending(
    Parameter(
        "branch_name", "string", "The branch; the default branch by default.", max_length=500, aliases=("branch",)
    ),
    VERDICT,
    REASON,
    Parameter("limit", "integer", "The most facts.", default=50, minimum=1, maximum=1_000),
    Parameter("only_unverified", "boolean", "Only facts without a verdict.", default=True),
    SCORER,
)
def verify_batch(lines: Lines, given: Given) -> None:
    """Records one verdict on all active facts that a branch wrote itself and that have none yet."""
    branch = branch_of(lines.snapshot, given.branch_name, "branch_name")
    facts = own_records(lines.snapshot, branch, MemoryFact, is_active=1)
    chosen = [fact for fact in facts if verdict_of(fact) == "unverified" or not given.only_unverified][: given.limit]
    if not chosen:
        problem = f"The branch has no {'unverified ' if given.only_unverified else ''}facts of its own"
        raise invalid(problem, branch_name=branch)
    for fact in chosen:
        lines.put("verification", branch, _verdict(fact, given.verdict, given.reason, given.scorer))


def context(snapshot: Snapshot, given: Given) -> dict[str, str]:
    """Return the fields that say in which session, by which agent and for which task a record was written. Raises
    QueryError if there are tasks or sessions, and not this one."""
    fields = given.stated("session_id", "agent_id", "task_id")
    for name, record_class in (("session_id", MemorySession), ("task_id", MemoryTask)):
        if name in fields and snapshot.count(record_class):
            fields[name] = record_named(snapshot, record_class, fields[name], name).record_id
    return fields


def live_relation(snapshot: Snapshot, branch: str, source: str, relation: str, target: str) -> MemoryRelation | None:
    """Return the relation between two entities that a branch sees and that has not ended, None if there is none."""
    found = seen_on(snapshot, branch, MemoryRelation, source=source, target=target, is_live=1)
    return next((other for other in found if other.relation == relation), None)


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


def _verdict(fact: MemoryFact, verdict: str, reason: str | None, scorer: str | None) -> dict[str, Json]:
    return {
        "target_type": "fact",
        "target_id": fact.record_id,
        "verdict": verdict,
        "scorer": scorer,
        "explanation": reason,
    }


def _scores(dimensions: Sequence[str], scores: dict[str, Json]) -> dict[str, float | None]:
    """Return the score of each dimension, None if it has none. Raises QueryError for what is no score."""
    for name, value in scores.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
            raise invalid("A score is a number from 0 to 1", dimension=name)
    return {name: scores.get(name) for name in dict.fromkeys((*dimensions, *scores))}
