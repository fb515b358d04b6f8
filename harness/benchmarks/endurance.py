"""A soak: many calls of every tool, with cancellations and clients that vanish, over standard input and output and over
HTTP. Memory, open descriptors and threads must not grow, and every worker must still answer at the end.

`python -m harness.benchmarks.endurance [CALLS]`; it is no part of the report. Needs /proc.
"""

import os
import random
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

import orjson

from compiler import compile_source
from compiler.store.snapshot import Snapshot
from harness.benchmarks.generated import Sources
from harness.benchmarks.questions import questions
from queries import tools_for
from server.protocol.calls import WORKERS
from tests.server.processes import RawServer, request
from tests.server.web import JSON, WebServer, exchange, legacy, modern
from tests.server.wrong import wrong_calls

CALLS = 100_000  # half of them over each transport
FILES = 150
WARM_UP = 3_000
PARTS = 4
WINDOW = 16  # calls that are under way at a time
CANCELLED = 10  # one call in so many is cancelled
VANISHING = 20  # one client in so many vanishes before its answer
WRONG = 400  # wrong calls, of all tools
MAX_GROWTH = 24_000_000  # bytes after the warm-up: what the allocator may hold
SETTLED = 6  # descriptors and threads that may come and go
LEAVING = 1_000  # calls over standard input and output for one client that vanishes, and its server with it

Call = tuple[str, object]


class State(NamedTuple):
    """What a server process holds: bytes of memory, descriptors and threads."""

    memory: int
    descriptors: int
    threads: int

    def __str__(self) -> str:
        return f"{self.memory / 1e6:6.1f} MB, {self.descriptors} descriptors, {self.threads} threads"


def state(pid: int) -> State:
    """Return what a process holds now."""
    process = Path(f"/proc/{pid}")
    pages = int((process / "statm").read_text().split()[1])
    counts = [sum(1 for _ in (process / name).iterdir()) for name in ("fd", "task")]
    return State(pages * os.sysconf("SC_PAGESIZE"), *counts)


def main(calls: int = CALLS) -> None:
    """Run the soak, and print what the servers hold after each part. Raises AssertionError if they hold more."""
    with Sources() as sources:
        source = sources.of(FILES)
        snapshot = compile_source(source)
        asked = mixed_calls(snapshot)
        print(f"{len(asked):,} different calls of {len(tools_for(snapshot))} tools", flush=True)
        over_stdio(source, asked, calls // 2)
        over_http(source, asked, calls // 2)


def mixed_calls(snapshot: Snapshot) -> list[Call]:
    """Return calls of every tool, answered ones and wrong ones, in a fixed order."""
    found: list[Call] = [(form.split(",")[0], one) for form, each in questions(snapshot).items() for one in each]
    tools = {tool.name: tool.input_schema() for tool in tools_for(snapshot)}
    found += [(name, {}) for name in tools]
    wrong = list(wrong_calls(tools))
    found += random.Random(1).sample(wrong, min(WRONG, len(wrong)))
    random.Random(2).shuffle(found)
    return found


def over_stdio(source: Path, asked: Sequence[Call], count: int) -> None:
    """Call over standard input and output. Some calls are cancelled, and some clients vanish with calls under way."""
    lines = cycle(request("tools/call", {"name": name, "arguments": given}, "call") for name, given in asked)
    with RawServer(source) as server:
        server.initialize()
        _ask_lines(server, islice(lines, WARM_UP))
        before = _report("stdio", 0, state(server.process.pid))
        for part in range(1, PARTS + 1):
            rounds = -(-count // PARTS // LEAVING)
            for _ in range(rounds):
                _ask_lines(server, islice(lines, LEAVING - WINDOW))
                _vanish(source, list(islice(lines, WINDOW)))
            _report("stdio", part * rounds * LEAVING, state(server.process.pid), before)
        assert server.call("find_route", {"from": "a", "to": "b"})["id"] == 1
        assert server.finish()[1:] == (b"", 0)


def _ask_lines(server: RawServer, lines: Iterator[bytes]) -> None:
    """Write calls in windows and read their answers; a cancelled call may have none."""
    while window := list(islice(lines, WINDOW)):
        owed = set(range(len(window)))
        for number, line in enumerate(window):
            server.write(line.replace(b'"id":"call"', b'"id":%d' % number, 1))
            if number % CANCELLED == CANCELLED - 1:
                server.write(
                    b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}\n' % number
                )
                owed.discard(number)
        while owed:
            owed.discard(orjson.loads(server.line(60))["id"])
        server.write(request("ping", request_id="end"))
        while orjson.loads(server.line(60))["id"] != "end":
            pass


def _vanish(source: Path, lines: Sequence[bytes]) -> None:
    """Start a server, call, and leave without reading: the server must end by itself."""
    with RawServer(source) as server:
        server.initialize()
        server.write(b"".join(lines))
        assert server.process.stdin
        assert server.process.stdout
        server.process.stdout.close()
        server.process.stdin.close()
        assert server.process.wait(60) == 0


def over_http(source: Path, asked: Sequence[Call], count: int) -> None:
    """Call over HTTP. Some clients vanish before their answer, which cancels the call."""
    calls = cycle(asked)
    with WebServer(source) as web:
        _ask_http(web, islice(calls, WARM_UP))
        before = _report("http", 0, state(web.process.pid))
        for part in range(1, PARTS + 1):
            _ask_http(web, islice(calls, count // PARTS))
            _report("http", part * count // PARTS, state(web.process.pid), before)
        for _ in range(WORKERS + 1):
            assert web.call("find_route", {"from": "a", "to": "b"}).status == 200
        assert web.end()[::2] == (b"", 0)


def _ask_http(web: WebServer, calls: Iterator[Call]) -> None:
    with closing(web.connection()) as connection:
        for number, (name, given) in enumerate(calls):
            body, headers = (modern if number % 2 else legacy)("tools/call", {"name": name, "arguments": given})
            if len(orjson.dumps(body)) > 256 * 1024:
                continue
            if number % VANISHING == 0:
                _vanish_http(web.connection(), body, headers)
            else:
                answer = exchange(connection, body, headers)
                assert answer.status == 200, answer.body


def _vanish_http(connection: HTTPConnection, body: object, headers: dict[str, str]) -> None:
    with closing(connection), suppress(OSError, HTTPException):
        connection.request("POST", "/mcp", body=orjson.dumps(body), headers={**JSON, **headers})


def _report(transport: str, calls: int, now: State, before: State | None = None) -> State:
    grown = "" if before is None else f"; {(now.memory - before.memory) / 1e6:+.1f} MB"
    print(f"{transport}, after {calls:>7,} calls: {now}{grown}", flush=True)
    if before is not None:
        assert now.memory < before.memory + MAX_GROWTH
        assert now.descriptors <= before.descriptors + SETTLED
        assert now.threads <= before.threads + SETTLED
    return now


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
