"""Answers of tools for people: an error is raised, and the pages of a list are joined."""

from collections.abc import Mapping
from typing import Any

import queries
from compiler.workspace.interface import Workspace
from queries.errors.query_error import QueryError

Json = dict[str, Any]


def answer_of(workspace: Workspace, tool: str, arguments: Mapping[str, Any]) -> Json:
    """Return the answer of a tool. Raises QueryError."""
    answer = queries.answer(workspace, tool, arguments)
    if queries.is_error(answer):
        fields = {name: value for name, value in answer.items() if name not in ("schema_version", "error", "code")}
        raise QueryError(answer["code"], answer["error"], **fields)
    return answer


def joined(workspace: Workspace, tool: str, rows: str, arguments: Json, limit: int | None) -> Json:
    """Return the answer of a tool with the rows of all its pages, at most `limit` of them."""
    answer = answer_of(workspace, tool, arguments)
    cursor = answer.pop("next_cursor", None)
    while cursor is not None and (limit is None or len(answer[rows]) < limit):
        page = answer_of(workspace, tool, {**arguments, "cursor": cursor})
        answer[rows] += page[rows]
        cursor = page.get("next_cursor")
    return {name: value for name, value in answer.items() if name != "truncated"} | {rows: answer[rows][:limit]}


def left_out(answer: Json, rows: str) -> str:
    """Return how many rows an answer leaves out, as a sentence; "" if they are all."""
    shown, total = len(answer[rows]), answer.get("total", len(answer[rows]))
    return f"{shown:,} of {total:,} rows: --limit shows more." if shown < total else ""
