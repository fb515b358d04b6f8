"""What a branch reads: the branches of its lineage, and of each record one version.

Facts, observations, relations, sessions, conversations, messages and tasks may have versions of their own on several
branches. Of these a branch sees the version of the nearest branch in its lineage that has one; nothing if the record
was retracted there. `BranchScope.sees` is this rule, for every question.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from compiler.languages.memory.facts import OwnVersion
from compiler.store.snapshot import Snapshot
from queries.memory.selection import branch_named, branches_of, default_branch
from queries.tools.parameters import Parameter

ALL = "all"

BRANCH = Parameter(
    "branch",
    "string",
    "The branch to read, with the branches it was forked from; all: what any branch has. Default: the memory's default "
    "branch (main).",
)
BRANCH_OR_SESSION = Parameter(
    "branch",
    "string",
    "The branch to read, with the branches it was forked from; all: what any branch has. Default: the memory's default "
    "branch (main), of a session all.",
)
ANY_BRANCH = Parameter(
    "branch",
    "string",
    "Only what this branch reads: its own records and those of the branches it was forked from. Default: all.",
)
OWN_ONLY = Parameter(
    "own_only", "boolean", "Only what was written on the branch itself, not what it was forked from.", default=False
)

# By type and id of a record: the branches with own versions, and since when, in microseconds.
OwnVersions = Mapping[tuple[str, str], Mapping[str, int | None]]


class BranchScope(NamedTuple):
    """What a question reads. `name` is the branch that it names, `lineage` that branch and its ancestors, nearest
    first. For all branches `name` is "all" and `lineage` None. `own` has the records that several branches wrote."""

    name: str
    lineage: Sequence[str] | None
    own: OwnVersions

    def reads(self, branch: str) -> bool:
        """Return whether records of a branch are read at all."""
        return self.lineage is None or branch in self.lineage

    def sees(self, record_type: str, record_id: str, branch: str) -> bool:
        """Return whether the version that a branch has of a record is the one that is read."""
        if self.lineage is None:
            return True
        own = self.own.get((record_type, record_id))
        if own is None:
            return branch in self.lineage
        return next((name == branch for name in self.lineage if name in own), branch in self.lineage)

    def at(self, time: int) -> "BranchScope":
        """Return what the same branches saw at a time, in microseconds, by the versions that were written by then."""
        written = {
            record: {branch: since for branch, since in own.items() if since is not None and since <= time}
            for record, own in self.own.items()
        }
        return self._replace(own=written)


def branch_scope(snapshot: Snapshot, branch: str | None, own_only: bool = False) -> BranchScope:
    """Return what a branch reads, the default branch if none is named. Raises QueryError `not_found`."""
    name = default_branch(snapshot) if branch is None else branch
    if name not in branches_of(snapshot) and branch is None:
        return scope_of(snapshot, name, (name,))
    found = branch_named(snapshot, name)
    return scope_of(snapshot, found.record_id, (found.record_id,) if own_only else found.lineage)


def scope_of_all(snapshot: Snapshot) -> BranchScope:
    """Return what all branches have."""
    return scope_of(snapshot, ALL, None)


def scope_of(snapshot: Snapshot, name: str, lineage: Sequence[str] | None) -> BranchScope:
    """Return what the branches of a lineage read together."""
    return BranchScope(name, lineage, snapshot.memoize("queries.memory.own_versions", _own_versions))


def _own_versions(snapshot: Snapshot) -> OwnVersions:
    found: dict[tuple[str, str], dict[str, int | None]] = {}
    for version in snapshot.facts(OwnVersion):
        found.setdefault((version.record_type, version.record_id), {})[version.branch] = version.since
    return found
