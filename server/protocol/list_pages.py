"""The pages of the protocol's lists. Cursors are opaque and carry their own state: the server keeps none."""

from collections.abc import Sequence
from typing import TypeVar

from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, BaseMetadata, PaginatedRequestParams

from compiler.store.snapshot import Snapshot
from queries.errors import QueryError
from queries.paging import Cursor
from queries.render import BOUND

ENTRIES = 100  # in one page of a list, or as many as 40,000 characters hold

T = TypeVar("T", bound=BaseMetadata)


def listed_page(
    snapshot: Snapshot, method: str, entries: Sequence[T], params: PaginatedRequestParams | None
) -> tuple[Sequence[T], str | None]:
    """One page of a list, and the cursor of the next. Raises MCPError for a cursor that is none of this list."""
    start = Cursor(snapshot.id[:16], method)
    written = (params.cursor if params is not None else None) or ""
    try:
        at = start.read(written).position if written else 0
    except QueryError:
        at = -1
    # The last page gives no cursor, so none points to the end of the list or behind it.
    if at < 0 or (written and at >= len(entries)):
        told = f"Invalid cursor for {method}: start again without one, then pass each nextCursor unchanged"
        raise MCPError(code=INVALID_PARAMS, message=told, data={"cursor": written[:200]})
    shown = _fitting(entries[at : at + ENTRIES])
    end = at + len(shown)
    following = str(Cursor(start.snapshot, start.question, end)) if end < len(entries) else None
    return shown, following


def _fitting(entries: Sequence[T]) -> Sequence[T]:
    """As many of the entries as a page holds, and at least one."""
    room = BOUND
    for count, entry in enumerate(entries):
        room -= len(entry.model_dump_json(exclude_none=True)) + 10
        if room < 0 and count:
            return entries[:count]
    return entries
