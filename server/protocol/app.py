"""The MCP server of a snapshot: the table of queries, spoken through the SDK's low-level `Server`.

Everything that a client can list is built once, when it is first asked for, and stays as it is for the life of the
server. A call is one pure query (`server.protocol.calls`).
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from mcp.server import CacheHint, Server, ServerRequestContext
from mcp.server.caching import CacheableMethod
from mcp_types import CallToolRequestParams, CallToolResult

from compiler import VERSION
from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Workspace, as_workspace
from queries.packs import PACKS, packs_of
from queries.reading import Catalogue
from server.protocol.calls import Calls
from server.protocol.completions import Completions
from server.protocol.instructions import instructions
from server.protocol.prompts import Prompts
from server.protocol.resources import Resources
from server.protocol.tools import ServedTools, declared_schema

NAME = "frieze"
TITLE = "Frieze"
DESCRIPTION = "Structural questions about design sources, answered from a frozen snapshot."

# A snapshot never changes, and a server on standard input and output answers for one snapshot only: what was listed or
# read stays so for as long as there is a client. An HTTP address outlives its server, and the next may have another.
FROZEN = CacheHint(ttl_ms=24 * 60 * 60 * 1000, scope="private")
REPLACEABLE = CacheHint(ttl_ms=60 * 1000, scope="private")

CACHEABLE: tuple[CacheableMethod, ...] = (
    "server/discover",
    "tools/list",
    "prompts/list",
    "resources/list",
    "resources/templates/list",
    "resources/read",
)

SUBSCRIBED = {"knowledge"}  # packs whose clients expect to subscribe, as they may elsewhere

HANDLED = (  # what there is a handler for, by the names of the SDK's `Server`
    "on_list_tools",
    "on_call_tool",
    "on_list_resources",
    "on_list_resource_templates",
    "on_read_resource",
    "on_subscribe_resource",
    "on_unsubscribe_resource",
    "on_list_prompts",
    "on_get_prompt",
    "on_completion",
)

Handler = Callable[[ServerRequestContext[Any], Any], Awaitable[Any]]


class Handlers:
    """What answers the requests about a snapshot, each under the name that the SDK's `Server` has for it."""

    def __init__(self, workspace: Workspace, toolsets: Collection[str] | None) -> None:
        snapshot = workspace.snapshot
        tools = ServedTools(snapshot, toolsets)
        self._calls = calls = Calls(workspace)
        catalogue = Catalogue(workspace, toolsets)
        resources = Resources(snapshot, catalogue)
        prompts = Prompts(snapshot, toolsets)

        async def on_call_tool(_: ServerRequestContext[Any], params: CallToolRequestParams) -> CallToolResult:
            tools.refuse_unserved(params.name)
            return await calls.result(params.name, params.arguments or {})

        self.input_schema = tools.input_schema
        self.on_list_tools = tools.on_list
        self.on_call_tool = on_call_tool
        self.on_list_resources = resources.on_list
        self.on_list_resource_templates = resources.on_list_templates
        self.on_read_resource = resources.on_read
        self.on_subscribe_resource = resources.on_subscribe
        self.on_unsubscribe_resource = resources.on_unsubscribe
        self.on_list_prompts = prompts.on_list
        self.on_get_prompt = prompts.on_get
        self.on_completion = Completions(catalogue, prompts).on_complete

    def close(self) -> None:
        """Close what was opened beside the snapshot, when no more requests will come."""
        self._calls.close()


def build_server(
    source: Snapshot | Workspace, toolsets: Collection[str] | None = None, *, cache: CacheHint = FROZEN
) -> Server[Any]:
    """The server that answers for a snapshot. It serves the core and the packs that have something to say, or those of
    them that were chosen (`queries.packs.toolsets_of`)."""
    workspace = as_workspace(source)
    packs = packs_of(workspace.snapshot, toolsets)
    handlers = Handlers(workspace, toolsets)
    subscriptions = bool(SUBSCRIBED & set(packs))
    told = instructions(packs, are_all=toolsets is None, subscriptions=subscriptions)
    named = partial(getattr, handlers)
    return _server(named, handlers.input_schema, told, cache, subscriptions=subscriptions, close=handlers.close)


def build_early(coming: Callable[[], Awaitable[Handlers]], toolsets: Collection[str] | None = None) -> Server[Any]:
    """The server of a snapshot that is still being made. It answers what needs none, the handshake above all, at once
    and everything else when the snapshot is there. Whoever made the handlers closes them."""

    def later(name: str) -> Handler:
        async def handle(context: ServerRequestContext[Any], params: Any) -> Any:
            return await getattr(await coming(), name)(context, params)

        return handle

    packs = [one for one in PACKS if toolsets is None or one == "core" or one in toolsets]
    subscriptions = bool(SUBSCRIBED & set(packs))
    told = instructions(packs, are_all=toolsets is None, subscriptions=subscriptions, is_early=True)
    return _server(later, declared_schema, told, REPLACEABLE, subscriptions=subscriptions)


def _server(
    handler: Callable[[str], Handler],
    input_schema: Callable[[str], Mapping[str, Any] | None],
    told: str,
    cache: CacheHint,
    *,
    subscriptions: bool,
    close: Callable[[], None] = lambda: None,
) -> Server[Any]:
    """The server with a handler for each name of `HANDLED`; `close` is called when it stops serving."""

    @asynccontextmanager
    async def lifespan(_: Server[Any]) -> AsyncIterator[dict[str, Any]]:
        try:
            yield {}
        finally:
            close()

    served: dict[str, Any] = {name: handler(name) for name in HANDLED}
    if not subscriptions:
        del served["on_subscribe_resource"], served["on_unsubscribe_resource"]
    server: Server[Any] = Server(
        NAME,
        version=VERSION,
        title=TITLE,
        description=DESCRIPTION,
        instructions=told,
        cache_hints=dict.fromkeys(CACHEABLE, cache),
        lifespan=lifespan,
        get_tool_input_schema=input_schema,
        **served,
    )
    server.middleware.clear()  # The SDK's own traces every call, for OpenTelemetry, which nobody sets up here.
    return server
