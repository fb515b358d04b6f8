"""The tools that are served: their list, and the input schema of each.

Their names are known without importing them (`queries.tools.names`). The list imports every declaration, a call only
that of its own tool.
"""

from collections.abc import Collection
from typing import Any

from mcp.server.context import ServerRequestContext
from mcp_types import ListToolsResult, PaginatedRequestParams, ToolAnnotations
from mcp_types import Tool as ListedTool

import queries
from compiler.store.snapshot import Snapshot
from queries.tools.names import PACK_OF, TOOL_NAMES
from queries.tools.packs import packs_of
from queries.tools.tool import Tool
from server.protocol.calls import OffLoop
from server.protocol.list_pages import list_page


class ServedTools:
    """The tools that apply to a snapshot, or of those the ones of the chosen toolsets. `output_schemas` says whether
    the list has the schemas of their answers, `proposals` whether it has the operations. `off_loop` runs what imports
    every tool."""

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
        packs = packs_of(snapshot, toolsets)
        self.names = frozenset(name for pack in packs for name in TOOL_NAMES[pack]) | _operations(packs, proposals)

    async def on_list(self, _: ServerRequestContext[Any], params: PaginatedRequestParams | None) -> ListToolsResult:
        """Return all tools in one page: many clients read no second one."""
        list_page(self._snapshot, "tools/list", (), params)
        if self._listed is None:
            self._listed = await self._off_loop(self._list)
        return ListToolsResult(tools=self._listed)

    def _list(self) -> list[ListedTool]:
        tools = queries.tools_for(self._snapshot, self._toolsets, proposals=self._proposals)
        return [listed_tool(tool, output_schemas=self._output_schemas) for tool in tools]

    def input_schema(self, name: str) -> dict[str, Any] | None:
        """Return the schema of a tool's arguments, or None if the tool is not served."""
        if name not in self.names:
            return None
        return queries.tool_of(self._snapshot, queries.find_tool(name)).input_schema()


def _operations(packs: Collection[str], proposals: bool) -> frozenset[str]:
    if not proposals:
        return frozenset()
    from queries.proposals.operation_tools import tools_of_packs

    return frozenset(one.name for one in tools_of_packs(packs))


def declared_schema(name: str) -> dict[str, Any] | None:
    """Return the schema of a tool's arguments, whether it is served or not, or None for an unknown name."""
    plain = name.replace(".", "_")
    return queries.find_tool(plain).input_schema() if plain in PACK_OF else None


def listed_tool(tool: Tool, *, output_schemas: bool = False) -> ListedTool:
    """Return a declared tool as an entry of `tools/list`, which every agent reads before its first question. The whole
    schemas are in the resource `frieze://schema/{tool}`."""
    return ListedTool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.listed_schema(),
        output_schema=tool.output_schema() if output_schemas else None,
        # Whether it destroys anything is no question about a tool that only reads.
        annotations=ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False),
    )
