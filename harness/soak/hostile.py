"""Honest clients beside hostile ones: `python -m harness.soak.hostile --minutes 60`. Needs /proc.

50 clients ask a server over HTTP, first alone, then beside four whose statements in SQL take long within one step, or
much memory, and who often go away before the answer. Printed are what honest clients waited, and what the server and
its processes hold each minute. The exit status is 1 if threads or descriptors of the server grew.
"""

import argparse
import random
import shutil
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from http.client import HTTPException
from itertools import chain
from pathlib import Path
from threading import Event, Thread
from time import monotonic

import orjson

from harness.benchmarks.endurance import State, state
from harness.benchmarks.figures import percentile
from tests.paths import ROOT
from tests.server.web import JSON, WebServer, exchange, exchange_when_ready, modern

HONEST, HOSTILE = 50, 4
WARM_MINUTES, ALONE_MINUTES = 0.25, 1.0
THOUGHT = (0.5, 1.5)  # seconds between an answer and the next question of an honest client
HOSTILE_NAME = "beside hostile clients"
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
        self.waited: Waited = defaultdict(list)
        self.refused = 0

    def start(self, client: Callable[[random.Random], None], count: int, seed: int) -> None:
        """Start so many clients, which ask until `end`."""
        for number in range(count):
            Thread(target=self._repeat, args=(client, random.Random(f"{seed} {number}")), daemon=True).start()

    def end(self) -> None:
        """Let no client ask again."""
        self._is_over.set()

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
        body, headers = modern("tools/call", {"name": "query_facts", "arguments": {"sql": drawn.choice(STATEMENTS)}})
        with suppress(OSError, HTTPException), closing(self._web.connection()) as connection:
            if drawn.random() < 0.5:
                exchange(connection, body, headers)
            else:
                connection.request("POST", "/mcp", body=orjson.dumps(body), headers={**JSON, **headers})
                self._is_over.wait(drawn.uniform(0.05, 1.0))


def soak(
    source: Path, minutes: float, seed: int, *, warm: float = WARM_MINUTES, alone: float = ALONE_MINUTES
) -> Iterator[tuple[str, State]]:
    """Give a line for each minute, and what the server holds then."""
    with WebServer(source) as web:
        clients = Clients(web)
        clients.start(clients.ask_honestly, HONEST, seed)
        # All clients begin at once, at a server that has just been started: that is no part of what they wait alone.
        for name, duration in (("at first", warm), ("alone", alone), (HOSTILE_NAME, minutes)):
            if name == HOSTILE_NAME:
                clients.start(clients.ask_hostilely, HOSTILE, seed + 1)
            end, pause = monotonic() + duration * 60, Event()
            while (left := end - monotonic()) > 0:
                pause.wait(min(left, 60.0))
                yield f"{name}: {_summary(clients)}", state(web.process.pid)
            clients.waited, clients.refused = defaultdict(list), 0
        clients.end()


def _summary(clients: Clients) -> str:
    tools = [*sorted(clients.waited.items()), ("all", list(chain.from_iterable(clients.waited.values())))]
    shown = (f"{name} {percentile(w, 50) * 1e3:,.0f} / {percentile(w, 99) * 1e3:,.0f} ms" for name, w in tools if w)
    return f"median / 99 %: {', '.join(shown)}; {clients.refused} refused"


def main() -> int:
    """Run, print what was waited and held, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m harness.soak.hostile", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    held = []
    with tempfile.TemporaryDirectory(prefix="frieze-hostile-") as folder:
        source = Path(shutil.copytree(ROOT / "worlds" / "cider-mill", Path(folder) / "source"))
        (source / "long.md").write_text("# Long\n\n" + "a " * 240_000)
        for line, now in soak(source, given.minutes, given.seed):
            held.append(now)
            print(f"{line}; {now}", flush=True)
    first, last = held[2], held[-1]
    grew = last.threads > first.threads + SETTLED or last.descriptors > first.descriptors + SETTLED
    return int(grew)


if __name__ == "__main__":
    sys.exit(main())
