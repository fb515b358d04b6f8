"""The resources of flow graphs."""

from typing import Any

from compiler.store.snapshot import Snapshot
from queries.resources.resource import answer_of, resource
from queries.tools.paging import CURSOR, limit_of


@resource(
    "frieze://flow/nodes",
    name="nodes",
    title="Nodes of all flow graphs",
    tools=("list_objects",),
    query=(limit_of(50), CURSOR),
)
def nodes(snapshot: Snapshot, *, limit: int, cursor: str | None) -> dict[str, Any]:
    """The nodes of every flowchart and state diagram, in the order of the source."""
    return answer_of(snapshot, "list_objects", kind="node", limit=limit, cursor=cursor)
