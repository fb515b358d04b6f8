"""The rows of an answer that comes in pages, joined up to a bound."""

from typing import Any

from server.explorer.page import Ask

MAX_PAGES = 30


def joined(ask: Ask, tool: str, rows: str, /, **arguments: Any) -> list[Any]:
    """Return the rows of the first pages of an answer; `from_` is the argument `from`. Raises QueryError."""
    given = {name.rstrip("_"): value for name, value in arguments.items()}
    found: list[Any] = []
    cursor = None
    for _ in range(MAX_PAGES):
        answer = ask(tool, **given, cursor=cursor)
        found += answer.get(rows, ())
        cursor = answer.get("next_cursor")
        if cursor is None:
            break
    return found
