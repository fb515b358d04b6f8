"""The branches and tags of the source's repository, beside those that records name.

A branch of the repository is read from its own revision: what the files say there, on the memory's default branch.
Where a record has the name of a branch too, the record's is meant.
"""

from collections.abc import Sequence

from compiler.memory.facts import MemoryBranch
from compiler.revisions import RevisionError, RevisionRow
from compiler.snapshot import Snapshot
from queries.errors import QueryError
from queries.memory.selection import branch_named, branches_of
from queries.near import nearest
from queries.revisions.opening import opened

MOST_COMMITS = 200  # as list_revisions has it, so that both look once


def revisions_named(snapshot: Snapshot, kind: str) -> Sequence[RevisionRow]:
    """The branches or tags of the repository that hold a file of the memory; none where there is no history."""
    return [one for one in snapshot.once("queries.memory.repository", _listed) if one.kind == kind]


def _listed(snapshot: Snapshot) -> Sequence[RevisionRow]:
    """Branches and tags. A memory may lie in a repository of which it is no part: then nothing holds its files."""
    revisions = snapshot.revisions
    if revisions is None:
        return ()
    paths = [path for (path,) in snapshot.rows("SELECT DISTINCT file FROM object WHERE kind GLOB 'memory_*'")]
    try:
        found = snapshot.once("queries.revisions.listed", lambda _: revisions.listed(MOST_COMMITS))
        named = [one for one in found.rows if one.kind != "commit"]
        holding = revisions.holding({one.commit for one in named}, paths)
    except RevisionError:
        return ()
    return [one for one in named if one.commit in holding]


def either_named(snapshot: Snapshot, name: str, argument: str = "branch") -> MemoryBranch | RevisionRow:
    """The branch with a name: the record's, else the repository's. Raises QueryError `not_found` with names near to it
    of both."""
    if name in branches_of(snapshot):
        return branches_of(snapshot)[name]
    known = {one.name: one for one in revisions_named(snapshot, "branch")}
    if name in known:
        return known[name]
    try:
        return branch_named(snapshot, name, argument)
    except QueryError as error:
        if error.code == "not_found" and known:
            error.fields["did_you_mean"] = nearest(name, dict.fromkeys([*branches_of(snapshot), *known]))
        raise


def reading(snapshot: Snapshot, branch: str | None) -> tuple[Snapshot, str | None]:
    """Where a branch is read, and under which name: of the memory here, of the repository in its own revision."""
    if branch is None:
        return snapshot, None
    found = either_named(snapshot, branch)
    if isinstance(found, RevisionRow):
        return opened(snapshot, found.name, "branch").snapshot, None
    return snapshot, branch
