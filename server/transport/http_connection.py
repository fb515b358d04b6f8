"""One connection of an HTTP client: what it may send ahead, how much of it is kept, and when it is closed.

uvicorn's protocol reads on while a request is answered, waits for ever for a client that does not read its answer, and
bounds the headers only if they come in several pieces. Here

* a connection has one request under way, and at most `READ_BYTES` of what its client sent ahead are kept;
* a request is parsed when it has its turn (`server.transport.admission`), which is after the client has taken the
  answer before; one that is shed is answered by constant bytes;
* a client that is waited for has a time-out: for the headers of a request, and for taking an answer;
* where there are too many connections, or too many bytes that clients do not take, the one whose client has been
  waited for longest is closed. Idle connections therefore never turn a request away.
"""

import asyncio
import re
from collections.abc import Iterator
from typing import Any

import h11
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.h11_impl import H11Protocol

from server.transport.admission import Admission, Turn

MAX_CONNECTIONS = 2_000
MAX_HEADER_BYTES = 16 * 1024  # with the request line
READ_BYTES = MAX_HEADER_BYTES  # that are read at a time
HEADER_SECONDS = 20.0  # for the headers of a request, from the connection or the answer before on
WRITE_SECONDS = 30.0  # for the client to take an answer
MAX_UNSENT_BYTES = 48 << 20  # of answers that clients have not taken, over all connections
LINGER_SECONDS = 1.0  # for a client that is turned away to read why
RETRY_SECONDS = 1
MAX_PING_BYTES = 2_048  # with its headers
MAX_PINGS = 32  # at a time, beside other requests

BUSY = b"The server is busy. Ask again.\n"
SHED = (
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: %d\r\ncontent-type: text/plain; charset=utf-8\r\n"
    b"content-length: %d\r\n%%s\r\n%s" % (RETRY_SECONDS, len(BUSY), BUSY)
)
SHED_AND_CLOSED = SHED % b"connection: close\r\n"
SHED_AND_KEPT = SHED % b""
_PING = re.compile(rb'"method"\s*:\s*"ping"')
_LENGTH = re.compile(
    rb"\r\n(?:content-length[ \t]*:[ \t]*(\d{1,6})|(transfer-encoding)[ \t:].*)(?=\r\n)", re.IGNORECASE
)
_HEAD_END = re.compile(rb"\r?\n\r?\n")
_ODD_LINE = re.compile(rb"(?<!\r)\n|\n[ \t]")  # ends without a carriage return, or goes on on the next line
_FRAMING = {b"content-length", b"transfer-encoding"}
# Headers that decide something, and are read by the first or by the last of two of one name.
_ONCE = re.compile(
    rb"\n(content-length|transfer-encoding|content-type|authorization|origin|mcp-[a-z-]+)[ \t]*:", re.IGNORECASE
)
_VERSION = re.compile(rb"\A\s*+[^\r\n]+ HTTP/1\.([01])(?:\r|\Z)")
MAX_CHUNK_LINES = 2_048  # line ends in a body that comes in chunks: of one byte each, they would take seconds to parse
TWO_LENGTHS = "A request has a Content-Length or a Transfer-Encoding, not both"
TWICE = "A header is given twice"
OTHER_VERSION = "The version is HTTP/1.1 or HTTP/1.0, and a Transfer-Encoding is of HTTP/1.1"
ODD_LINES = "A line of the headers ends in a carriage return and a line feed, and is one line"
SMALL_CHUNKS = "The body comes in too many chunks"
TOO_LONG = f"The request line and the headers have more than {MAX_HEADER_BYTES} bytes"

TURNS = "turns"  # in the state of a request's scope; one of them is held unless the request came in parts

_shared_buffer = memoryview(bytearray(READ_BYTES))  # what is read is copied out before anything else is read


class Room:
    """The room for connections: how many there may be, and how many bytes clients may leave untaken.

    It knows the connections whose clients are waited for, longest first, and the bytes that each has still to take.
    """

    def __init__(self, max_connections: int = MAX_CONNECTIONS, max_unsent: int = MAX_UNSENT_BYTES) -> None:
        self.max_connections = max_connections
        self._max_unsent = max_unsent
        self._awaited: dict[Connection, int] = {}
        self._unsent = 0

    def note(self, connection: "Connection", *, is_awaited: bool, unsent: int = 0) -> None:
        """Take down whether the client of a connection is waited for, and how many bytes it has still to take. Closes
        the connections that were waited for longest if there are too many such bytes."""
        if not is_awaited:
            self._unsent -= self._awaited.pop(connection, 0)
            return
        self._unsent += unsent - self._awaited.get(connection, 0)
        self._awaited[connection] = unsent  # keeps its place if it has one
        while self._unsent > self._max_unsent:
            next(request for request, size in self._awaited.items() if size).abort()

    def close_longest(self) -> bool:
        """Close the connection whose client has been waited for longest. Returns False if all are being answered."""
        longest = next(iter(self._awaited), None)
        if longest is not None:
            longest.abort()
        return longest is not None


class Lanes:
    """The turns of requests, and those of pings, which are answered before requests that wait."""

    def __init__(self) -> None:
        self.requests = Admission()
        self.pings = Admission(begun=MAX_PINGS)


class Connection(H11Protocol, asyncio.BufferedProtocol):
    """A connection, with the rules of this module. All connections of a server share its `room` and its `lanes`."""

    _timeout: asyncio.TimerHandle | None = None
    _write_timeout: asyncio.TimerHandle | None = None
    _is_turned_away = False
    _is_answer_untaken = False

    def __init__(self, *arguments: Any, room: Room, lanes: Lanes, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._room = room
        self._lanes = lanes
        self._unparsed = b""
        self._line_ends = 0
        self._turn = Turn(lanes.requests, self._parse, self._shed)
        self._ping_turn = Turn(lanes.pings, self._parse, self._shed)
        self.app_state = {**self.app_state, TURNS: (self._turn, self._ping_turn)}

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.flow = _Flow(self)
        transport.set_write_buffer_limits(0)
        if len(self.connections) > self._room.max_connections and not self._room.close_longest():
            self.connections.discard(self)
            self._turn_away(SHED_AND_CLOSED)
        else:
            self._await_request()

    def _turn_away(self, answer: bytes) -> None:
        """Write a last answer, and read no request any more. Stay open for a moment: a client that is still sending
        would not see the answer."""
        if self._is_turned_away or self.transport.is_closing():
            return
        self._is_turned_away = True
        self.transport.write(answer)
        self.transport.write_eof()
        self.flow.resume_reading()
        if self._timeout is not None:
            self._timeout.cancel()
        self._timeout = self.loop.call_later(LINGER_SECONDS, self.abort)

    def get_buffer(self, _: int) -> memoryview:
        """Return where to read to. There is no more room for headers than they may have bytes."""
        is_head = self.conn.their_state is not h11.SEND_BODY and not self._is_turned_away
        room = READ_BYTES if not is_head else MAX_HEADER_BYTES - len(self.unread) - len(self._unparsed)
        return _shared_buffer[: max(room, 1)]

    def buffer_updated(self, nbytes: int) -> None:
        """Take what was read: the rest of a body, or the beginning of a request, which waits for its turn."""
        data = bytes(_shared_buffer[:nbytes])
        if self._is_turned_away:
            return
        if self.conn.their_state is h11.SEND_BODY:
            if self._may_go_on(data):
                self.data_received(data)
                self._note()
            return
        self._unparsed += data
        if self._is_answering or self._is_answer_untaken:
            self._bound_unparsed()
        else:
            self._begin()

    def _bound_unparsed(self) -> None:
        if len(self._unparsed) + len(self.unread) >= READ_BYTES:
            self.flow.pause_reading()

    def _begin(self) -> None:
        """Parse what has come if the request gets its turn."""
        turn, other = self._turn, self._ping_turn
        if len(self._unparsed) <= MAX_PING_BYTES and _PING.search(self._unparsed):
            turn, other = other, turn
        other.release()
        if turn.take():
            self._parse()
        else:
            self._room.note(self, is_awaited=False)
            self._bound_unparsed()

    def _parse(self) -> None:
        """Parse what has come, in the turn of the request. If it has not come in full, the turn goes to the next."""
        data, self._unparsed = self._unparsed, b""
        self._line_ends = 0
        refusal = _refusal(self.unread + data) if self.conn.their_state is h11.IDLE else None
        if refusal:
            self.send_400_response(refusal)
        elif data:
            self.data_received(data)
            self._may_go_on(data)
        else:
            self.handle_events()  # of what h11 has kept
        if not (self._is_answering and not self.cycle.more_body):
            self._give_turn_back()
            self.flow.resume_reading()
        self._note()

    def _may_go_on(self, data: bytes) -> bool:
        """Count the lines of a body in chunks, and refuse one that has too many."""
        self._line_ends += data.count(b"\n")
        is_refused = (
            self._line_ends > MAX_CHUNK_LINES
            and self.conn.their_state is h11.SEND_BODY
            and any(name == b"transfer-encoding" for name, _ in self.headers)
        )
        if is_refused and not self._is_turned_away:
            self.send_400_response(SMALL_CHUNKS)
        return not is_refused

    def _give_turn_back(self) -> None:
        for turn in (self._turn, self._ping_turn):
            turn.release()

    def _shed(self) -> None:
        """Say that the server is busy. The connection stays open if exactly one request has come, in full."""
        if self.unread or not _is_whole(self._unparsed):
            self._turn_away(SHED_AND_CLOSED)
            return
        self._unparsed = b""
        self.transport.write(SHED_AND_KEPT)
        self.flow.resume_reading()
        self._await_request()

    @property
    def unread(self) -> bytes:
        """What the client has sent and was not parsed yet."""
        return self.conn.trailing_data[0]

    @property
    def may_read(self) -> bool:
        """Whether more of what the client sends is needed, or nothing is kept that it sent ahead."""
        return self.conn.their_state is h11.SEND_BODY or len(self.unread) + len(self._unparsed) < READ_BYTES

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP request, and headers that are too long."""
        is_too_long = len(self.unread) >= MAX_HEADER_BYTES
        status, text = (431, TOO_LONG) if is_too_long else (400, msg)
        headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
        events = (
            h11.Response(status_code=status, headers=headers),
            h11.Data(data=text.encode()),
            h11.EndOfMessage(),
        )
        self._turn_away(b"".join(self.conn.send(event) for event in events))

    def shutdown(self) -> None:
        """Close the connection at once if there is no whole request, else when it was answered."""
        if self.conn.their_state is h11.SEND_BODY:
            self.transport.close()  # the request has not come in full: there is nothing to finish
        else:
            super().shutdown()

    def on_response_complete(self) -> None:
        """Go on to the next request when the client has taken this answer."""
        if self.transport.is_closing():
            return
        self._give_turn_back()
        self._is_answer_untaken = self.flow.write_paused
        if self._is_answer_untaken:
            return
        if self.conn.our_state is h11.DONE and self.conn.their_state is h11.DONE:
            self.conn.start_next_cycle()
        self.flow.resume_reading()
        self._await_request()
        if self.unread or self._unparsed:
            self._begin()

    def pause_writing(self) -> None:
        """The client does not take what is written."""
        super().pause_writing()
        if self._write_timeout is None:
            self._write_timeout = self.loop.call_later(WRITE_SECONDS, self.abort)
        self._note()

    def resume_writing(self) -> None:
        """The client has taken everything."""
        super().resume_writing()
        if self._write_timeout is not None:
            self._write_timeout.cancel()
            self._write_timeout = None
        self._note()
        if self._is_answer_untaken:
            self.on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        super().connection_lost(exc)
        self._is_answer_untaken = False
        self._room.note(self, is_awaited=False)
        self._give_turn_back()
        for timer in self._timers():
            timer.cancel()

    def abort(self) -> None:
        """Close the connection, whatever has not been sent."""
        self._room.note(self, is_awaited=False)
        self.connections.discard(self)
        self.transport.abort()

    def _timers(self) -> Iterator[asyncio.TimerHandle]:
        for timer in (self._timeout, self._write_timeout):
            if timer is not None:
                yield timer

    def _note(self) -> None:
        """Take down whether the client is waited for: to send a whole request, or to take an answer."""
        unsent = self.transport.get_write_buffer_size() if self.flow.write_paused else 0
        is_closed = self.transport.is_closing() and not unsent
        is_whole = self._is_answering and not self.cycle.more_body
        self._room.note(self, is_awaited=not is_closed and (not is_whole or bool(unsent)), unsent=unsent)
        if self._is_answering and self._timeout is not None:
            self._timeout.cancel()

    @property
    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _await_request(self) -> None:
        if self._timeout is not None:
            self._timeout.cancel()
        self._timeout = self.loop.call_later(HEADER_SECONDS, self._close_if_idle)
        self._note()

    def _close_if_idle(self) -> None:
        if not self._is_answering:
            self.transport.close()


class _Flow(FlowControl):
    """Reads no further while something is kept that the client sent ahead."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection.transport)
        self._connection = connection

    def resume_reading(self) -> None:
        if self._connection.may_read:
            super().resume_reading()


def _refusal(request: bytes) -> str | None:
    """Why the beginning of a request is refused before it is parsed. Of two lengths or two headers of one name a proxy
    in front might have taken the other one, and it might have seen other headers in lines that are read in two ways."""
    end = _HEAD_END.search(request)
    head, body = (request[: end.start()], request[end.end() :]) if end else (request, b"")
    if _ODD_LINE.search(request[: end.end()] if end else request):
        return ODD_LINES
    names = [header.lower() for header in _ONCE.findall(head)]
    is_chunked = b"transfer-encoding" in names
    if _FRAMING.issubset(names):
        return TWO_LENGTHS
    if len(set(names)) < len(names):
        return TWICE
    version = _VERSION.match(head)
    if end and (version is None or (is_chunked and version[1] == b"0")):
        return OTHER_VERSION
    return SMALL_CHUNKS if is_chunked and body.count(b"\n") > MAX_CHUNK_LINES else None


def _is_whole(data: bytes) -> bool:
    """Whether data is exactly one request, as clients write it. Says no where it is not plain to see."""
    head, _, body = data.partition(b"\r\n\r\n")
    lengths = _LENGTH.findall(head + b"\r\n")
    return len(lengths) == 1 and lengths[0][0].isdigit() and int(lengths[0][0]) == len(body)
