"""Copies of records on another branch: the line of the record again, with the name of the branch."""

from collections.abc import Iterable

from compiler.languages.memory.facts import MemoryFact, Verification
from compiler.store.snapshot import Snapshot
from queries.memory.branch_scope import branch_scope
from queries.memory.branch_states import Key, RecordState, State, holding
from queries.memory.selection import branches_of
from queries.memory.talk_states import seen_states
from queries.operations.draft import Draft
from queries.operations.memory.arguments import stated
from queries.operations.memory.log_lines import Lines, record_at
from queries.operations.memory.record_lines import Record

COPIED = ("fact", "observation", "relation", "conversation", "message")  # the types that a merge copies


def state_of(snapshot: Snapshot, branch: str) -> State:
    """Return the records that a branch holds."""
    return holding(seen_states(snapshot, branch_scope(snapshot, branch)))


def copied(lines: Lines, states: Iterable[RecordState], target: str) -> list[Key]:
    """Add a copy of each record to a branch, and return the keys of those that are copied: a conversation that nothing
    declares has no line of its own, only its messages have."""
    keys = []
    for one in states:
        if _is_undeclared(lines.draft, one):
            continue
        path, line = _place(one)
        if one.record_type == "fact":
            _copy_fact(lines, one, target)
        else:
            lines.restate(one.record_type, one.id, target, record_at(lines.draft, one.record_type, path, line))
        keys.append(one.key)
    return keys


def messages_of(states: State, conversation: str) -> list[RecordState]:
    """Return the messages among records that were written in a conversation."""
    return [
        one
        for one in states.values()
        if one.record_type == "message" and one.fields.get("conversation_id") == conversation
    ]


def _copy_fact(lines: Lines, one: RecordState, target: str) -> None:
    """Copy a fact with its verdict, which another record may have given: that one then judges the original alone."""
    draft = lines.draft
    path, line = _place(one)
    record = _fact_record(draft, one, path, line)
    (fact,) = draft.snapshot.facts(MemoryFact, record_id=one.id, branch=one.branch)
    given = stated({"status": fact.verification, "reason": fact.verification_reason, "at": fact.verified_at})
    judged_by = [each for each in draft.snapshot.facts(Verification, target=fact.ref) if each.verdict]
    if judged_by and fact.verification != "unverified":
        lines.restate("fact", one.id, target, record, verification=given)
        for each in judged_by:
            _bind(lines, each, one, target)
    else:
        lines.restate("fact", one.id, target, record)


def _bind(lines: Lines, verdict: Verification, one: RecordState, target: str) -> None:
    """Let a verdict that would judge the copy judge the original."""
    snapshot = lines.draft.snapshot
    known = branches_of(snapshot).get(verdict.branch)
    lineage = known.lineage if known else (verdict.branch,)
    if target in lineage and one.branch not in lineage[: lineage.index(target)]:
        lines.again(verdict, one.branch, branch=one.branch, updated_at=None)


def _fact_record(draft: Draft, one: RecordState, path: str, line: int) -> Record:
    """Return the line of a fact; of an observation of an entity, a line that says the same."""
    record = record_at(draft, "fact", path, line)
    if record.get("type") != "entity" and not {"entityType", "entity_type"} & record.keys():
        return record
    (fact,) = draft.snapshot.facts(MemoryFact, record_id=one.id, branch=one.branch)
    return stated({"type": "fact", "id": one.id, "text": fact.text, "subject": fact.subject, "at": fact.at})


def _is_undeclared(draft: Draft, one: RecordState) -> bool:
    if one.record_type != "conversation":
        return False
    sql = "SELECT is_declared FROM fact_memory_conversation WHERE ref = ?"
    return not all(is_declared for (is_declared,) in draft.snapshot.rows(sql, (one.ref,)))


def _place(one: RecordState) -> tuple[str, int]:
    path, _, line = one.place.rpartition(":")
    return path, int(line)
