"""A server over HTTP with more clients than it has room for, over sockets. Small bounds stand for the large ones."""

import socket
from pathlib import Path

import orjson

from tests.server.endless import ENDLESS, ENDLESS_CALL
from tests.server.processes import PATIENCE
from tests.server.web import JSON, WebServer, exchange, legacy, modern

MAIN = "import server.__main__\nserver.__main__.main()\n"
FEW_CONNECTIONS = f"import server.transport.http\nserver.transport.http.MAX_CONNECTIONS = 8\n{MAIN}"
# One request is worked on at a time, however long it takes, and those that wait are shed soon.
ONE_AT_A_TIME = (
    "import server.transport.admission as admission\n"
    "admission.Admission.__init__.__kwdefaults__.update(in_flight=1, wait=0.2)\n"
)
NO_PATIENCE = f"import server.transport.http_connection\nserver.transport.http_connection.WRITE_SECONDS = 0.5\n{MAIN}"
CALL = modern("tools/call", {"name": "get_exit_graph", "arguments": {}})


def test_http_idle_connections_turn_no_request_away(mill: Path) -> None:
    begun = (b"", b"POST /mcp HTTP/1.1\r\nX-Slow:", b"POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{")
    with WebServer(mill, program=FEW_CONNECTIONS) as web:
        clients = [web.connect() for _ in range(30)]
        for number, client in enumerate(clients):
            client.sendall(begun[number % len(begun)])
        for _ in range(10):
            assert web.send(*CALL).status == 200
        clients[0].settimeout(PATIENCE)
        assert not clients[0].recv(1)  # closed: it was idle for longest
        for client in clients:
            client.close()


def test_http_request_beyond_the_bound_is_shed_and_may_be_sent_again(mill: Path) -> None:
    with WebServer(mill, program=ONE_AT_A_TIME + ENDLESS) as web:
        long = web.connection()
        body, headers = modern("tools/call", ENDLESS_CALL)
        long.request("POST", "/mcp", body=orjson.dumps(body), headers={**JSON, **headers})
        web.wait_for("started")
        other = web.connection()
        for make in (modern, legacy, modern):
            shed = exchange(other, *make("tools/call", {"name": "get_exit_graph", "arguments": {}}))
            assert (shed.status, shed.headers["retry-after"]) == (503, "1")
            assert "connection" not in shed.headers  # it stays open
        assert exchange(other, *legacy("ping")).json["result"] == {}  # a ping waits for nobody
        long.close()
        web.wait_for("stopped")
        assert exchange(other, *CALL).status == 200
        other.close()


def test_http_request_whose_body_comes_late_waits_for_its_turn_too(mill: Path) -> None:
    with WebServer(mill, program=ONE_AT_A_TIME + ENDLESS) as web, web.connect() as slow:
        body = orjson.dumps(CALL[0])
        fields = {**JSON, **CALL[1], "Host": f"127.0.0.1:{web.port}", "Content-Length": str(len(body))}
        head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        slow.sendall(f"POST /mcp HTTP/1.1\r\n{head}\r\n".encode() + body[:1])
        assert web.send(*CALL).status == 200  # the slow client holds no turn
        long = web.connection()
        long_body, headers = modern("tools/call", ENDLESS_CALL)
        long.request("POST", "/mcp", body=orjson.dumps(long_body), headers={**JSON, **headers})
        web.wait_for("started")
        slow.sendall(body[1:])
        assert slow.recv(12) == b"HTTP/1.1 503"
        long.close()
        web.wait_for("stopped")
        assert web.send(*CALL).status == 200
        assert web.end()[1] == b""


def test_http_client_that_reads_no_answer_is_closed(mill: Path) -> None:
    body = orjson.dumps(legacy("tools/list")[0])
    head = "Host: 127.0.0.1:%d\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
    with WebServer(mill, program=NO_PATIENCE) as web:
        request = f"POST /mcp HTTP/1.1\r\n{head % web.port}Content-Length: {len(body)}\r\n\r\n".encode() + body
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        client.settimeout(PATIENCE)
        client.connect(("127.0.0.1", web.port))
        try:
            for _ in range(100_000):
                client.sendall(request)
        except (ConnectionError, TimeoutError) as error:
            assert not isinstance(error, TimeoutError)  # the server has closed it
        else:
            raise AssertionError("the server reads without end")
        client.close()
        assert web.send(*CALL).status == 200


def test_http_invalid_requests_fill_no_pipe(mill: Path) -> None:
    """Nobody reads the server's standard error here: a line for each would hold the server up."""
    with WebServer(mill) as web:
        for _ in range(3_000):
            with web.connect() as client:
                client.sendall(b"\x16\x03\x01 no HTTP\r\n\r\n")
                assert client.recv(12) == b"HTTP/1.1 400"
        host = {**CALL[1], "Host": "x" * 2_000}
        for _ in range(40):
            assert web.send(CALL[0], host).status == 421
        assert web.send(*CALL).status == 200
        assert web.end()[1] == b""
