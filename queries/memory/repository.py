"""The branches and tags of the source's repository, beside those that records name.

A branch of the repository is read from its own revision: what the files say there, on the memory's default branch.
Where a record has the name of a branch too, the record's is meant.
"""

from collections.abc import Sequence

from compiler.revisions import RevisionError, RevisionRow, RevisionRows, Revisions
from compiler.snapshot import Snapshot
from queries.memory.selection import branches_of
from queries.revisions.opening import opened

MOST_COMMITS = 200  # as list_revisions has it, so that both look once


def revisions_named(snapshot: Snapshot, kind: str) -> Sequence[RevisionRow]:
    """The branches or tags of the repository; none where there is no history."""
    revisions = snapshot.revisions
    if revisions is None:
        return ()
    try:
        found = snapshot.once("queries.revisions.listed", lambda _: _listed(revisions))
    except RevisionError:
        return ()
    return [one for one in found.rows if one.kind == kind]


def _listed(revisions: Revisions) -> RevisionRows:
    return revisions.listed(MOST_COMMITS)


def reading(snapshot: Snapshot, branch: str | None) -> tuple[Snapshot, str | None]:
    """Where a branch is read, and under which name: of the memory here, of the repository in its own revision."""
    if branch is None or branch in branches_of(snapshot):
        return snapshot, branch
    if branch in {one.name for one in revisions_named(snapshot, "branch")}:
        return opened(snapshot, branch, "branch").snapshot, None
    return snapshot, branch
