"""The resources for requirements: all requirements, one requirement, and the assertions that no test covers."""

from typing import Any

from compiler.store.snapshot import Snapshot
from queries.resources.resource import answer_of, ids_of, resource
from queries.tools.paging import CURSOR, limit_of


@resource(
    "frieze://requirements",
    name="requirements",
    title="All requirements",
    tools=("list_objects",),
    query=(limit_of(50), CURSOR),
)
def requirements(snapshot: Snapshot, *, limit: int, cursor: str | None) -> dict[str, Any]:
    """The requirements of the source, each with its level, status, parents and children."""
    return answer_of(snapshot, "list_objects", kind="requirement", limit=limit, cursor=cursor)


@resource(
    "frieze://requirements/uncovered",
    name="uncovered",
    title="Assertions that no test covers",
    tools=("get_uncovered_assertions",),
    query=(limit_of(100, 500), CURSOR),
)
def uncovered(snapshot: Snapshot, *, limit: int, cursor: str | None) -> dict[str, Any]:
    """The assertions that no test names, each with its requirement and whether code implements it."""
    return answer_of(snapshot, "get_uncovered_assertions", limit=limit, cursor=cursor)


@resource(
    "frieze://requirement/{requirement}",
    name="requirement",
    title="A requirement",
    tools=("get_requirement",),
    query=(limit_of(500, 5_000), CURSOR),
    complete=ids_of("requirement"),
)
def requirement(snapshot: Snapshot, *, requirement: str, limit: int, cursor: str | None) -> dict[str, Any]:
    """One requirement by its id: its assertions, parents, children, the code that implements it and the tests that
    verify it."""
    return answer_of(snapshot, "get_requirement", req_id=requirement, limit=limit, cursor=cursor)
