"""The branches and tags of the source's repository, which join those that records name.

A repository branch is read from its own revision, on the default branch of the memory there. If a record declares a
branch of the same name, the name means the record's branch.
"""

from collections.abc import Iterable, Sequence

from compiler.languages.memory.facts import MemoryBranch
from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Opened, RevisionError, RevisionRow
from queries.errors import QueryError
from queries.memory.selection import Tree, branch_named, branches_of, tree_of
from queries.near import nearest
from queries.revisions.opening import opened

MOST_COMMITS = 200  # as list_revisions has it, so that both look once


def revisions_named(snapshot: Snapshot, kind: str) -> Sequence[RevisionRow]:
    """Return the branches or tags (`kind`) of the repository that hold the memory; none without a repository."""
    return [one for one in snapshot.memoize("queries.memory.repository", _listed) if one.kind == kind]


def _listed(snapshot: Snapshot) -> Sequence[RevisionRow]:
    """Return branches and tags that hold the memory. A repository that merely encloses the source has none."""
    revisions = snapshot.revisions
    paths = [path for (path,) in snapshot.rows("SELECT DISTINCT file FROM object WHERE kind GLOB 'memory_*'")]
    if revisions is None or not paths:
        return ()
    try:
        found = snapshot.memoize("queries.revisions.listed", lambda _: revisions.listed(MOST_COMMITS))
        named = [one for one in found.rows if one.kind != "commit"]
        holding = revisions.holding(_telling(snapshot, found.rows), paths, "memory")
    except RevisionError:
        return ()
    return [one for one in named if one.commit in holding]


def _telling(snapshot: Snapshot, rows: Sequence[RevisionRow]) -> set[str]:
    """The commits that are looked at: what has a name, and beside it those that tell what a file, renamed since, had in
    it: where a branch forked off, what is checked out, and what is served."""
    named = [one.commit for one in rows if one.kind != "commit"]
    forked = [one.forked_at for one in rows]
    head = next((one.commit for one in rows if one.kind == "commit"), None)
    served = (snapshot.meta.get("revision") or {}).get("commit")
    return {one for one in (*named, *forked, head, served) if one}


def of_repository(snapshot: Snapshot, name: str) -> RevisionRow | None:
    """Return the repository branch with a name, None if there is none or a record has the name."""
    if name in branches_of(snapshot):
        return None
    return next((one for one in revisions_named(snapshot, "branch") if one.name == name), None)


def either_named(snapshot: Snapshot, name: str, argument: str = "branch") -> MemoryBranch | RevisionRow:
    """Return the branch with a name, of a record or else of the repository. Raises QueryError `not_found`."""
    return of_repository(snapshot, name) or record_branch(snapshot, name, argument)


def record_branch(snapshot: Snapshot, name: str, argument: str = "branch") -> MemoryBranch:
    """The record's branch with a name. Raises QueryError `not_found` with names near to it, those of the repository
    among them."""
    try:
        return branch_named(snapshot, name, argument)
    except QueryError as error:
        raise _near_to(branches_of(snapshot), snapshot, name, error) from None


def _near_to(records: Iterable[str], snapshot: Snapshot, name: str, error: QueryError) -> QueryError:
    """An error of a branch that is not there, with the names near to it of records and of the repository."""
    known = [one.name for one in revisions_named(snapshot, "branch")]
    if error.code == "not_found" and known:
        error.fields["did_you_mean"] = nearest(name, dict.fromkeys([*records, *known]))
    return error


def opened_of(snapshot: Snapshot, name: str, argument: str) -> Opened | None:
    """The revision that a branch of the repository is read in; None for what is no branch of it. `main@{2026-03-01}`,
    a branch as of a date, is one of the repository even where a record has its name. Raises QueryError."""
    line, _, date = name.partition("@{")
    if date and any(one.name == line for one in revisions_named(snapshot, "branch")):
        return opened(snapshot, name, argument)
    found = of_repository(snapshot, name)
    return opened(snapshot, f"refs/{name}" if found.is_archived else f"refs/heads/{name}", argument) if found else None


def reading(
    snapshot: Snapshot, branch: str | None, own_only: bool, *, everything: bool = False
) -> tuple[Snapshot, Tree]:
    """Where a branch is read, and what it reads there: one of the memory here; one of the repository in its own
    revision, the default branch. Without one the default branch, or with `everything` all of them."""
    if branch is None:
        return snapshot, tree_of(snapshot, None, own_only, everything=everything)
    there = opened_of(snapshot, branch, "branch")
    if there is not None:
        return there.snapshot, tree_of(there.snapshot, None, own_only)._replace(name=branch)
    return snapshot, tree_of(snapshot, record_branch(snapshot, branch).record_id, own_only)


def reading_then(snapshot: Snapshot, branch: str | None, own_only: bool, at: str, argument: str) -> tuple[Opened, Tree]:
    """What was committed by a moment, and what a branch read then: one of the repository in its own history, any other
    in that of what is checked out."""
    if branch is not None and of_repository(snapshot, branch):
        then = opened(snapshot, f"{branch}@{{{at}}}", argument)
        return then, tree_of(then.snapshot, None, own_only)._replace(name=branch)
    then = opened(snapshot, at, argument)
    try:
        return then, tree_of(then.snapshot, branch, own_only)
    except QueryError as error:
        raise _near_to(branches_of(then.snapshot), snapshot, branch or "", error) from None
