"""The list of tools. A call of a tool that is not in it is answered too.

The names are known without importing the tools (`queries.tools.names`). The list imports every declaration in it, a
call only that of its own tool.
"""

from collections.abc import Collection, Iterable
from typing import Any

from mcp.server.context import ServerRequestContext
from mcp_types import ListToolsResult, PaginatedRequestParams, ToolAnnotations
from mcp_types import Tool as ListedTool

import queries
from compiler.store.snapshot import Snapshot
from queries.sql.described import relations_text
from queries.tools.listed import CORE_TOOLS, listed_names, max_bytes
from queries.tools.names import PACK_OF
from queries.tools.tool import Tool
from server.protocol.calls import OffLoop
from server.protocol.instructions import deferred_instructions, instructions_of
from server.protocol.list_pages import list_page

ENVELOPE = 150  # bytes of the reply around its tools
MIN_RELATIONS, MAX_RELATIONS = 300, 3_000  # bytes of the relations in the description of `query_facts`


class ServedTools:
    """The tools that are listed for a snapshot (`queries.tools.listed`). `output_schemas` says whether the list has the
    schemas of their answers, `proposals` whether it has the operations. `off_loop` runs what imports every tool."""

    def __init__(
        self,
        snapshot: Snapshot,
        toolsets: Collection[str] | None,
        off_loop: OffLoop,
        *,
        output_schemas: bool = False,
        proposals: bool = False,
    ) -> None:
        self._off_loop = off_loop
        self._listed: list[ListedTool] | None = None
        self._output_schemas = output_schemas
        self._snapshot = snapshot
        self._toolsets = toolsets
        self._proposals = proposals
        self.names = listed_names(snapshot, toolsets)

    async def on_list(self, _: ServerRequestContext[Any], params: PaginatedRequestParams | None) -> ListToolsResult:
        """Return all tools in one page: many clients read no second one."""
        list_page(self._snapshot, "tools/list", (), params)
        return ListToolsResult(tools=await self.listed())

    async def listed(self) -> list[ListedTool]:
        """Return the entries of the list, which are made when they are first asked for."""
        if self._listed is None:
            self._listed = await self._off_loop(self._list)
        return self._listed

    def _list(self) -> list[ListedTool]:
        tools = queries.listed_tools(self._snapshot, self._toolsets, proposals=self._proposals)
        most = None if self._proposals else max_bytes(self._snapshot, self._toolsets)
        room = MAX_RELATIONS if most is None else self._room(tools, most)
        text = self._relations(min(room, MAX_RELATIONS))
        shown = (tool.described_further(text) if tool.name == "query_facts" else tool for tool in tools)
        return [listed_tool(tool, output_schemas=self._output_schemas) for tool in shown]

    def _room(self, tools: list[Tool], most: int) -> int:
        """Return how many bytes the tools leave in a list of at most `most`. The last tools are taken away as long as
        they leave too few: of a workspace of several sources each takes a further argument."""
        fixed = self._instructions_size() + ENVELOPE
        while (room := most - fixed - _size(map(listed_tool, tools))) < MIN_RELATIONS and len(tools) > len(CORE_TOOLS):
            tools.pop()
        return room

    def _relations(self, room: int) -> str:
        """Return what the description of `query_facts` says of the source; "" for a frozen file that is damaged there,
        about which the other questions may still be answered."""
        try:
            return relations_text(self._snapshot, room)
        except Exception:
            if not self._snapshot.is_foreign:
                raise
            return ""

    def _instructions_size(self) -> int:
        """Return the most bytes that a client may have got as instructions: a source may have been compiling then."""
        texts = instructions_of(self._snapshot, self._toolsets), deferred_instructions(self._toolsets)
        return max(len(text.encode()) for text in texts)

    async def differ(self, after: "ServedTools") -> bool:
        """Whether a client that has this list needs the other one. A list that nobody asked for is compared by the
        names of its tools."""
        if self.names != after.names:
            return True
        return self._listed is not None and self._listed != await after.listed()


def _size(listed: Iterable[ListedTool]) -> int:
    """Return the bytes of tools in the list."""
    return sum(len(tool.model_dump_json(by_alias=True, exclude_none=True)) + 1 for tool in listed)


def declared_schema(name: str) -> dict[str, Any] | None:
    """Return the schema of a tool's arguments, whether it is listed or not, or None for an unknown name."""
    plain = name.replace(".", "_")
    return queries.find_tool(plain).input_schema() if plain in PACK_OF else None


def listed_tool(tool: Tool, *, output_schemas: bool = False) -> ListedTool:
    """Return a declared tool as an entry of `tools/list`, which every agent reads before its first question. The whole
    schemas are in the resource `frieze://schema/{tool}`, the title too: a name says as much."""
    return ListedTool(
        name=tool.name,
        description=tool.description,
        input_schema=tool.listed_schema(),
        output_schema=tool.output_schema() if output_schemas else None,
        # Whether it destroys anything is no question about a tool that only reads.
        annotations=ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False),
    )
