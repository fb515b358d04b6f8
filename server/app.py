"""The MCP server of a snapshot: the table of queries, spoken through the SDK's low-level `Server`.

Everything that a client can list is built once, when it is first asked for, and stays as it is for the life of the
server. A call is one pure query (`server.calls`).
"""

from collections.abc import Collection
from typing import Any

from mcp.server import CacheHint, Server, ServerRequestContext
from mcp.server.caching import CacheableMethod
from mcp_types import CallToolRequestParams, CallToolResult

from compiler import VERSION
from compiler.snapshot import Snapshot
from queries.packs import packs_of
from queries.reading import Catalogue
from server.calls import Calls
from server.completions import Completions
from server.instructions import instructions
from server.prompts import Prompts
from server.resources import Resources
from server.tools import ServedTools

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


def build_server(
    snapshot: Snapshot, toolsets: Collection[str] | None = None, *, cache: CacheHint = FROZEN
) -> Server[Any]:
    """The server that answers for a snapshot. It serves the core and the packs that have something to say, or those of
    them that were chosen (`queries.packs.toolsets_of`)."""
    packs = packs_of(snapshot, toolsets)
    tools = ServedTools(snapshot, toolsets)
    calls = Calls(snapshot)
    catalogue = Catalogue(snapshot, toolsets)
    resources = Resources(snapshot, catalogue)
    prompts = Prompts(snapshot, toolsets)
    subscriptions = bool(SUBSCRIBED & set(packs))

    async def on_call_tool(_: ServerRequestContext[Any], params: CallToolRequestParams) -> CallToolResult:
        tools.refuse_unserved(params.name)
        return await calls.result(params.name, params.arguments or {})

    server: Server[Any] = Server(
        NAME,
        version=VERSION,
        title=TITLE,
        description=DESCRIPTION,
        instructions=instructions(packs, are_all=toolsets is None, subscriptions=subscriptions),
        cache_hints=dict.fromkeys(CACHEABLE, cache),
        get_tool_input_schema=tools.input_schema,
        on_list_tools=tools.on_list,
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
