"""Answers item by item: `open_cursor`, `cursor_next`, `cursor_info`.

A cursor is a value: the snapshot, the question and the position, written into a string that the client passes back. So
there may be any number of them, none is ever closed, and the same cursor always gives the same items.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import orjson

from compiler.store.snapshot import Snapshot
from queries.errors import QueryError
from queries.paging import Cursor, page
from queries.parameters import Parameter, echoed
from queries.requirements.items import QUERIES, Item, items_of
from queries.schemas import Schema, integer, object_or_null, objects, string
from queries.tool import tool

LONGEST = 8_000  # characters of a cursor
VERSION = 1

CURSOR_VALUE = Parameter("cursor", "string", "The cursor of the answer before.", required=True, max_length=LONGEST)

STATE: dict[str, Schema] = {
    "query": string("The type of query."),
    "batch_size": integer("As opened."),
    "total": integer("How many items there are."),
    "position": integer("How many of them have been given."),
    "remaining": integer("How many have not."),
    "cursor": string("Pass it to cursor_next or cursor_info."),
}


@dataclass(frozen=True, slots=True)
class Opened:
    """What a cursor says."""

    query: str
    params: dict[str, Any]
    batch_size: int
    position: int = 0

    def written(self, snapshot: Snapshot) -> str:
        """The string that the client is given."""
        parts = [VERSION, snapshot.id[:16], self.query, self.params, self.batch_size, self.position]
        return urlsafe_b64encode(orjson.dumps(parts)).decode().rstrip("=")


def _read(snapshot: Snapshot, written: str) -> Opened:
    """The cursor that a string says. Raises QueryError when it says none, or one of another snapshot."""
    try:
        version, made_for, *rest = orjson.loads(urlsafe_b64decode(written + "=" * (-len(written) % 4)))
        found = Opened(*rest)
    except (ValueError, TypeError):
        raise _unusable("The cursor is malformed", written) from None
    kinds = [type(one) for one in (found.query, found.params, found.batch_size, found.position)]
    if version != VERSION or kinds != [str, dict, int, int] or found.query not in QUERIES or found.position < 0:
        raise _unusable("The cursor is malformed", written)
    if made_for != snapshot.id[:16]:
        raise _unusable("The cursor belongs to another snapshot: the source was compiled anew", written)
    return found


def _unusable(why: str, written: str) -> QueryError:
    hint = "Begin again with open_cursor, and pass each cursor back unchanged."
    return QueryError("invalid_argument", f"{why}.", cursor=echoed(written), hint=hint)


@tool(
    title="Open a cursor",
    pack="requirements",
    parameters=(
        Parameter("query", "string", "What to go through.", required=True, choices=tuple(QUERIES)),
        Parameter("params", "object", 'The arguments of that query, such as {"root_id": "REQ-p00060"}.'),
        Parameter(
            "batch_size",
            "integer",
            "Of a subtree: 1 gives requirements with their assertions and a preview of their children, 0 without the "
            "preview, -1 requirements and assertions as items of their own.",
            default=1,
            minimum=-1,
            maximum=1,
        ),
    ),
    result={**STATE, "current": object_or_null("The first item, or null when there is none.")},
)
def open_cursor(snapshot: Snapshot, *, query: str, params: dict[str, Any] | None, batch_size: int) -> dict[str, Any]:
    """Begins to go through an answer item by item, and gives the first item. Use it when one answer at a time lets you
    stop early.

    Queries and their params: subtree (root_id, depth, include_kinds), search (query, field, regex, limit), hierarchy
    (req_id), query_nodes (kind, keywords, match_all, level, status, limit), test_coverage (req_id),
    uncovered_assertions (req_id), scoped_search (query, scope_id, direction, field, regex, include_assertions, limit).
    Nothing is kept here: the cursor that
    you get is the whole state, and several may be open."""
    opened = Opened(query, params or {}, batch_size)
    # The position will take a few characters more.
    if len(opened.written(snapshot)) > LONGEST - 20:
        raise QueryError("too_large", "The params are too long to be kept in a cursor", hint="Use shorter texts.")
    items = items_of(snapshot, query, opened.params, batch_size)
    first = _filled(items[:1])["items"]
    moved = replace(opened, position=len(first))
    return {**_state(snapshot, moved, len(items)), "current": first[0] if first else None}


@tool(
    title="Next items of a cursor",
    pack="requirements",
    parameters=(
        CURSOR_VALUE,
        Parameter("count", "integer", "How many items.", default=1, minimum=0, maximum=500),
    ),
    result={
        "items": objects("The next items; none at the end."),
        "count": integer("How many these are: fewer than asked for at the end, or when they fill an answer."),
        **STATE,
        "truncated": string("size when a single item was too large and is shortened."),
        "hint": string("What was cut."),
    },
)
def cursor_next(snapshot: Snapshot, *, cursor: str, count: int) -> dict[str, Any]:
    """The next items of a cursor, and the cursor for those after them. At the end there are none, and the cursor stays.
    Passing an older cursor again gives its items again."""
    opened = _read(snapshot, cursor)
    items = items_of(snapshot, opened.query, opened.params, opened.batch_size)
    start = min(opened.position, len(items))
    given = _filled(items[start : start + count])
    moved = replace(opened, position=start + len(given["items"]))
    return {
        "items": given["items"],
        "count": len(given["items"]),
        **_state(snapshot, moved, len(items)),
        **_note(given),
    }


@tool(title="State of a cursor", pack="requirements", parameters=(CURSOR_VALUE,), result=STATE)
def cursor_info(snapshot: Snapshot, *, cursor: str) -> dict[str, Any]:
    """Where a cursor stands: how many items there are, how many were given and how many remain. Does not move it."""
    opened = _read(snapshot, cursor)
    return _state(snapshot, opened, len(items_of(snapshot, opened.query, opened.params, opened.batch_size)))


def _filled(items: Sequence[Item]) -> dict[str, Any]:
    """As many of the items as an answer has room for; a single one that is too large is shortened."""
    room = {"items": items, "cursor": "x" * LONGEST}  # as the answer will have one
    return page(room, "items", limit=None, cursor=Cursor("", ""), rows={"items": lambda make: make()})


def _note(given: Mapping[str, Any]) -> dict[str, str]:
    """Why there are fewer items than asked for, or shorter ones."""
    if "truncated" not in given:
        return {}
    return {"truncated": given["truncated"], "hint": given["hint"].replace("next_cursor", "cursor")}


def _state(snapshot: Snapshot, opened: Opened, total: int) -> dict[str, Any]:
    return {
        "query": opened.query,
        "batch_size": opened.batch_size,
        "total": total,
        "position": min(opened.position, total),
        "remaining": max(total - opened.position, 0),
        "cursor": opened.written(snapshot),
    }
