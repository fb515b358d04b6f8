"""Serve before there is a snapshot: answer the handshake at once, and every request about the source when it has been
compiled.

Clients wait 10 to 30 seconds for a server's first reply, and a large source may take longer the first time.
"""

import asyncio
import gc
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

from compiler.workspace.interface import Workspace
from server.options.serving import ServingOptions
from server.prebuild import PendingWorkspace
from server.protocol.app import Handlers, build_deferred_server


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
        self._handlers: asyncio.Future[Handlers] | None = None
        self._workspace: Workspace | None = None
        self.server = build_deferred_server(self._when_ready, serving.toolsets)

    @property
    def is_ready(self) -> bool:
        """Whether the source has been compiled."""
        return self._handlers is not None and self._handlers.done()

    async def run(self, transport: Callable[[], Awaitable[None]]) -> None:
        """Run the transport, and take over the workspace when it is there. Closes the workspace at the end."""
        self._handlers = asyncio.get_running_loop().create_future()
        taking_over = asyncio.create_task(self._take_over_workspace(self._handlers))
        try:
            await transport()
        finally:
            taking_over.cancel()
            self._close()

    async def _when_ready(self) -> Handlers:
        assert self._handlers is not None
        return await asyncio.shield(self._handlers)  # cancelling one request leaves the others waiting

    async def _take_over_workspace(self, handlers: "asyncio.Future[Handlers]") -> None:
        try:
            self._workspace = compiled_now(await asyncio.wrap_future(self._pending.future))
            build = partial(
                Handlers,
                self._workspace,
                self._serving.toolsets,
                output_schemas=self._serving.output_schemas,
                deadline=self._serving.timeout,
                one_client=self._one_client,
            )
            handlers.set_result(await asyncio.to_thread(build))  # it reads the snapshot
        except asyncio.CancelledError:
            raise
        except BaseException as error:
            self._on_failure(error)
        enable_gc()

    def _close(self) -> None:
        if self._handlers is not None and self.is_ready:
            self._handlers.result().close()
        if self._workspace is not None:
            self._workspace.close()


def compiled_now(workspace: Workspace) -> Workspace:
    """Return the workspace that says when it was compiled: now."""
    return replace(workspace, compiled_at=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))


def enable_gc() -> None:
    """Turn the garbage collector on for what is allocated from now on. What exists already stays until the end."""
    gc.freeze()
    gc.enable()
