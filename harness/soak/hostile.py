"""Honest clients beside hostile ones: `python -m harness.soak.hostile --minutes 60`. Needs /proc.

50 clients ask a server over HTTP. Beside them, in two of three minutes, four ask whose statements in SQL take long
within one step, or much memory, and who often go away before the answer. The minutes alone lie between the others, so
that what else the machine does weighs on both. Printed are what honest clients waited, and what the server and its
processes hold each minute, and at the end how many times as long honest clients wait beside hostile ones. The exit
status is 1 if threads or descriptors of the server grew.
"""

import argparse
import random
import shutil
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from http.client import HTTPException
from itertools import chain
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep
from typing import NamedTuple

import orjson

from harness.benchmarks.endurance import State, state
from harness.benchmarks.figures import percentile
from tests.paths import ROOT
from tests.server.web import JSON, WebServer, exchange, exchange_when_ready, modern

HONEST, HOSTILE = 50, 4
WARM_MINUTES, MINUTE = 0.25, 1.0
BESIDE, ALONE = "beside hostile clients", "alone"
TURN = (ALONE, BESIDE, BESIDE)  # what the minutes are, again and again
THOUGHT = (0.5, 1.5)  # seconds between an answer and the next question of an honest client
SETTLED = 6  # threads and descriptors that may come and go: a connection each
DOUBLING = "WITH RECURSIVE t (n, x) AS (SELECT 1, 'aaaaaaaa' UNION ALL SELECT n + 1, x || x FROM t WHERE n < 17)"
ROWS = "m (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM m LIMIT 900)"
COLUMNS = ", ".join(f"x LIKE '%{'a' * 250}b{number}'" for number in range(60))
STATEMENTS = (
    f"{DOUBLING} SELECT {COLUMNS} FROM t WHERE n = 17",
    f"{DOUBLING}, {ROWS} SELECT m.n FROM m, t ORDER BY x || m.n",
    f"{DOUBLING} SELECT max(x GLOB '*{'a' * 290}b') FROM t, task",
    f"SELECT count(*) FROM search WHERE search MATCH '\"{'a ' * 4_000}\"'",
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
    "SELECT a.ref || b.ref || c.ref FROM object a, object b, object c ORDER BY 1 DESC",
)
QUESTIONS: tuple[tuple[str, dict[str, str]], ...] = (
    ("search", {"query": "booking"}),
    ("query_facts", {"sql": "SELECT id, title FROM task WHERE is_ready ORDER BY id"}),
    ("list_objects", {"kind": "task"}),
    ("get_snapshot_info", {}),
)

Waited = defaultdict[str, list[float]]


class Clients:
    """The clients of one server. `waited` has the seconds of honest answers by tool, `refused` what was no answer."""

    def __init__(self, web: WebServer) -> None:
        self._web = web
        self._is_over = Event()
        self._is_hostile = Event()
        self.waited: Waited = defaultdict(list)
        self.refused = 0

    def start(self, seed: int) -> None:
        """Start the clients, which ask until `end`: the hostile ones while they are let."""
        for client, count in ((self.ask_honestly, HONEST), (self.ask_hostilely, HOSTILE)):
            for number in range(count):
                drawn = random.Random(f"{seed} {client.__name__} {number}")
                Thread(target=self._repeat, args=(client, drawn), daemon=True).start()

    def let_hostile(self, is_let: bool) -> None:
        """Let the hostile clients ask, or keep them from it."""
        (self._is_hostile.set if is_let else self._is_hostile.clear)()

    def end(self) -> None:
        """Let no client ask again."""
        self._is_over.set()
        self._is_hostile.set()

    def _repeat(self, client: Callable[[random.Random], None], drawn: random.Random) -> None:
        while not self._is_over.is_set():
            client(drawn)

    def ask_honestly(self, drawn: random.Random) -> None:
        """Ask a question, and think about the answer."""
        name, arguments = drawn.choice(QUESTIONS)
        started = monotonic()
        try:
            with closing(self._web.connection()) as connection:
                body, headers = modern("tools/call", {"name": name, "arguments": arguments})
                answer = exchange_when_ready(connection, body, headers)
                self.refused += answer.status != 200 or bool(answer.json["result"].get("isError"))
        except (OSError, HTTPException):
            self.refused += 1
        self.waited[name].append(monotonic() - started)
        self._is_over.wait(drawn.uniform(*THOUGHT))

    def ask_hostilely(self, drawn: random.Random) -> None:
        """Ask what takes long, and in half of the cases go away before the answer."""
        self._is_hostile.wait()
        body, headers = modern("tools/call", {"name": "query_facts", "arguments": {"sql": drawn.choice(STATEMENTS)}})
        with suppress(OSError, HTTPException), closing(self._web.connection()) as connection:
            if drawn.random() < 0.5:
                exchange(connection, body, headers)
            else:
                connection.request("POST", "/mcp", body=orjson.dumps(body), headers={**JSON, **headers})
                self._is_over.wait(drawn.uniform(0.05, 1.0))


class Minute(NamedTuple):
    """A part of a run: what it was, what honest clients waited by tool, in seconds, how many answers were none, and
    what the server held at its end."""

    name: str
    waited: Waited
    refused: int
    held: State

    def __str__(self) -> str:
        return f"{self.name}: {_shown(self.waited)}; {self.refused} refused; {self.held}"


def soak(
    source: Path, turns: int, seed: int, *, warm: float = WARM_MINUTES, minute: float = MINUTE
) -> Iterator[Minute]:
    """Give the minutes of a run, as each ends. A test may make a minute shorter."""
    with WebServer(source) as web:
        clients = Clients(web)
        clients.start(seed)
        # All clients begin at once, at a server that has just been started: that is no part of what they wait alone.
        for name, minutes in (("at first", warm), *((name, minute) for _ in range(turns) for name in TURN)):
            clients.let_hostile(name == BESIDE)
            sleep(minutes * 60)
            waited, refused = clients.waited, clients.refused
            clients.waited, clients.refused = defaultdict(list), 0
            yield Minute(name, waited, refused, state(web.process.pid))
        clients.end()


def together(minutes: Sequence[Minute], name: str) -> Waited:
    """Return what honest clients waited in all minutes of a name."""
    waited: Waited = defaultdict(list)
    for minute in minutes:
        if minute.name == name:
            for tool, seconds in minute.waited.items():
                waited[tool] += seconds
    return waited


def _shown(waited: Waited) -> str:
    tools = [*sorted(waited.items()), ("all", _all(waited))]
    shown = (f"{name} {percentile(w, 50) * 1e3:,.0f} / {percentile(w, 99) * 1e3:,.1f} ms" for name, w in tools if w)
    return f"median / 99 %: {', '.join(shown)}"


def _all(waited: Waited) -> list[float]:
    return list(chain.from_iterable(waited.values()))


def main() -> int:
    """Run, print what was waited and held, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m harness.soak.hostile", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    minutes = []
    with tempfile.TemporaryDirectory(prefix="frieze-hostile-") as folder:
        source = Path(shutil.copytree(ROOT / "worlds" / "cider-mill", Path(folder) / "source"))
        (source / "long.md").write_text("# Long\n\n" + "a " * 240_000)
        for minute in soak(source, max(1, round(given.minutes / len(TURN))), given.seed):
            minutes.append(minute)
            print(minute, flush=True)
    alone, beside = (together(minutes, name) for name in (ALONE, BESIDE))
    print(f"All minutes alone: {_shown(alone)}\nAll minutes beside: {_shown(beside)}")
    for percent in (50, 99):
        print(f"{percent} %: {percentile(_all(beside), percent) / percentile(_all(alone), percent):.2f} times")
    first, last = minutes[len(TURN)].held, minutes[-1].held  # each at the end of a turn
    grew = last.threads > first.threads + SETTLED or last.descriptors > first.descriptors + SETTLED
    return int(grew)


if __name__ == "__main__":
    sys.exit(main())
