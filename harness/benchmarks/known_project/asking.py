"""Calls of tools, counted: how many there were, and the bytes of their answers as JSON."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import orjson

import queries
from compiler.workspace.interface import Workspace

Row = tuple[Any, ...]
MAX_PAGES = 500  # a question that needs more is not answered this way


class Client:
    """Asks a workspace, as an agent does: one call at a time, every page of a list."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self.calls = 0
        self.bytes = 0

    def ask(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The answer to one call. Raises RuntimeError for an error."""
        answer: dict[str, Any] = queries.answer(self._workspace, tool, arguments)
        self.count(len(orjson.dumps(answer)))
        if queries.is_error(answer):
            raise RuntimeError(f"{tool} {arguments}: {answer['error']}")
        return answer

    def count(self, size: int) -> None:
        """Count a call that was answered in `size` bytes."""
        self.calls += 1
        self.bytes += size

    def all(self, rows: str, tool: str, **arguments: Any) -> list[Any]:
        """The list `rows` of an answer, with those of its further pages."""
        found: list[Any] = []
        page: dict[str, Any] = {}
        for _ in range(MAX_PAGES):
            answer = self.ask(tool, **arguments, **page)
            found += answer[rows]
            page = {name: answer[f"next_{name}"] for name in ("cursor", "offset") if answer.get(f"next_{name}")}
            if not page:
                return found
        raise RuntimeError(f"{tool} {arguments}: over {MAX_PAGES} pages")


@dataclass(frozen=True, slots=True)
class Question:
    """A compound question about the second revision.

    `sql` answers it over the relations, with `base` in the schema `base`. `rows` is the right answer. `menu` answers it
    with the other tools, by the calls that a careful agent needs. `needs_mentions`: by citations in prose.
    """

    name: str
    text: str
    sql: str
    rows: frozenset[Row]
    menu: Callable[[Client], set[Row]]
    base: str | None = None
    needs_mentions: bool = False

    @property
    def arguments(self) -> Mapping[str, Any]:
        """The arguments of `query_facts`."""
        return {"sql": self.sql, **({"base": self.base} if self.base else {})}


def rows(ids: Any) -> frozenset[Row]:
    """Rows of one column."""
    return frozenset((one,) for one in ids)
