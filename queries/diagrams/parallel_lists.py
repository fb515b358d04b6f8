"""Parallel lists: refs in one field and details in another, such as `messages` and `message_details`.

Elements with the same index are about the same object, and a page has both for the same objects.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from queries.tools.paging import Cursor, page


class ParallelLists(NamedTuple):
    """Two parallel lists. `refs` and `details` are the names of the fields, `ref` and `detail` make their elements of a
    row."""

    refs: str
    details: str
    rows: Sequence[Any]
    ref: Callable[[Any], Any]
    detail: Callable[[Any], Any]

    def element(self, row: Any) -> dict[str, Any]:
        return {"ref": self.ref(row), "detail": self.detail(row)}


def page_parallel(
    answer: dict[str, Any], *lists: ParallelLists, limit: int, cursor: Cursor, abreast: bool = False
) -> dict[str, Any]:
    """Return one page of an answer with these lists, in their order. See `queries.tools.paging.page`."""
    whole = {**answer, **{part.refs: part.rows for part in lists}}
    rows = {part.refs: partial(ParallelLists.element, part) for part in lists}
    cursor = replace(cursor, projection=cursor.projection.of_field("detail"))
    shown = page(whole, *rows, limit=limit, cursor=cursor, rows=rows, abreast=abreast)
    details = {part.refs: part.details for part in lists}
    result: dict[str, Any] = {}
    for name, value in shown.items():
        if name in details:
            result[name] = [element["ref"] for element in value]
            result[details[name]] = [element["detail"] for element in value]
        else:
            result[name] = value
    return result


def cut_parallel(answer: dict[str, Any], *lists: ParallelLists) -> dict[str, Any]:
    """Return an answer without further pages. What does not fit is left out, with `truncated: "size"`; no `total` is
    added."""
    total = sum(len(part.rows) for part in lists)
    shown = page_parallel(answer, *lists, limit=max(total, 1), cursor=Cursor("", ""))
    for name in {"total", "next_cursor"} - answer.keys():
        shown.pop(name, None)
    if "truncated" in shown:
        shown["hint"] = shown["hint"].replace(": go on with next_cursor", "; the rest is left out")
    return shown
