"""Answers item by item: `open_cursor`, `cursor_next`, `cursor_info`.

A cursor is a value: the snapshot, the query and the position, encoded in a string that the client passes back. So there
may be any number of cursors, none is ever closed, and a cursor always gives the same items. Over stdio the server fills
in the last cursor of the connection where a call leaves it out (`server.protocol.last_cursor`).
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import orjson

from compiler.store.snapshot import Snapshot
from queries.errors.query_error import QueryError
from queries.requirements.items import QUERIES, Item, items_of
from queries.tools.paging import Cursor, page
from queries.tools.parameters import Parameter, echoed
from queries.tools.schemas import Schema, integer, object_or_null, objects, string
from queries.tools.tool import tool

MAX_CURSOR_LENGTH = 8_000  # characters of a cursor
FORMAT_VERSION = 1
WHICH_CURSOR = (
    "Call open_cursor, and pass on the cursor of its answer. Only over stdio, with one client a connection, may it be "
    "left out once one was opened: over HTTP and on the command line nothing tells which client's cursor is meant."
)
CURSOR_VALUE = Parameter(
    "cursor",
    "string",
    "The cursor of the previous answer. Over stdio it may be left out: the last one of the connection is meant.",
    max_length=MAX_CURSOR_LENGTH,
    brief="Default over stdio: the last one.",
)

STATE: dict[str, Schema] = {
    "query": string("The type of query."),
    "batch_size": integer("The batch_size given to open_cursor."),
    "total": integer("How many items there are."),
    "position": integer("How many items have been returned."),
    "remaining": integer("How many items are left."),
    "cursor": string("Pass it to cursor_next or cursor_info."),
}


@dataclass(frozen=True, slots=True)
class CursorState:
    """The contents of a cursor; the snapshot is added when it is encoded."""

    query: str
    params: dict[str, Any]
    batch_size: int
    position: int = 0

    def encoded(self, snapshot: Snapshot) -> str:
        """The string for the client."""
        parts = [FORMAT_VERSION, snapshot.id[:16], self.query, self.params, self.batch_size, self.position]
        return urlsafe_b64encode(orjson.dumps(parts)).decode().rstrip("=")


def _decoded(snapshot: Snapshot, written: str | None) -> CursorState:
    """The state in a cursor. Raises QueryError if there is none, or if it is no cursor of this snapshot."""
    if not written:
        raise QueryError("invalid_argument", "'cursor' is required: no cursor is known to be meant", hint=WHICH_CURSOR)
    try:
        version, snapshot_id, *rest = orjson.loads(urlsafe_b64decode(written + "=" * (-len(written) % 4)))
        state = CursorState(*rest)
    except (ValueError, TypeError):
        raise _unusable("The cursor is malformed", written) from None
    kinds = [type(item) for item in (state.query, state.params, state.batch_size, state.position)]
    if version != FORMAT_VERSION or kinds != [str, dict, int, int] or state.query not in QUERIES or state.position < 0:
        raise _unusable("The cursor is malformed", written)
    if snapshot_id != snapshot.id[:16]:
        raise _unusable("The cursor belongs to another snapshot: the source was compiled anew", written)
    return state


def _unusable(why: str, written: str) -> QueryError:
    hint = "Begin again with open_cursor, and pass each cursor back unchanged."
    return QueryError("invalid_argument", f"{why}.", cursor=echoed(written), hint=hint)


@tool(
    title="Open a cursor",
    pack="requirements",
    parameters=(
        Parameter("query", "string", "The type of query.", required=True, choices=tuple(QUERIES)),
        Parameter(
            "params",
            "object",
            'The arguments of that query, such as {"root_id": "REQ-p00060"}.',
            brief="Arguments of that query.",
            aliases=("arguments", "args"),
        ),
        Parameter(
            "batch_size",
            "integer",
            "For subtree: 1 returns requirements with their assertions and a preview of their children, 0 leaves the "
            "preview out, -1 returns requirements and assertions as separate items.",
            default=1,
            minimum=-1,
            maximum=1,
        ),
    ),
    result={**STATE, "current": object_or_null("The first item, or null when there is none.")},
)
def open_cursor(snapshot: Snapshot, *, query: str, params: dict[str, Any] | None, batch_size: int) -> dict[str, Any]:
    """Reads an answer item by item, when you may stop early.

    The answer has the first item. Queries and their params: subtree (root_id, depth, include_kinds), search (query,
    field, regex, limit), hierarchy (req_id), query_nodes (kind, keywords, match_all, level, status, limit),
    test_coverage (req_id), uncovered_assertions (req_id), scoped_search (query, scope_id, direction, field, regex,
    include_assertions, limit). The cursor that you get holds all state, and several may be open.
    """
    state = CursorState(query, params or {}, batch_size)
    # The position takes a few more characters as it grows.
    if len(state.encoded(snapshot)) > MAX_CURSOR_LENGTH - 20:
        raise QueryError("too_large", "The params are too long to be kept in a cursor", hint="Use shorter texts.")
    items = items_of(snapshot, query, state.params, batch_size)
    first = _fitting(items[:1])["items"]
    moved = replace(state, position=len(first))
    return {**_status(snapshot, moved, len(items)), "current": first[0] if first else None}


@tool(
    title="Next items of a cursor",
    pack="requirements",
    parameters=(
        CURSOR_VALUE,
        Parameter("count", "integer", "How many items.", default=1, minimum=0, maximum=500),
    ),
    result={
        "items": objects("The next items; none at the end."),
        "count": integer("How many items this answer has: fewer than asked for at the end, or when it is full."),
        **STATE,
        "truncated": string("size if a single item was too large and is shortened."),
        "hint": string("What was shortened."),
    },
)
def cursor_next(snapshot: Snapshot, *, cursor: str | None, count: int) -> dict[str, Any]:
    """Next items of a cursor of open_cursor.

    Also the cursor for the items after them. At the end there are no items, and the cursor stays the same. An older
    cursor returns the same items again.
    """
    state = _decoded(snapshot, cursor)
    items = items_of(snapshot, state.query, state.params, state.batch_size)
    start = min(state.position, len(items))
    fitting = _fitting(items[start : start + count])
    moved = replace(state, position=start + len(fitting["items"]))
    return {
        "items": fitting["items"],
        "count": len(fitting["items"]),
        **_status(snapshot, moved, len(items)),
        **_truncation(fitting),
    }


@tool(title="State of a cursor", pack="requirements", parameters=(CURSOR_VALUE,), result=STATE)
def cursor_info(snapshot: Snapshot, *, cursor: str | None) -> dict[str, Any]:
    """Position of a cursor of open_cursor: items returned, items left.

    The cursor does not move.
    """
    state = _decoded(snapshot, cursor)
    return _status(snapshot, state, len(items_of(snapshot, state.query, state.params, state.batch_size)))


def _fitting(items: Sequence[Item]) -> dict[str, Any]:
    """An answer with as many of the items as fit. A single item that is too large is shortened."""
    room = {"items": items, "cursor": "x" * MAX_CURSOR_LENGTH}  # room for the cursor of the answer
    return page(room, "items", limit=None, cursor=Cursor("", ""), rows={"items": lambda make: make()})


def _truncation(fitting: Mapping[str, Any]) -> dict[str, str]:
    """The fields on a shortened item, if an item was shortened."""
    if "truncated" not in fitting:
        return {}
    return {"truncated": fitting["truncated"], "hint": fitting["hint"].replace("next_cursor", "cursor")}


def _status(snapshot: Snapshot, state: CursorState, total: int) -> dict[str, Any]:
    return {
        "query": state.query,
        "batch_size": state.batch_size,
        "total": total,
        "position": min(state.position, total),
        "remaining": max(total - state.position, 0),
        "cursor": state.encoded(snapshot),
    }
