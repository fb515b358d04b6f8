"""Calls that take long: they run in workers, and are stopped by cancellation, a deadline or a limit of steps."""

import signal
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any

import anyio
import orjson
import pytest
from mcp_types import CallToolResult

import queries
import server.protocol.calls
from compiler.store.select.processes import FIRST, STAGES
from compiler.store.snapshot import Snapshot
from queries import TOOLS, tools_for
from queries.tools.work_budget import WorkBudget
from server.__main__ import main
from server.options.serving import UNSET
from server.protocol.calls import Calls, call_tool
from server.transport.stdio import STOP_SECONDS
from tests.closing import closed_later, compile_source
from tests.server.endless import ENDLESS, ENDLESS_CALL
from tests.server.processes import META, PATIENCE, RawServer, request
from tests.server.web import JSON, WebServer, legacy, modern
from tests.server.worlds import write_mill
from tests.suites import mostly_long

# An endless server, but its call ends by itself after a second and a half.
SLOW = ENDLESS.replace("import sys", "import sys\nfrom time import monotonic").replace(
    "while True:", "until = monotonic() + 1.5\n            while monotonic() < until:"
)
# The same, and it says when it reads no further request.
STOPPING = SLOW.replace(
    "import queries\n",
    """import queries
import server.transport.stdio
original_stop = server.transport.stdio.Incoming.stop
def stop(self):
    original_stop(self)
    print("stopping", file=sys.stderr, flush=True)
server.transport.stdio.Incoming.stop = stop
""",
    1,
)


@pytest.fixture
def endless(mill: Path) -> Iterator[RawServer]:
    with RawServer(mill, program=ENDLESS) as process:
        process.initialize()
        yield process


def wait_for_stderr(process: RawServer, words: bytes) -> None:
    """Wait until the server prints words on standard error."""
    assert process.process.stderr
    while words not in (line := process.process.stderr.readline()):
        assert line, "standard error ended"


def test_other_calls_are_answered_during_a_long_one(endless: RawServer) -> None:
    endless.write(request("tools/call", ENDLESS_CALL, "long"))
    wait_for_stderr(endless, b"started")
    for n in range(20):
        answered = endless.ask(request("tools/call", {"name": "get_exit_graph"}, n))
        assert (answered["id"], answered["result"]["isError"]) == (n, False)
    route = {"name": "find_route", "arguments": {"from": "yard", "to": "loft"}}
    assert endless.ask(request("tools/call", route, "route"))["id"] == "route"


def test_cancelled_call_is_stopped_and_gets_no_answer(endless: RawServer) -> None:
    for n in range(5):  # more than there are workers
        endless.write(request("tools/call", ENDLESS_CALL, n))
        wait_for_stderr(endless, b"started")
        endless.write(b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}\n' % n)
        wait_for_stderr(endless, b"stopped")
    assert endless.ask(request("ping", request_id="alive"))["id"] == "alive"


def test_call_waiting_for_a_worker_can_be_cancelled(endless: RawServer) -> None:
    for n in range(server.protocol.calls.WORKERS):
        endless.write(request("tools/call", ENDLESS_CALL, n))
        wait_for_stderr(endless, b"started")
    endless.write(request("tools/call", ENDLESS_CALL, "waiting"))
    endless.write(b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"waiting"}}\n')
    endless.write(b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":0}}\n')
    wait_for_stderr(endless, b"stopped")
    route = {"name": "find_route", "arguments": {"from": "yard", "to": "loft"}}
    assert endless.ask(request("tools/call", route, "route"))["id"] == "route"


DOUBLING = "WITH RECURSIVE t (n, x) AS (SELECT 1, 'aaaaaaaa' UNION ALL SELECT n + 1, x || x FROM t WHERE n < 17)"
COLUMNS = ", ".join(f"x LIKE '%{'a' * 250}b{number}'" for number in range(60))


def children(process: int) -> list[str]:
    listed = [one.read_text() for one in Path(f"/proc/{process}/task").glob("*/children")]
    return " ".join(listed).split()


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
def test_quick_statement_is_answered_during_long_ones_whose_processes_end_when_they_are_cancelled(mill: Path) -> None:
    long = {"name": "query_facts", "arguments": {"sql": f"{DOUBLING} SELECT {COLUMNS} FROM t WHERE n = 17"}}
    quick = {"name": "query_facts", "arguments": {"sql": "SELECT count(*) FROM task"}}
    with RawServer(mill) as process:
        process.initialize()
        for number in range(3):
            process.write(request("tools/call", long, number))
        for number in range(5):
            answered = process.ask(request("tools/call", quick, f"quick {number}"))
            assert (answered["id"], answered["result"]["isError"]) == (f"quick {number}", False)
        for number in range(3):
            cancelled = b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}\n'
            process.write(cancelled % number)
        end, pause = monotonic() + PATIENCE, Event()
        while len(children(process.process.pid)) > STAGES[FIRST].processes:  # those of quick statements stay
            assert monotonic() < end
            pause.wait(0.05)
        assert process.ask(request("tools/call", quick, "after"))["id"] == "after"


def test_end_of_input_ends_the_server_during_a_long_call(endless: RawServer) -> None:
    endless.write(request("tools/call", ENDLESS_CALL, "long"))
    wait_for_stderr(endless, b"started")
    endless.write(request("ping", request_id="short"))
    started = monotonic()
    output, _, status = endless.finish()
    answered = {one["id"]: one for one in map(orjson.loads, output.splitlines())}
    assert answered["short"]["result"] == {}
    assert answered["long"]["error"]["message"] == "Connection closed"
    assert status == 0
    assert monotonic() - started < 5


@pytest.mark.parametrize("stays_open", ["stdin", "neither"])
def test_client_that_leaves_during_a_call_ends_the_server(endless: RawServer, stays_open: str) -> None:
    endless.write(request("tools/call", ENDLESS_CALL, "long"))
    wait_for_stderr(endless, b"started")
    assert endless.process.stdin
    assert endless.process.stdout
    endless.process.stdout.close()
    if stays_open == "neither":
        endless.process.stdin.close()
    assert endless.process.wait(5) == 0


@pytest.mark.parametrize("make", [modern, legacy], ids=["2026", "2025"])
def test_http_client_that_leaves_during_a_call_stops_it(
    mill: Path, make: Callable[..., tuple[Any, dict[str, str]]]
) -> None:
    with WebServer(mill, program=ENDLESS) as web:
        for _ in range(3):
            body, headers = make("tools/call", ENDLESS_CALL)
            connection = web.connection()
            sent_headers = {**JSON, **headers}
            connection.request("POST", "/mcp", body=orjson.dumps(body), headers=sent_headers)
            web.wait_for("started")
            connection.close()
            web.wait_for("stopped")
        assert web.call("get_exit_graph").status == 200
        assert web.end()[2] == 0


@pytest.mark.long("waits for the five seconds of a call")
def test_http_sigterm_ends_the_server_during_a_call(mill: Path) -> None:
    with WebServer(mill, program=ENDLESS) as web:
        connection = web.connection()
        body, headers = modern("tools/call", ENDLESS_CALL)
        sent_headers = {**JSON, **headers}
        connection.request("POST", "/mcp", body=orjson.dumps(body), headers=sent_headers)
        web.wait_for("started")
        assert web.end()[2] == 0
        connection.close()


@pytest.mark.parametrize("number", mostly_long([signal.SIGTERM, signal.SIGINT], "a server for each signal"))
def test_call_under_way_is_answered_when_a_signal_ends_the_server(mill: Path, number: signal.Signals) -> None:
    with RawServer(mill, program=SLOW) as process:
        process.initialize()
        process.write(request("tools/call", ENDLESS_CALL, "slow"))
        wait_for_stderr(process, b"started")
        process.process.send_signal(number)
        output, _, status = process.finish()
        assert status == 0
        assert [orjson.loads(line)["id"] for line in output.splitlines()] == ["slow"]
        assert orjson.loads(output)["result"]["content"]


def test_request_after_the_signal_that_ends_the_server_is_not_taken(mill: Path) -> None:
    with RawServer(mill, program=STOPPING) as process:
        process.initialize()
        process.write(request("tools/call", ENDLESS_CALL, "slow"))
        wait_for_stderr(process, b"started")
        process.process.send_signal(signal.SIGTERM)
        wait_for_stderr(process, b"stopping")
        with suppress(BrokenPipeError):
            process.write(request("ping", request_id="late"))
        output, _, status = process.finish()
    assert ([orjson.loads(line)["id"] for line in output.splitlines()], status) == (["slow"], 0)


def test_http_call_under_way_is_answered_when_a_signal_ends_the_server(mill: Path) -> None:
    with WebServer(mill, program=SLOW) as web:
        connection = web.connection()
        body, headers = modern("tools/call", ENDLESS_CALL)
        connection.request("POST", "/mcp", body=orjson.dumps(body), headers={**JSON, **headers})
        web.wait_for("started")
        web.process.send_signal(signal.SIGTERM)
        assert connection.getresponse().status == 200
        assert web.process.wait(PATIENCE) == 0
        connection.close()


def test_second_signal_ends_the_server_at_once(endless: RawServer) -> None:
    endless.write(request("tools/call", ENDLESS_CALL, "long"))
    wait_for_stderr(endless, b"started")
    started = monotonic()
    endless.process.send_signal(signal.SIGTERM)
    with pytest.raises(subprocess.TimeoutExpired):
        endless.process.wait(0.3)  # the call gets its time
    endless.process.send_signal(signal.SIGTERM)
    assert endless.process.wait(PATIENCE) == 0
    assert monotonic() - started < STOP_SECONDS


@pytest.mark.long("waits for the five seconds of a call")
def test_call_that_does_not_end_gets_five_seconds_after_a_signal(endless: RawServer) -> None:
    assert STOP_SECONDS == 5
    endless.write(request("tools/call", ENDLESS_CALL, "long"))
    wait_for_stderr(endless, b"started")
    endless.process.send_signal(signal.SIGTERM)
    assert endless.process.wait(PATIENCE) == 0


def test_timeout_is_an_option_of_the_server(mill: Path) -> None:
    with RawServer(mill, options=["--timeout", "0.2"], program=ENDLESS) as process:
        process.initialize()
        answer = process.ask(request("tools/call", ENDLESS_CALL, "long"))
        assert "took more than 0.2 seconds" in answer["result"]["content"][0]["text"]


def test_timeout_is_a_variable_of_the_environment(mill: Path) -> None:
    with RawServer(mill, program=ENDLESS, FRIEZE_TIMEOUT="0.2") as process:
        process.initialize()
        answer = process.ask(request("tools/call", ENDLESS_CALL, "long"))
        assert "took more than 0.2 seconds" in answer["result"]["content"][0]["text"]


def test_timeout_is_30_seconds_by_default() -> None:
    assert UNSET.timeout == 30
    (option,) = [one for one in main.params if one.name == "timeout"]
    assert option.default == 30


def endlessly(_: Snapshot, _name: str, _arguments: object, check: Callable[[], None]) -> CallToolResult:
    while True:
        check()


def test_deadline_gives_a_too_large_error(mill: Path) -> None:
    calls = closed_later(Calls(compile_source(mill), deadline=0.1, call=endlessly))
    result = anyio.run(calls.result, "find_route", {})
    assert result.is_error
    error = orjson.loads(result.content[0].text)  # type: ignore[union-attr]
    assert error["code"] == "too_large"
    assert error["error"] == "The question took more than 0.1 seconds and was stopped"
    assert "fewer hops" in error["hint"]


@pytest.mark.parametrize("arguments", [{"regex": True}, {"mode": "regex"}])
def test_search_by_pattern_runs_in_a_worker_and_is_stopped(mill: Path, arguments: dict[str, Any]) -> None:
    """A short pattern may take long on a small source, and the event loop has other clients."""
    calls = closed_later(Calls(compile_source(mill), deadline=0.1, call=endlessly))
    result = anyio.run(calls.result, "search", {"query": "a", **arguments})
    assert orjson.loads(result.content[0].text)["code"] == "too_large"  # type: ignore[union-attr]


def test_deadline_while_waiting_for_a_worker_gives_an_unavailable_error(mill: Path) -> None:
    released = Event()

    def stubborn(*_: object) -> CallToolResult:
        released.wait()
        return CallToolResult(content=[])

    calls = closed_later(Calls(compile_source(mill), deadline=0.1, call=stubborn))

    async def use() -> list[str]:
        codes = [
            orjson.loads((await calls.result("find_route", {})).content[0].text)["code"]  # type: ignore[union-attr]
            for _ in range(server.protocol.calls.WORKERS + 1)
        ]
        released.set()
        return codes

    assert anyio.run(use) == ["too_large"] * server.protocol.calls.WORKERS + ["unavailable"]


def test_reader_interrupts_a_running_statement(mill: Path) -> None:
    checks = 0

    def stopped() -> bool:
        nonlocal checks
        checks += 1
        return checks > 3

    reader = closed_later(compile_source(mill).reader(stopped))
    with pytest.raises(sqlite3.OperationalError, match="interrupted"):
        reader.rows("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n")
    assert reader.id


@pytest.mark.parametrize("large", [0, 10**9])
def test_workers_give_the_same_results_as_the_event_loop(mill: Path, large: int) -> None:
    snapshot = compile_source(mill)
    calls = closed_later(Calls(snapshot, large=large))
    for tool in tools_for(snapshot):
        assert anyio.run(calls.result, tool.name, {}) == call_tool(snapshot, tool.name, {})


def test_many_concurrent_calls_in_workers_are_answered(mill: Path) -> None:
    snapshot = compile_source(mill)
    calls = closed_later(Calls(snapshot, large=0))
    expected = call_tool(snapshot, "search", {"query": "mill"})
    found = []

    async def ask() -> None:
        found.append(await calls.result("search", {"query": "mill"}))

    async def use() -> None:
        async with anyio.create_task_group() as tasks:
            for _ in range(300):
                tasks.start_soon(ask)

    anyio.run(use)
    assert found == [expected] * 300


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    return compile_source(write_mill(tmp_path_factory.mktemp("steps")))


def steps_of(snapshot: Snapshot, tool: str, arguments: dict[str, Any]) -> int:
    counted = WorkBudget(max_steps=10**9)
    with suppress(queries.QueryError):
        TOOLS[tool].answer(snapshot.for_request(counted.charge), arguments)
    return 10**9 - counted.left


def test_steps_of_a_query_do_not_depend_on_earlier_queries(tmp_path: Path) -> None:
    source = write_mill(tmp_path)
    calls: dict[str, dict[str, Any]] = {
        "search": {"query": "y.rd", "regex": True},
        "get_exit_graph": {},
        "find_route": {"from": "yard", "to": "loft"},
        "list_objects": {"kind": "location"},
        "object_get": {"object_ref": "nothing"},
        "get_impact": {"ref": "@miller"},
    }
    for tool, arguments in calls.items():
        snapshot = compile_source(source)
        first = steps_of(snapshot, tool, arguments)
        assert first > 0
        assert [steps_of(snapshot, tool, arguments) for _ in range(2)] == [first] * 2


def test_query_of_too_many_steps_is_an_error_with_a_hint(snapshot: Snapshot) -> None:
    with pytest.raises(queries.QueryError) as raised:
        TOOLS["get_exit_graph"].answer(snapshot.for_request(WorkBudget(max_steps=3).charge), {})
    error = raised.value.answer()
    assert (error["code"], "steps" in error["error"], "Ask for less" in error["hint"]) == ("too_large", True, True)


def test_cancel_stops_a_call_of_the_2026_era(mill: Path) -> None:
    with RawServer(mill, program=ENDLESS) as process:
        process.ask(request("server/discover", {"_meta": META}, 0))
        process.write(request("tools/call", {**ENDLESS_CALL, "_meta": META}, 1))
        wait_for_stderr(process, b"started")
        process.write(b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n')
        wait_for_stderr(process, b"stopped")
        assert process.ask(request("tools/list", {"_meta": META}, 2))["id"] == 2
