"""The branches, tags and commits of a source: `list_revisions`."""

from typing import Any

from compiler.workspace.git.revision import Revision
from compiler.workspace.interface import RevisionError, RevisionList, Workspace
from queries.errors.query_error import QueryError
from queries.revisions.opening import OTHER, revisions_of
from queries.tools.paging import CURSOR, Cursor, limit_of, page
from queries.tools.schemas import boolean, integer, objects, string, strings
from queries.tools.tool import tool

MAX_UNREADABLE = 20


@tool(
    title="Branches, tags and commits",
    pack="core",
    parameters=(limit_of(50), CURSOR),
    result={
        "revisions": objects(
            "Branches, the default one first, archived ones last; then those of remotes; then tags and commits, the "
            "newest first.",
            kind=string("branch, remote (a branch of a remote), tag or commit."),
            name=string("What to pass as base or target."),
            commit=string("The commit that it stands for."),
            at=string("When that commit was made, in UTC; absent if it does not say so."),
            subject=string("The first line of its message."),
            parent=string("The branch that a branch forked off from."),
            forked_at=string("The commit at which it did."),
            merged=boolean("Whether the default branch has all commits of a branch."),
            current=boolean("True for the branch that is checked out."),
            archived=boolean("True for a branch that is kept as refs/archive/…."),
        ),
        "sources": strings("Other sources that compare_revisions takes, as source:NAME."),
        "unreadable_refs": objects(
            "Refs that cannot be read, at most 20 of them; absent if there are none.",
            name=string("The ref, or the line of packed-refs."),
            problem=string("Why it cannot be read."),
        ),
        "unreadable_total": integer("How many refs cannot be read; absent if there are none."),
        "shallow": boolean("True when the repository is a shallow clone: its older history was not fetched."),
    },
    may_run_long=True,
    needs_workspace=True,
)
def list_revisions(workspace: Workspace, *, limit: int, cursor: Cursor) -> dict[str, Any]:
    """Branches, tags and commits of the repository. Use it to find names for compare_revisions.

    Branches say where they forked off and whether they are merged; those of remotes are as last fetched. Of commits
    there are the newest 200 of what is checked out, those that were merged in among them. The list is read once, at the
    first call. Refs that cannot be read are named apart. git does not record where a branch forked off: forked_at is
    the nearest commit that is on another branch too.
    """
    sources = [f"{OTHER}{name}" for name in workspace.other_sources]
    found = _revisions(workspace, is_required=not sources)
    answer: dict[str, Any] = {"revisions": found.revisions}
    if sources:
        answer["sources"] = sources
    if found.unreadable:
        shown = found.unreadable[:MAX_UNREADABLE]
        answer["unreadable_refs"] = [{"name": name, "problem": problem} for name, problem in shown]
        answer["unreadable_total"] = len(found.unreadable)
    if found.is_shallow:
        answer["shallow"] = True
    return page(answer, "revisions", limit=limit, cursor=cursor, rows={"revisions": _row})


def _revisions(workspace: Workspace, *, is_required: bool) -> RevisionList:
    """Return the revisions. Without any, raises QueryError `unavailable` if `is_required`, else returns an empty
    list."""
    try:
        return revisions_of(workspace).list()
    except RevisionError as error:
        problem = QueryError("unavailable", str(error))
    except QueryError as error:
        problem = error
    if is_required:
        raise problem from None
    return RevisionList((), is_shallow=False)


def _row(revision: Revision) -> dict[str, Any]:
    row = revision._asdict()
    row["at"] = row["at"] or None
    row["current"] = row.pop("is_current") or None
    row["archived"] = row.pop("is_archived") or None
    return {name: value for name, value in row.items() if value is not None}
