"""The handlers of the requests about one workspace."""

from collections.abc import Collection
from typing import Any, TypeVar, cast

from mcp.server.context import ServerRequestContext
from mcp_types import CallToolRequestParams, CallToolResult

import queries
from compiler.workspace.interface import Workspace
from queries.errors.query_error import QueryError
from queries.resources.catalogue import Catalogue, Contents
from queries.tools.packs import packs_of
from server.options.serving import TIMEOUT_SECONDS
from server.protocol.call_log import logged_call
from server.protocol.calls import Calls, without_structure
from server.protocol.completions import Completions
from server.protocol.last_cursor import LastCursor
from server.protocol.prompts import Prompts
from server.protocol.resources import Resources
from server.protocol.staleness import REFRESHES, with_notice
from server.protocol.tools import ServedTools
from server.protocol.workers import Job

T = TypeVar("T")

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
        proposals: bool = False,
        deadline: float = TIMEOUT_SECONDS,
        one_client: bool = False,
    ) -> None:
        """`one_client` says that all requests come from one client, so that a cursor may be left out."""
        snapshot = workspace.snapshot
        self._calls = calls = Calls(workspace, deadline)
        self.packs = packs_of(snapshot, toolsets)
        self.tools = ServedTools(snapshot, toolsets, calls.off_loop, output_schemas=output_schemas, proposals=proposals)
        self._catalogue = catalogue = Catalogue(workspace, toolsets)
        resources = Resources(snapshot, catalogue, calls.off_loop)
        prompts = Prompts(snapshot, toolsets, calls.off_loop)
        last_cursor = LastCursor() if one_client else None

        async def on_call_tool(_: ServerRequestContext[Any], params: CallToolRequestParams) -> CallToolResult:
            name, given = params.name, cast("queries.Arguments | None", params.arguments)
            if queries.is_gateway(name):
                name, given = await calls.off_loop(queries.meant_call, name, given)
            arguments = given or {}
            if last_cursor is not None:
                arguments = last_cursor.completed(_spelt(name), arguments)
            with logged_call(name, arguments) as call:
                call.result = await calls.result(name, arguments)
                if _spelt(name) not in REFRESHES:
                    call.result = with_notice(call.result, workspace)
            if last_cursor is not None:
                last_cursor.note(_spelt(name), call.result)
            return call.result if output_schemas else without_structure(call.result)

        self.on_list_tools = self.tools.on_list
        self.on_call_tool = on_call_tool
        self.on_list_resources = resources.on_list
        self.on_list_resource_templates = resources.on_list_templates
        self.on_read_resource = resources.on_read
        self.on_subscribe_resource = resources.on_subscribe
        self.on_unsubscribe_resource = resources.on_unsubscribe
        self.on_list_prompts = prompts.on_list
        self.on_get_prompt = prompts.on_get
        self.on_completion = Completions(catalogue, prompts, calls.off_loop).on_complete

    async def resource_list(self) -> list[str]:
        """Return the URIs that are listed."""
        return [entry.uri for entry in await self._calls.off_loop(self._catalogue.listed)]

    async def long_result(self, job: Job[T]) -> T:
        """Return what a job computes that asks several questions. Raises LateError when it takes too long."""
        return await self._calls.long_result(job)

    async def contents(self, uri: str) -> Contents | None:
        """Return the contents of a resource; None if it cannot be read."""
        try:
            return await self._calls.off_loop(self._catalogue.read, uri)
        except QueryError:
            return None

    def close(self) -> None:
        """Close the readers that calls opened. The workspace stays open. No request may follow."""
        self._calls.close()


def _spelt(tool: str) -> str:
    """The name of a tool, which a call may write with dots."""
    return tool.replace(".", "_")
