"""Serve before there is a snapshot: answer the handshake at once, and every request about the source when it has been
compiled.

Clients wait 10 to 30 seconds for a server's first reply, and a large source may take longer the first time.
"""

import asyncio
import gc
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

from server.options.serving import ServingOptions
from server.prebuild import PendingWorkspace
from server.protocol.app import build_deferred_server, serve_workspace
from server.protocol.served import Served
from server.protocol.workers import Job

T = TypeVar("T")


class DeferredServer:
    """A server whose workspace is pending. `server` is the MCP server; `run` its transport.

    `on_failure` is called with the error if the source cannot be compiled. It must end the process. `one_client` is
    that of `Handlers`.
    """

    def __init__(
        self,
        pending: PendingWorkspace,
        serving: ServingOptions,
        on_failure: Callable[[BaseException], None],
        *,
        one_client: bool = False,
    ) -> None:
        self._pending = pending
        self._serving = serving
        self._on_failure = on_failure
        self._one_client = one_client
        self._served: asyncio.Future[Served] | None = None
        self._taken_over: Served | None = None
        self.server = build_deferred_server(self._when_ready, serving.toolsets, serving.found)

    async def long_result(self, job: Job[T]) -> T:
        """Return what a job computes of the workspace, once it is there. Raises LateError when it takes too long."""
        return await (await self._when_ready()).long_result(job)

    @property
    def is_ready(self) -> bool:
        """Whether the source has been compiled."""
        return self._served is not None and self._served.done()

    async def run(self, transport: Callable[[], Awaitable[None]]) -> None:
        """Run the transport, and take over the workspace when it is there. Closes the workspace at the end."""
        self._served = asyncio.get_running_loop().create_future()
        taking_over = asyncio.create_task(self._take_over_workspace(self._served))
        try:
            await transport()
        finally:
            taking_over.cancel()
            self._close()

    async def _when_ready(self) -> Served:
        assert self._served is not None
        return await asyncio.shield(self._served)  # cancelling one request leaves the others waiting

    async def _take_over_workspace(self, served: "asyncio.Future[Served]") -> None:
        try:
            source = self._pending.served_source
            opened = await asyncio.wrap_future(self._pending.future)
            serve = partial(
                serve_workspace,
                toolsets=self._serving.toolsets,
                output_schemas=self._serving.output_schemas,
                proposals=self._serving.proposals,
                deadline=self._serving.timeout,
                one_client=self._one_client,
                follow=self._serving.follow,
                next_workspace=source.next,
            )
            self._taken_over = await asyncio.to_thread(lambda: serve(source.first(opened)))  # it reads the snapshot
            self._taken_over.open()
            served.set_result(self._taken_over)
        except asyncio.CancelledError:
            raise
        except BaseException as error:
            self._on_failure(error)
        enable_gc()

    def _close(self) -> None:
        if self._taken_over is not None:
            self._taken_over.close()
            self._taken_over.workspace.close()


def enable_gc() -> None:
    """Turn the garbage collector on for what is allocated from now on. What exists already stays until the end."""
    gc.freeze()
    gc.enable()
