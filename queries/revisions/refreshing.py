"""Moving a server to the snapshot of the source as it is now: `refresh`, and what it answers."""

from typing import Any

from compiler.workspace.interface import Refreshed, RefreshError, Workspace
from queries.errors.query_error import QueryError
from queries.revisions.comparing import CHANGE_ROW, change_row
from queries.revisions.difference import Difference
from queries.tools.paging import limit_of
from queries.tools.parameters import Parameter
from queries.tools.schemas import boolean, integer, mapping, objects, string
from queries.tools.tool import tool

MAX_FILES = 100  # that are named
NOT_SERVED = "Only a server can refresh: a command compiles the source as it is each time"
FULL = Parameter(
    "full",
    "boolean",
    "Compile everything again, without any cache.",
    default=False,
    brief="Compile without any cache.",
)


@tool(
    title="Refresh",
    pack="core",
    parameters=(FULL, limit_of(50)),
    result={
        "snapshot_id": string("The snapshot that is served from now on."),
        "previous_snapshot_id": string("The one before it; the same when nothing changed."),
        "changed": boolean("Whether the server has moved to another snapshot."),
        "file_count": integer("How many files differed."),
        "files": objects(
            "Files that differed, the first 100.",
            path=string("Path below the source's root."),
            change=string("added, changed or removed."),
        ),
        "counts": mapping(
            "How many changes there are in all.",
            objects=mapping("By kind of object, then by sort of change."),
            links=mapping("By kind of link, then by sort of change."),
            diagnostics=mapping("By code, then by sort of change: added ones appeared, removed ones are resolved."),
        ),
        "shifted": integer("How many objects say the same on other lines of the same file; they are no changes."),
        "total": integer("How many changes there are."),
        "changes": objects("The first of them, as in compare_revisions.", **CHANGE_ROW),
        "hint": string("How to see the other changes."),
    },
    may_run_long=True,
    needs_workspace=True,
)
def refresh(workspace: Workspace, *, full: bool, limit: int) -> dict[str, Any]:
    """Compile the source as it is now, answer from that snapshot from now on, and tell what changed in meaning. Call it
    after editing files.

    Returns the files that differed, and the objects, links and diagnostics that came, went or changed. Calls that are
    under way end with the snapshot they began with. Cursors of the snapshot before it are refused. A file that cannot
    be read costs that file only. Nothing is written.
    """
    done = refreshed(workspace, full=full)
    answer: dict[str, Any] = {
        "snapshot_id": done.after.id,
        "previous_snapshot_id": done.before.id,
        "changed": done.before.id != done.after.id,
        "file_count": len(done.files),
        "files": [file._asdict() for file in done.files[:MAX_FILES]],
    }
    return answer | _difference(done, limit)


def refreshed(workspace: Workspace, *, full: bool) -> Refreshed:
    """Move the server of a workspace to the snapshot of the source as it is. Raises QueryError `unavailable` if nobody
    serves the workspace, or nothing can be compiled."""
    if workspace.current is None:
        raise QueryError("unavailable", NOT_SERVED)
    try:
        return workspace.current.refresh(full=full, check=workspace.check)
    except RefreshError as error:
        hint = "The server answers from the snapshot before it. Call refresh again when the source can be read."
        raise QueryError("unavailable", str(error), hint=hint) from None


def _difference(done: Refreshed, limit: int) -> dict[str, Any]:
    # Of the snapshot before the cache has no file any more: a reader of its own would be a copy in memory.
    with done.after.reader(lambda: False) as after:  # the event loop may read the same one
        difference = Difference(done.before, after)
        total = len(difference.changes)
        answer: dict[str, Any] = {"counts": difference.counts(), "shifted": difference.shifted, "total": total}
        answer["changes"] = [change_row(change) for change in difference.changes[:limit]]
    if limit < total:
        answer["hint"] = f"compare_revisions with base snapshot:{done.before.id[:12]} gives all changes, page by page."
    return answer
