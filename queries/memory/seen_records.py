"""Versions of records that several branches wrote: the one that a branch sees, and one for each record."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from compiler.languages.memory.facts import Conversation, Record, record_ref
from compiler.store.snapshot import Snapshot
from queries.memory.branch_scope import BranchScope

R = TypeVar("R", bound=Record)


def one_each(records: Sequence[R]) -> list[R]:
    """Return one version of each record, in order: that of its home, else the first."""
    chosen: dict[str, R] = {}
    for record in records:
        if record.record_id not in chosen or record.ref == _home(record):
            chosen[record.record_id] = record
    kept = {record.ref for record in chosen.values()}
    return [record for record in records if record.ref in kept]


def _home(record: Record) -> str:
    return record_ref(record.kind.removeprefix("memory_"), record.record_id)


def versions_seen(snapshot: Snapshot, scope: BranchScope, record: R) -> list[R]:
    """Return the versions of a record that are read: of a branch one or none, of all branches each."""
    kind = record.kind.removeprefix("memory_")
    found = snapshot.facts(type(record), record_id=record.record_id)
    return [fact for fact in found if scope.sees(kind, fact.record_id, fact.branch)]


def other_versions(snapshot: Snapshot, record: Record) -> list[str]:
    """Return the refs of the versions that other branches have of a record."""
    return [fact.ref for fact in snapshot.facts(type(record), record_id=record.record_id) if fact.ref != record.ref]


def forks_seen(snapshot: Snapshot, scope: BranchScope, forks: Sequence[str]) -> list[str]:
    """Return the forks of a conversation that are read."""
    on = snapshot.memoize("queries.memory.branches_of_forks", _branches_of_forks)
    return [id for id in forks if any(scope.sees("conversation", id, branch) for branch in on.get(id, ()))]


def _branches_of_forks(snapshot: Snapshot) -> Mapping[str, Sequence[str]]:
    found: dict[str, list[str]] = {}
    for conversation in snapshot.facts(Conversation, is_fork=1):
        found.setdefault(conversation.record_id, []).append(conversation.branch)
    return found
