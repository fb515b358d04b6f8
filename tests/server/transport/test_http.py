"""MCP over HTTP, with real sockets: the protocol in both eras, access, limits, and the end of the server."""

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic
from typing import Any

import orjson
import pytest
from click.testing import CliRunner

from server.__main__ import main
from server.options.http import HttpOptions
from server.transport.http_address import listen
from tests.server.processes import PATIENCE, RawServer, environment
from tests.server.web import HANDSHAKE, JSON, MODERN, WebServer, exchange_when_ready, legacy, modern

TOKEN = "correct-horse-battery-staple"
KIB = 1024


@pytest.fixture(scope="module")
def web(mill: Path) -> Iterator[WebServer]:
    with WebServer(mill) as server:
        yield server


@pytest.fixture(scope="module")
def guarded(mill: Path) -> Iterator[WebServer]:
    """A server that requires a token."""
    with WebServer(mill, FRIEZE_TOKEN=TOKEN) as server:
        yield server


@pytest.mark.parametrize("era", ["2025", "2026"])
def test_http_answers_equal_those_of_stdio(web: WebServer, mill: Path, era: str) -> None:
    with RawServer(mill) as stdio:
        stdio.initialize()
        expected = stdio.call("get_exit_graph")["result"]
    result = web.call("get_exit_graph", era=era).json["result"]
    assert result["content"] == expected["content"]


def test_http_probes_need_neither_a_token_nor_the_name_of_the_server(guarded: WebServer) -> None:
    for path in ("/healthz", "/readyz"):
        assert guarded.send(None, {"Host": "10.1.2.3:8931"}, "GET", path).body == b"ok\n"


def test_http_handshake_opens_no_session(web: WebServer) -> None:
    answer = web.send(*HANDSHAKE)
    assert answer.status == 200
    assert answer.json["result"]["serverInfo"]["name"] == "frieze"
    assert "mcp-session-id" not in answer.headers


def test_http_accept_header_may_omit_event_stream(web: WebServer) -> None:
    body, headers = modern("tools/list")
    assert web.send(body, {**headers, "Accept": "application/json"}).headers["content-type"] == "application/json"


CALL, CALL_HEADERS = modern("tools/call", {"name": "get_exit_graph", "arguments": {}})


def without(name: str) -> dict[str, str]:
    return {key: value for key, value in CALL_HEADERS.items() if key != name}


@pytest.mark.parametrize(
    ("body", "headers", "status", "code"),
    [
        pytest.param(CALL, {**CALL_HEADERS, "Host": "evil.example"}, 421, None, id="another host"),
        pytest.param(CALL, {**CALL_HEADERS, "Host": "127.0.0.1"}, 421, None, id="another port"),
        pytest.param(CALL, {**CALL_HEADERS, "Origin": "http://evil.example"}, 403, None, id="another origin"),
        pytest.param(CALL, {**CALL_HEADERS, "Origin": "null"}, 403, None, id="null origin"),
        pytest.param(CALL, {**CALL_HEADERS, "Origin": "https://localhost"}, 403, None, id="https origin"),
        pytest.param(CALL, {**CALL_HEADERS, "Content-Type": "text/plain"}, 400, None, id="text"),
        pytest.param(CALL, without("Mcp-Method"), 400, -32020, id="no method header"),
        pytest.param(CALL, {**CALL_HEADERS, "Mcp-Method": "tools/list"}, 400, -32020, id="wrong method header"),
        pytest.param(CALL, {**CALL_HEADERS, "Mcp-Name": "search"}, 400, -32020, id="wrong name header"),
        pytest.param(*modern("foo/bar"), 404, -32601, id="unknown method"),
        pytest.param(*legacy("foo/bar"), 200, -32601, id="unknown method, 2025"),
        pytest.param([CALL], CALL_HEADERS, 400, -32600, id="batch"),
        pytest.param([legacy("tools/list")[0]], {}, 400, -32600, id="batch, 2025"),
        pytest.param(legacy("tools/list", request_id=None)[0], CALL_HEADERS, 400, -32600, id="null id"),
        pytest.param(*legacy("tools/list", request_id=None), 400, -32600, id="null id, 2025"),
        pytest.param(*legacy("tools/list", request_id=1.5), 400, -32600, id="float id, 2025"),
        pytest.param(legacy("tools/list", request_id=None)[0], {}, 400, -32600, id="null id, no version"),
        pytest.param({"jsonrpc": "2.0", "method": "x", "params": 3}, {}, 400, -32600, id="broken notification, 2025"),
        pytest.param(*legacy("x" * 200 * KIB), 200, -32601, id="endless method, 2025"),
        pytest.param(b"{bad", CALL_HEADERS, 400, -32700, id="malformed"),
        pytest.param(b"{bad", {}, 400, -32700, id="malformed, 2025"),
        pytest.param(b"\xff\xfe", CALL_HEADERS, 400, -32700, id="no UTF-8"),
        pytest.param(b"", CALL_HEADERS, 400, -32700, id="empty"),
        pytest.param(b"[" * 100_000 + b"]" * 100_000, CALL_HEADERS, 400, -32700, id="deep"),
        pytest.param(b"[" * 100_000 + b"]" * 100_000, {}, 400, -32700, id="deep, 2025"),
        pytest.param(b'{"id":' + b"9" * 5_000 + b"}", CALL_HEADERS, 400, -32700, id="5,000 digits"),
        pytest.param(b" " * (256 * KIB + 1), CALL_HEADERS, 413, None, id="too large"),
        pytest.param(iter([b" " * 65_536] * 5), CALL_HEADERS, 413, None, id="too large, in chunks"),
    ],
)
def test_http_invalid_request_is_refused(
    web: WebServer, body: Any, headers: dict[str, str], status: int, code: int | None
) -> None:
    connection = web.connection()
    try:
        data = body if isinstance(body, bytes | Iterator) else orjson.dumps(body)
        sent_headers = {**JSON, **headers}
        connection.request("POST", "/mcp", body=data, headers=sent_headers)
        response = connection.getresponse()
        assert response.status == status
        response_body = response.read()
    finally:
        connection.close()
    assert code is None or orjson.loads(response_body)["error"]["code"] == code
    assert len(response_body) < 1_000


def test_http_broken_message_of_2025_is_refused_with_its_id(web: WebServer) -> None:
    body, headers = legacy("tools/list", request_id="mine")
    answer = web.send({**body, "params": []}, headers)
    assert (answer.status, answer.json["id"], answer.json["error"]["code"]) == (400, "mine", -32600)
    assert answer.headers["content-type"] == "application/json"


def test_http_host_name_ignores_case(web: WebServer) -> None:
    assert web.send(CALL, {**CALL_HEADERS, "Host": f"LocalHost:{web.port}"}).status == 200


def test_http_unsupported_version_error_lists_supported_ones(web: WebServer) -> None:
    old = orjson.loads(orjson.dumps(CALL).replace(b"2026-07-28", b"1999-01-01"))
    answer = web.send(old, {**CALL_HEADERS, "MCP-Protocol-Version": "1999-01-01"})
    assert (answer.status, answer.json["error"]["code"]) == (400, -32022)
    assert "2026-07-28" in answer.json["error"]["data"]["supported"]


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT", "OPTIONS"])
@pytest.mark.parametrize("headers", [{}, MODERN], ids=["2025", "2026"])
def test_http_methods_other_than_post_are_refused(web: WebServer, method: str, headers: dict[str, str]) -> None:
    answer = web.send(None, headers, method)
    assert (answer.status, answer.headers["allow"]) == (405, "POST")


def test_http_other_paths_are_not_found(web: WebServer) -> None:
    assert web.send(CALL, CALL_HEADERS, path="/").status == 404
    assert web.send(CALL, CALL_HEADERS, path="/mcp/../etc/passwd").status == 404


def test_http_local_origins_are_accepted(web: WebServer) -> None:
    for name in ("localhost", "127.0.0.1", "[::1]"):
        origin = {"Origin": f"http://{name}:{web.port}", "Host": f"{name}:{web.port}"}
        assert web.send(CALL, {**CALL_HEADERS, **origin}).status == 200


def test_http_lone_surrogate_gets_an_error_answer_of_the_tool(web: WebServer) -> None:
    body = orjson.dumps(modern("tools/call", {"name": "search", "arguments": {"query": "HALF"}})[0])
    headers = modern("tools/call", {"name": "search"})[1]
    result = web.send(body.replace(b"HALF", b"\\ud800"), headers).json["result"]
    assert result["isError"] is True
    assert orjson.loads(result["content"][0]["text"])["code"] == "invalid_argument"


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": "Bearer wrong"},
        {"Authorization": TOKEN},
        {"Authorization": f"Basic {TOKEN}"},
        {"Authorization": f"Bearer {TOKEN}x"},
        {"Authorization": "Bearer \xe9"},
    ],
    ids=str,
)
def test_http_token_is_required_for_every_path(guarded: WebServer, headers: dict[str, str]) -> None:
    for path, method in (("/mcp", "POST"), ("/", "GET"), ("/.well-known/x", "GET")):
        answer = guarded.send(CALL, {**CALL_HEADERS, **headers}, method, path)
        assert (answer.status, answer.headers["www-authenticate"]) == (401, "Bearer")


def test_http_token_scheme_ignores_case(guarded: WebServer) -> None:
    for scheme in ("Bearer", "bearer"):
        assert guarded.call("get_exit_graph", Authorization=f"{scheme} {TOKEN}").status == 200


def test_http_token_is_checked_before_the_body_is_read(guarded: WebServer) -> None:
    with guarded.connect() as client:
        client.sendall(b"POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Length: 5000000\r\n\r\n")
        assert client.recv(100).startswith(b"HTTP/1.1 401 ")
    # A client that reads only when it has sent everything sees the answer, too.
    assert guarded.send(b"x" * 4_000_000, {"Authorization": "Bearer wrong"}).status == 401


def test_http_token_comes_from_a_file_but_not_from_an_option(mill: Path, tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text(TOKEN + "\n")
    with WebServer(mill, "--token-file", str(file)) as server:
        assert server.call("get_exit_graph").status == 401
        assert server.call("get_exit_graph", Authorization=f"Bearer {TOKEN}").status == 200
        assert TOKEN not in server.announcement
    refused = serve(mill, "--http", "127.0.0.1:0", "--token", TOKEN)
    assert b"No such option" in refused.stderr


def serve(source: Path, *options: str, **more: str) -> subprocess.CompletedProcess[bytes]:
    """Run a server that is expected to refuse its options."""
    command = [sys.executable, "-m", "server", str(source), *options]
    return subprocess.run(command, capture_output=True, env=environment(**more), timeout=PATIENCE, check=False)


def test_http_invalid_options_end_the_server_with_status_2(mill: Path) -> None:
    """These are refused when the server begins to listen, or is about to."""
    for options, token, message in (
        (["--http", "0.0.0.0:0"], "", "can be reached from other machines, so a token is needed"),
        (["--http", "192.0.2.1:80"], TOKEN, "Cannot listen on 192.0.2.1:80"),
    ):
        refused = serve(mill, *options, **({"FRIEZE_TOKEN": token} if token else {}))
        assert (refused.returncode, refused.stdout) == (2, b"")
        assert message in " ".join(refused.stderr.decode().split())
        assert b"Traceback" not in refused.stderr


@pytest.mark.parametrize(
    ("options", "token", "message"),
    [
        (["--http", "[::]:0"], "", "a token is needed"),
        (["--http", "0.0.0.0:0"], "short", "at least 16 printable ASCII characters"),
        (["--http", "127.0.0.1:0", "--token-file", "/nowhere"], "", "Cannot read the token file /nowhere"),
        (["--http", "port"], "", "is no address such as 127.0.0.1:8931 or [::1]:8931, nor a port"),
        (["--http", "99999"], "", "'99999' is no address"),
        (["--http", "::1:80"], "", "is no address such as"),
        (["--http", "*:0"], "", "is no address such as"),
        (["--http", "127.0.0.1:99999"], "", "is no address such as"),
        (["--allow-host", "x"], "", "go with --http"),
        (["--http", "127.0.0.1:0", "--allow-host", "https://frieze.example"], "", "is no name of a host such as"),
        (["--http", "127.0.0.1:0", "--allow-host", "*"], "", "is no name of a host such as"),
        (["--http", "127.0.0.1:0", "--allow-host", ""], "", "is no name of a host such as"),
    ],
)
def test_http_invalid_options_are_refused(mill: Path, options: list[str], token: str, message: str) -> None:
    refused = CliRunner(env={"FRIEZE_TOKEN": token or None}).invoke(main, [str(mill), *options])
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert message in " ".join(refused.stderr.split())


def test_http_port_in_use_is_an_error(mill: Path, web: WebServer) -> None:
    refused = serve(mill, "--http", f"127.0.0.1:{web.port}")
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert b"Address already in use" in refused.stderr


def test_http_allow_host_accepts_further_host_names(mill: Path) -> None:
    with WebServer(mill, "--allow-host", "Frieze.Example", http="0.0.0.0:0", FRIEZE_TOKEN=TOKEN) as server:
        bearer = {"Authorization": f"Bearer {TOKEN}"}
        for host, status in (("frieze.example", 200), (f"localhost:{server.port}", 200), ("other.example", 421)):
            assert server.send(CALL, {**CALL_HEADERS, **bearer, "Host": host}).status == status
        origin = {"Origin": "https://frieze.example", "Host": "frieze.example"}
        assert server.send(CALL, {**CALL_HEADERS, **bearer, **origin}).status == 200


def test_frieze_serve_takes_the_http_option(mill: Path) -> None:
    program = "import sys; from server.cli import main; sys.argv[1:1] = ['serve']; main()"
    with WebServer(mill, program=program) as server:
        assert server.call("get_exit_graph").status == 200


@pytest.mark.skipif(not socket.has_ipv6, reason="needs IPv6")
def test_http_listens_on_ipv6(mill: Path) -> None:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("needs IPv6")
    with WebServer(mill, http="[::1]:0") as server:
        assert server.host == "[::1]"


def test_http_answers_many_concurrent_calls(web: WebServer) -> None:
    """The requests have the same id: nothing is shared between them."""
    routes = (("yard", "loft"), ("loft", "yard"))
    expected = [web.call("find_route", {"from": start, "to": end}).json["result"]["content"] for start, end in routes]
    assert expected[0] != expected[1]

    def ask(client: int) -> list[Any]:
        connection = web.connection()
        try:
            make = (legacy, modern)[client % 2]
            start, end = routes[client // 2 % 2]
            body, headers = make("tools/call", {"name": "find_route", "arguments": {"from": start, "to": end}})
            return [exchange_when_ready(connection, body, headers).json["result"]["content"] for _ in range(10)]
        finally:
            connection.close()

    with ThreadPoolExecutor(100) as clients:
        for client, contents in enumerate(clients.map(ask, range(100))):
            assert contents == [expected[client // 2 % 2]] * 10


def test_http_sigterm_ends_the_server_with_status_0(mill: Path) -> None:
    with WebServer(mill, fresh=True) as server:
        assert server.call("get_exit_graph").status == 200
        assert server.end()[::2] == (b"", 0)


@pytest.mark.parametrize(
    "sent", [b"", b"POST /mcp HTT", b"POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"]
)
def test_http_sigterm_ends_the_server_while_clients_are_connected(mill: Path, sent: bytes) -> None:
    with WebServer(mill) as server, server.connect() as client:
        client.sendall(sent)
        assert server.call("get_exit_graph").status == 200
        started = monotonic()
        assert server.end()[2] == 0
        assert monotonic() - started < 5


def test_http_sigint_ends_the_server_with_status_0(mill: Path) -> None:
    with WebServer(mill) as server:
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(PATIENCE) == 0


def test_http_port_alone_means_the_loopback_address(mill: Path) -> None:
    with WebServer(mill, http="0") as server:
        assert server.host == "127.0.0.1"
        assert server.call("get_exit_graph").status == 200


INHERITANCE = """
import os, sys
from server.__main__ import main
import server.transport.http
serve = server.transport.http.serve_http
def serve_http(*arguments, **named):
    print("inherited", "FRIEZE_TOKEN" in os.environ, file=sys.stderr)
    return serve(*arguments, **named)
server.transport.http.serve_http = serve_http
main()
"""


def test_http_token_is_not_inherited_by_children(mill: Path) -> None:
    with WebServer(mill, program=INHERITANCE, FRIEZE_TOKEN=TOKEN) as server:
        assert "inherited False" in server.announcement


IMPATIENT = """
import server.transport.http_connection, server.transport.http_guard, server.__main__
server.transport.http_connection.HEADER_SECONDS = server.transport.http_guard.BODY_SECONDS = 0.3
server.__main__.main()
"""


def test_http_unfinished_requests_time_out(mill: Path) -> None:
    with WebServer(mill, program=IMPATIENT) as server:
        for sent, expected in (
            (b"", b""),
            (b"POST /mcp HTTP/1.1\r\nX-Slow:", b""),
            (b"POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{", b"HTTP/1.1 408"),
        ):
            with server.connect() as client:
                client.sendall(sent)
                assert client.recv(12) == expected


def test_http_too_large_headers_are_refused(web: WebServer) -> None:
    with web.connect() as client:
        client.sendall(b"POST /mcp HTTP/1.1\r\nX-Long: " + b"x" * 70_000)
        assert client.recv(12) == b"HTTP/1.1 431"
    # A client that reads only when it has sent everything sees the answer, too.
    answer = web.send(None, method="GET", path="/mcp?q=" + "a" * 200_000)
    assert (answer.status, b"have more than 16384 bytes" in answer.body) == (431, True)


LOADED = """
import sys
from server import __main__ as program
end = program._end
web = ("server.transport.http", "server.transport.http_address", "uvicorn.protocols.http.h11_impl")
def end_and_tell(status):
    print("loaded", *(name in sys.modules for name in web), file=sys.stderr, flush=True)
    end(status)
program._end = end_and_tell
program.main()
"""


def test_stdio_loads_no_web_server_beyond_the_sdks(mill: Path) -> None:
    with RawServer(mill, program=LOADED, fresh=True) as server:
        server.initialize()
        assert b"loaded False False False" in server.finish()[1]


def test_http_connections_have_tcp_nodelay() -> None:
    """Connections inherit the option of the listening socket. Without it a small answer may take 40 ms."""
    listener = listen(HttpOptions("127.0.0.1:0"))
    with listener.socket, socket.create_connection(("127.0.0.1", listener.port)):
        accepted, _ = listener.socket.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
