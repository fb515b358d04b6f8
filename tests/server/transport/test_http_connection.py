"""The rules of one HTTP connection, over a transport in memory: what is counted is bytes and requests, not time."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import uvicorn
from uvicorn.server import ServerState

from server.transport.http_connection import MAX_HEADER_BYTES, READ_BYTES, Connection, Lanes, Room

PATIENCE_TURNS = 1_000  # of the event loop
REQUEST = b"POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}"


class Wire(asyncio.Transport):
    """A transport that keeps what is written. Its client reads nothing until `drain` is called."""

    def __init__(self, *, is_read: bool = True) -> None:
        super().__init__()
        self.written = b""
        self.unsent = 0
        self.is_read = is_read
        self.is_paused = False
        self.is_closed = False
        self.is_ended = False
        self.connection: Connection

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        assert (high, low) == (0, None)  # every byte that is not taken counts

    def write(self, data: Any) -> None:
        self.written += bytes(data)
        if not self.is_read:
            self.unsent += len(data)
            self.connection.pause_writing()

    def drain(self) -> None:
        """Let the client read everything."""
        self.unsent = 0
        self.connection.resume_writing()

    def write_eof(self) -> None:
        self.is_ended = True

    def pause_reading(self) -> None:
        self.is_paused = True

    def resume_reading(self) -> None:
        self.is_paused = False

    def is_closing(self) -> bool:
        return self.is_closed

    def close(self) -> None:
        if not self.is_closed:
            self.is_closed = True
            asyncio.get_running_loop().call_soon(self.connection.connection_lost, None)

    abort = close

    def send(self, data: bytes | memoryview) -> int:
        """Send data as a client, and return how much of it the server has read."""
        sent = 0
        while sent < len(data) and not self.is_paused and not self.is_closed:
            buffer = self.connection.get_buffer(-1)
            part = data[sent : sent + len(buffer)]
            buffer[: len(part)] = part
            self.connection.buffer_updated(len(part))
            sent += len(part)
        return sent


class Application:
    """Answers every request by `answer` when `release` is called. Counts what is under way."""

    def __init__(self, answer: bytes = b"{}") -> None:
        self.answer = answer
        self.under_way = self.answered = 0
        self.may_answer = asyncio.Event()

    def release(self) -> None:
        self.may_answer.set()

    async def __call__(self, _: Any, receive: Any, send: Any) -> None:
        self.under_way += 1
        while (await receive()).get("more_body"):
            pass
        await self.may_answer.wait()
        headers = [(b"content-length", b"%d" % len(self.answer))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": self.answer})
        self.under_way -= 1
        self.answered += 1


class Server:
    """What connections share."""

    def __init__(self, application: Application, room: Room | None = None) -> None:
        limit = MAX_HEADER_BYTES - 1
        self.config = uvicorn.Config(application, log_config=None, h11_max_incomplete_event_size=limit, lifespan="off")
        self.config.load()
        self.state = ServerState()
        self.room = room or Room()
        self.lanes = Lanes()

    def connect(self, *, is_read: bool = True) -> Wire:
        wire = Wire(is_read=is_read)
        wire.connection = Connection(self.config, self.state, {}, room=self.room, lanes=self.lanes)
        wire.connection.connection_made(wire)
        return wire


def run(use: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(use())  # type: ignore[arg-type]


async def turns(count: int = 50) -> None:
    """Give the event loop some turns."""
    for _ in range(count):
        came = asyncio.Event()
        asyncio.get_running_loop().call_soon(came.set)
        await came.wait()


def test_connection_has_one_request_under_way_and_keeps_few_bytes_that_were_sent_ahead() -> None:
    async def use() -> None:
        application = Application()
        wire = Server(application).connect()
        data = memoryview(REQUEST * 100_000)
        sent = 0
        for _ in range(5):
            sent += wire.send(data[sent:])
            await turns()
        assert application.under_way == 1
        assert wire.is_paused
        assert sent <= 2 * READ_BYTES
        application.release()
        for _ in range(200):
            sent += wire.send(data[sent:])
            await turns(10)
            assert sent - application.answered * len(REQUEST) <= 2 * READ_BYTES + len(REQUEST)
        assert application.answered > 100

    run(use)


def test_requests_that_were_sent_ahead_are_all_answered() -> None:
    async def use() -> None:
        application = Application()
        application.release()
        wire = Server(application).connect()
        data = REQUEST * 1_500  # several times what is kept
        for _ in range(PATIENCE_TURNS):
            data = data[wire.send(data) :]
            await turns(10)
            if application.answered == 1_500:
                break
        assert wire.written.count(b"HTTP/1.1 200") == 1_500
        assert not data

    run(use)


def test_next_request_waits_until_the_client_has_taken_the_answer() -> None:
    async def use() -> None:
        application = Application(b"x" * 50_000)
        application.release()
        wire = Server(application).connect(is_read=False)
        wire.send(REQUEST * 20)
        for answered in range(1, 5):
            await turns()
            assert wire.written.count(b"HTTP/1.1 200") <= answered
            assert wire.unsent < 2 * len(application.answer)
            while wire.unsent:
                wire.drain()
                await turns(5)
                if wire.written.endswith(b"x"):
                    break
        assert application.answered >= 4

    run(use)


def test_bytes_that_clients_do_not_take_are_bounded_by_closing_who_was_waited_for_longest() -> None:
    async def use() -> None:
        application = Application(b"x" * 1_000)
        application.release()
        server = Server(application, Room(max_unsent=5_000))
        wires = [server.connect(is_read=False) for _ in range(12)]
        for wire in wires:
            wire.send(REQUEST)
            await turns()
            while not wire.is_closed and not wire.written.endswith(b"x"):
                wire.unsent = 0
                wire.connection.resume_writing()
                await turns()
        assert sum(wire.unsent for wire in wires if not wire.is_closed) <= 5_000
        closed = [wire.is_closed for wire in wires]
        assert closed == sorted(closed, reverse=True)  # the oldest
        assert not closed[-1]

    run(use)


def test_idle_connections_give_way_to_a_new_one_oldest_first() -> None:
    async def use() -> None:
        application = Application()
        server = Server(application, Room(max_connections=3))
        idle, slow, third = server.connect(), server.connect(), server.connect()
        slow.send(b"POST /mcp HTTP/1.1\r\nHost:")  # a head that does not come in full is no request
        busy = server.connect()
        busy.send(REQUEST)
        await turns()
        assert (idle.is_closed, slow.is_closed, third.is_closed) == (True, False, False)
        server.connect().send(REQUEST)
        server.connect().send(REQUEST)
        await turns()
        assert (slow.is_closed, third.is_closed, busy.is_closed) == (True, True, False)
        assert application.under_way == 3
        late = server.connect()
        assert late.written.startswith(b"HTTP/1.1 503")
        assert b"retry-after: 1\r\n" in late.written
        assert not busy.is_closed

    run(use)


def test_header_bound_counts_the_whole_head_however_it_comes() -> None:
    async def use() -> None:
        for fill, status in ((MAX_HEADER_BYTES, b"200"), (MAX_HEADER_BYTES + 1, b"431"), (20_000, b"431")):
            for style in (b"X-Long: %s\r\n", b"X-Long:%s x\r\n"):
                start, end = b"POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n", b"\r\n"
                room = fill - len(start) - len(end) - len(style) + 2
                head = start + style % ((b"x" if style[7:8] != b"%" else b" ") * room) + end
                assert len(head) == fill
                for size in (len(head), 999):
                    application = Application()
                    application.release()
                    wire = Server(application).connect()
                    for at in range(0, len(head), size):
                        wire.send(head[at : at + size])
                        await turns(2)
                    await turns()
                    assert wire.written[9:12] == status, (fill, style, size)

    run(use)


CHUNKED = b"POST /mcp HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"


def refused(request: bytes) -> bytes:
    """What a server writes of a request that is not answered by the application."""
    found = b""

    async def use() -> None:
        nonlocal found
        application = Application()
        application.release()
        wire = Server(application).connect()
        wire.send(request)
        await turns(PATIENCE_TURNS)
        assert wire.is_ended
        found = wire.written
        # What the client still sends is read, so that it sees the answer, and is no request.
        wire.send(b"POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}")
        await turns(PATIENCE_TURNS)
        assert (application.answered, wire.is_paused, wire.written) == (0, False, found)

    run(use)
    return found


def test_body_in_very_many_chunks_is_refused() -> None:
    """Eight clients with chunks of one byte kept a ping waiting for twenty seconds."""
    for first in (
        b"1\r\n \r\n" * 5_000,
        b"1\r\n \r\n" * 100 + b"400\r\n" + b" " * 1_024 + b"\r\n" + b"1\r\n \r\n" * 5_000,
    ):
        written = refused(CHUNKED + first)
        assert written.startswith(b"HTTP/1.1 400 ")
        assert b"too many chunks" in written


def test_request_with_two_lengths_is_refused() -> None:
    """A proxy in front might take the other one, and what is a body here for the next request."""
    for framing in (
        b"Content-Length: 2\r\nTransfer-Encoding: chunked",
        b"transfer-encoding: chunked\r\ncontent-length: 2",
        b"Content-Length:2\r\nTransfer-Encoding:chunked",
    ):
        written = refused(b"POST /mcp HTTP/1.1\r\nHost: x\r\n" + framing + b"\r\n\r\n2\r\n{}\r\n0\r\n\r\n")
        assert written.startswith(b"HTTP/1.1 400 ")
        assert b"not both" in written


def test_header_that_decides_something_is_given_once() -> None:
    """Of two origins the first was looked at, and of two versions the last: a proxy may do otherwise."""
    for name, values in (
        (b"Origin", (b"http://127.0.0.1", b"http://evil.example")),
        (b"Content-Length", (b"2", b"2")),
        (b"Transfer-Encoding", (b"chunked", b"chunked")),
        (b"Authorization", (b"Bearer a", b"Bearer b")),
        (b"MCP-Protocol-Version", (b"2025-11-25", b"2026-07-28")),
        (b"content-type", (b"text/plain", b"application/json")),
    ):
        first, second = (b"%s: %s\r\n" % (name, value) for value in values)
        written = refused(b"POST /mcp HTTP/1.1\r\nHost: x\r\n" + first + second.swapcase() + b"\r\n{}")
        assert written.startswith(b"HTTP/1.1 400 "), name
        assert b"given twice" in written


def test_request_of_another_version_of_http_is_refused() -> None:
    """Chunks are of HTTP/1.1: what speaks 1.0 in front would take them for the next request."""
    for line, framing in (
        (b"POST /mcp HTTP/2.0", b"Content-Length: 2"),
        (b"POST /mcp HTTP/1.2", b"Content-Length: 2"),
        (b"POST /mcp HTTP/0.9", b"Content-Length: 2"),
        (b"PRI * HTTP/2.0", b"X: y"),
        (b"POST /mcp HTTP/1.0", b"Transfer-Encoding: chunked"),
    ):
        written = refused(line + b"\r\nHost: x\r\n" + framing + b"\r\n\r\n2\r\n{}\r\n0\r\n\r\n")
        assert written.startswith(b"HTTP/1.1 400 "), line
        assert b"HTTP/1.1 or HTTP/1.0" in written


def test_lines_of_headers_that_can_be_read_in_two_ways_are_refused() -> None:
    """A proxy in front might see other headers in them."""
    for request in (
        b"POST /mcp HTTP/1.1\nHost: x\r\nContent-Length: 2\r\n\r\n{}",
        b"POST /mcp HTTP/1.1\r\nHost: x\nContent-Length: 2\r\n\r\n{}",
        b"POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Length: 2\n\n{}",
        b"POST /mcp HTTP/1.1\r\nHost: x\r\nX-Long: a\r\n Content-Length: 9\r\nContent-Length: 2\r\n\r\n{}",
        b"POST /mcp HTTP/1.1\r\nHost: x\r\n\tfolded\r\nContent-Length: 2\r\n\r\n{}",
    ):
        written = refused(request)
        assert written.startswith(b"HTTP/1.1 400 "), request
        assert b"is one line" in written


def test_body_in_some_chunks_is_answered() -> None:
    async def use() -> None:
        application = Application()
        application.release()
        wire = Server(application).connect()
        wire.send(CHUNKED + b"100\r\n" + b" " * 256 + b"\r\n" + b"1\r\n{\r\n" * 300 + b"0\r\n\r\n")
        await turns(PATIENCE_TURNS)
        assert application.answered == 1

    run(use)
