"""`make demo`: start the server as an agent would, list its tools, and ask six questions about a sample world."""

import sys
import time
from pathlib import Path

import anyio
import orjson
from mcp import Client, StdioServerParameters

WORLD = Path(__file__).resolve().parent.parent / "worlds" / "locked-garden"

QUESTIONS: tuple[tuple[str, str, dict[str, object]], ...] = (
    ("What is this world?", "get_world_metadata", {}),
    ("What must hold to walk from the gatehouse into the garden?", "get_exit_graph", {}),
    ("Who is @warden?", "get_entity_details", {"entity_id": "@warden"}),
    (
        "What changes trust, and what depends on it?",
        "get_property_dependencies",
        {"entity_type": "Character", "property": "trust"},
    ),
    ("How can the gate be opened?", "get_choice_conditions", {"section": "locked-garden/greet"}),
    ("Where do the sources speak of the gate?", "search", {"query": "locked gate", "limit": 3}),
)


async def demo() -> None:
    started = time.perf_counter()
    server = StdioServerParameters(command=sys.executable, args=["-m", "server", str(WORLD)])
    async with Client(server) as client:
        tools = (await client.list_tools()).tools
        print(f"$ server {WORLD.relative_to(WORLD.parent.parent)}")
        print(f"{len(tools)} tools after {time.perf_counter() - started:.1f} s:")
        for tool in tools:
            print(f"  {tool.name:28} {tool.title}")
        for question, tool_name, arguments in QUESTIONS:
            result = await client.call_tool(tool_name, arguments)
            print(f"\n{question}\n$ {tool_name} {orjson.dumps(arguments).decode()}")
            print(orjson.dumps(result.structured_content, option=orjson.OPT_INDENT_2).decode())


if __name__ == "__main__":
    anyio.run(demo)
