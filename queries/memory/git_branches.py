"""The branches and tags of the source's repository, which join those that records name.

A repository branch is read from its own revision, on the default branch of the memory there. If a record declares a
branch of the same name, the name means the record's branch.
"""

from collections.abc import Iterable, Sequence

from compiler.languages.memory.facts import MemoryBranch
from compiler.store.snapshot import Snapshot
from compiler.workspace.git.revision import Revision
from compiler.workspace.interface import OpenRevision, RevisionError, Workspace
from queries.errors.near import nearest
from queries.errors.query_error import QueryError
from queries.memory.branch_scope import ALL, BranchScope, branch_scope, scope_of_all
from queries.memory.selection import branch_named, branches_of
from queries.revisions.opening import open_revision

NAMED = ("branch", "tag")  # what joins the branches and snapshots of the memory; remote branches do not


def revisions_named(workspace: Workspace, kind: str) -> Sequence[Revision]:
    """Return the branches or tags (`kind`) of the repository that hold the memory; none without a repository."""
    return [
        revision
        for revision in workspace.memoize("queries.memory.repository", _revisions_with_memory)
        if revision.kind == kind
    ]


def _revisions_with_memory(workspace: Workspace) -> Sequence[Revision]:
    """Return branches and tags that hold the memory. A repository that merely encloses the source has none."""
    revisions, snapshot = workspace.revisions, workspace.snapshot
    paths = [path for (path,) in snapshot.rows("SELECT DISTINCT file FROM object_row WHERE kind GLOB 'memory_*'")]
    if revisions is None or not paths:
        return ()
    try:
        found = revisions.list().revisions
        named = [revision for revision in found if revision.kind in NAMED]
        holding = revisions.containing(_commits_to_search(snapshot, found), paths, "memory")
    except RevisionError:
        return ()
    return [revision for revision in named if revision.commit in holding]


def _commits_to_search(snapshot: Snapshot, rows: Sequence[Revision]) -> set[str]:
    """The commits that are looked at: what has a name, and beside it those that tell what a file, renamed since, had in
    it: where a branch forked off, what is checked out, and what is served."""
    named = [row.commit for row in rows if row.kind in NAMED]
    forked = [row.forked_at for row in rows]
    head = next((row.commit for row in rows if row.kind == "commit"), None)
    served = (snapshot.meta.get("revision") or {}).get("commit")
    return {name for name in (*named, *forked, head, served) if name}


def repository_branch(workspace: Workspace, name: str) -> Revision | None:
    """Return the repository branch with a name, None if there is none or a record has the name."""
    if name in branches_of(workspace.snapshot):
        return None
    return next((revision for revision in revisions_named(workspace, "branch") if revision.name == name), None)


def branch_or_revision(workspace: Workspace, name: str, argument: str = "branch") -> MemoryBranch | Revision:
    """Return the branch with a name, of a record or else of the repository. Raises QueryError `not_found`."""
    return repository_branch(workspace, name) or record_branch(workspace, name, argument)


def record_branch(workspace: Workspace, name: str, argument: str = "branch") -> MemoryBranch:
    """The record's branch with a name. Raises QueryError `not_found` with names near to it, those of the repository
    among them."""
    try:
        return branch_named(workspace.snapshot, name, argument)
    except QueryError as error:
        raise _near_to(branches_of(workspace.snapshot), workspace, name, error) from None


def _near_to(records: Iterable[str], workspace: Workspace, name: str, error: QueryError) -> QueryError:
    """An error of a branch that is not there, with the names near to it of records and of the repository."""
    known = [revision.name for revision in revisions_named(workspace, "branch")]
    if error.code == "not_found" and known:
        error.fields["did_you_mean"] = nearest(name, dict.fromkeys([*records, *known]))
    return error


def open_branch(workspace: Workspace, name: str, argument: str) -> OpenRevision | None:
    """The revision that a branch of the repository is read in; None for what is no branch of it. `main@{2026-03-01}`,
    a branch as of a date, is one of the repository even where a record has its name. Raises QueryError."""
    line, _, date = name.partition("@{")
    if date and any(revision.name == line for revision in revisions_named(workspace, "branch")):
        return open_revision(workspace, name, argument)
    found = repository_branch(workspace, name)
    if found is None:
        return None
    return open_revision(workspace, f"refs/{name}" if found.is_archived else f"refs/heads/{name}", argument)


def read_branch(workspace: Workspace, branch: str | None, own_only: bool) -> tuple[Snapshot, BranchScope]:
    """Where a branch is read, and what it reads there: one of the memory here; one of the repository in its own
    revision, the default branch. Without one the default branch; `all` are all branches of the memory here."""
    snapshot = workspace.snapshot
    if branch is None:
        return snapshot, branch_scope(snapshot, None, own_only)
    if branch.strip() == ALL:
        return snapshot, scope_of_all(snapshot)
    there = open_branch(workspace, branch, "branch")
    if there is not None:
        return there.snapshot, branch_scope(there.snapshot, None, own_only)._replace(name=branch)
    return snapshot, branch_scope(snapshot, record_branch(workspace, branch).record_id, own_only)


def read_branch_at(
    workspace: Workspace, branch: str | None, own_only: bool, at: str, argument: str
) -> tuple[OpenRevision, BranchScope]:
    """What was committed by a moment, and what a branch read then: one of the repository in its own history, any other
    in that of what is checked out."""
    if branch not in (None, ALL) and repository_branch(workspace, branch):
        then = open_revision(workspace, f"{branch}@{{{at}}}", argument)
        return then, branch_scope(then.snapshot, None, own_only)._replace(name=branch)
    then = open_revision(workspace, at, argument)
    if branch is not None and branch.strip() == ALL:
        return then, scope_of_all(then.snapshot)
    try:
        return then, branch_scope(then.snapshot, branch, own_only)
    except QueryError as error:
        raise _near_to(branches_of(then.snapshot), workspace, branch or "", error) from None
