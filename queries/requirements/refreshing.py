"""`refresh_graph`: `refresh`, by the name and with the answer of the requirements' own server."""

from typing import Any

from compiler.workspace.interface import Workspace
from queries.requirements.nodes import project_of
from queries.revisions.refreshing import FULL, refreshed
from queries.tools.schemas import boolean, integer, string
from queries.tools.tool import tool


@tool(
    title="Refresh the requirements",
    pack="requirements",
    parameters=(FULL,),
    result={
        "success": boolean("Always true: a refresh that fails is an error."),
        "message": string("What was done."),
        "snapshot_id": string("The snapshot that is served from now on."),
        "changed": boolean("Whether it is another one than before."),
        "node_count": integer("How many objects it has."),
    },
    may_run_long=True,
    needs_workspace=True,
)
def refresh_graph(workspace: Workspace, *, full: bool) -> dict[str, Any]:
    """Compile the source as it is now and answer from that from now on. refresh also tells what changed."""
    done = refreshed(workspace, full=full)
    changed = done.before.id != done.after.id
    files = "1 file" if len(done.files) == 1 else f"{len(done.files)} files"
    return {
        "success": True,
        "message": f"Compiled anew: {files} differed." if changed else "The source had not changed.",
        "snapshot_id": done.after.id,
        "changed": changed,
        "node_count": sum(project_of(done.after).node_counts.values()),
    }
