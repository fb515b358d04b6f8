"""What a server answers from: the handlers of one workspace, and how it moves to those of the next.

A snapshot never changes; a server may move to another one between two requests. A request that has begun ends with the
handlers that it began with. Those are closed when their last request has ended.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from mcp.server.context import ServerRequestContext

from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import CurrentSource, RefreshError, Workspace
from server.protocol.changes import Changes
from server.protocol.handlers import Handlers
from server.protocol.workers import Job

T = TypeVar("T")

Handler = Callable[[ServerRequestContext[Any], Any], Awaitable[Any]]
NextWorkspace = Callable[[Workspace, Snapshot], Workspace]
log = logging.getLogger(__name__)
MOVE_SECONDS = 10.0  # that the event loop may take to move the server


class Served:
    """The workspace that is served, and its handlers. Only the event loop assigns to it."""

    def __init__(
        self,
        workspace: Workspace,
        make_handlers: Callable[[Workspace], Handlers],
        next_workspace: NextWorkspace | None = None,
        *,
        one_client: bool = False,
        follow: bool = False,
    ) -> None:
        """`next_workspace` returns the workspace of the snapshot that replaces the one of a workspace. `one_client`
        says that all requests come over one connection, `follow` that the server refreshes by itself before a request
        that finds the source changed."""
        self.workspace = self._first = workspace
        self._in_use = _InUse(make_handlers(workspace))
        self.changes = Changes()
        self._make_handlers = make_handlers
        self._next_workspace = next_workspace
        self._one_client = one_client
        self._follow = follow
        self._following = asyncio.Lock()
        self._looked_at = 0.0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._publishing: asyncio.Task[None] | None = None

    @property
    def handlers(self) -> Handlers:
        """The handlers of the moment."""
        return self._in_use.handlers

    def open(self) -> None:
        """Begin to look at the source. Runs on the event loop."""
        self._loop = asyncio.get_running_loop()
        if self.workspace.current is not None and self._next_workspace is not None:
            self.workspace.current.start(self._serve)

    def close(self) -> None:
        """End looking at the source, and close what calls and refreshes opened. The first workspace stays open. No
        request may follow."""
        if self.workspace.current is not None:
            self.workspace.current.stop()
        if self._publishing is not None:
            self._publishing.cancel()
        self.handlers.close()
        if self.workspace is not self._first:
            self.workspace.close()

    def handler_of(self, name: str) -> Handler:
        """Return a handler that asks those of the moment."""

        async def handle(context: ServerRequestContext[Any], params: Any) -> Any:
            if self._one_client:
                self.changes.note_session(context.session)
            if self._follow:
                await self._catch_up()
            with self._in_use.by_request():
                result = await getattr(self.handlers, name)(context, params)
            if name == "on_subscribe_resource":
                self.changes.subscribe(params.uri)
            elif name == "on_unsubscribe_resource":
                self.changes.unsubscribe(params.uri)
            return result

        return handle

    async def long_result(self, job: Job[T]) -> T:
        """Return what a job computes of the workspace of the moment. Raises LateError when it takes too long."""
        if self._follow:
            await self._catch_up()
        with self._in_use.by_request():
            return await self.handlers.long_result(job)

    async def _catch_up(self) -> None:
        """Refresh if the source has changed. A look that began after this request came is enough for it too."""
        came = time.monotonic()
        async with self._following:
            if self._looked_at < came and self.workspace.current is not None:
                self._looked_at = time.monotonic()
                await asyncio.to_thread(_refresh_if_stale, self.workspace.current)

    def _serve(self, snapshot: Snapshot) -> None:
        """Move the server to a snapshot. Runs in the thread that compiled it, and returns when the server has moved."""
        assert self._loop is not None
        assert self._next_workspace is not None
        before = self.workspace
        workspace = self._next_workspace(before, snapshot)
        handlers = self._make_handlers(workspace)  # they read the snapshot
        asyncio.run_coroutine_threadsafe(self._move(workspace, handlers), self._loop).result(MOVE_SECONDS)
        before.retire(workspace.earlier)

    async def _move(self, workspace: Workspace, handlers: Handlers) -> None:
        in_use = self._in_use
        self.workspace, self._in_use = workspace, _InUse(handlers)
        self._publishing = asyncio.create_task(self._publish(in_use, handlers, self._publishing))

    async def _publish(self, before: "_InUse", after: Handlers, publishing: "asyncio.Task[None] | None") -> None:
        """Tell clients what changed, after what changed before. The call that moved the server does not wait for it."""
        try:
            if publishing is not None:
                await publishing
            await self.changes.publish(before.handlers, after)
        except Exception:  # a client may be gone
            log.exception("telling clients of changes failed")
        finally:
            before.retire()


class _InUse:
    """Handlers, and how many requests use them: retired ones are closed when the last of these has ended."""

    def __init__(self, handlers: Handlers) -> None:
        self.handlers = handlers
        self._requests = 0
        self._is_retired = False

    @contextmanager
    def by_request(self) -> Iterator[None]:
        """With one more request that uses them."""
        self._requests += 1
        try:
            yield
        finally:
            self._requests -= 1
            self._close_if_unused()

    def retire(self) -> None:
        """Say that no further request will use them."""
        self._is_retired = True
        self._close_if_unused()

    def _close_if_unused(self) -> None:
        if self._is_retired and not self._requests:
            self.handlers.close()


def _refresh_if_stale(current: CurrentSource) -> None:
    """Refresh if files differ. If nothing can be compiled, the snapshot is served on, and answers say that it is
    stale."""
    if current.look().files:
        with suppress(RefreshError):
            current.refresh()
