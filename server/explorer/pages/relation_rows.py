"""Rows of the relations for a page: a SELECT of its own, asked by `query_facts` as an agent would."""

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from server.explorer.page import Ask

Json = dict[str, Any]

MAX_IN_PAGE = 1_000  # rows of one answer of query_facts


class Selected(NamedTuple):
    """Rows by the names of their columns; how many there are in all; and where to go on, "" at the end."""

    rows: list[Json]
    total: int
    cursor: str = ""

    @property
    def left_out(self) -> int:
        """How many rows are not shown."""
        return self.total - len(self.rows)


def select(
    ask: Ask, sql: str, *, limit: int = 200, cursor: str = "", base: str | None = None, **parameters: Any
) -> Selected:
    """Return a page of the rows of a SELECT. Lists and maps among the parameters are read by `json_each`; the relations
    of the revision `base` are `base.task` and so on. Raises QueryError."""
    values = {
        name: json.dumps(value) if isinstance(value, list | dict) else value for name, value in parameters.items()
    }
    answer = ask("query_facts", sql=sql, base=base, parameters=values, limit=limit, cursor=cursor or None)
    rows = [dict(zip(answer["columns"], row, strict=True)) for row in answer["rows"]]
    return Selected(rows, answer["total"], answer.get("next_cursor", ""))


def select_all(ask: Ask, sql: str, most: int, **parameters: Any) -> Selected:
    """Return the first `most` rows of a SELECT, whatever fits one answer. Raises QueryError."""
    found = select(ask, sql, limit=min(most, MAX_IN_PAGE), **parameters)
    rows, cursor = found.rows, found.cursor
    while cursor and len(rows) < most:
        more = select(ask, sql, limit=min(most, MAX_IN_PAGE), cursor=cursor, **parameters)
        rows, cursor = rows + more.rows, more.cursor
    return Selected(rows[:most], found.total)


def grouped(rows: Iterable[Json], by: str) -> dict[Any, list[Json]]:
    """Return rows by the value of a column, in their order."""
    groups: dict[Any, list[Json]] = {}
    for row in rows:
        groups.setdefault(row[by], []).append(row)
    return groups
