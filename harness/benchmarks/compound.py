"""Compound questions: the calls and bytes of `query_facts` beside those of the menu of tools, on a known project."""

import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from typing import NamedTuple

import queries
from compiler import open_workspace
from compiler.workspace.interface import Workspace
from harness.benchmarks.figures import Figure, Table, milliseconds
from harness.benchmarks.known_project.asking import Client, Question
from harness.benchmarks.known_project.invent import PRESETS
from harness.benchmarks.known_project.questions import questions
from harness.benchmarks.known_project.repository import write

MEASURED = ("regular", "messy")
TIMED = 7  # calls
MOST_CALLS, MOST_KILOBYTES = 3, 12  # at the median, promised for the messy project


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
                yield from _of_preset(preset, workspace)


def _of_preset(preset: str, workspace: Workspace) -> Iterator[Figure | Table | str]:
    asked = questions(PRESETS[preset])
    by_sql = [_cost(workspace, question, _by_sql) for question in asked]
    by_menu = [_cost(workspace, question, _by_menu) for question in asked]
    yield f"The {preset} project: calls and KB of the answers"
    head = ("question", "rows", "query_facts", "KB", "", "ms", "menu", "KB", "")
    taken = zip(asked, by_sql, by_menu, strict=True)
    rows = [
        (one.name, str(len(one.rows)), *_cells(sql), _milliseconds(workspace, one), *_cells(menu))
        for one, sql, menu in taken
    ]
    yield Table(head, rows)
    promises = {"query_facts": (by_sql, preset == "messy"), "the menu": (by_menu, False)}
    for name, (costs, is_promised) in promises.items():
        right = [cost for cost in costs if not cost.verdict]
        if not right:
            yield f"No answer of {name} is right"
            continue
        beside = f"{len(right)} of {len(costs)} answers right"
        calls, kilobytes = (MOST_CALLS, MOST_KILOBYTES) if is_promised else (None, None)
        yield Figure(f"calls of {name}, median, {preset}", median(cost.calls for cost in costs), "", calls, beside)
        size = median(cost.kilobytes for cost in costs)
        yield Figure(f"answers of {name}, median, {preset}", size, "KB", kilobytes, beside)


def _cells(cost: Cost) -> tuple[str, str, str]:
    return str(cost.calls), f"{cost.kilobytes:,.1f}", cost.verdict or "right"


def _cost(workspace: Workspace, asked: Question, way: Callable[[Client, Question], set[tuple[object, ...]]]) -> Cost:
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


def _by_sql(client: Client, asked: Question) -> set[tuple[object, ...]]:
    """Read the schema, then ask, as an agent does that has never seen the project."""
    client.ask("query_facts")
    return {tuple(row) for row in client.all("rows", "query_facts", **asked.arguments)}


def _by_menu(client: Client, asked: Question) -> set[tuple[object, ...]]:
    return asked.menu(client)
