"""The pages of the protocol's lists. A cursor carries its own state; the server keeps none."""

from collections.abc import Sequence
from typing import TypeVar

from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, BaseMetadata, PaginatedRequestParams

from compiler.store.snapshot import Snapshot
from queries.errors.query_error import QueryError
from queries.tools.paging import Cursor
from queries.tools.render import BOUND

MAX_ENTRIES = 100  # in one page of a list; fewer if they have more than 40,000 characters

T = TypeVar("T", bound=BaseMetadata)


def list_page(
    snapshot: Snapshot, method: str, entries: Sequence[T], params: PaginatedRequestParams | None
) -> tuple[Sequence[T], str | None]:
    """Return the page of a list that starts at the cursor of `params`, and the cursor of the next page or None. Raises
    MCPError for a cursor that does not belong to this list."""
    start = Cursor(snapshot.id[:16], method)
    cursor = (params.cursor if params is not None else None) or ""
    try:
        at = start.decode(cursor).position if cursor else 0
    except QueryError:
        at = -1
    # The last page has no next cursor, so no valid cursor points to the end of the list or behind it.
    if at < 0 or (cursor and at >= len(entries)):
        problem = f"Invalid cursor for {method}: start again without one, then pass each nextCursor unchanged"
        raise MCPError(code=INVALID_PARAMS, message=problem, data={"cursor": cursor[:200]})
    shown = _fitting(entries[at : at + MAX_ENTRIES])
    end = at + len(shown)
    next_cursor = str(Cursor(start.snapshot, start.question, end)) if end < len(entries) else None
    return shown, next_cursor


def _fitting(entries: Sequence[T]) -> Sequence[T]:
    """Return as many of the first entries as a page of `BOUND` characters has room for, and at least one."""
    room = BOUND
    for count, entry in enumerate(entries):
        room -= len(entry.model_dump_json(exclude_none=True)) + 10
        if room < 0 and count:
            return entries[:count]
    return entries
