"""Invalid and garbled input over both transports: each request gets one answer, and the server goes on."""

import random
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from threading import Thread
from typing import Any

import orjson
import pytest

from queries import tools_for
from tests.closing import compile_source
from tests.server.processes import META, PATIENCE, RawServer, request
from tests.server.web import WebServer, exchange, legacy, modern
from tests.server.wrong import NO_ARGUMENTS, wrong_calls
from tests.suites import mostly_long

ALIVE = request("ping", request_id="alive")


@pytest.fixture(scope="module")
def calls(everything: Path) -> list[tuple[str, Any]]:
    tools = {one.name: one.input_schema() for one in tools_for(compile_source(everything))}
    return list(wrong_calls(tools))


@pytest.fixture
def server(everything: Path) -> Iterator[RawServer]:
    with RawServer(everything) as process:
        process.initialize()
        yield process


def ask(server: RawServer, data: bytes, count: int) -> list[dict[str, Any]]:
    """Write data in a thread, and return `count` answers that are read meanwhile."""
    writer = Thread(target=server.write, args=(data,), daemon=True)
    writer.start()
    found = [orjson.loads(server.line()) for _ in range(count)]
    writer.join(PATIENCE)
    return found


def check_result(call: tuple[str, Any], answer: dict[str, Any]) -> None:
    """Check that a call got an answer of the tool or an error answer, not an internal failure."""
    assert "result" in answer, (call, answer)
    result = answer["result"]
    text = result["content"][0]["text"]
    assert len(text) <= 40_000, call
    decoded = orjson.loads(text) if text.startswith("{") else {}
    assert decoded.get("schema_version") == "1", (call, text[:200])
    if result["isError"]:
        assert {"error", "code"} <= set(decoded), call
        assert len(text) < 12_000, call  # an error echoes little of what was sent


@pytest.mark.parametrize("step", mostly_long([12, 1], "makes thousands of calls"))
def test_wrong_arguments_of_every_tool_over_stdio(server: RawServer, calls: list[tuple[str, Any]], step: int) -> None:
    """Every call, or every twelfth, and all of a tool that has so few that none of them is one."""
    some = {name for name, _ in calls[::step]}
    calls = [*calls[::step], *(call for call in calls if call[0] not in some)]
    lines = [
        request("tools/call", {"name": name, "arguments": arguments}, n) for n, (name, arguments) in enumerate(calls)
    ]
    assert len(lines) * step > 3_000
    found = {one["id"]: one for one in ask(server, b"".join(lines), len(lines))}
    assert set(found) == set(range(len(lines)))
    for n, call in enumerate(calls):
        check_result(call, found[n])
    assert server.ask(ALIVE)["id"] == "alive"
    assert server.finish()[1:] == (b"", 0)


@pytest.mark.long("the same as over stdio, by the other transport")
@pytest.mark.parametrize("era", mostly_long(["2026", "2025"], "600 requests"))
def test_wrong_arguments_of_every_tool_over_http(everything: Path, calls: list[tuple[str, Any]], era: str) -> None:
    make = modern if era == "2026" else legacy
    chosen = random.Random(7).sample(calls, 600)
    with WebServer(everything) as web, closing(web.connection()) as connection:
        for call in chosen:
            body, headers = make("tools/call", {"name": call[0], "arguments": call[1]})
            answer = exchange(connection, body, headers)
            if len(orjson.dumps(body)) > 256 * 1024:
                assert answer.status == 413
                connection.close()
            else:
                assert answer.status == 200, call
                check_result(call, answer.json)
        assert web.end()[::2] == (b"", 0)


def test_arguments_must_be_an_object(server: RawServer) -> None:
    for arguments in NO_ARGUMENTS:
        answer = server.ask(request("tools/call", {"name": "search", "arguments": arguments}))
        assert answer["error"]["code"] == -32602
        assert len(orjson.dumps(answer)) < 1_000


MEMBERS: dict[str, tuple[Any, ...]] = {
    "jsonrpc": ("1.0", 2.0, None, [], {}),
    "id": (True, False, [], {}, 1.5, None, -1, "", "\x1b[31m", "x" * 5_000),
    "method": (None, 1, [], {}, "", "x" * 100_000, "tools/call\x00", "__init__", "initialize", "../../x"),
    "params": (
        1,
        "x",
        [],
        [1],
        True,
        {"_meta": 1},
        {"_meta": {"progressToken": []}},
        {"name": 1},
        {"name": "x" * 9_999},
    ),
}


def broken_requests() -> Iterator[dict[str, Any]]:
    """Requests with one member that is wrong, missing or unknown."""
    whole = {"jsonrpc": "2.0", "id": "whole", "method": "tools/call", "params": {"name": "search", "arguments": {}}}
    for member, values in MEMBERS.items():
        for value in values:
            yield {**whole, member: value}
    for member in ("jsonrpc", "params"):
        yield {key: value for key, value in whole.items() if key != member}
    for extra in ("result", "error", "extra"):
        yield {**whole, extra: {"code": 1, "message": "x"}}


@pytest.mark.parametrize("era", ["2025", "2026"])
def test_request_with_a_broken_member_gets_one_answer(everything: Path, era: str) -> None:
    with RawServer(everything) as server:
        server.initialize() if era == "2025" else server.ask(request("server/discover", {"_meta": META}, 0))
        for message in broken_requests():
            answer = server.ask(orjson.dumps(message) + b"\n")
            is_known = type(message["id"]) in (int, str)
            assert answer["id"] == (message["id"] if is_known else None), (message, answer)
            assert len(orjson.dumps(answer)) < 10_000
        sign = request("tools/list", {"_meta": META} if era == "2026" else None, "alive")
        assert server.ask(sign)["id"] == "alive"


def mutations(line: bytes, count: int) -> Iterator[bytes]:
    """Variants of a line with bytes changed, dropped, doubled or inserted. The seed is fixed."""
    chance = random.Random(1)
    for _ in range(count):
        changed = bytearray(line)
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(changed))
            how = chance.randrange(4)
            if how == 0:
                changed[at] = chance.randrange(256)
            elif how == 1:
                del changed[at : at + chance.randint(1, 9)]
            elif how == 2:
                changed[at:at] = changed[at : at + chance.randint(1, 9)]
            else:
                changed[at:at] = chance.choice(
                    (b'"', b"{", b"}", b"[", b"]", b"\\", b"\xff", b"\x00", b"null", b"1e999")
                )
        yield bytes(changed).replace(b"\n", b" ").replace(b"\r", b" ") + b"\n"


def test_garbled_lines_leave_the_server_alive(server: RawServer) -> None:
    """Some garbled lines are valid or notifications, so each is followed by a request that must be answered."""
    line = request("tools/call", {"name": "search", "arguments": {"query": "gate", "limit": 3}}, "garbled").rstrip()
    sent = b"".join(
        garbled + request("ping", request_id=f"after {n}") for n, garbled in enumerate(mutations(line, 1_500))
    )
    writer = Thread(target=server.write, args=(sent + request("ping", request_id="end"),), daemon=True)
    writer.start()
    found = list(iter(lambda: orjson.loads(server.line())["id"], "end"))
    writer.join(PATIENCE)
    assert [one for one in found if str(one).startswith("after ")] == [f"after {n}" for n in range(1_500)]
    assert server.finish()[2] == 0


def test_garbled_requests_leave_the_web_server_alive(everything: Path) -> None:
    body = orjson.dumps(modern("tools/call", {"name": "search", "arguments": {"query": "gate"}})[0])
    head = b"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
    with WebServer(everything) as web:
        whole = head % (web.port, len(body)) + body
        for garbled in islice(mutations(whole.replace(b"\r\n", b"\x01"), 400), 400):
            with web.connect() as client:
                client.sendall(garbled.rstrip(b"\n").replace(b"\x01", b"\r\n"))
        assert web.call("get_snapshot_info").status == 200
        assert web.end()[::2] == (b"", 0)


def test_lines_of_twenty_megabytes_are_refused(server: RawServer) -> None:
    for filler in (b"x", b"[", b'"', b'{"id":1,', b"\xff\x00", b"9"):
        answer = server.ask(filler * (20_000_000 // len(filler)) + b"\n")
        assert answer["error"]["code"] == -32600
    assert server.ask(ALIVE)["id"] == "alive"
    assert server.finish()[2] == 0


def test_server_survives_floods_of_notifications(server: RawServer) -> None:
    flood = b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}\n'
    other = b'{"jsonrpc":"2.0","method":"notifications/nothing","params":{"x":[1,2,3]}}\n'
    assert ask(server, b"".join(flood % n + other for n in range(3_000)) + ALIVE, 1) == [
        {"jsonrpc": "2.0", "id": "alive", "result": {}}
    ]


@pytest.mark.long("a process for each end of input")
@pytest.mark.parametrize("sent", [b"", b"{", ALIVE.rstrip(), b"x" * 3_000_000, b"\n" * 100_000, b"\xff"], ids=len)
def test_end_of_input_after_any_bytes_ends_the_server(everything: Path, sent: bytes) -> None:
    with RawServer(everything) as server:
        output, errors, status = server.process.communicate(sent, timeout=PATIENCE), b"", 0
        assert (server.process.returncode, output[1]) == (status, errors)


@pytest.mark.parametrize("open_requests", [0, 50])
def test_clients_that_leave_end_the_server(everything: Path, open_requests: int) -> None:
    for closes_output_first in (True, False):
        with RawServer(everything) as server:
            server.initialize()
            server.write(b"".join(request("tools/list", request_id=n) for n in range(open_requests)))
            assert server.process.stdin
            assert server.process.stdout
            ends = [server.process.stdout, server.process.stdin]
            for end in ends if closes_output_first else reversed(ends):
                end.close()
            assert server.process.wait(PATIENCE) == 0


NUMBERS = ("1" + "0" * 400, "-1" + "0" * 400, "9" * 4_200, "1e400", "-1e400", "1e308", str(2**64))


@pytest.mark.long("every tool with thousands of numbers")
@pytest.mark.parametrize("era", ["2025", "2026"])
def test_numbers_of_any_size_get_an_answer_of_every_tool(
    everything: Path, calls: list[tuple[str, Any]], era: str
) -> None:
    meta = {"_meta": META} if era == "2026" else {}
    tools = {name for name, _ in calls}
    places = (b'"limit":%s', b'"offset":%s', b'"query":%s', b'"where":{"a":%s}', b'"parameters":[%s]', b'"fields":[%s]')
    with RawServer(everything) as server:
        server.initialize() if era == "2025" else server.ask(request("server/discover", {"_meta": META}, 0))
        for name in sorted(tools):
            for place in places:
                number = random.Random(name + place.decode()).choice(NUMBERS).encode()
                line = request("tools/call", {"name": name, "arguments": {"HERE": 1}, **meta})
                answer = server.ask(line.replace(b'"HERE":1', place % number))
                check_result((name, (place, number)), answer)
                if place.startswith(b'"limit"'):
                    assert orjson.loads(answer["result"]["content"][0]["text"])["code"] == "invalid_argument"


def test_message_may_come_in_pieces_of_any_size(server: RawServer) -> None:
    line = request("tools/call", {"name": "search", "arguments": {"query": "gate \u00e9"}}, "whole")
    for at in range(1, len(line)):
        server.write(line[:at])
        server.write(line[at:])
        assert orjson.loads(server.line())["id"] == "whole"
