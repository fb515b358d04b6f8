"""Questions about a snapshot: every tool, with arguments drawn from the snapshot, and answers against each other."""

import time
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import queries
from compiler.pipeline.deadline import DeadlineError, deadline
from compiler.store.snapshot import Snapshot
from harness.fuzz.figures import Figures
from harness.fuzz.relations import RELATIONS
from queries.tools.parameters import Parameter
from queries.tools.render import BOUND
from queries.tools.tool import Tool
from server.protocol.json_bytes import json_bytes

Answer = Mapping[str, Any]

CALLS = 40  # of tools with random arguments, a snapshot
SAMPLED = 400  # objects of which arguments are drawn
ODD_VALUES = (
    "",
    " ",
    "a" * 1_000,
    "%",
    "\0",
    "\ud800",
    "*",
    "NEAR(",
    '"',
    "(?i)(a+)+b",
    "../x",
    "@",
    "d:",
    "\u202e",
    "0",
)
ODD_NUMBERS = (0, 1, -1, 7, 10**9, 10**30)
LEFT_OUT = {
    "list_revisions",
    "compare_revisions",
    "object_history",
    "get_changed_requirements",
}  # they ask the repository around


class Problem(Exception):  # noqa: N818
    """What is wrong with an answer."""


class Asked:
    """A snapshot that is asked within a time, all answers of which are collected as `text`."""

    def __init__(self, snapshot: Snapshot, figures: Figures, seconds: float) -> None:
        self.snapshot = snapshot
        self.figures = figures
        self._seconds = seconds
        self.text = bytearray()

    def answer(self, tool: str, /, **arguments: Any) -> dict[str, Any]:
        """Return an answer. Raises Problem if there is none, or it is too long."""
        started = time.perf_counter()
        try:
            with deadline(self._seconds):
                found = queries.answer(self.snapshot, tool, arguments)
                body = json_bytes(found)
        except DeadlineError:
            raise Problem(f"{tool} takes more than {self._seconds:g} s") from None
        except Exception as error:
            raise Problem(f"{tool} raises {type(error).__name__}") from error
        self.figures.questions += 1
        self.figures.took(tool, time.perf_counter() - started)
        self.text += body
        if len(body.decode()) > BOUND:
            raise Problem(f"{tool} answers more than {BOUND} characters")
        return found


def ask(asked: Asked, choice: Random) -> Iterator[str]:
    """Ask a snapshot, and give what is wrong."""
    drawn = Arguments(asked.snapshot, choice)
    tools = [one for name, one in queries.TOOLS.items() if name not in LEFT_OUT]
    free = [one for one in tools if not any(parameter.required for parameter in one.parameters)]
    calls: list[tuple[str, dict[str, Any]]] = [(one.name, {}) for one in free]
    calls += [(one.name, drawn.of(one)) for one in choice.choices(tools, k=CALLS)]
    for tool, arguments in calls:
        try:
            asked.answer(tool, **arguments)
        except Problem as problem:
            yield f"{problem}"
    for relation in RELATIONS:
        try:
            for different in relation(asked, choice):
                yield f"{relation.__name__}: {different}"
        except Problem as problem:
            yield f"{problem}"
        asked.figures.relations += 1


class Arguments:
    """Arguments that fit a snapshot, more or less."""

    def __init__(self, snapshot: Snapshot, choice: Random) -> None:
        self._choice = choice
        listed = snapshot.objects()
        sample = choice.sample(listed, min(SAMPLED, len(listed)))
        self._refs = [one.ref for one in sample]
        self._ids = [one.id for one in sample]
        self._words = [word for one in sample for word in one.title.split()[:2]]
        self._by_kind: dict[str, list[str]] = {}
        for one in sample:
            self._by_kind.setdefault(one.kind, []).append(one.id)
        self._files = [path for (path,) in snapshot.rows("SELECT path FROM file LIMIT 200")]

    def of(self, tool: Tool) -> dict[str, Any]:
        """Return arguments for a tool: all that are required, and some others."""
        return {
            parameter.name: self._value(parameter)
            for parameter in tool.parameters
            if parameter.required or self._choice.random() < 0.2
        }

    def _value(self, parameter: Parameter) -> Any:
        choice = self._choice
        match parameter.type:
            case "integer" | "number":
                return choice.choice(ODD_NUMBERS)
            case "boolean":
                return choice.random() < 0.5
            case "strings":
                return [self._string(parameter) for _ in range(choice.choice((0, 1, 2)))]
            case "object" | "values":
                return choice.choice(({}, {"status": self._any()}, {self._any(): 1}, []))
        return self._string(parameter)

    def _string(self, parameter: Parameter) -> str:
        if parameter.choices and self._choice.random() < 0.9:
            return self._choice.choice(parameter.choices)
        if parameter.name == "sql":
            return self._choice.choice(SELECTS)
        if self._choice.random() < 0.1:
            return self._choice.choice(ODD_VALUES)
        return self._some(self._pool(parameter.name))

    def _pool(self, name: str) -> Sequence[str]:
        if name in ("ref", "refs"):
            return self._refs
        if name in ("kind", "kinds"):
            return list(self._by_kind)
        if name in ("file", "file_path", "document"):
            return self._files
        kind = name.removesuffix("_id")
        return self._by_kind.get(kind) or self._choice.choice((self._ids, self._refs, self._words))

    def _any(self) -> str:
        return self._some(self._ids)

    def _some(self, pool: Sequence[str]) -> str:
        return self._choice.choice(pool) if pool else self._choice.choice(ODD_VALUES)


SELECTS = (
    "SELECT kind, count(*) FROM object GROUP BY kind",
    "SELECT * FROM mention",
    "SELECT * FROM link JOIN object ON ref = target",
    "SELECT ref FROM search WHERE search MATCH 'a OR b' ORDER BY rank",
    "WITH RECURSIVE a(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM a) SELECT n FROM a",
    "SELECT printf('%1000000000d', 1)",
)
