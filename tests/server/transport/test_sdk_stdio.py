"""What the SDK's own transport for standard input and output does wrong, measured.

While these tests pass, `server.transport.stdio` replaces it. Where one fails, the SDK has been mended: a part of our
transport can go. The docstrings name the tests that show what ours does.
"""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import orjson
import pytest

from tests.server.processes import RawServer, request

# Our server with the SDK's transport in place of ours.
SDK_TRANSPORT = """
import os
from mcp.server.stdio import stdio_server
import server.transport.stdio, server.__main__
async def serve_stdio(mcp_server, wire, is_ready=None):
    os.dup2(wire.incoming, 0)
    os.dup2(wire.outgoing, 1)
    os.close(wire.incoming)
    os.close(wire.outgoing)
    async with stdio_server() as (incoming, outgoing):
        await mcp_server.run(incoming, outgoing, mcp_server.create_initialization_options())
server.transport.stdio.serve_stdio = serve_stdio
server.__main__.main()
"""
MIB = 1 << 20


@pytest.fixture
def sdk_server(mill: Path) -> Iterator[RawServer]:
    with RawServer(mill, program=SDK_TRANSPORT) as server:
        server.initialize()
        yield server


INVALID_LINES = {
    "broken JSON": b'{"jsonrpc":"2.0","id":7,"method":\n',
    "batch": b'[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]\n',
    "null id": b'{"jsonrpc":"2.0","id":null,"method":"tools/list"}\n',
    "float id": b'{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}\n',
    "lone surrogate": b'{"jsonrpc":"2.0","id":9,"method":"ping","params":{"x":"\\ud800"}}\n',
    "deep nesting": b'{"jsonrpc":"2.0","id":3,"params":' + b"[" * 99_999 + b"]" * 99_999 + b"}\n",
    "request with an error": b'{"jsonrpc":"2.0","id":4,"method":"ping","error":{"code":1,"message":"x"}}\n',
}


def test_sdk_stdio_sends_no_reply_to_an_invalid_line(sdk_server: RawServer) -> None:
    """Ours: `test_stdio_invalid_line_gets_an_error_reply_with_its_id`."""
    for name, line in INVALID_LINES.items():
        assert sdk_server.ask(line + request("ping", request_id=name))["id"] == name


def test_sdk_stdio_serves_invalid_utf8(sdk_server: RawServer) -> None:
    """Ours: `test_stdio_invalid_line_gets_an_error_reply_with_its_id`, which refuses it."""
    answer = sdk_server.ask(b'{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"x":"\xff"}}\n')
    assert (answer["id"], "result" in answer) == (2, True)


def test_sdk_stdio_has_no_limit_of_a_line(sdk_server: RawServer) -> None:
    """Ours: `test_stdio_invalid_line_gets_an_error_reply_with_its_id`, which refuses lines of more than 1 MiB."""
    long = request("tools/call", {"name": "search", "arguments": {"query": "x" * 3 * MIB}}, "long")
    answer = sdk_server.ask(long)
    assert (answer["id"], "result" in answer) == ("long", True)


def test_sdk_stdio_drops_requests_at_the_end_of_the_input(sdk_server: RawServer) -> None:
    """Ours: `test_stdio_end_of_input_waits_for_every_answer`."""
    sdk_server.write(b"".join(request("tools/call", {"name": "get_exit_graph"}, n) for n in range(1_000)))
    output, _, _ = sdk_server.finish()
    assert len([orjson.loads(line) for line in output.splitlines()]) < 1_000


def test_sdk_stdio_does_not_end_when_the_client_has_closed_its_output(sdk_server: RawServer) -> None:
    """Ours: `test_stdio_client_that_closes_its_output_ends_the_server`."""
    assert sdk_server.process.stdout
    sdk_server.process.stdout.close()
    sdk_server.write(request("tools/list"))
    with pytest.raises(subprocess.TimeoutExpired):
        sdk_server.process.wait(1)


@pytest.mark.long("a flood of calls")
def test_sdk_stdio_reads_on_for_a_client_that_reads_nothing(sdk_server: RawServer) -> None:
    """Ours: `test_stdio_stops_reading_for_a_client_that_reads_nothing`."""
    requests = b"".join(request("tools/list", request_id=n) for n in range(800))
    padding = request("ping", {"_meta": {"x": "x" * 500_000}}, "padding")
    assert sdk_server.write_while_read(requests + padding * 40, patience=20.0) == b""
