"""The MCP server of a snapshot: the table of queries, spoken through the SDK's low-level `Server`.

Everything that a client can list is built once and stays as it is for the life of the server. A call is one pure
query (`server.calls`).
"""

from collections.abc import Collection, Mapping
from typing import Any

from mcp.server import CacheHint, Server, ServerRequestContext
from mcp.server.caching import CacheableMethod
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    ToolAnnotations,
)
from mcp_types import Tool as ListedTool

import queries
from compiler import VERSION
from compiler.snapshot import Snapshot
from queries.near import nearest
from queries.packs import packs_of
from queries.reading import Catalogue
from queries.tool import Tool
from server.calls import Calls
from server.completions import Completions
from server.instructions import instructions
from server.paging import listed_page
from server.prompts import Prompts
from server.resources import Resources

NAME = "frieze"
TITLE = "Frieze"
DESCRIPTION = "Structural questions about design sources, answered from a frozen snapshot."

READS_ONLY = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
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


def build_server(
    snapshot: Snapshot, toolsets: Collection[str] | None = None, *, cache: CacheHint = FROZEN
) -> Server[Any]:
    """The server that answers for a snapshot. It serves the core and the packs that have something to say, or those of
    them that were chosen (`queries.packs.toolsets_of`)."""
    tools = queries.tools_for(snapshot, toolsets)
    packs = packs_of(snapshot, toolsets)
    listed = [listed_tool(tool) for tool in tools]
    schemas: Mapping[str, dict[str, Any]] = {tool.name: tool.input_schema for tool in listed}
    calls = Calls(snapshot)
    catalogue = Catalogue(snapshot, toolsets)
    resources = Resources(snapshot, catalogue)
    prompts = Prompts(snapshot, toolsets)
    subscriptions = bool(SUBSCRIBED & set(packs))

    async def on_list_tools(_: ServerRequestContext[Any], params: PaginatedRequestParams | None) -> ListToolsResult:
        # All of them in one page: many clients read no other.
        listed_page(snapshot, "tools/list", (), params)
        return ListToolsResult(tools=listed)

    async def on_call_tool(_: ServerRequestContext[Any], params: CallToolRequestParams) -> CallToolResult:
        if toolsets is not None:
            refuse_unserved(params.name, schemas)
        return await calls.result(params.name, params.arguments or {})

    server: Server[Any] = Server(
        NAME,
        version=VERSION,
        title=TITLE,
        description=DESCRIPTION,
        instructions=instructions(packs, are_all=toolsets is None, subscriptions=subscriptions),
        cache_hints=dict.fromkeys(CACHEABLE, cache),
        get_tool_input_schema=schemas.get,
        on_list_tools=on_list_tools,
        on_call_tool=on_call_tool,
        on_list_resources=resources.on_list,
        on_list_resource_templates=resources.on_list_templates,
        on_read_resource=resources.on_read,
        on_subscribe_resource=resources.on_subscribe if subscriptions else None,
        on_unsubscribe_resource=resources.on_unsubscribe if subscriptions else None,
        on_list_prompts=prompts.on_list,
        on_get_prompt=prompts.on_get,
        on_completion=Completions(catalogue, prompts).on_complete,
    )
    server.middleware.clear()  # The SDK's own traces every call, for OpenTelemetry, which nobody sets up here.
    return server


def refuse_unserved(name: str, served: Collection[str]) -> None:
    """Raises MCPError for a tool that is none of those served: toolsets were chosen to leave it out."""
    plain = name.replace(".", "_")
    if plain not in served:
        near = nearest(plain, served)
        data = {"did_you_mean": near} if near else None
        raise MCPError(code=INVALID_PARAMS, message=f"Unknown tool: {name[:200]}", data=data)


def listed_tool(tool: Tool) -> ListedTool:
    """A declared query as `tools/list` shows it."""
    return ListedTool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.input_schema(),
        output_schema=tool.output_schema(),
        annotations=READS_ONLY,
    )
