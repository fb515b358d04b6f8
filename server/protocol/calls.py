"""The path of a call: from a tool's name and arguments to the result that goes over the wire.

Most questions take less time than handing them to another thread would, and are answered where they arrive, on the
event loop. Those that may take long go to one of few worker threads, so that the server stays responsive: it answers
others meanwhile, stops a question that its client no longer asks, and gives up on one that takes too long. How much
work a question may make is for `queries.steps` to say, alike on every machine; the deadline is the last resort.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock
from typing import Any

import anyio
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, CallToolResult, TextContent

import queries
from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Workspace, as_workspace
from queries.errors import ECHO, QueryError
from queries.render import visible
from queries.steps import NARROWER
from queries.tool import Tool
from server.protocol.json_bytes import json_bytes

WORKERS = 2  # each holds a copy of the snapshot's database, from its first question on
DEADLINE_SECONDS = 30.0  # clients wait for 60 seconds
LARGE = 5_000  # objects and links from which on even a plain question may take milliseconds
INTERNAL_FAILURE = "Internal failure in this tool. The same call will fail again; other tools may still answer."

log = logging.getLogger(__name__)

CallTool = Callable[..., CallToolResult]  # as `call_tool`


class Calls:
    """Answers the calls for one snapshot."""

    def __init__(
        self,
        source: Snapshot | Workspace,
        deadline: float = DEADLINE_SECONDS,
        *,
        large: int = LARGE,
        call: CallTool | None = None,
    ) -> None:
        """Workers answer every call when the snapshot has more than `large` objects and links. `call` works out an
        answer: by default `call_tool`."""
        self._workspace = as_workspace(source)
        self._is_large = _is_larger(self._workspace.snapshot, large)
        self._call = call or call_tool
        self._workers = _Workers(self._workspace, deadline, self._call)

    async def result(self, name: str, arguments: Mapping[str, Any]) -> CallToolResult:
        """The result of one call. Raises MCPError when there is no such tool; every other failure is a result."""
        tool = found_tool(name)
        if self._is_large or tool.may_run_long:
            return await self._workers.result(tool, arguments)
        return self._call(self._workspace, tool.name, arguments)

    def close(self) -> None:
        """Close the workers' copies of the snapshot, when no more calls will come. The snapshot itself stays open."""
        self._workers.close()


def _is_larger(snapshot: Snapshot, size: int) -> bool:
    """Whether there are more objects and links. Counts no further than it has to."""
    either = "SELECT 1 FROM object UNION ALL SELECT 1 FROM link_row LIMIT ?"
    ((count,),) = snapshot.rows(f"SELECT count(*) FROM ({either})", (size + 1,))
    return bool(count > size)


def found_tool(name: str) -> Tool:
    """The tool of a name. Raises MCPError with the names that are near."""
    try:
        return queries.find_tool(name)
    except queries.UnknownTool as unknown:
        data = {"did_you_mean": list(unknown.did_you_mean)} if unknown.did_you_mean else None
        raise MCPError(code=INVALID_PARAMS, message=f"Unknown tool: {visible(name[:ECHO])}", data=data) from None


def call_tool(
    source: Snapshot | Workspace, name: str, arguments: Mapping[str, Any], check: Callable[[], None] | None = None
) -> CallToolResult:
    """The result of a call, worked out here and now. Raises what `check` raises, which is called at every step."""
    try:
        answer = queries.answer(source, name, arguments, check=check)
        return _result(answer)
    except StoppedError:
        raise
    except Exception:
        if check is not None:
            check()  # what was stopped inside the database fails in the database's words
        log.exception("tool %r failed", name)
        return CallToolResult(content=[TextContent(type="text", text=INTERNAL_FAILURE)], is_error=True)


def _result(answer: dict[str, Any]) -> CallToolResult:
    content = [TextContent(type="text", text=json_bytes(answer).decode())]
    if queries.is_error(answer):
        # No structured content: some clients hold even an error against the output schema, and reject it.
        return CallToolResult(content=list(content), is_error=True)
    return CallToolResult(content=list(content), structured_content=answer)


class StoppedError(Exception):
    """Nobody waits for the answer any more."""


class _Call:
    """A question under way. `stopped` is set from the loop and seen by the worker."""

    def __init__(self) -> None:
        self.started = False
        self.stopped = False

    def check(self) -> None:
        if self.stopped:
            raise StoppedError


class _Reader:
    """The workspace over a connection of its own, for one worker at a time, and the question that it works on."""

    def __init__(self, workspace: Workspace) -> None:
        self.call = _Call()
        self.workspace = workspace.with_snapshot(workspace.snapshot.reader(lambda: self.call.stopped))


class _Workers:
    """Threads for long questions, and a reader for each."""

    def __init__(self, workspace: Workspace, deadline: float, call: CallTool) -> None:
        self._workspace = workspace
        self._deadline = deadline
        self._call = call
        self._threads = ThreadPoolExecutor(WORKERS, thread_name_prefix="query")
        self._readers: SimpleQueue[_Reader] = SimpleQueue()
        self._lock = Lock()
        self._made = 0
        self._unfinished = 0
        self._closed = False

    async def result(self, tool: Tool, arguments: Mapping[str, Any]) -> CallToolResult:
        """The result of a call, worked out by a worker. A client that cancels it, or the deadline, stops the worker."""
        call = _Call()
        self._provide_reader()
        work = self._threads.submit(self._work, call, tool.name, arguments)
        work.add_done_callback(self._finished)
        try:
            with anyio.move_on_after(self._deadline):
                return await asyncio.wrap_future(work)
        finally:
            call.stopped = True
        return _result(_too_late(self._deadline, call.started).answer())

    def _provide_reader(self) -> None:
        """Copies the database when all copies are in use, on the loop's thread: the snapshot is its own."""
        with self._lock:
            self._unfinished += 1
            is_needed = self._made < min(self._unfinished, WORKERS)
            self._made += is_needed
        if is_needed:
            self._readers.put(_Reader(self._workspace))

    def _finished(self, _: "Future[CallToolResult]") -> None:
        with self._lock:
            self._unfinished -= 1

    def _work(self, call: _Call, name: str, arguments: Mapping[str, Any]) -> CallToolResult:
        """In a worker's thread."""
        call.check()
        call.started = True
        reader = self._readers.get()
        reader.call = call
        try:
            return self._call(reader.workspace, name, arguments, call.check)
        finally:
            self._readers.put(reader)
            if self._closed:
                self._close_idle_readers()

    def close(self) -> None:
        """Close the readers. One that is at work is closed when its question ends."""
        self._closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._close_idle_readers()

    def _close_idle_readers(self) -> None:
        with suppress(Empty):
            while True:
                self._readers.get_nowait().workspace.snapshot.close()


def _too_late(seconds: float, started: bool) -> QueryError:
    if started:
        told = f"The question took more than {seconds:g} seconds and was stopped"
        return QueryError("too_large", told, hint=NARROWER)
    told = f"The server was busy with other long questions for {seconds:g} seconds"
    return QueryError("unavailable", told, hint="Ask again.")
