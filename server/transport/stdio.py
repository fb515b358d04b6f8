"""MCP over standard input and output: one JSON-RPC message a line.

The SDK's server runs over any pair of streams (`Server.run`). These two read and write the descriptors on the event
loop, without threads and queues. They replace `mcp.server.stdio` of the SDK (2.3) for what it does wrong.
`tests/server/transport/test_sdk_stdio.py` shows each fault, and these tests what happens here:

* It drops invalid lines, serves invalid UTF-8, and reads lines of any length; here each such line gets an error reply:
  `test_stdio_invalid_line_gets_an_error_reply_with_its_id`.
* At the end of the input it drops requests: `test_stdio_end_of_input_waits_for_every_answer`,
  `test_stdio_end_of_input_waits_for_a_slow_reader`, `test_deferred_end_of_input_waits_for_open_requests`.
* It goes on when the client has closed its output: `test_stdio_client_that_closes_its_output_ends_the_server`,
  `test_client_that_leaves_during_a_call_ends_the_server`.
* It reads on, into memory, for a client that reads nothing: `test_stdio_stops_reading_for_a_client_that_reads_nothing`.

It reserves the descriptors only when it starts, after imports and compiling may have printed (`server.transport.wire`):
`test_stdio_prints_go_to_standard_error`.
"""

import asyncio
import os
import signal
import socket
import stat
import threading
from collections.abc import Callable
from functools import partial
from types import TracebackType
from typing import Any, Self

import orjson
from mcp.server.lowlevel import NotificationOptions, Server
from mcp.shared.message import ServerMessageMetadata, SessionMessage
from mcp_types import JSONRPCError, JSONRPCMessage, JSONRPCRequest, JSONRPCResponse, RequestId

from server.transport.jsonrpc import SEARCHED_BYTES, NotAMessageError, parse_message, too_long_reply
from server.transport.thread_reader import ThreadReader
from server.transport.wire import Wire

MAX_LINE_BYTES = 1 << 20
MAX_UNANSWERED_BYTES = 4 << 20  # of requests; beyond, no line is read until some are answered
MIN_REQUEST_WEIGHT = 8_192  # bytes that the shortest request counts for, so that at most 384 are unanswered
MAX_UNSENT_BYTES = 1 << 20  # of replies that the client has not read
# After the end of the input the server ends if nothing is answered, or the client reads nothing, for so long.
SETTLE_SECONDS, SLOW_READER_SECONDS = 1.0, 10.0
STOP_SECONDS = 5.0  # for the calls under way, when a signal ends the server


async def serve_stdio(server: Server[Any], wire: Wire, is_ready: Callable[[], bool] = lambda: True) -> None:
    """Serve one client until it closes its end of the wire.

    `is_ready` says whether the source has been compiled: until then the end of the input does not end the server while
    requests wait for their answers.
    """
    reader = await _open_reader(wire.incoming)
    end_input = partial(reader.set_exception, ConnectionResetError())
    outgoing = Outgoing(wire.outgoing, on_client_gone=end_input, is_ready=is_ready)
    if _is_watchable(wire.outgoing):
        outgoing.watch(is_shared=os.path.sameopenfile(wire.incoming, wire.outgoing))
    incoming = Incoming(reader, outgoing)
    _stop_on_signals(asyncio.get_running_loop(), incoming.stop)
    changes = NotificationOptions(prompts_changed=True, resources_changed=True, tools_changed=True)
    await server.run(incoming, outgoing, server.create_initialization_options(changes))


def _stop_on_signals(loop: asyncio.AbstractEventLoop, stop: Callable[[], None]) -> None:
    """Let SIGTERM and SIGINT call `stop`. The process ends at the second signal, and `STOP_SECONDS` after the first
    even if the event loop is held up."""

    def on_signal(*_: object) -> None:
        if timer.is_alive():
            os._exit(0)
        timer.start()
        loop.call_soon_threadsafe(stop)

    timer = threading.Timer(STOP_SECONDS, os._exit, (0,))
    timer.daemon = True
    for signals in (signal.SIGTERM, signal.SIGINT):
        signal.signal(signals, on_signal)


class _Stream:
    """The rest of the interface that the SDK expects of a stream."""

    async def aclose(self) -> None:
        """Do nothing: the descriptors stay open until the process ends."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


class Outgoing(_Stream):
    """The replies, and the requests that are not answered yet.

    A line is written at once. What the client's pipe has no room for is buffered, and written when there is room.
    `on_client_gone` is called when the client has closed its end.
    """

    def __init__(
        self, descriptor: int, on_client_gone: Callable[[], None], is_ready: Callable[[], bool] = lambda: True
    ) -> None:
        self._descriptor = descriptor
        self._is_watched = False
        self._on_client_gone = on_client_gone
        self._is_ready = is_ready
        self._unsent = bytearray()
        self._unanswered: dict[RequestId, list[int]] = {}  # weights by id, which a client may use twice
        self._weight = 0
        self._progress = 0  # counts requests that were answered and writes
        self._changed = asyncio.Event()
        self.client_is_gone = False
        self._is_stopping = False

    def stop(self) -> None:
        """Wait for every answer from now on, as long as the client reads: whoever stops the server bounds how long."""
        self._is_stopping = True
        self._changed.set()

    def watch(self, is_shared: bool) -> None:
        """Let the event loop watch the descriptor for room to write, and for the client closing it.

        `is_shared` says that the descriptor is the input too: then the reader sees that it is closed.
        """
        self._is_watched = True
        os.set_blocking(self._descriptor, False)
        if not is_shared:
            asyncio.get_running_loop().add_reader(self._descriptor, self._on_readable)

    def _on_readable(self) -> None:
        if _is_socket(self._descriptor) and _has_incoming(self._descriptor):
            asyncio.get_running_loop().remove_reader(self._descriptor)  # the client sends data here, which is not read
        else:
            self._end_client()

    def _end_client(self) -> None:
        if not self.client_is_gone:
            self.client_is_gone = True
            self._unsent.clear()
            loop = asyncio.get_running_loop()
            if self._is_watched:  # on Windows no loop watches a pipe, nor can it be asked whether it blocks
                loop.remove_reader(self._descriptor)
                loop.remove_writer(self._descriptor)
            self._on_client_gone()
            self._changed.set()

    async def send(self, item: SessionMessage, /) -> None:
        """Write one message, and return when the client's pipe has taken it."""
        message = item.message
        await self.write(_line(message))
        if isinstance(message, JSONRPCResponse | JSONRPCError) and message.id is not None:
            await self.request_done(message.id)

    async def write(self, line: bytes) -> None:
        """Write a whole line after those in the buffer. Does nothing if the client is gone."""
        if self.client_is_gone:
            return
        is_first = not self._unsent
        self._unsent += line
        if is_first and self._flush():
            asyncio.get_running_loop().add_writer(self._descriptor, self._flush_more)
        while self._unsent:
            await self._wait_for_change()

    def _flush(self) -> bool:
        """Write what the pipe has room for, and return whether something is left in the buffer."""
        while self._unsent:
            try:
                written = os.write(self._descriptor, self._unsent)
            except BlockingIOError:
                return True
            except OSError:
                self._end_client()
                return False
            del self._unsent[:written]
            self._progress += 1
        return False

    def _flush_more(self) -> None:
        if not self._flush():
            if not self.client_is_gone:
                asyncio.get_running_loop().remove_writer(self._descriptor)
            self._changed.set()

    def track(self, message: JSONRPCMessage, size: int) -> SessionMessage:
        """Wrap a message of `size` bytes for the SDK, and if it is a request count it as unanswered."""
        if not isinstance(message, JSONRPCRequest):
            return SessionMessage(message)
        weight = max(size, MIN_REQUEST_WEIGHT)
        self._unanswered.setdefault(message.id, []).append(weight)
        self._weight += weight
        done = partial(self.request_done, message.id)
        return SessionMessage(message, ServerMessageMetadata(on_request_unanswered=done))

    async def request_done(self, request_id: RequestId) -> None:
        """Count a request as answered or cancelled."""
        if weights := self._unanswered.get(request_id):
            self._weight -= weights.pop()
            if not weights:
                del self._unanswered[request_id]
            self._progress += 1
            self._changed.set()

    async def wait_for_room(self) -> None:
        """Wait until there are few enough unanswered requests and unsent bytes to read another line."""
        while self._weight > MAX_UNANSWERED_BYTES - MAX_LINE_BYTES or len(self._unsent) > MAX_UNSENT_BYTES:
            if self._is_stopping:
                return
            await self._wait_for_change()

    async def wait_until_answered(self) -> None:
        """Wait until every request is answered, or until there has been no progress for some time."""
        while self._weight and not self.client_is_gone:
            before, was_ready = self._progress, self._is_ready()
            is_slow = bool(self._unsent) and not self._is_stopping
            try:
                await asyncio.wait_for(self._wait_for_change(), SLOW_READER_SECONDS if is_slow else SETTLE_SECONDS)
            except TimeoutError:
                is_under_way = self._is_stopping and not self._unsent
                if self._progress == before and was_ready and not is_under_way:
                    return

    async def _wait_for_change(self) -> None:
        self._changed.clear()
        await self._changed.wait()


class Incoming(_Stream):
    """The client's messages. Lines that are not messages are answered here, and the SDK does not get them."""

    def __init__(self, reader: asyncio.StreamReader, outgoing: Outgoing) -> None:
        self._reader = reader
        self._outgoing = outgoing

    def stop(self) -> None:
        """Read no further request; those that were read are answered."""
        self._outgoing.stop()
        self._reader.set_exception(ConnectionResetError())

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        while line := await self._line():
            if line.isspace():
                continue
            try:
                return self._outgoing.track(parse_message(line), len(line))
            except NotAMessageError as error:
                await self._outgoing.write(error.reply or b"")
        await self._outgoing.wait_until_answered()
        raise StopAsyncIteration

    async def receive(self) -> SessionMessage | Exception:
        """Return the next message. Raises StopAsyncIteration at the end of the input."""
        return await self.__anext__()

    async def _line(self) -> bytes:
        """Return the next line, or b"" at the end of the input. A line over the limit is answered and skipped."""
        await self._outgoing.wait_for_room()
        while True:
            try:
                return await self._reader.readuntil(b"\n")
            except asyncio.IncompleteReadError as end:
                return end.partial
            except asyncio.LimitOverrunError as overrun:
                head = await self._reader.readexactly(overrun.consumed)
                tail = await self._rest_of_line(head[-SEARCHED_BYTES:])
                await self._outgoing.write(too_long_reply(head[:SEARCHED_BYTES], tail, MAX_LINE_BYTES))
            except OSError:  # the client has gone
                return b""

    async def _rest_of_line(self, tail: bytes) -> bytes:
        """Skip the rest of a line that is too long, and return its last bytes."""
        while True:
            try:
                return (tail + await self._reader.readuntil(b"\n"))[-SEARCHED_BYTES:]
            except asyncio.IncompleteReadError as end:
                return (tail + end.partial)[-SEARCHED_BYTES:]
            except asyncio.LimitOverrunError as overrun:
                tail = (tail + await self._reader.readexactly(overrun.consumed))[-SEARCHED_BYTES:]


def _line(message: JSONRPCMessage) -> bytes:
    """Return a message as a line. orjson is faster than the SDK's serializer, but refuses integers beyond 64 bits."""
    if isinstance(message, JSONRPCResponse):
        try:
            return orjson.dumps({"jsonrpc": "2.0", "id": message.id, "result": message.result}) + b"\n"
        except TypeError:
            pass
    return message.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n"


async def _open_reader(descriptor: int) -> asyncio.StreamReader:
    """Return a reader of a descriptor: on the event loop for pipes and sockets, which are what clients use; through a
    thread for files and terminals, and on Windows."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=MAX_LINE_BYTES)
    if _is_watchable(descriptor):
        pipe = os.fdopen(descriptor, "rb", buffering=0)
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), pipe)
    else:
        ThreadReader(descriptor, reader, loop).start()
    return reader


def _is_watchable(descriptor: int) -> bool:
    return os.name == "posix" and (stat.S_ISFIFO(os.fstat(descriptor).st_mode) or _is_socket(descriptor))


def _is_socket(descriptor: int) -> bool:
    return stat.S_ISSOCK(os.fstat(descriptor).st_mode)


def _has_incoming(descriptor: int) -> bool:
    """Whether a socket that can be read has data, rather than its end."""
    with socket.socket(fileno=os.dup(descriptor)) as end:
        try:
            return bool(end.recv(1, socket.MSG_PEEK))
        except OSError:
            return False
