"""The two sides of a comparison of branches, and their base.

Two branches of records are compared in this snapshot. A repository branch is read in its own revision; the base is then
the nearest commit that both sides have in their history.
"""

from typing import Any, NamedTuple

from compiler.languages.memory.facts import MemoryBranch
from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import RevisionError, Workspace
from queries.errors.query_error import QueryError
from queries.memory.branch_scope import BranchScope, branch_scope, scope_of
from queries.memory.branch_states import State, fork_point, holding
from queries.memory.git_branches import open_branch, record_branch
from queries.memory.selection import branches_of, default_branch
from queries.memory.talk_states import seen_states
from queries.memory.time_ranges import format_time
from queries.revisions.opening import revisions_of

HEAD = "HEAD"  # what files stand on that are served as they are


class Side(NamedTuple):
    """A branch: its name, the snapshot that it is read in, and its name there, `own`. `commit` is that of its
    revision, None for a branch of the records of files that are not committed."""

    name: str
    snapshot: Snapshot
    own: str
    commit: str | None
    is_repository: bool

    @property
    def seen(self) -> State:
        """The records that the branch sees, those included that have ended."""
        return seen_states(self.snapshot, _scope(self.snapshot, self.own))

    @property
    def state(self) -> State:
        """The records that the branch holds."""
        return holding(self.seen)


class Base(NamedTuple):
    """What both sides have in common: the records `seen`, those included that had ended. `answer_fields` show in an
    answer where the sides part."""

    seen: State
    answer_fields: dict[str, Any]


def side_named(workspace: Workspace, name: str, argument: str) -> Side:
    """Return the branch with a name as a side. Raises QueryError `not_found`, `unavailable`."""
    there = open_branch(workspace, name, argument)
    if there is not None:
        return Side(name, there.snapshot, default_branch(there.snapshot), there.commit, is_repository=True)
    found = record_branch(workspace, name, argument)
    commit = (workspace.snapshot.meta.get("revision") or {}).get("commit")
    return Side(found.record_id, workspace.snapshot, found.record_id, commit, is_repository=False)


def base_of(workspace: Workspace, source: Side, target: Side) -> Base:
    """Return the base of two sides."""
    if source.is_repository or target.is_repository:
        return _of_repository(workspace, source, target)
    snapshot = workspace.snapshot
    known = branches_of(snapshot)
    ancestor, forked_at = fork_point(snapshot, known[source.own], known[target.own])
    if ancestor is None:
        return Base({}, {})
    return Base(
        seen_states(snapshot, _scope(snapshot, ancestor.record_id), forked_at), _fork_fields(ancestor, forked_at)
    )


def _fork_fields(ancestor: MemoryBranch, forked_at: int | None) -> dict[str, Any]:
    at = {"at": format_time(forked_at)} if forked_at is not None else {}
    return {"fork_point": {"branch": ancestor.record_id, **at}}


def _of_repository(workspace: Workspace, source: Side, target: Side) -> Base:
    """Return the state of the default branch in the nearest common commit; empty if there is no such commit, or if the
    source is not in it."""
    try:
        common = revisions_of(workspace).merge_base(source.commit or HEAD, target.commit or HEAD)
    except RevisionError as error:
        raise QueryError("unavailable", str(error)) from None
    if common is None:
        return Base({}, {})
    try:
        then = revisions_of(workspace).open(common)
    except RevisionError:  # the memory was not there yet
        return Base({}, {"fork_point": {"commit": common}})
    seen = seen_states(then.snapshot, branch_scope(then.snapshot, None))
    return Base(seen, {"fork_point": {"commit": then.commit, "at": then.at}})


def state_of_commit(workspace: Workspace, commit: str) -> State:
    """Return the state of the default branch in a commit; empty if the memory was not there yet."""
    try:
        then = revisions_of(workspace).open(commit)
    except RevisionError:
        return {}
    return holding(seen_states(then.snapshot, branch_scope(then.snapshot, None)))


def _scope(snapshot: Snapshot, name: str) -> BranchScope:
    """Return what a branch reads: itself alone if it holds nothing yet."""
    found = branches_of(snapshot).get(name)
    return scope_of(snapshot, name, found.lineage if found else (name,))
