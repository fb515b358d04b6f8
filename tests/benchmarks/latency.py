"""Queries: every tool on a large generated source, in process and over stdio, beside the call of a bare server.

Tools take turns, each with its next question, so that a slow moment of the machine falls on all of them.
"""

import gc
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from statistics import median

import queries
from compiler import compile_source
from compiler.store.snapshot import Snapshot
from tests.benchmarks.client import BARE_SERVER, Client, frieze_server
from tests.benchmarks.figures import Figure, Table, milliseconds, percentile
from tests.benchmarks.generated import Sources
from tests.benchmarks.questions import WHOLE_GRAPH, Question, questions

FILES = 1_000
MOST_MEDIAN = 5.0  # milliseconds, in process
MOST_SERVING = 250.0  # MB
ENOUGH = 3_000.0  # milliseconds that one tool is measured for
ERA = "2025"
BARE = "a bare no-op"

Asked = Mapping[str, list[Question]]
Taken = dict[str, list[float]]


def figures(sources: Sources, rounds: int) -> Iterator[Figure | Table | str]:
    """The slowest median of a tool, the table of all tools, and what serving them took in memory."""
    source = sources.of(FILES)
    snapshot = compile_source(source)
    asked = questions(snapshot)
    within = in_process(snapshot, asked, rounds)
    over, peak = _over_stdio(source, asked, rounds)
    del snapshot
    yield f"{FILES:,} files; {sum(map(len, asked.values()))} questions to {len(asked)} tools, by turns"
    bounded = {name: median(found) for name, found in within.items() if name not in WHOLE_GRAPH}
    slowest = max(bounded, key=lambda name: bounded[name])
    title = "the slowest median of a query that is not about a whole graph"
    yield Figure(title, bounded[slowest], "ms", MOST_MEDIAN, slowest, is_budget=True)
    slow = sorted(name for name, value in bounded.items() if value > MOST_MEDIAN)
    yield Figure("such queries over that", len(slow), "tools", 0, ", ".join(slow))
    yield Figure("peak memory, serving all questions", peak, "MB", MOST_SERVING, is_budget=True)
    yield _table(within, over)
    unasked = [name for name, found in asked.items() if not found]
    if unasked:
        yield f"not measured, because no question was generated for them: {', '.join(unasked)}"


def in_process(snapshot: Snapshot, asked: Asked, rounds: int) -> Taken:
    """What the questions of each tool took, asked within this process: milliseconds, by turns."""
    gc.collect()
    gc.freeze()  # as the server does
    try:
        return _by_turns(asked, rounds, lambda name, one: partial(queries.answer, snapshot, _tool(name), one))
    finally:
        gc.unfreeze()


def _over_stdio(source: Path, asked: Asked, rounds: int) -> tuple[Taken, float]:
    with Client(BARE_SERVER, ERA) as bare, Client(frieze_server(str(source)), ERA) as ours:
        bare.open()
        ours.open()
        no_op = bare.line("tools/call", {"name": "no_op", "arguments": {}})

        def call(name: str, one: Question) -> Callable[[], object]:
            if name == BARE:
                return partial(bare.exchange, no_op)
            return partial(ours.exchange, ours.line("tools/call", {"name": _tool(name), "arguments": dict(one)}))

        taken = _by_turns({BARE: [{}], **asked}, rounds, call)
        return taken, ours.peak()


def _by_turns(asked: Asked, rounds: int, make: Callable[[str, Question], Callable[[], object]]) -> Taken:
    """What each tool took, the first turn apart: then what is made once is made."""
    taken: Taken = {name: [] for name, found in asked.items() if found}
    for turn in range(-1, rounds):
        for name, values in taken.items():
            if turn < 0:
                for one in asked[name]:
                    make(name, one)()
            elif sum(values) < ENOUGH:
                values.append(milliseconds(make(name, asked[name][turn % len(asked[name])])))
    return taken


def _tool(name: str) -> str:
    return name.partition(",")[0]


def _table(within: Taken, over: Taken) -> Table:
    head = ("tool", "median", "p95", "median, stdio", "p95, stdio", "times a no-op", "")
    bare = median(over[BARE])
    order = sorted(within, key=lambda name: -median(within[name]))
    rows = [
        (
            name,
            f"{median(within[name]):.2f} ms",
            f"{percentile(within[name], 95):.2f} ms",
            f"{median(over[name]):.2f} ms",
            f"{percentile(over[name], 95):.2f} ms",
            f"{median(over[name]) / bare:.1f}",
            f"whole graph: {WHOLE_GRAPH[name]}" if name in WHOLE_GRAPH else "",
        )
        for name in order
    ]
    last = (BARE, "", "", f"{bare:.2f} ms", f"{percentile(over[BARE], 95):.2f} ms", "1.0", "")
    return Table(head, [*rows, last])
