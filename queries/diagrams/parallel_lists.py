"""Lists of refs with their details beside them: `messages` and `message_details`, one element each for the same thing.

A page holds both for the same objects, so that neither runs ahead of the other.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from queries.paging import Cursor, page


class Beside(NamedTuple):
    """The rows of the fields `refs` and `details`, and how each field shows a row."""

    refs: str
    details: str
    rows: Sequence[Any]
    ref: Callable[[Any], Any]
    detail: Callable[[Any], Any]

    def both(self, row: Any) -> dict[str, Any]:
        return {"ref": self.ref(row), "detail": self.detail(row)}


def paged(answer: dict[str, Any], *lists: Beside, limit: int, cursor: Cursor) -> dict[str, Any]:
    """One page of an answer with these lists, in their order. See `queries.paging.page`."""
    whole = {**answer, **{one.refs: one.rows for one in lists}}
    rows = {one.refs: partial(Beside.both, one) for one in lists}
    shown = page(whole, *rows, limit=limit, cursor=cursor, rows=rows)
    details = {one.refs: one.details for one in lists}
    result: dict[str, Any] = {}
    for name, value in shown.items():
        if name in details:
            result[name] = [both["ref"] for both in value]
            result[details[name]] = [both["detail"] for both in value]
        else:
            result[name] = value
    return result


def fitting(answer: dict[str, Any], *lists: Beside) -> dict[str, Any]:
    """An answer without further pages, and so without a total of its own: what does not fit is left out, with
    `truncated: "size"`."""
    total = sum(len(one.rows) for one in lists)
    shown = paged(answer, *lists, limit=max(total, 1), cursor=Cursor("", ""))
    for name in {"total", "next_cursor"} - answer.keys():
        shown.pop(name, None)
    if "truncated" in shown:
        shown["hint"] = shown["hint"].replace(": go on with next_cursor", "; the rest is left out")
    return shown
