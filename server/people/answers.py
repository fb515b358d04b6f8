"""Answers of tools for people: an error is raised, and the pages of a list are joined."""

from collections.abc import Mapping
from typing import Any

import queries
from compiler.workspace.interface import Workspace
from queries.errors.query_error import QueryError
from queries.tools.render import visible

Json = dict[str, Any]

_NEXT = {"next_cursor": "cursor", "next_offset": "offset"}
_OF_PAGE = ("truncated", "limit", "offset", *_NEXT)


def answer_of(workspace: Workspace, tool: str, arguments: Mapping[str, Any]) -> Json:
    """Return the answer of a tool. Raises QueryError."""
    answer = queries.answer(workspace, tool, arguments)
    if queries.is_error(answer):
        fields = {name: value for name, value in answer.items() if name not in ("schema_version", "error", "code")}
        raise QueryError(answer["code"], answer["error"], **fields)
    return answer


def joined(workspace: Workspace, tool: str, rows: str, arguments: Json, limit: int | None) -> Json:
    """Return the answer of a tool with the rows of all its pages, at most `limit` of them. A page names the next one by
    a cursor, or by an offset."""
    answer = answer_of(workspace, tool, arguments)
    following = _following(answer)
    while following and (limit is None or len(answer[rows]) < limit):
        page = answer_of(workspace, tool, {**arguments, **following})
        answer[rows] += page[rows]
        following = _following(page)
    without = (*_OF_PAGE, *(("hint",) if "truncated" in answer else ()))  # which says how to go on
    return {name: value for name, value in answer.items() if name not in without} | {rows: answer[rows][:limit]}


def _following(page: Json) -> Json:
    """The argument that asks for the page behind one; none behind the last."""
    return next(({name: page[said]} for said, name in _NEXT.items() if page.get(said) is not None), {})


def left_out(answer: Json, rows: str) -> str:
    """Return how many rows an answer leaves out, as a sentence; "" if they are all."""
    shown, total = len(answer[rows]), answer.get("total", len(answer[rows]))
    return f"{shown:,} of {total:,} rows: --limit shows more." if shown < total else ""


def not_understood(answer: Mapping[str, Any]) -> str:
    """Return how many places look like what an answer lists and were not read, as a sentence; "" without any. An answer
    may have those of several tools in it."""
    parts = (answer, *(value for value in answer.values() if isinstance(value, Mapping)))
    found = next((part["not_understood"] for part in parts if "not_understood" in part), None)
    if found is None:
        return ""
    more = f", {found['count'] - 1:,} more" if found["count"] > 1 else ""
    return f"Not understood: {visible(found['first'][0])}{more}. `frieze check --unread` lists them."
