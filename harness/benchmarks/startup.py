"""The first answer about a sample world: our server beside a bare server, and `frieze query`."""

import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from statistics import median

from harness.benchmarks.client import BARE_SERVER, ENVIRONMENT, ERAS, GARDEN, Client, frieze_server
from harness.benchmarks.figures import Figure, in_turns, milliseconds, ratio
from tests.paths import ROOT

ROUNDS = 15


def figures() -> Iterator[Figure]:
    """The ratio of the times to the first answer in both eras, and the time of a query."""
    for era in ERAS:
        commands = {"bare": BARE_SERVER, "ours": frieze_server()}
        taken = in_turns(ROUNDS, {name: partial(_first_answer, command, era) for name, command in commands.items()})
        beside = f"{median(taken['ours']):.0f} ms beside {median(taken['bare']):.0f} ms"
        name = f"start to first MCP answer, {era} era, to a bare server"
        yield Figure(name, ratio(taken["ours"], taken["bare"]), "times", 0.6, beside)
    query = [sys.executable, "-m", "server.cli", "query", GARDEN, "get_exit_graph"]
    empty = [sys.executable, "-c", "pass"]
    taken = in_turns(ROUNDS, {"query": partial(_run, query), "python": partial(_run, empty)})
    beside = f"fastest {min(taken['query']):.0f} ms; a Python that does nothing {median(taken['python']):.0f} ms"
    yield Figure("frieze query worlds/locked-garden get_exit_graph", median(taken["query"]), "ms", 200, beside)


def _first_answer(command: list[str], era: str) -> float:
    client: list[Client] = []

    def begin() -> None:
        client.append(Client(command, era))
        client[0].open()

    taken = milliseconds(begin)
    with client[0]:
        return taken


def _run(command: list[str]) -> float:
    return milliseconds(
        lambda: subprocess.run(command, cwd=ROOT, env=ENVIRONMENT, check=True, stdout=subprocess.DEVNULL)
    )
