"""Serving before there is a snapshot: the handshake is answered at once, and whatever asks about the source when it has
been compiled.

Hosts wait 10 to 30 seconds for a server's first reply, and a large source may take longer the first time.
"""

import asyncio
import gc
from collections.abc import Awaitable, Callable, Collection

from compiler.workspace.interface import Workspace
from server.prebuild import Ahead
from server.protocol.app import Handlers, build_early


class Early:
    """A server whose snapshot is on its way. `run` what speaks to its clients.

    `failed` is told why there will be no snapshot, and ends the process.
    """

    def __init__(self, ahead: Ahead, toolsets: Collection[str] | None, failed: Callable[[BaseException], None]) -> None:
        self._ahead = ahead
        self._toolsets = toolsets
        self._failed = failed
        self._handlers: asyncio.Future[Handlers] | None = None
        self._workspace: Workspace | None = None
        self.server = build_early(self._coming, toolsets)

    @property
    def is_ready(self) -> bool:
        """Whether there is a snapshot by now."""
        return self._handlers is not None and self._handlers.done()

    async def run(self, transport: Callable[[], Awaitable[None]]) -> None:
        """Lets clients be spoken to, and takes the snapshot when it comes."""
        self._handlers = asyncio.get_running_loop().create_future()
        taking = asyncio.create_task(self._take(self._handlers))
        try:
            await transport()
        finally:
            taking.cancel()
            self._close()

    async def _coming(self) -> Handlers:
        assert self._handlers is not None
        return await asyncio.shield(self._handlers)  # one request that is cancelled leaves the others waiting

    async def _take(self, handlers: "asyncio.Future[Handlers]") -> None:
        try:
            self._workspace = await asyncio.wrap_future(self._ahead.coming)
            handlers.set_result(Handlers(self._workspace, self._toolsets))
        except asyncio.CancelledError:
            raise
        except BaseException as error:
            self._failed(error)
        collect_from_now_on()

    def _close(self) -> None:
        if self._handlers is not None and self.is_ready:
            self._handlers.result().close()
        if self._workspace is not None:
            self._workspace.close()


def collect_from_now_on() -> None:
    """What there is stays: the garbage collector is to look at what comes."""
    gc.freeze()
    gc.enable()
