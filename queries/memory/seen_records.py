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
    for one in records:
        if one.record_id not in chosen or one.ref == _home(one):
            chosen[one.record_id] = one
    kept = {one.ref for one in chosen.values()}
    return [one for one in records if one.ref in kept]


def _home(one: Record) -> str:
    return record_ref(one.kind.removeprefix("memory_"), one.record_id)


def versions_seen(snapshot: Snapshot, scope: BranchScope, record: R) -> list[R]:
    """Return the versions of a record that are read: of a branch one or none, of all branches each."""
    kind = record.kind.removeprefix("memory_")
    found = snapshot.facts(type(record), record_id=record.record_id)
    return [one for one in found if scope.sees(kind, one.record_id, one.branch)]


def other_versions(snapshot: Snapshot, record: Record) -> list[str]:
    """Return the refs of the versions that other branches have of a record."""
    return [one.ref for one in snapshot.facts(type(record), record_id=record.record_id) if one.ref != record.ref]


def forks_seen(snapshot: Snapshot, scope: BranchScope, forks: Sequence[str]) -> list[str]:
    """Return the forks of a conversation that are read."""
    on = snapshot.memoize("queries.memory.branches_of_forks", _branches_of_forks)
    return [id for id in forks if any(scope.sees("conversation", id, branch) for branch in on.get(id, ()))]


def _branches_of_forks(snapshot: Snapshot) -> Mapping[str, Sequence[str]]:
    found: dict[str, list[str]] = {}
    for one in snapshot.facts(Conversation, is_fork=1):
        found.setdefault(one.record_id, []).append(one.branch)
    return found
