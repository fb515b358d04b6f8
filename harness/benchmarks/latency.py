"""The times of all tools on a large generated source, in process and over stdio, beside a call of a bare server.

Tools take turns, each with its next question, so that a slow moment of the machine affects all of them.
"""

import gc
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from statistics import median

import queries
from compiler import compile_source
from compiler.store.snapshot import Snapshot
from harness.benchmarks.client import BARE_SERVER, Client, frieze_server
from harness.benchmarks.figures import Figure, Table, milliseconds, percentile
from harness.benchmarks.generated import Sources
from harness.benchmarks.questions import WHOLE_GRAPH, Question, questions

FILES = 1_000
MAX_MEDIAN = 5.0  # milliseconds, in process
MAX_SERVER_MEMORY = 250.0  # MB
MAX_TOTAL = 3_000.0  # milliseconds that one form is measured for
ERA = "2025"
BARE = "a bare no-op"

Questions = Mapping[str, list[Question]]  # by form
Times = dict[str, list[float]]  # milliseconds, by form


def figures(sources: Sources, rounds: int) -> Iterator[Figure | Table | str]:
    """The slowest median of a tool, the table of all tools, and the peak memory of the server."""
    source = sources.of(FILES)
    snapshot = compile_source(source)
    by_form = questions(snapshot)
    here = in_process(snapshot, by_form, rounds)
    stdio, peak = _over_stdio(source, by_form, rounds)
    del snapshot
    yield f"{FILES:,} files; {sum(map(len, by_form.values()))} questions to {len(by_form)} tools, by turns"
    bounded = {name: median(found) for name, found in here.items() if name not in WHOLE_GRAPH}
    slowest = max(bounded, key=lambda name: bounded[name])
    title = "the slowest median of a query that is not about a whole graph"
    yield Figure(title, bounded[slowest], "ms", MAX_MEDIAN, slowest, is_budget=True)
    slow = sorted(name for name, value in bounded.items() if value > MAX_MEDIAN)
    yield Figure("such queries over that", len(slow), "tools", 0, ", ".join(slow))
    yield Figure("peak memory, serving all questions", peak, "MB", MAX_SERVER_MEMORY, is_budget=True)
    yield _table(here, stdio)
    unasked = [name for name, found in by_form.items() if not found]
    if unasked:
        yield f"not measured, because no question was generated for them: {', '.join(unasked)}"


def in_process(snapshot: Snapshot, by_form: Questions, rounds: int) -> Times:
    """The times of the questions in this process, taken in turns."""
    gc.collect()
    gc.freeze()  # as the server does
    try:
        return _in_turns(by_form, rounds, lambda name, one: partial(queries.answer, snapshot, _tool(name), one))
    finally:
        gc.unfreeze()


def _over_stdio(source: Path, by_form: Questions, rounds: int) -> tuple[Times, float]:
    with Client(BARE_SERVER, ERA) as bare, Client(frieze_server(str(source)), ERA) as ours:
        bare.open()
        ours.open()
        no_op = bare.line("tools/call", {"name": "no_op", "arguments": {}})

        def call(name: str, one: Question) -> Callable[[], object]:
            if name == BARE:
                return partial(bare.exchange, no_op)
            return partial(ours.exchange, ours.line("tools/call", {"name": _tool(name), "arguments": dict(one)}))

        taken = _in_turns({BARE: [{}], **by_form}, rounds, call)
        return taken, ours.peak()


def _in_turns(by_form: Questions, rounds: int, make: Callable[[str, Question], Callable[[], object]]) -> Times:
    """The times of each form. The first turn is not counted: values that are cached for a snapshot are made then."""
    taken: Times = {name: [] for name, found in by_form.items() if found}
    for turn in range(-1, rounds):
        for name, values in taken.items():
            if turn < 0:
                for one in by_form[name]:
                    make(name, one)()
            elif sum(values) < MAX_TOTAL:
                values.append(milliseconds(make(name, by_form[name][turn % len(by_form[name])])))
    return taken


def _tool(name: str) -> str:
    return name.partition(",")[0]


def _table(here: Times, stdio: Times) -> Table:
    head = ("tool", "median", "p95", "median, stdio", "p95, stdio", "times a no-op", "")
    bare = median(stdio[BARE])
    order = sorted(here, key=lambda name: -median(here[name]))
    rows = [
        (
            name,
            f"{median(here[name]):.2f} ms",
            f"{percentile(here[name], 95):.2f} ms",
            f"{median(stdio[name]):.2f} ms",
            f"{percentile(stdio[name], 95):.2f} ms",
            f"{median(stdio[name]) / bare:.1f}",
            f"whole graph: {WHOLE_GRAPH[name]}" if name in WHOLE_GRAPH else "",
        )
        for name in order
    ]
    last = (BARE, "", "", f"{bare:.2f} ms", f"{percentile(stdio[BARE], 95):.2f} ms", "1.0", "")
    return Table(head, [*rows, last])
