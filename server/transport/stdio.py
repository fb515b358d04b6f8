"""MCP over standard input and output: one JSON-RPC message a line.

The SDK's server runs over any pair of streams (`Server.run`). These two read and write the wire directly, on the event
loop's own thread: no worker thread and no queue stands between a line and its handler. Beyond what the SDK's own
transport does, they answer lines that are no messages (`transport.jsonrpc`), bound the length of a line and of all that
waits for its answer, notice a client that has gone, and at the end of the input answer what was still asked.
"""

import asyncio
import os
import socket
import stat
from collections.abc import Callable
from functools import partial
from types import TracebackType
from typing import Any, Self

import orjson
from mcp.server import Server
from mcp.shared.message import ServerMessageMetadata, SessionMessage
from mcp_types import JSONRPCError, JSONRPCMessage, JSONRPCRequest, JSONRPCResponse, RequestId

from server.transport.jsonrpc import SEARCHED_BYTES, NotAMessageError, parse_message, too_long
from server.transport.thread_reader import Pump
from server.transport.wire import Wire

MAX_LINE_BYTES = 1 << 20
MAX_UNANSWERED_BYTES = 4 << 20  # of requests: no further line is read before some of them are answered
LEAST_WEIGHT = 4_096  # that a request counts for, however short it is: there are never more than 1,024
MAX_UNSENT_BYTES = 1 << 20  # of replies that the client has not read yet
# After the end of the input: how long nothing is answered, or nothing read by the client, before the server gives up.
SETTLE_SECONDS, SLOW_READER_SECONDS = 1.0, 10.0


async def serve_stdio(server: Server[Any], wire: Wire, is_ready: Callable[[], bool] = lambda: True) -> None:
    """Serves one client until its end of the wire is closed. `is_ready` says whether there is anything to answer of:
    until then requests that came before the end of the input are not given up."""
    reader = await _open_reader(wire.incoming)
    left = partial(reader.set_exception, ConnectionResetError())
    outgoing = Outgoing(wire.outgoing, client_left=left, is_ready=is_ready)
    if _is_watchable(wire.outgoing):
        outgoing.watch(is_shared=os.path.sameopenfile(wire.incoming, wire.outgoing))
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
    """The replies, written as they come. Knows the requests that still wait for theirs.

    A line is written at once. What the client's pipe does not take waits here and goes out when there is room; the
    loop goes on meanwhile. `client_left` is called when nobody reads any more.
    """

    def __init__(
        self, descriptor: int, client_left: Callable[[], None], is_ready: Callable[[], bool] = lambda: True
    ) -> None:
        self._descriptor = descriptor
        self._client_left = client_left
        self._is_ready = is_ready
        self._unsent = bytearray()
        self._unanswered: dict[RequestId, list[int]] = {}  # weights; a careless client uses an id twice
        self._weight = 0
        self._events = 0  # replies and bytes that went out
        self._changed = asyncio.Event()
        self.broken = False

    def watch(self, is_shared: bool) -> None:
        """Lets the loop watch the descriptor: for room to write, and for the client's leaving.

        A descriptor that is also the input tells of the leaving there.
        """
        os.set_blocking(self._descriptor, False)
        if not is_shared:
            asyncio.get_running_loop().add_reader(self._descriptor, self._hung_up)

    def _hung_up(self) -> None:
        if _is_socket(self._descriptor) and _has_incoming(self._descriptor):
            asyncio.get_running_loop().remove_reader(self._descriptor)  # it speaks where nobody listens
        else:
            self._break()

    def _break(self) -> None:
        if not self.broken:
            self.broken = True
            self._unsent.clear()
            loop = asyncio.get_running_loop()
            if not os.get_blocking(self._descriptor):
                loop.remove_reader(self._descriptor)
                loop.remove_writer(self._descriptor)
            self._client_left()
            self._changed.set()

    async def send(self, item: SessionMessage, /) -> None:
        """Writes one message, and returns when the client's pipe has taken it."""
        message = item.message
        await self.write(_line(message))
        if isinstance(message, JSONRPCResponse | JSONRPCError) and message.id is not None:
            await self.settled(message.id)

    async def write(self, line: bytes) -> None:
        """Writes a line whole, behind those that are waiting; once the client has gone, nothing."""
        if self.broken:
            return
        is_first = not self._unsent
        self._unsent += line
        if is_first and self._flush():
            asyncio.get_running_loop().add_writer(self._descriptor, self._flush_more)
        while self._unsent:
            await self._change()

    def _flush(self) -> bool:
        """Writes what can be written now. Whether some of it has to wait."""
        while self._unsent:
            try:
                written = os.write(self._descriptor, self._unsent)
            except BlockingIOError:
                return True
            except OSError:
                self._break()
                return False
            del self._unsent[:written]
            self._events += 1
        return False

    def _flush_more(self) -> None:
        if not self._flush():
            if not self.broken:
                asyncio.get_running_loop().remove_writer(self._descriptor)
            self._changed.set()

    def expect(self, message: JSONRPCMessage, size: int) -> SessionMessage:
        """A message on its way to the server, remembered when it wants an answer."""
        if not isinstance(message, JSONRPCRequest):
            return SessionMessage(message)
        weight = max(size, LEAST_WEIGHT)
        self._unanswered.setdefault(message.id, []).append(weight)
        self._weight += weight
        settled = partial(self.settled, message.id)
        return SessionMessage(message, ServerMessageMetadata(on_request_unanswered=settled))

    async def settled(self, request_id: RequestId) -> None:
        """A request waits no more: it was answered or cancelled."""
        if weights := self._unanswered.get(request_id):
            self._weight -= weights.pop()
            if not weights:
                del self._unanswered[request_id]
            self._events += 1
            self._changed.set()

    async def room(self) -> None:
        """Waits until so little is unanswered and unsent that another request may be read."""
        while self._weight > MAX_UNANSWERED_BYTES - MAX_LINE_BYTES or len(self._unsent) > MAX_UNSENT_BYTES:
            await self._change()

    async def drain(self) -> None:
        """Waits until no request waits for its answer, or nothing has gone out for some time."""
        while self._weight and not self.broken:
            before, was_ready = self._events, self._is_ready()
            try:
                await asyncio.wait_for(self._change(), SLOW_READER_SECONDS if self._unsent else SETTLE_SECONDS)
            except TimeoutError:
                if self._events == before and was_ready:
                    return

    async def _change(self) -> None:
        self._changed.clear()
        await self._changed.wait()


class Incoming(_Stream):
    """The client's messages. Lines that hold none are answered here and never reach the server."""

    def __init__(self, reader: asyncio.StreamReader, outgoing: Outgoing) -> None:
        self._reader = reader
        self._outgoing = outgoing

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        while line := await self._line():
            if line.isspace():
                continue
            try:
                return self._outgoing.expect(parse_message(line), len(line))
            except NotAMessageError as refused:
                await self._outgoing.write(refused.reply or b"")
        await self._outgoing.drain()
        raise StopAsyncIteration

    async def receive(self) -> SessionMessage | Exception:
        """The next message. Raises StopAsyncIteration at the end of the input."""
        return await self.__anext__()

    async def _line(self) -> bytes:
        """The next line, or nothing at the end of the input. A line over the limit is answered and passed over."""
        await self._outgoing.room()
        while True:
            try:
                return await self._reader.readuntil(b"\n")
            except asyncio.IncompleteReadError as end:
                return end.partial
            except asyncio.LimitOverrunError as overrun:
                head = await self._reader.readexactly(overrun.consumed)
                tail = await self._rest_of_line(head[-SEARCHED_BYTES:])
                await self._outgoing.write(too_long(head[:SEARCHED_BYTES], tail, MAX_LINE_BYTES))
            except OSError:  # the client has gone
                return b""

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
    if _is_watchable(descriptor):
        pipe = os.fdopen(descriptor, "rb", buffering=0)
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), pipe)
    else:
        Pump(descriptor, reader, loop).start()
    return reader


def _is_watchable(descriptor: int) -> bool:
    return os.name == "posix" and (stat.S_ISFIFO(os.fstat(descriptor).st_mode) or _is_socket(descriptor))


def _is_socket(descriptor: int) -> bool:
    return stat.S_ISSOCK(os.fstat(descriptor).st_mode)


def _has_incoming(descriptor: int) -> bool:
    """Whether a socket that is ready to be read holds something, and not its end."""
    with socket.socket(fileno=os.dup(descriptor)) as end:
        try:
            return bool(end.recv(1, socket.MSG_PEEK))
        except OSError:
            return False
