"""What a branch sees of conversations and messages, for comparisons.

A branch has a conversation for itself as soon as it writes a message in it, and nothing need declare a conversation.
So the present state comes from the linked facts. A state of the past comes from the versions by then; a conversation
that nothing declares counts from its first message.
"""

from collections.abc import Iterator
from hashlib import blake2b

import orjson

from compiler.languages.memory.facts import OwnVersion
from compiler.store.snapshot import Snapshot
from queries.memory.branch_scope import BranchScope
from queries.memory.branch_states import (
    COMPARED_FIELDS,
    Key,
    RecordState,
    State,
    last_states,
    states_of,
    written_states,
)
from queries.memory.rows import CONTENT_SHOWN, shortened


def seen_states(snapshot: Snapshot, scope: BranchScope, until: int | None = None) -> State:
    """Return what a branch sees of all records, those included that have ended: now, or as written `until` a time."""
    seen = written_states(snapshot, scope, until)
    for talk in _seen_talks(snapshot, scope, until):
        seen[talk.key] = talk
    return seen


def _seen_talks(snapshot: Snapshot, scope: BranchScope, until: int | None) -> Iterator[RecordState]:
    """Yield the conversations and messages that a branch sees: of each the state of the nearest branch that has one."""
    memo = "queries.memory.talks_now" if until is None else "queries.memory.talks_by_version"
    by_branch = snapshot.memoize(memo, _talks_now if until is None else _talks_by_version)
    found: set[Key] = set()
    for name in scope.lineage or ():
        for state in last_states(by_branch.get(name, ()), until):
            if state.key not in found:
                found.add(state.key)
                yield state


def _talks_now(snapshot: Snapshot) -> dict[str, list[RecordState]]:
    """Return the conversations and messages of each branch, and what it has retracted of those of others."""
    return _by_branch(*_retracted(snapshot), *_conversations(snapshot, "1"), *_messages(snapshot, "1"))


def _talks_by_version(snapshot: Snapshot) -> dict[str, list[RecordState]]:
    """Return all versions of the conversations and messages of each branch."""
    versions = (_with_digest(state) for state in states_of(snapshot, ("conversation", "message")))
    unchanged = "NOT EXISTS (SELECT 1 FROM fact_memory_version WHERE ref = fact_memory_message.ref)"
    return _by_branch(*_conversations(snapshot, "NOT is_declared"), *versions, *_messages(snapshot, unchanged))


def _by_branch(*states: RecordState) -> dict[str, list[RecordState]]:
    found: dict[str, list[RecordState]] = {}
    for state in states:
        found.setdefault(state.branch, []).append(state)
    return found


def _retracted(snapshot: Snapshot) -> Iterator[RecordState]:
    for kind in ("conversation", "message"):
        for version in snapshot.facts(OwnVersion, record_type=kind, is_retracted=1):
            place = f"{version.span.file}:{version.span.start_line}"
            yield RecordState(
                0, (kind, version.record_id), version.ref, version.branch, "", False, version.since, None, {}, place, ()
            )


def _conversations(snapshot: Snapshot, where: str) -> Iterator[RecordState]:
    names = COMPARED_FIELDS["conversation"]
    sql = (
        f"SELECT rowid, record_id, ref, branch, coalesce(name, ''), at_us, file || ':' || start_line, "
        f"{', '.join(names)} FROM fact_memory_conversation WHERE {where} ORDER BY rowid"
    )
    for row, id, ref, branch, name, at, place, *values in snapshot.rows(sql):
        fields = dict(zip(names, values, strict=True))
        key = ("conversation", id)
        yield RecordState(row, key, ref, branch, name, True, at, at, fields, place, (name, *values))


def _messages(snapshot: Snapshot, where: str) -> Iterator[RecordState]:
    sql = (
        "SELECT rowid, record_id, ref, branch, content, at_us, file || ':' || start_line, role, conversation_id, "
        f"tool_calls FROM fact_memory_message WHERE {where} ORDER BY rowid"
    )
    for row, id, ref, branch, content, at, place, role, talk, calls in snapshot.rows(sql):
        fields = {"role": role, "conversation_id": talk, "tool_calls": orjson.loads(calls)}
        key = ("message", id)
        yield _with_digest(RecordState(row, key, ref, branch, content, True, at, at, fields, place, ()))


def _with_digest(state: RecordState) -> RecordState:
    """Return the state of a message with a digest in place of its whole text, which may be long; of a conversation, the
    state as it is."""
    if state.record_type != "message" or not state.holds:
        return state
    values = orjson.dumps([state.text, *(state.fields.get(name) for name in COMPARED_FIELDS["message"])])
    fields = {name: state.fields.get(name) for name in ("role", "conversation_id")}
    compared = (blake2b(values, digest_size=16).digest(),)
    return state._replace(text=shortened(state.text, CONTENT_SHOWN), fields=fields, compared=compared)
