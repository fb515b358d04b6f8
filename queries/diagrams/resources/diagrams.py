"""The resources of diagrams: all of them, and the text of one."""

from typing import Any

from compiler.store.snapshot import Snapshot
from queries.resources.resource import answer_of, ids_of, resource
from queries.tools.paging import CURSOR, limit_of


@resource(
    "frieze://diagrams",
    name="diagrams",
    title="All diagrams",
    tools=("session_list_diagrams",),
    query=(limit_of(50), CURSOR),
)
def diagrams(snapshot: Snapshot, *, limit: int, cursor: str | None) -> dict[str, Any]:
    """The diagrams of the source, each with its id, name, type and place."""
    return answer_of(snapshot, "session_list_diagrams", limit=limit, cursor=cursor)


@resource(
    "frieze://diagram/{diagram}",
    name="diagram",
    title="Source text of a diagram",
    tools=("diagram_get_snapshot",),
    query=(limit_of(2_000, 20_000), CURSOR),
    complete=ids_of("diagram"),
)
def diagram(snapshot: Snapshot, *, diagram: str, limit: int, cursor: str | None) -> dict[str, Any]:
    """One diagram by its id: the lines of its text, numbered."""
    return answer_of(snapshot, "diagram_get_snapshot", diagram_id=diagram, limit=limit, cursor=cursor)
