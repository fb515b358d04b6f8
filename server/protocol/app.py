"""The MCP server of a workspace: the table of queries as handlers of the SDK's low-level `Server`.

Each list is built at the first request for it, and does not change afterwards. A tool call is one query
(`server.protocol.calls`).
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
from queries.catalogue import Catalogue
from queries.packs import PACKS, listed_packs, packs_of, unlisted_packs
from server.options.serving import TIMEOUT_SECONDS
from server.protocol.call_log import logged_call
from server.protocol.calls import Calls
from server.protocol.completions import Completions
from server.protocol.instructions import instructions
from server.protocol.last_cursor import LastCursor
from server.protocol.prompts import Prompts
from server.protocol.resources import Resources
from server.protocol.tools import ServedTools, declared_schema

NAME = "frieze"
TITLE = "Frieze"
DESCRIPTION = "Structural questions about design sources, answered from a frozen snapshot."

# How long clients may cache lists and resources. A snapshot never changes, and a client on standard input and output
# ends with its server. An HTTP address outlives its server: the next one may serve another snapshot.
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

SUBSCRIBED_PACKS = {"knowledge"}  # their clients expect that resources can be subscribed to

HANDLER_NAMES = (  # parameters of the SDK's `Server`, and attributes of `Handlers`
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
    """The handlers of the requests about a workspace: an attribute for each of `HANDLER_NAMES`."""

    def __init__(
        self,
        workspace: Workspace,
        toolsets: Collection[str] | None,
        *,
        output_schemas: bool = False,
        deadline: float = TIMEOUT_SECONDS,
        one_client: bool = False,
    ) -> None:
        """`one_client` says that all requests come from one client, so that a cursor may be left out."""
        snapshot = workspace.snapshot
        self._calls = calls = Calls(workspace, deadline)
        tools = ServedTools(snapshot, toolsets, calls.off_loop, output_schemas=output_schemas)
        catalogue = Catalogue(workspace, toolsets)
        resources = Resources(snapshot, catalogue, calls.off_loop)
        prompts = Prompts(snapshot, toolsets, calls.off_loop)
        last_cursor = LastCursor() if one_client else None

        async def on_call_tool(_: ServerRequestContext[Any], params: CallToolRequestParams) -> CallToolResult:
            arguments: Mapping[str, Any] = params.arguments or {}
            if last_cursor is not None:
                arguments = last_cursor.completed(_spelt(params.name), arguments)
            with logged_call(params.name, arguments) as call:
                tools.refuse_unserved(params.name)
                call.result = await calls.result(params.name, arguments)
            if last_cursor is not None:
                last_cursor.note(_spelt(params.name), call.result)
            return call.result

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
        self.on_completion = Completions(catalogue, prompts, calls.off_loop).on_complete

    def close(self) -> None:
        """Close the readers that calls opened. The workspace stays open. No request may follow."""
        self._calls.close()


def _spelt(tool: str) -> str:
    """The name of a tool, which a call may write with dots."""
    return tool.replace(".", "_")


def build_server(
    source: Snapshot | Workspace,
    toolsets: Collection[str] | None = None,
    *,
    cache: CacheHint = FROZEN,
    output_schemas: bool = False,
    deadline: float = TIMEOUT_SECONDS,
    one_client: bool = False,
) -> Server[Any]:
    """Return the server of a workspace. It lists the core and the packs for what the source is written in
    (`queries.packs.listed_packs`), or the chosen `toolsets` (`queries.packs.toolsets_of`). `output_schemas` says
    whether the list has the schemas of answers. A question may take `deadline` seconds. `one_client` is that of
    `Handlers`."""
    workspace = as_workspace(source)
    snapshot = workspace.snapshot
    handlers = Handlers(workspace, toolsets, output_schemas=output_schemas, deadline=deadline, one_client=one_client)
    subscriptions = bool(SUBSCRIBED_PACKS & set(packs_of(snapshot, toolsets)))
    unlisted = unlisted_packs(snapshot) if toolsets is None else ()
    text = instructions(listed_packs(snapshot, toolsets), are_all=toolsets is None, unlisted=unlisted)
    handler_of = partial(getattr, handlers)
    return _server(handler_of, handlers.input_schema, text, cache, subscriptions=subscriptions, close=handlers.close)


def build_deferred_server(
    when_ready: Callable[[], Awaitable[Handlers]], toolsets: Collection[str] | None = None
) -> Server[Any]:
    """Return the server of a source that is still being compiled. It answers the handshake at once, and every request
    about the source once `when_ready` returns the handlers. The caller closes the handlers."""

    def handler_of(name: str) -> Handler:
        async def handle(context: ServerRequestContext[Any], params: Any) -> Any:
            return await getattr(await when_ready(), name)(context, params)

        return handle

    packs = [pack for pack in PACKS if toolsets is None or pack == "core" or pack in toolsets]
    subscriptions = bool(SUBSCRIBED_PACKS & set(packs))
    text = instructions(packs, are_all=toolsets is None, is_deferred=True)
    return _server(handler_of, declared_schema, text, REPLACEABLE, subscriptions=subscriptions)


def _server(
    handler_of: Callable[[str], Handler],
    input_schema: Callable[[str], Mapping[str, Any] | None],
    instructions_text: str,
    cache: CacheHint,
    *,
    subscriptions: bool,
    close: Callable[[], None] = lambda: None,
) -> Server[Any]:
    """Return a server with a handler for each of `HANDLER_NAMES`. `close` is called when it stops serving."""

    @asynccontextmanager
    async def lifespan(_: Server[Any]) -> AsyncIterator[dict[str, Any]]:
        try:
            yield {}
        finally:
            close()

    handlers: dict[str, Any] = {name: handler_of(name) for name in HANDLER_NAMES}
    if not subscriptions:
        del handlers["on_subscribe_resource"], handlers["on_unsubscribe_resource"]
    server: Server[Any] = Server(
        NAME,
        version=VERSION,
        title=TITLE,
        description=DESCRIPTION,
        instructions=instructions_text,
        cache_hints=dict.fromkeys(CACHEABLE, cache),
        lifespan=lifespan,
        get_tool_input_schema=input_schema,
        **handlers,
    )
    server.middleware.clear()  # the SDK's middleware traces calls for OpenTelemetry, which is not set up
    return server
