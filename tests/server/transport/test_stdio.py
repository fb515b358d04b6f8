"""Standard input and output: raw bytes in, only the protocol out, and the end of the server."""

import asyncio
import os
import subprocess
from pathlib import Path
from time import monotonic

import orjson
import pytest

from server.transport.stdio import Outgoing
from tests.server.processes import INITIALIZE, META, RawServer, request

# A server whose compilation and queries print, write to descriptor 1, and start children that print.
HOSTILE = """
import os, sys
import queries
original = queries.answer
def answer(*arguments, **options):
    print("stray print")
    os.write(1, b"stray write\\n")
    os.system("echo stray child")
    sys.stdout.flush()
    return original(*arguments, **options)
queries.answer = answer
import compiler.workspace.compile, server.prebuild, server.__main__
server.prebuild.prebuild = lambda source, **_: print("stray print while compiling", flush=True)
compiled = compiler.workspace.compile.compile_source
def compile_source(path, **options):
    print("stray print while compiling")
    return compiled(path, **options)
compiler.workspace.compile.compile_source = compile_source
server.__main__.main()
"""
FAILING = """
import queries
def answer(*_, **__):
    raise ValueError("a secret of the inside")
queries.answer = answer
import server.__main__
server.__main__.main()
"""


def call(name: str, arguments: bytes = b"{}", request_id: bytes = b"1") -> bytes:
    start = b'{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":"%s","arguments":%s}}\n'
    return start % (request_id, name.encode(), arguments)


MIB = 1 << 20


@pytest.mark.parametrize(
    ("line", "expected_id", "expected_code"),
    [
        pytest.param(b"{bad\n", None, -32700, id="malformed"),
        pytest.param(b'{"jsonrpc":"2.0","id":7,"method":\n', 7, -32700, id="truncated"),
        pytest.param(b'[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]\n', None, -32600, id="batch"),
        pytest.param(b'{"jsonrpc":"2.0","id":null,"method":"tools/list"}\n', None, -32600, id="null id"),
        pytest.param(b'{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}\n', None, -32600, id="float id"),
        pytest.param(
            b'{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"x":"\xff"}}\n', 2, -32700, id="no UTF-8"
        ),
        pytest.param(call("search", b'{"query":"\\ud800"}', b"9"), 9, -32700, id="half a surrogate pair"),
        pytest.param(call("search", b'{"limit":' + b"9" * 5_000 + b"}", b"10"), 10, -32700, id="5,000 digits"),
        pytest.param(call("search", b'{"query":"x","limit":NaN}', b"13"), 13, -32700, id="NaN"),
        pytest.param(call("search", b'{"a":' + b"[" * 99_999 + b"]" * 99_999 + b"}", b"3"), 3, -32700, id="deep"),
        pytest.param(call("search", b'{"query":"' + b"x" * MIB + b'"}', b"8"), 8, -32600, id="long line, id first"),
        pytest.param(b'{"params":"' + b"x" * 20 * MIB + b'","id":"last"}\n', "last", -32600, id="20 MiB, id last"),
        pytest.param(b"x" * 3 * MIB + b"\n", None, -32600, id="long line, no id"),
        pytest.param(request("foo/bar", request_id=4), 4, -32601, id="unknown method"),
        pytest.param(request("tools/call", {"name": "nope"}, 5), 5, -32602, id="unknown tool"),
        pytest.param(
            request("tools/call", {"name": "search", "arguments": [1]}, 6), 6, -32602, id="arguments no object"
        ),
        pytest.param(request("tools/call", {}, 11), 11, -32602, id="no tool"),
        pytest.param(request("tools/list", {"_meta": META}, 12), 12, -32600, id="the other era"),
    ],
)
def test_stdio_invalid_line_gets_an_error_reply_with_its_id(
    mill_server: RawServer, line: bytes, expected_id: object, expected_code: int
) -> None:
    answer = mill_server.ask(line)
    assert (answer["id"], answer["error"]["code"]) == (expected_id, expected_code)
    assert len(orjson.dumps(answer)) < 1_000
    assert mill_server.ask(request("ping", request_id="alive")) == {"jsonrpc": "2.0", "id": "alive", "result": {}}


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(call("search", b'{"query":"x","limit":' + b"9" * 25 + b"}"), id="beyond 64 bits"),
        pytest.param(call("search", b'{"query":' + b"[" * 150 + b"]" * 150 + b"}"), id="nested"),
        pytest.param(call("search", b'{"query":"' + b"x" * (MIB - 200) + b'"}'), id="almost too long"),
    ],
)
def test_stdio_strange_arguments_get_an_error_answer_of_the_tool(mill_server: RawServer, line: bytes) -> None:
    answer = mill_server.ask(line)
    assert answer["result"]["isError"] is True
    text = answer["result"]["content"][0]["text"]
    assert orjson.loads(text)["code"] == "invalid_argument"
    assert len(text) < 2_000


def test_stdio_handshake_of_an_unknown_version_is_answered_with_a_known_one(mill: Path) -> None:
    with RawServer(mill) as server:
        asked = request("initialize", {**INITIALIZE, "protocolVersion": "1999-01-01"}, 0)
        assert server.ask(asked)["result"]["protocolVersion"] == "2025-11-25"


def test_stdio_id_beyond_64_bits_is_answered(mill_server: RawServer) -> None:
    mill_server.write(b'{"jsonrpc":"2.0","id":99999999999999999999999,"method":"ping"}\n')
    assert b'"id":99999999999999999999999' in mill_server.line()


def test_stdio_blank_lines_and_broken_notifications_are_skipped(mill_server: RawServer) -> None:
    mill_server.write(b'\n  \r\n{"jsonrpc":"2.0","method":"notifications/cancelled","params":3}\n')
    assert mill_server.ask(request("ping", request_id=13))["id"] == 13


def test_stdio_prints_go_to_standard_error(mill: Path) -> None:
    with RawServer(mill, program=HOSTILE) as server:
        server.initialize()
        for _ in range(3):
            assert server.call("get_snapshot_info")["result"]["isError"] is False
        output, errors, status = server.finish()
    assert (output, status) == (b"", 0)
    for stray in (b"stray print while compiling", b"stray print", b"stray write", b"stray child"):
        assert stray in errors


def test_tool_failure_is_an_error_result_without_details(mill: Path) -> None:
    with RawServer(mill, program=FAILING) as server:
        server.initialize()
        result = server.call("get_snapshot_info")["result"]
        _, errors, _ = server.finish()
    assert result["isError"] is True
    assert result["content"][0]["text"].startswith("Internal failure")
    assert "structuredContent" not in result
    assert b"a secret of the inside" in errors


def test_stdio_end_of_input_waits_for_every_answer(mill: Path) -> None:
    with RawServer(mill) as server:
        server.initialize()
        server.write(b"".join(request("tools/call", {"name": "get_exit_graph"}, n) for n in range(200)))
        server.write(request("ping", request_id="last").rstrip())
        output, _, status = server.finish()
    answered = [orjson.loads(line)["id"] for line in output.splitlines()]
    assert sorted(map(str, answered)) == sorted(map(str, [*range(200), "last"]))
    assert status == 0


def test_stdio_end_of_input_does_not_wait_for_cancelled_requests(mill: Path) -> None:
    with RawServer(mill) as server:
        server.initialize()
        for n in range(50):
            cancel = b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}\n' % n
            server.write(request("tools/call", {"name": "get_exit_graph"}, n) + cancel)
        started = monotonic()
        assert server.finish()[2] == 0
        assert monotonic() - started < 5


def test_stdio_input_may_be_a_file(mill: Path, tmp_path: Path) -> None:
    requests = tmp_path / "requests.jsonl"
    requests.write_bytes(request("server/discover", {"_meta": META}, 1) + request("tools/list", {"_meta": META}, 2))
    with requests.open("rb") as stdin, RawServer(mill, stdin=stdin, fresh=True) as server:
        output, _, status = server.finish()
    assert [orjson.loads(line)["id"] for line in output.splitlines()] == [1, 2]
    assert status == 0


def test_stdio_empty_input_ends_the_server(mill: Path) -> None:
    with RawServer(mill, stdin=subprocess.DEVNULL) as server:
        assert server.finish()[::2] == (b"", 0)


@pytest.mark.parametrize("is_idle", [True, False], ids=["idle", "while the client does not read"])
def test_stdio_sigterm_ends_the_server_at_once_with_status_0(mill: Path, is_idle: bool) -> None:
    with RawServer(mill) as server:
        server.initialize()
        if not is_idle:
            server.write(b"".join(request("tools/list", request_id=n) for n in range(60)))
        started = monotonic()
        server.terminate()
        assert server.process.wait(5) == 0
        assert monotonic() - started < 2


def test_stdio_client_that_closes_its_output_ends_the_server(mill: Path) -> None:
    with RawServer(mill) as server:
        server.initialize()
        assert server.process.stdout
        server.process.stdout.close()
        server.write(request("tools/list"))
        assert server.process.wait(5) == 0


def test_stdio_client_that_leaves_is_noticed_where_no_loop_watches_pipes(monkeypatch: pytest.MonkeyPatch) -> None:
    """So it is on Windows, whose Python 3.11 cannot even be asked whether a pipe blocks."""
    monkeypatch.delattr(os, "get_blocking")
    reading, writing = os.pipe()
    os.close(reading)
    gone: list[bool] = []
    asyncio.run(Outgoing(writing, lambda: gone.append(True)).write(b"{}\n"))
    os.close(writing)
    assert gone == [True]
