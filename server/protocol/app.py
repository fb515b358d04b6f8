"""The MCP server of a workspace: the table of queries as handlers of the SDK's low-level `Server`.

Each list is built at the first request for it, and does not change as long as the snapshot is served
(`server.protocol.served`). A tool call is one query (`server.protocol.calls`).
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import cached_property
from typing import Any

from mcp.server import CacheHint, Server, ServerRequestContext
from mcp.server.caching import CacheableMethod
from mcp_types import CallToolRequestParams, CallToolResult

from compiler import VERSION
from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Workspace, as_workspace
from queries.catalogue import Catalogue, Contents
from queries.errors import QueryError
from queries.packs import PACKS, listed_packs, packs_of, unlisted_packs
from server.options.serving import TIMEOUT_SECONDS
from server.protocol.call_log import logged_call
from server.protocol.calls import Calls
from server.protocol.completions import Completions
from server.protocol.instructions import instructions
from server.protocol.last_cursor import LastCursor
from server.protocol.prompts import Prompts
from server.protocol.resources import Resources
from server.protocol.served import Handler, NextWorkspace, Served
from server.protocol.staleness import REFRESHES, with_notice
from server.protocol.tools import ServedTools, declared_schema

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
        tools = ServedTools(snapshot, toolsets, output_schemas=output_schemas)
        self._calls = calls = Calls(workspace, deadline)
        self._catalogue = catalogue = Catalogue(workspace, toolsets)
        resources = Resources(snapshot, catalogue)
        prompts = Prompts(snapshot, toolsets)
        last_cursor = LastCursor() if one_client else None

        async def on_call_tool(_: ServerRequestContext[Any], params: CallToolRequestParams) -> CallToolResult:
            arguments: Mapping[str, Any] = params.arguments or {}
            if last_cursor is not None:
                arguments = last_cursor.completed(_spelt(params.name), arguments)
            with logged_call(params.name, arguments) as call:
                tools.refuse_unserved(params.name)
                call.result = await calls.result(params.name, arguments)
                if _spelt(params.name) not in REFRESHES:
                    call.result = with_notice(call.result, workspace)
            if last_cursor is not None:
                last_cursor.note(_spelt(params.name), call.result)
            return call.result

        self.tool_names = tools.names
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

    @cached_property
    def resource_list(self) -> list[str]:
        """The URIs that are listed."""
        return [one.uri for one in self._catalogue.listed()]

    def contents(self, uri: str) -> Contents | None:
        """Return the contents of a resource; None if it cannot be read."""
        try:
            return self._catalogue.read(uri)
        except QueryError:
            return None

    def retire(self) -> None:
        """Close the readers when the requests that have begun have ended. No further one may begin."""
        self._calls.retire()

    def close(self) -> None:
        """Close the readers that calls opened. The workspace stays open. No request may follow."""
        self._calls.close()


def _spelt(tool: str) -> str:
    """The name of a tool, which a call may write with dots."""
    return tool.replace(".", "_")


def serve_workspace(
    workspace: Workspace,
    toolsets: Collection[str] | None = None,
    *,
    output_schemas: bool = False,
    deadline: float = TIMEOUT_SECONDS,
    one_client: bool = False,
    follow: bool = False,
    next_workspace: NextWorkspace | None = None,
) -> Served:
    """Return what a server of a workspace answers from. It lists the core and the packs for what the source is written
    in (`queries.packs.listed_packs`), or the chosen `toolsets` (`queries.packs.toolsets_of`). `output_schemas` says
    whether the list has the schemas of answers. A question may take `deadline` seconds. The others are those of
    `Served`."""

    def make_handlers(workspace: Workspace) -> Handlers:
        return Handlers(workspace, toolsets, output_schemas=output_schemas, deadline=deadline, one_client=one_client)

    return Served(workspace, make_handlers, next_workspace, one_client=one_client, follow=follow)


def build_server(
    source: Snapshot | Workspace,
    toolsets: Collection[str] | None = None,
    *,
    output_schemas: bool = False,
    deadline: float = TIMEOUT_SECONDS,
    one_client: bool = False,
    follow: bool = False,
    next_workspace: NextWorkspace | None = None,
) -> Server[Any]:
    """Return the server of a workspace. The arguments are those of `serve_workspace`."""
    workspace = as_workspace(source)
    served = serve_workspace(
        workspace,
        toolsets,
        output_schemas=output_schemas,
        deadline=deadline,
        one_client=one_client,
        follow=follow,
        next_workspace=next_workspace,
    )
    snapshot = workspace.snapshot
    subscriptions = bool(SUBSCRIBED_PACKS & set(packs_of(snapshot, toolsets)))
    unlisted = unlisted_packs(snapshot) if toolsets is None else ()
    text = instructions(listed_packs(snapshot, toolsets), are_all=toolsets is None, unlisted=unlisted)

    def input_schema(name: str) -> Mapping[str, Any] | None:
        return served.handlers.input_schema(name)

    @asynccontextmanager
    async def lifespan(_: Server[Any]) -> AsyncIterator[dict[str, Any]]:
        served.open()
        try:
            yield {}
        finally:
            served.close()

    return _server(
        served.handler_of, served.changes.on_listen, input_schema, text, lifespan, subscriptions=subscriptions
    )


def build_deferred_server(
    when_ready: Callable[[], Awaitable[Served]], toolsets: Collection[str] | None = None
) -> Server[Any]:
    """Return the server of a source that is still being compiled. It answers the handshake at once, and every request
    about the source once `when_ready` returns what it is answered from. The caller opens and closes that."""

    def handler_of(name: str) -> Handler:
        async def handle(context: ServerRequestContext[Any], params: Any) -> Any:
            return await (await when_ready()).handler_of(name)(context, params)

        return handle

    async def on_listen(context: ServerRequestContext[Any], params: Any) -> Any:
        return await (await when_ready()).changes.on_listen(context, params)

    packs = [pack for pack in PACKS if toolsets is None or pack == "core" or pack in toolsets]
    subscriptions = bool(SUBSCRIBED_PACKS & set(packs))
    text = instructions(packs, are_all=toolsets is None, is_deferred=True)
    return _server(handler_of, on_listen, declared_schema, text, subscriptions=subscriptions)


@asynccontextmanager
async def _no_lifespan(_: Server[Any]) -> AsyncIterator[dict[str, Any]]:
    yield {}


def _server(
    handler_of: Callable[[str], Handler],
    on_listen: Handler,
    input_schema: Callable[[str], Mapping[str, Any] | None],
    instructions_text: str,
    lifespan: Callable[[Server[Any]], AbstractAsyncContextManager[dict[str, Any]]] = _no_lifespan,
    *,
    subscriptions: bool,
) -> Server[Any]:
    """Return a server with a handler for each of `HANDLER_NAMES`."""
    handlers: dict[str, Any] = {name: handler_of(name) for name in HANDLER_NAMES}
    if not subscriptions:
        del handlers["on_subscribe_resource"], handlers["on_unsubscribe_resource"]
    server: Server[Any] = Server(
        NAME,
        version=VERSION,
        title=TITLE,
        description=DESCRIPTION,
        instructions=instructions_text,
        cache_hints=dict.fromkeys(CACHEABLE, CACHE),
        lifespan=lifespan,
        get_tool_input_schema=input_schema,
        on_subscriptions_listen=on_listen,
        **handlers,
    )
    server.middleware.clear()  # the SDK's middleware traces calls for OpenTelemetry, which is not set up
    return server
