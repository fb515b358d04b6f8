"""The resources of walkthroughs: all of them, and a whole one."""

from typing import Any

from compiler.store.snapshot import Snapshot
from queries.resources.resource import answer_of, ids_of, resource
from queries.tools.paging import CURSOR, limit_of


@resource(
    "frieze://walkthroughs",
    name="walkthroughs",
    title="All walkthroughs",
    tools=("walkthrough_list",),
    query=(limit_of(50), CURSOR),
)
def walkthroughs(snapshot: Snapshot, *, limit: int, cursor: str | None) -> dict[str, Any]:
    """The walkthroughs of the source, each with its title and how many steps it has."""
    return answer_of(snapshot, "walkthrough_list", limit=limit, cursor=cursor)


@resource(
    "frieze://walkthrough/{walkthrough}",
    name="walkthrough",
    title="A walkthrough",
    tools=("walkthrough_get",),
    query=(limit_of(200, 2_000), CURSOR),
    complete=ids_of("walkthrough"),
)
def walkthrough(snapshot: Snapshot, *, walkthrough: str, limit: int, cursor: str | None) -> dict[str, Any]:
    """One walkthrough by its id: its steps, and what each of them shows."""
    return answer_of(snapshot, "walkthrough_get", walkthrough_id=walkthrough, limit=limit, cursor=cursor)
