"""The MCP server of a snapshot: the table of queries, spoken through the SDK's low-level `Server`.

Everything that a client can list is built once and stays as it is for the life of the server. A call is one pure query
on the event loop's thread: no query takes long enough to pay for a hop to another.
"""

import logging
from collections.abc import Mapping
from typing import Any

from mcp.server import CacheHint, Server, ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    ToolAnnotations,
)
from mcp_types import Tool as ListedTool

import queries
from compiler import VERSION
from compiler.snapshot import Snapshot
from queries.tool import Tool
from server.instructions import instructions
from server.json_bytes import json_bytes

NAME = "frieze"
TITLE = "Frieze"
DESCRIPTION = "Structural questions about design sources, answered from a frozen snapshot."

READS_ONLY = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
# A snapshot never changes and the server answers for one snapshot only, so clients may keep what they listed.
FROZEN = CacheHint(ttl_ms=24 * 60 * 60 * 1000, scope="private")
INTERNAL_FAILURE = "Internal failure in this tool. The same call will fail again; other tools may still answer."

log = logging.getLogger(__name__)


def build_server(snapshot: Snapshot) -> Server[Any]:
    """The server that answers for a snapshot. It lists the core tools and the packs that have something to say."""
    tools = queries.tools_for(snapshot)
    listed = ListToolsResult(tools=[listed_tool(tool) for tool in tools])
    schemas: Mapping[str, dict[str, Any]] = {tool.name: tool.input_schema for tool in listed.tools}

    async def on_list_tools(_: ServerRequestContext[Any], __: PaginatedRequestParams | None) -> ListToolsResult:
        return listed

    async def on_call_tool(_: ServerRequestContext[Any], params: CallToolRequestParams) -> CallToolResult:
        return call_tool(snapshot, params.name, params.arguments or {})

    return Server(
        NAME,
        version=VERSION,
        title=TITLE,
        description=DESCRIPTION,
        instructions=instructions(dict.fromkeys(tool.pack for tool in tools)),
        cache_hints={"server/discover": FROZEN, "tools/list": FROZEN},
        get_tool_input_schema=schemas.get,
        on_list_tools=on_list_tools,
        on_call_tool=on_call_tool,
    )


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


def call_tool(snapshot: Snapshot, name: str, arguments: Mapping[str, Any]) -> CallToolResult:
    """The result of one call. Raises MCPError when there is no such tool; every other failure is a result."""
    try:
        answer = queries.answer(snapshot, name, arguments)
        text = json_bytes(answer).decode()
    except queries.UnknownTool as unknown:
        data = {"did_you_mean": list(unknown.did_you_mean)} if unknown.did_you_mean else None
        raise MCPError(code=INVALID_PARAMS, message=f"Unknown tool: {name[:200]}", data=data) from None
    except Exception:
        log.exception("tool %r failed", name)
        return CallToolResult(content=[TextContent(type="text", text=INTERNAL_FAILURE)], is_error=True)
    if queries.is_error(answer):
        # No structured content: some clients hold even an error against the output schema, and reject it.
        return CallToolResult(content=[TextContent(type="text", text=text)], is_error=True)
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=answer)
