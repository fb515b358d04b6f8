"""What changed in a diagram since an earlier snapshot of the server: `diagram_get_delta`."""

from collections.abc import Iterator
from typing import Any

from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Workspace
from queries.diagrams.content import REV
from queries.diagrams.selection import DIAGRAM, DIAGRAM_ID, DiagramRow, chosen_diagram, diagram_of, diagrams_of
from queries.errors.query_error import QueryError
from queries.revisions.difference import Difference
from queries.revisions.opening import EARLIER, earlier_snapshot
from queries.tools.parameters import Parameter
from queries.tools.schemas import objects, string, strings
from queries.tools.tool import tool

MAX_REV = 2**53
KINDS = {"added": "added", "removed": "removed", "changed": "updated"}  # sorts of change, as the delta calls them


@tool(
    title="What changed in a diagram",
    pack="diagrams",
    parameters=(
        DIAGRAM,
        Parameter(
            "since_rev", "integer", "The rev that an earlier answer gave of the diagram.", minimum=0, maximum=MAX_REV
        ),
        Parameter(
            "since_snapshot",
            "string",
            "The first digits of the id of a snapshot that this server served; by default the one before.",
            max_length=100,
            brief="Id of an earlier snapshot.",
        ),
    ),
    result={
        "diagram_id": DIAGRAM_ID,
        "from_rev": REV,
        "to_rev": REV,
        "from_snapshot": string("The snapshot that was compared with; absent when there is none before."),
        "to_snapshot": string("The snapshot that is served."),
        "changes": objects(
            "Added objects, then removed, then updated ones; a kind without any is left out.",
            kind=string("added, removed or updated."),
            refs=strings("The refs of the objects, sorted."),
        ),
    },
    may_run_long=True,
    needs_workspace=True,
)
def diagram_get_delta(
    workspace: Workspace, *, diagram_id: str | None, since_rev: int | None, since_snapshot: str | None
) -> dict[str, Any]:
    """Which objects of a diagram were added, removed or updated since an earlier snapshot of this server. Use it after
    refresh.

    A server keeps the last three snapshots that it served before. since_rev goes by the rev that the session's own file
    gives the diagram: the oldest of these snapshots in which it had that rev is compared with. A diagram of no session
    has rev 0 always: name the snapshot instead. diagram_get_snapshot gives the whole text where no earlier snapshot is
    left.
    """
    diagram = chosen_diagram(workspace.snapshot, diagram_id)
    before = _base(workspace, diagram, since_rev, since_snapshot)
    answer: dict[str, Any] = {"diagram_id": diagram.id, "from_rev": diagram.rev, "to_rev": diagram.rev}
    if before is None:
        return {**answer, "to_snapshot": workspace.snapshot.id, "changes": []}
    old = diagrams_of(before).get(diagram.id)
    answer["from_rev"] = old.rev if old else 0
    changes = list(_changes(before, workspace.snapshot, diagram.id))
    return {**answer, "from_snapshot": before.id, "to_snapshot": workspace.snapshot.id, "changes": changes}


def _base(
    workspace: Workspace, diagram: DiagramRow, since_rev: int | None, since_snapshot: str | None
) -> Snapshot | None:
    """Return the snapshot to compare with; None if nothing was served before and nothing is asked for."""
    if since_snapshot is not None:
        return earlier_snapshot(workspace, since_snapshot.removeprefix(EARLIER), "since_snapshot")
    if since_rev is None:
        return workspace.earlier[0] if workspace.earlier else None
    if since_rev > diagram.rev:
        error = f"The diagram '{diagram.id}' has rev {diagram.rev}, and no later one"
        raise QueryError("invalid_argument", error, since_rev=since_rev, current_rev=diagram.rev)
    revs = {snapshot: row.rev for snapshot in workspace.earlier if (row := diagrams_of(snapshot).get(diagram.id))}
    found = [snapshot for snapshot, rev in revs.items() if rev == since_rev]
    if not found and since_rev != diagram.rev:
        raise QueryError(
            "unavailable",
            f"No snapshot of this server has the rev {since_rev} of '{diagram.id}' any more",
            since_rev=since_rev,
            current_rev=diagram.rev,
            supported_since_rev=min([*revs.values(), diagram.rev]),
            snapshot_tool="diagram_get_snapshot",
        )
    return found[-1] if found else None


def _changes(before: Snapshot, after: Snapshot, diagram: str) -> Iterator[dict[str, Any]]:
    """Yield the changes of the objects of a diagram, those of one kind together."""
    refs: dict[str, list[str]] = {kind: [] for kind in KINDS.values()}
    for change in Difference(before, after).changes:
        if change.about == "object" and change.change in KINDS and diagram_of(change.name) == diagram:
            refs[KINDS[change.change]].append(change.name)
    for kind, found in refs.items():
        if found:
            yield {"kind": kind, "refs": sorted(found)}
