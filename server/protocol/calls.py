"""Tool calls: from a tool's name and arguments to the MCP result.

No query runs on the event loop, which answers a ping during any call. One thread answers the calls that should take
less than a millisecond, and whatever else reads the snapshot. Two answer those that may take long, so that these hold
up no other. Statements in SQL have threads of their own, which wait for the processes that run them. A query
that is cancelled or takes too long is stopped. `queries.tools.work_budget` bounds the work of a query, equally on every
machine; the deadline is the last resort.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, CallToolResult, TextContent

import queries
from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Workspace, as_workspace
from queries.errors.query_error import ECHO
from queries.tools.render import visible
from queries.tools.tool import Tool
from server.options.serving import TIMEOUT_SECONDS
from server.protocol.json_bytes import json_bytes
from server.protocol.stoppable_threads import StoppedError
from server.protocol.workers import Job, LateError, Workers

WORKERS = 2  # for calls that may take long; each opens a reader of the snapshot for its first call
SQL, SQL_WORKERS = "query_facts", 6  # which wait for a process that runs the statement, and do little else
LARGE = 5_000  # objects and links; in a larger snapshot even a plain query may take milliseconds
INTERNAL_FAILURE = "Internal failure in this tool. The same call will fail again; other tools may still answer."

log = logging.getLogger(__name__)

T = TypeVar("T")

OffLoop = Callable[..., Awaitable[Any]]  # that of `Calls.off_loop`
CallTool = Callable[..., CallToolResult]  # with the parameters of `call_tool`


class Calls:
    """Answers the calls of tools about one workspace."""

    def __init__(
        self,
        source: Snapshot | Workspace,
        deadline: float = TIMEOUT_SECONDS,
        *,
        large: int = LARGE,
        call: CallTool | None = None,
    ) -> None:
        """A call may take `deadline` seconds. If the snapshot has more than `large` objects and links, every call is
        one that may take long. `call` computes a result, by default `call_tool`."""
        workspace = as_workspace(source)
        self._is_large = _is_larger(workspace.snapshot, large)
        self._call = call or call_tool
        self._quick = Workers(workspace, deadline, 1)
        self._long = Workers(workspace, deadline, WORKERS)
        self._sql = Workers(workspace, deadline, SQL_WORKERS)

    async def result(self, name: str, arguments: Mapping[str, Any]) -> CallToolResult:
        """Return the result of one call. Raises MCPError for an unknown tool; every other failure is a result."""
        tool = queries.TOOLS.imported(name)
        if tool is None:
            tool = await self.off_loop(find_tool, name)
        may_run_long = self._is_large or tool.may_run_long or _has_pattern(arguments)
        workers = self._sql if tool.name == SQL else self._long if may_run_long else self._quick
        try:
            return await workers.result(lambda workspace, check: self._call(workspace, tool.name, arguments, check))
        except LateError as error:
            return _result(error.answer())

    async def long_result(self, job: Job[T]) -> T:
        """Return what a worker computes that asks several questions. Raises LateError when it takes too long."""
        return await self._long.result(job)

    async def off_loop(self, function: Callable[..., T], *arguments: Any) -> T:
        """Return what a function returns that the thread of quick calls runs. It is not stopped by cancelling."""
        return await self._quick.run(function, *arguments)

    def close(self) -> None:
        """Close the workers' readers. The workspace stays open. No call may follow."""
        self._quick.close()
        self._long.close()
        self._sql.close()


def _has_pattern(arguments: Mapping[str, Any]) -> bool:
    """Whether a call searches by a regular expression, of which a short one may take long on a small source."""
    return bool(arguments.get("regex")) or arguments.get("mode") == "regex"


def _is_larger(snapshot: Snapshot, size: int) -> bool:
    """Whether a snapshot has more than `size` objects and links. Counts no further than that."""
    rows = "SELECT 1 FROM object_row UNION ALL SELECT 1 FROM link_row LIMIT ?"
    ((count,),) = snapshot.rows(f"SELECT count(*) FROM ({rows})", (size + 1,))
    return bool(count > size)


def find_tool(name: str) -> Tool:
    """Return the tool of a name. Raises MCPError with near names."""
    try:
        return queries.find_tool(name)
    except queries.UnknownTool as unknown:
        data = {"did_you_mean": list(unknown.did_you_mean)} if unknown.did_you_mean else None
        raise MCPError(code=INVALID_PARAMS, message=f"Unknown tool: {visible(name[:ECHO])}", data=data) from None


def call_tool(
    source: Snapshot | Workspace, name: str, arguments: Mapping[str, Any], check: Callable[[], None] | None = None
) -> CallToolResult:
    """Answer a call in this thread. `check` is called at every step of the query; what it raises is raised."""
    try:
        answer = queries.answer(source, name, arguments, check=check)
        return _result(answer)
    except StoppedError:
        raise
    except Exception:
        if check is not None:
            check()  # a query that is stopped inside SQLite fails with an error of SQLite
        log.exception("tool %r failed", name)
        return CallToolResult(content=[TextContent(type="text", text=INTERNAL_FAILURE)], is_error=True)


def _result(answer: dict[str, Any]) -> CallToolResult:
    content = [TextContent(type="text", text=json_bytes(answer).decode())]
    if queries.is_error(answer):
        # No structured content: some clients validate even an error against the output schema, and reject it.
        return CallToolResult(content=list(content), is_error=True)
    return CallToolResult(content=list(content), structured_content=answer)


def without_structure(result: CallToolResult) -> CallToolResult:
    """Return a result with its text only. Structured content says the same again, and some clients show both to the
    model; it goes with the schemas of answers, which say that it is there."""
    return result if result.structured_content is None else result.model_copy(update={"structured_content": None})
