"""Starts: the time from the start of the process to its first answer, over MCP and on the command line.

A start is cold (an empty cache, without grammars), warm (with the cache of the start before), or after a change of one
file. The same turns measure a bare server, which has nothing but the SDK, and a Python that does nothing.
"""

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median

from harness.benchmarks.client import BARE_SERVER, ENVIRONMENT, Client, empty_cache, frieze_server
from harness.benchmarks.figures import Figure, above, in_turns, milliseconds, ratio
from harness.benchmarks.generated import Sources, megabytes
from tests.paths import ROOT

LARGE = 10_000  # files; such a source is measured once
BUDGET_FILES = 1_000  # the size that the budgets are for
MAX_WARM = 150.0  # milliseconds above the bare server
MAX_CHANGED = 60.0  # milliseconds above a warm start
MAX_SERVER_MEMORY = {1_000: 250.0, 10_000: 300.0}  # MB
ERA = "2025"

# The files of each language that may be changed, and the text to append: it has no meaning, but changes the file.
CHANGES = {
    "world": ("worlds/**/*.urd.md", "\n// Change {0}.\n"),
    "diagrams": ("docs/**/*.mmd", "\n%% Change {0}.\n"),
    "requirements": ("spec/*.md", "\nChange {0}.\n"),
    "knowledge": ("docs/adr/*.md", "\nChange {0}.\n"),
}

Start = Callable[[], float]


def figures(sources: Sources, sizes: Sequence[int], rounds: int) -> Iterator[Figure | str]:
    """The starts of each size with and without a cache, beside those of the bare server."""
    for files in sizes:
        source = sources.of(files)
        yield f"{files:,} files, {megabytes(source):.2f} MB"
        yield from _cold(source, files, rounds if files < LARGE else 1)
        yield from _warm(source, files, rounds * 3 if files < LARGE else max(rounds // 2, 1))


def _cold(source: Path, files: int, rounds: int) -> Iterator[Figure]:
    peaks: list[float] = []

    def cold(start: Start) -> float:
        empty_cache()
        return start()

    taken = in_turns(
        rounds,
        {
            "bare": partial(first_answer, BARE_SERVER, "no_op"),
            "server": partial(cold, partial(_start_server, source, peaks)),
            "query": partial(cold, partial(_run_query, source)),
            "handshake": partial(cold, partial(first_answer, frieze_server(str(source)), None)),
        },
        warm_up=int(files < LARGE),
    )
    for name, what in {"server": "MCP server", "query": "frieze query"}.items():
        beside = f"beside {median(taken['bare']):.0f} ms of a bare server"
        yield Figure(f"cold start, {what}, {files:,} files", median(taken[name]), "ms", beside=beside)
    yield Figure(f"cold start, to the handshake alone, {files:,} files", median(taken["handshake"]), "ms")
    yield Figure(f"peak memory, cold server, {files:,} files", max(peaks), "MB")


def _warm(source: Path, files: int, rounds: int) -> Iterator[Figure]:
    peaks: list[float] = []
    actions: dict[str, Start] = {
        "python": partial(_run, [sys.executable, "-c", "pass"]),
        "bare": partial(first_answer, BARE_SERVER, "no_op"),
        "query": partial(_run_query, source),
        "server": partial(_start_server, source, peaks),
        # The start after a change fills the cache for the next warm start.
        **{name: partial(_start_after_change, source, name) for name in CHANGES},
    }
    taken = in_turns(rounds, actions, warm_up=int(files < LARGE))
    is_budget = files == BUDGET_FILES
    beside = f"{median(taken['server']):.0f} ms beside {median(taken['bare']):.0f} ms"
    extra = above(taken["server"], taken["bare"])
    limit = MAX_WARM if is_budget else None
    yield Figure(f"warm start, {files:,} files, to a bare server", ratio(taken["server"], taken["bare"]), "times")
    yield Figure(f"warm start, {files:,} files, above a bare server", extra, "ms", limit, beside, is_budget=is_budget)
    for name in CHANGES:
        extra = above(taken[name], taken["server"])
        beside = f"{median(taken[name]):.0f} ms beside {median(taken['server']):.0f} ms"
        limit = MAX_CHANGED if is_budget else None
        title = f"start after a change in {name}, {files:,} files, above warm"
        yield Figure(title, extra, "ms", limit, beside, is_budget=is_budget)
    beside = f"a Python that does nothing: {median(taken['python']):.0f} ms"
    yield Figure(f"warm frieze query, {files:,} files", median(taken["query"]), "ms", beside=beside)
    limit = MAX_SERVER_MEMORY.get(files)
    yield Figure(f"peak memory, warm server, {files:,} files", max(peaks), "MB", limit, is_budget=limit is not None)


def _start_server(source: Path, peaks: list[float]) -> float:
    return first_answer(frieze_server(str(source)), "get_snapshot_info", peaks)


def _start_after_change(source: Path, language: str) -> float:
    """The time of a start after a change. Each call changes another file, for good."""
    pattern, text = CHANGES[language]
    files = sorted(source.glob(pattern))
    number = _change_counts[language] = _change_counts.get(language, -1) + 1
    with files[number * 7 % len(files)].open("a", encoding="utf-8") as opened:
        opened.write(text.format(number))
    return _start_server(source, [])


_change_counts: dict[str, int] = {}


def first_answer(command: list[str], tool: str | None, peaks: list[float] | None = None) -> float:
    """The time from the start of a server to the answer of one question, or to the handshake if `tool` is None. Appends
    the memory of the server to `peaks`."""
    clients: list[Client] = []

    def begin() -> None:
        client = Client(command, ERA)
        clients.append(client)
        client.open()
        if tool:
            client.ask(client.line("tools/call", {"name": tool, "arguments": {}}))

    taken = milliseconds(begin)
    with clients[0] as client:
        if tool is None:  # wait for the compilation, which would slow the next measurement
            client.ask(client.line("tools/call", {"name": "get_snapshot_info", "arguments": {}}))
        if peaks is not None:
            peaks.append(client.peak())
    return taken


def _run_query(source: Path) -> float:
    return _run([sys.executable, "-m", "server.cli", "query", str(source), "get_snapshot_info"])


def _run(command: list[str]) -> float:
    return milliseconds(
        lambda: subprocess.run(command, cwd=ROOT, env=ENVIRONMENT, check=True, stdout=subprocess.DEVNULL)
    )
