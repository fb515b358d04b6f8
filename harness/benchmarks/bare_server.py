"""A bare MCP server: the low-level server and transport of the SDK, and one tool that does nothing."""

from typing import Any

import anyio
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
)

NOTHING = CallToolResult(content=[TextContent(type="text", text="ok")])
TOOLS = ListToolsResult(tools=[Tool(name="no_op", description="Does nothing.", input_schema={"type": "object"})])


async def list_tools(_: ServerRequestContext[Any], __: PaginatedRequestParams | None) -> ListToolsResult:
    return TOOLS


async def call_tool(_: ServerRequestContext[Any], __: CallToolRequestParams) -> CallToolResult:
    return NOTHING


async def main() -> None:
    server: Server[Any] = Server("bare", version="1", on_list_tools=list_tools, on_call_tool=call_tool)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


if __name__ == "__main__":
    anyio.run(main)
