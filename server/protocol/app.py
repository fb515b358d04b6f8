"""The MCP server of a workspace: the table of queries as handlers of the SDK's low-level `Server`.

Each list is built at the first request for it, and does not change as long as the snapshot is served
(`server.protocol.served`). A tool call is one query (`server.protocol.calls`).
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from mcp.server.caching import CacheableMethod, CacheHint
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server

from compiler import VERSION
from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Workspace, as_workspace
from server.options.serving import TIMEOUT_SECONDS
from server.protocol.handlers import HANDLER_NAMES, Handlers
from server.protocol.instructions import deferred_instructions, instructions_of, with_found
from server.protocol.served import Handler, NextWorkspace, Served
from server.protocol.tools import declared_schema

NAME = "frieze"
TITLE = "Frieze"
DESCRIPTION = "Structural questions about design sources, answered from a frozen snapshot."

# How long clients may cache lists and resources: the server may move to another snapshot.
CACHE = CacheHint(ttl_ms=60 * 1000, scope="private")

CACHEABLE: tuple[CacheableMethod, ...] = (
    "server/discover",
    "tools/list",
    "prompts/list",
    "resources/list",
    "resources/templates/list",
    "resources/read",
)


def serve_workspace(
    workspace: Workspace,
    toolsets: Collection[str] | None = None,
    *,
    output_schemas: bool = False,
    proposals: bool = False,
    deadline: float = TIMEOUT_SECONDS,
    one_client: bool = False,
    follow: bool = False,
    next_workspace: NextWorkspace | None = None,
) -> Served:
    """Return what a server of a workspace answers from. It lists the tools of `queries.tools.listed`, or those of the
    chosen `toolsets` (`queries.tools.packs.toolsets_of`). `output_schemas` says whether the list has the schemas of
    answers, and answers are structured content too, `proposals` whether the list has the operations. A question may
    take `deadline` seconds. The others are those of `Served`."""

    def make_handlers(workspace: Workspace) -> Handlers:
        return Handlers(
            workspace,
            toolsets,
            output_schemas=output_schemas,
            proposals=proposals,
            deadline=deadline,
            one_client=one_client,
        )

    return Served(workspace, make_handlers, next_workspace, one_client=one_client, follow=follow)


def build_server(
    source: Snapshot | Workspace,
    toolsets: Collection[str] | None = None,
    *,
    output_schemas: bool = False,
    proposals: bool = False,
    deadline: float = TIMEOUT_SECONDS,
    one_client: bool = False,
    follow: bool = False,
    next_workspace: NextWorkspace | None = None,
    found: str = "",
) -> Server[Any]:
    """Return the server of a workspace. `found` is the project that it found, "" if one was named; the other arguments
    are those of `serve_workspace`."""
    workspace = as_workspace(source)
    served = serve_workspace(
        workspace,
        toolsets,
        output_schemas=output_schemas,
        proposals=proposals,
        deadline=deadline,
        one_client=one_client,
        follow=follow,
        next_workspace=next_workspace,
    )
    text = with_found(instructions_of(workspace.snapshot, toolsets), found)

    @asynccontextmanager
    async def lifespan(_: Server[Any]) -> AsyncIterator[dict[str, Any]]:
        served.open()
        try:
            yield {}
        finally:
            served.close()

    return _server(served.handler_of, served.changes.on_listen, text, lifespan)


def build_deferred_server(
    when_ready: Callable[[], Awaitable[Served]], toolsets: Collection[str] | None = None, found: str = ""
) -> Server[Any]:
    """Return the server of a source that is still being compiled. It answers the handshake at once, and every request
    about the source once `when_ready` returns what it is answered from. The caller opens and closes that."""

    def handler_of(name: str) -> Handler:
        async def handle(context: ServerRequestContext[Any], params: Any) -> Any:
            return await (await when_ready()).handler_of(name)(context, params)

        return handle

    async def on_listen(context: ServerRequestContext[Any], params: Any) -> Any:
        return await (await when_ready()).changes.on_listen(context, params)

    return _server(handler_of, on_listen, with_found(deferred_instructions(toolsets), found))


@asynccontextmanager
async def _no_lifespan(_: Server[Any]) -> AsyncIterator[dict[str, Any]]:
    yield {}


def _server(
    handler_of: Callable[[str], Handler],
    on_listen: Handler,
    instructions_text: str,
    lifespan: Callable[[Server[Any]], AbstractAsyncContextManager[dict[str, Any]]] = _no_lifespan,
) -> Server[Any]:
    """Return a server with a handler for each of `HANDLER_NAMES`. `on_listen` serves streams of notifications."""
    handlers: dict[str, Any] = {name: handler_of(name) for name in HANDLER_NAMES}
    server: Server[Any] = Server(
        NAME,
        version=VERSION,
        title=TITLE,
        description=DESCRIPTION,
        instructions=instructions_text,
        cache_hints=dict.fromkeys(CACHEABLE, CACHE),
        lifespan=lifespan,
        get_tool_input_schema=declared_schema,
        on_subscriptions_listen=on_listen,
        **handlers,
    )
    server.middleware.clear()  # the SDK's middleware traces calls for OpenTelemetry, which is not set up
    return server
