"""Calling any tool by its name: `use_tool`."""

from collections.abc import Mapping
from typing import Any

from compiler.workspace.interface import Workspace
from queries.errors.query_error import QueryError, UnknownTool
from queries.tools.parameters import Parameter
from queries.tools.tool import tool


@tool(
    title="Use a tool",
    pack="core",
    needs_workspace=True,
    parameters=(
        Parameter(
            "name",
            "string",
            "The name of the tool, listed or not.",
            required=True,
            brief="A name that find_tools gives.",
            aliases=("tool", "tool_name"),
        ),
        Parameter(
            "arguments",
            "object",
            "The arguments of that tool.",
            brief="The arguments of that tool.",
            aliases=("args", "params", "parameters", "input"),
        ),
    ),
    result={},
)
def use_tool(workspace: Workspace, *, name: str, arguments: Mapping[str, Any] | None) -> dict[str, Any]:
    """Calls any tool by its name, listed or not, and answers as that tool does.

    Bounds, errors and pages are those of the tool. It is for clients that call listed tools only.
    """
    # The tools of packs never come here (`queries.meant_call`): operations do, and names of no tool.
    from queries import find_tool

    try:
        found = find_tool(name)
    except UnknownTool as unknown:
        raise QueryError("not_found", "There is no such tool", did_you_mean=list(unknown.did_you_mean)) from None
    return found.answer(workspace, arguments or {})
