"""The rows of an answer that comes in pages, joined up to a bound."""

from typing import Any

from server.explorer.page import Ask

MAX_PAGES = 30


def joined(ask: Ask, tool: str, rows: str, /, **arguments: Any) -> list[Any]:
    """Return the rows of the first pages of an answer; `from_` is the argument `from`. Raises QueryError."""
    given = {name.rstrip("_"): value for name, value in arguments.items()}
    found: list[Any] = joined_answer(ask, tool, (rows,), **given)[rows]
    return found


def joined_answer(ask: Ask, tool: str, rows: tuple[str, ...], /, **arguments: Any) -> dict[str, Any]:
    """Return an answer with the rows of its first pages in the lists of these names. Raises QueryError."""
    answer = ask(tool, **arguments)
    whole = {**answer, **{name: list(answer.get(name, ())) for name in rows}}
    for _ in range(1, MAX_PAGES):
        cursor = answer.get("next_cursor")
        if cursor is None:
            break
        answer = ask(tool, **arguments, cursor=cursor)
        for name in rows:
            whole[name] += answer.get(name, ())
    return whole
