"""The event loop runs no query, so that a ping is answered during any call of any tool."""

import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import Any

import orjson
import pytest

from compiler.store.snapshot import Snapshot
from queries import tools_for
from queries.resources.catalogue import Catalogue
from server.protocol.prompts import PROMPTS
from tests.closing import compile_source
from tests.server.plain_arguments import known_arguments
from tests.server.processes import META, RawServer, request
from tests.server.web import JSON, WebServer, exchange, legacy, modern
from tests.server.worst import Call, worst_calls
from tests.server.wrong import NESTED
from tests.suites import mostly_long

MAX_PING_SECONDS = 5.0  # 0.25 are promised; a test must also pass on a machine that does much else


@pytest.fixture(scope="module")
def snapshot(everything: Path) -> Snapshot:
    return compile_source(everything)


def calls_of_all_tools(snapshot: Snapshot) -> Iterator[Call]:
    for tool in tools_for(snapshot):
        yield from worst_calls(tool.name, tool.input_schema(), known_arguments(snapshot, tool.input_schema()))


# A server that says what its event loop reads while it serves, and at the end how much other threads have read.
WATCHED = """
import sys, threading
import queries
import server.__main__ as program
from compiler.store.snapshot import Snapshot
from server.transport import stdio
rows, answer, serve, end = Snapshot.rows, queries.answer, stdio.serve_stdio, program._end
elsewhere = []
is_serving = False
def note(what):
    if is_serving and threading.current_thread() is threading.main_thread():
        print("on the event loop:", what, file=sys.stderr, flush=True)
    elsewhere.append(what)
def noted_rows(self, sql, parameters=()):
    note(sql)
    return rows(self, sql, parameters)
def noted_answer(source, tool, *arguments, **named):
    note(tool)
    return answer(source, tool, *arguments, **named)
def noted_serve(*arguments):
    global is_serving
    is_serving = True
    return serve(*arguments)
def noted_end(status):
    print("read elsewhere:", len(elsewhere) > 200, file=sys.stderr, flush=True)
    end(status)
Snapshot.rows, queries.answer, stdio.serve_stdio, program._end = noted_rows, noted_answer, noted_serve, noted_end
program.main()
"""


def requests_of_all_kinds(snapshot: Snapshot) -> Iterator[tuple[str, dict[str, Any]]]:
    yield from ((name, {}) for name in ("tools/list", "resources/list", "resources/templates/list", "prompts/list"))
    for tool in tools_for(snapshot):
        yield "tools/call", {"name": tool.name, "arguments": known_arguments(snapshot, tool.input_schema())}
        yield "tools/call", {"name": tool.name, "arguments": {"no_such_argument": NESTED}}
    yield "tools/call", {"name": "search", "arguments": {"query": "a.*b", "regex": True}}
    yield "tools/call", {"name": "no_such_tool", "arguments": {}}
    catalogue = Catalogue(snapshot)
    for entry in catalogue.listed()[:50]:
        yield "resources/read", {"uri": entry.uri}
        yield "resources/subscribe", {"uri": entry.uri}
    for resource in catalogue.templates():
        ref = {"type": "ref/resource", "uri": resource.uri_template}
        for variable in resource.template.variables:
            yield "completion/complete", {"ref": ref, "argument": {"name": variable, "value": "a"}}
    for prompt in PROMPTS:
        yield "prompts/get", {"name": prompt.name, "arguments": {one.name: "x" * 9_999 for one in prompt.arguments}}
        for argument in prompt.arguments:
            ref = {"type": "ref/prompt", "name": prompt.name}
            yield "completion/complete", {"ref": ref, "argument": {"name": argument.name, "value": ""}}


@pytest.mark.parametrize("era", mostly_long(["2026", "2025"], "makes a request of every kind"))
def test_no_request_reads_the_snapshot_on_the_event_loop(everything: Path, snapshot: Snapshot, era: str) -> None:
    meta = {"_meta": META} if era == "2026" else {}
    with RawServer(everything, program=WATCHED) as server:
        server.initialize() if era == "2025" else server.ask(request("server/discover", meta, 0))
        for method, params in requests_of_all_kinds(snapshot):
            assert server.ask(request(method, {**params, **meta}, 7))["id"] == 7
        assert server.finish()[1:] == (b"read elsewhere: True\n", 0)


# A server that says at its end how long the longest turn of its event loop was, in processor time of its own thread:
# whatever else the machine does, a ping waits for one turn at most.
TIMED = """
import sys, time
from asyncio.events import Handle
import server.__main__ as program
run, end, turns = Handle._run, program._end, [0.0]
def timed_run(self):
    began = time.thread_time()
    run(self)
    turns.append(time.thread_time() - began)
def timed_end(status):
    print(len(turns), max(turns), file=sys.stderr, flush=True)
    end(status)
Handle._run, program._end = timed_run, timed_end
program.main()
"""
MAX_TURN_SECONDS = 0.25  # what is promised of a ping; the longest turn known is 0.05 on the machine of CI


@pytest.mark.long("every tool is timed")
def test_no_turn_of_the_event_loop_takes_longer_than_a_ping_may(everything: Path, snapshot: Snapshot) -> None:
    calls = random.Random(3).sample(list(calls_of_all_tools(snapshot)), 150)
    cancel = b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"call"}}\n'
    with RawServer(everything, program=TIMED) as server:
        server.initialize()
        for method, params in requests_of_all_kinds(snapshot):
            assert server.ask(request(method, params, 7))["id"] == 7
        for name, arguments in calls:
            server.write(request("tools/call", {"name": name, "arguments": arguments}, "call") + cancel)
            server.write(request("ping", request_id="ping"))
            while b'"ping"' not in server.line()[:60]:
                pass
        turns, longest = server.finish()[1].split()
        assert int(turns) > 1_000
        assert float(longest) < MAX_TURN_SECONDS


@pytest.mark.long("makes the worst call of every tool")
def test_stdio_ping_is_answered_during_the_worst_calls_of_all_tools(everything: Path, snapshot: Snapshot) -> None:
    calls = random.Random(1).sample(list(calls_of_all_tools(snapshot)), 150)
    with RawServer(everything) as server:
        server.initialize()
        for number, (name, arguments) in enumerate(calls):
            server.write(request("tools/call", {"name": name, "arguments": arguments}, f"call {number}"))
            begun = monotonic()
            server.write(request("ping", request_id=f"ping {number}"))
            while b'"ping %d"' % number not in server.line()[:60]:
                pass
            assert monotonic() - begun < MAX_PING_SECONDS, (name, list(arguments))
            server.write(
                b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"call %d"}}\n' % number
            )


@pytest.mark.long("makes the worst call of every tool")
def test_http_ping_is_answered_during_the_worst_calls_of_all_tools(everything: Path, snapshot: Snapshot) -> None:
    calls = random.Random(2).sample(list(calls_of_all_tools(snapshot)), 80)
    with WebServer(everything) as web, closing(web.connection()) as pinger:
        for number, (name, arguments) in enumerate(calls):
            make = modern if number % 2 else legacy
            body, headers = make("tools/call", {"name": name, "arguments": arguments})
            data = orjson.dumps(body)
            if len(data) > 256 * 1024:
                continue
            with closing(web.connection()) as connection:
                connection.request("POST", "/mcp", body=data, headers={**JSON, **headers})
                begun = monotonic()
                assert exchange(pinger, *legacy("ping")).json["result"] == {}
                assert monotonic() - begun < MAX_PING_SECONDS, (name, list(arguments))
