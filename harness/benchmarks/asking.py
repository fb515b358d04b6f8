"""Compound questions on a known project: what `query_facts`, the other tools and reading the files take, in calls and
bytes."""

import re
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import anyio

import queries
from compiler import open_workspace
from compiler.workspace.interface import Workspace
from harness.benchmarks.figures import Figure, Table, milliseconds
from harness.benchmarks.known_project.asking import Client, Question, Row
from harness.benchmarks.known_project.by_files import by_files
from harness.benchmarks.known_project.invent import PRESETS
from harness.benchmarks.known_project.questions import questions
from harness.benchmarks.known_project.repository import write
from server.protocol.tools import ServedTools

MEASURED = ("regular", "messy")
TIMED = 7  # calls
MOST_CALLS, MOST_KILOBYTES = 2, 6  # of query_facts at the median, promised for the messy project

Way = Callable[[Client, Question], set[Row]]


class Cost(NamedTuple):
    """What the answer to a question took. `verdict` is "", wrong, or why there is none."""

    calls: int
    kilobytes: float
    verdict: str


def figures() -> Iterator[Figure | Table | str]:
    """For each preset a table of all questions, and the medians."""
    for preset in MEASURED:
        with tempfile.TemporaryDirectory() as folder:
            write(Path(folder), PRESETS[preset])
            with open_workspace(folder, keep=True) as workspace:
                yield from _of_preset(preset, workspace, Path(folder))


def _of_preset(preset: str, workspace: Workspace, root: Path) -> Iterator[Figure | Table | str]:
    asked = questions(PRESETS[preset])
    told = described_relations(workspace)
    ways: dict[str, Way] = {
        "query_facts": partial(_by_sql, told=told),
        "other tools": _by_menu,
        "files": partial(by_files, root=root),
    }
    costs = {name: [_cost(workspace, question, way) for question in asked] for name, way in ways.items()}
    yield f"The {preset} project: calls and KB of the answers"
    head = ("question", "rows", *(cell for name in ways for cell in (name, "KB", "")), "ms of query_facts")
    by_question = zip(asked, *costs.values(), strict=True)
    yield Table(head, [_row(workspace, question, *taken) for question, *taken in by_question])
    for name, of_way in costs.items():
        right = [cost for cost in of_way if not cost.verdict]
        if not right:
            yield f"No answer of {name} is right"
            continue
        beside = f"{len(right)} of {len(of_way)} answers right"
        is_promised = name == "query_facts" and preset == "messy"
        calls, kilobytes = (MOST_CALLS, MOST_KILOBYTES) if is_promised else (None, None)
        yield Figure(f"calls of {name}, median, {preset}", median(cost.calls for cost in of_way), "", calls, beside)
        size = median(cost.kilobytes for cost in of_way)
        yield Figure(f"answers of {name}, median, {preset}", size, "KB", kilobytes, beside)


def _row(workspace: Workspace, question: Question, *taken: Cost) -> tuple[str, ...]:
    cells = [(str(cost.calls), f"{cost.kilobytes:,.1f}", cost.verdict or "right") for cost in taken]
    of_ways = [cell for of_way in cells for cell in of_way]
    return (question.name, str(len(question.rows)), *of_ways, _milliseconds(workspace, question))


def _cost(workspace: Workspace, asked: Question, way: Way) -> Cost:
    """Ask one question one way. A tool that refuses, or has too many pages, gives no answer."""
    client = Client(workspace)
    try:
        verdict = "" if way(client, asked) == asked.rows else "wrong"
    except (RuntimeError, queries.UnknownTool) as error:
        verdict = f"no answer: {str(error)[:60]}"
    return Cost(client.calls, client.bytes / 1000, verdict)


def _milliseconds(workspace: Workspace, asked: Question) -> str:
    """The median time of the call that answers a question, after a first one; "" if it is refused."""
    client = Client(workspace)
    try:
        client.ask("query_facts", **asked.arguments)
    except (RuntimeError, queries.UnknownTool):
        return ""
    taken = [milliseconds(partial(client.ask, "query_facts", **asked.arguments)) for _ in range(TIMED)]
    return f"{median(taken):.1f}"


def described_relations(workspace: Workspace) -> set[str]:
    """Return the relations whose columns the list of tools tells."""

    async def listed() -> list[Any]:
        return await ServedTools(workspace.snapshot, None, anyio.to_thread.run_sync).listed()

    tools = anyio.run(listed)
    text = next(tool.description for tool in tools if tool.name == "query_facts")
    return set(re.findall(r"(\w+)\*? \(~?\d+\):", text))


def _by_sql(client: Client, asked: Question, told: set[str]) -> set[Row]:
    """Ask, as an agent does that has read the list of tools; first for a row of each relation that the question needs
    and whose columns the list leaves out."""
    for name in _named_relations(asked.sql) - told:
        client.ask("query_facts", sql=f"SELECT * FROM {name} LIMIT 1")
    return {tuple(row) for row in client.all("rows", "query_facts", **asked.arguments)}


def _named_relations(sql: str) -> set[str]:
    """Return what a SELECT reads but the tables that it makes itself."""
    made = set(re.findall(r"(\w+)(?:\([\w, ]*\))? AS \(", sql))
    return {name.removeprefix("base.") for name in re.findall(r"\b(?:FROM|JOIN) ([\w.]+)", sql)} - made


def _by_menu(client: Client, asked: Question) -> set[Row]:
    return asked.menu(client)
