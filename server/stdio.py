"""MCP over standard input and output: one JSON-RPC message a line.

The SDK's server runs over any pair of streams (`Server.run`). These two read and write the wire directly, on the event
loop's own thread: no worker thread and no queue stands between a line and its handler. Beyond what the SDK's own
transport does, they answer lines that are no messages (`server.lines`), bound the length of a line, and at the end of
the input answer what was still asked.
"""

import asyncio
import os
import select
import stat
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

import orjson
from mcp.server import Server
from mcp.shared.message import ServerMessageMetadata, SessionMessage
from mcp_types import JSONRPCError, JSONRPCMessage, JSONRPCRequest, JSONRPCResponse

from server.lines import SEARCHED_BYTES, NotAMessageError, parse_message, too_long
from server.wire import Wire

MAX_LINE_BYTES = 1 << 20
DRAIN_SECONDS = 10.0  # how long unanswered requests are waited for after the end of the input


async def serve_stdio(server: Server[Any], wire: Wire) -> None:
    """Serves one client until its end of the wire is closed."""
    reader = await _open_reader(wire.incoming)
    outgoing = Outgoing(wire.outgoing, client_left=reader.feed_eof)
    incoming = Incoming(reader, outgoing)
    await server.run(incoming, outgoing, server.create_initialization_options())


class _Stream:
    """What the SDK asks of either stream besides its messages."""

    async def aclose(self) -> None:
        """The process closes the descriptors when it ends."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


class Outgoing(_Stream):
    """The replies, written as they come. Counts the requests that still wait for theirs.

    `client_left` is called when nobody reads them any more.
    """

    def __init__(self, descriptor: int, client_left: Callable[[], None]) -> None:
        self._descriptor = descriptor
        self._client_left = client_left
        self._waiting = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self.broken = False

    async def send(self, item: SessionMessage, /) -> None:
        """Writes one message. Answers are bounded, so writing them whole does not hold the loop for long."""
        message = item.message
        self.write(_line(message))
        if isinstance(message, JSONRPCResponse | JSONRPCError):
            await self.settled()

    def write(self, line: bytes) -> None:
        """Writes all bytes of a line; once the client has gone, none."""
        rest = memoryview(line)
        while rest and not self.broken:
            try:
                rest = rest[os.write(self._descriptor, rest) :]
            except BlockingIOError:  # standard input and output may be one socket, and asyncio unblocks it
                select.select([], [self._descriptor], [])
            except OSError:
                self.broken = True
                self._client_left()

    def expect(self, message: JSONRPCMessage) -> SessionMessage:
        """A message on its way to the server, counted when it wants an answer."""
        if not isinstance(message, JSONRPCRequest):
            return SessionMessage(message)
        self._waiting += 1
        self._idle.clear()
        return SessionMessage(message, ServerMessageMetadata(on_request_unanswered=self.settled))

    async def settled(self) -> None:
        """One request less waits: it was answered or cancelled."""
        self._waiting -= 1
        if self._waiting <= 0:
            self._idle.set()

    async def drain(self) -> None:
        """Waits until no request waits for its answer."""
        try:
            await asyncio.wait_for(self._idle.wait(), DRAIN_SECONDS)
        except TimeoutError:
            return


class Incoming(_Stream):
    """The client's messages. Lines that hold none are answered here and never reach the server."""

    def __init__(self, reader: asyncio.StreamReader, outgoing: Outgoing) -> None:
        self._reader = reader
        self._outgoing = outgoing

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        while (line := await self._line()) and not self._outgoing.broken:
            if line.isspace():
                continue
            try:
                return self._outgoing.expect(parse_message(line))
            except NotAMessageError as refused:
                self._outgoing.write(refused.reply or b"")
        await self._outgoing.drain()
        raise StopAsyncIteration

    async def receive(self) -> SessionMessage | Exception:
        """The next message. Raises StopAsyncIteration at the end of the input."""
        return await self.__anext__()

    async def _line(self) -> bytes:
        """The next line, or nothing at the end of the input. A line over the limit is answered and passed over."""
        while True:
            try:
                return await self._reader.readuntil(b"\n")
            except asyncio.IncompleteReadError as end:
                return end.partial
            except asyncio.LimitOverrunError as overrun:
                head = await self._reader.readexactly(overrun.consumed)
                tail = await self._rest_of_line(head[-SEARCHED_BYTES:])
                self._outgoing.write(too_long(head[:SEARCHED_BYTES], tail, MAX_LINE_BYTES))

    async def _rest_of_line(self, tail: bytes) -> bytes:
        """Reads on to the end of a line that is too long, and keeps its last bytes."""
        while True:
            try:
                return (tail + await self._reader.readuntil(b"\n"))[-SEARCHED_BYTES:]
            except asyncio.IncompleteReadError as end:
                return (tail + end.partial)[-SEARCHED_BYTES:]
            except asyncio.LimitOverrunError as overrun:
                tail = (tail + await self._reader.readexactly(overrun.consumed))[-SEARCHED_BYTES:]


def _line(message: JSONRPCMessage) -> bytes:
    """A message as a line. orjson is the faster writer, but refuses integers that are longer than 64 bits."""
    if isinstance(message, JSONRPCResponse):
        try:
            return orjson.dumps({"jsonrpc": "2.0", "id": message.id, "result": message.result}) + b"\n"
        except TypeError:
            pass
    return message.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n"


async def _open_reader(descriptor: int) -> asyncio.StreamReader:
    """A reader of the wire: on the loop where it can watch the descriptor, which is where hosts give us a pipe or a
    socket; through a thread for files, terminals and Windows."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=MAX_LINE_BYTES)
    mode = os.fstat(descriptor).st_mode
    if os.name == "posix" and (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)):
        pipe = os.fdopen(descriptor, "rb", buffering=0)
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), pipe)
    else:
        threading.Thread(target=_pump, args=(descriptor, reader, loop), daemon=True).start()
    return reader


def _pump(descriptor: int, reader: asyncio.StreamReader, loop: asyncio.AbstractEventLoop) -> None:
    """Feeds a reader from a descriptor that the loop cannot watch."""
    try:
        while chunk := os.read(descriptor, 65_536):
            loop.call_soon_threadsafe(reader.feed_data, chunk)
    except OSError:
        pass  # a terminal that hung up: the end of the input
    loop.call_soon_threadsafe(reader.feed_eof)
