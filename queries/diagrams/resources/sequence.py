"""The resources of sequence diagrams."""

from typing import Any

from compiler.store.snapshot import Snapshot
from queries.resources.resource import answer_of, resource
from queries.tools.paging import CURSOR, limit_of


@resource(
    "frieze://sequence/messages",
    name="messages",
    title="Messages of all sequence diagrams",
    tools=("list_objects",),
    query=(limit_of(50), CURSOR),
)
def messages(snapshot: Snapshot, *, limit: int, cursor: str | None) -> dict[str, Any]:
    """The messages of every sequence diagram, in the order of the source."""
    return answer_of(snapshot, "list_objects", kind="message", limit=limit, cursor=cursor)
