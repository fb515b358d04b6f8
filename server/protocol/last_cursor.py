"""The cursor that `cursor_next` and `cursor_info` mean when a call names none: the last one of the connection.

A cursor is a value that the client passes back, and queries know no other. Over standard input and output a connection
has one client, so the server can fill in what that client was given last. Over HTTP many clients share the server, and
nothing tells their calls apart: there the query refuses the call, and says why.
"""

from collections.abc import Mapping
from typing import Any

from mcp_types import CallToolResult

OPENS = ("open_cursor",)
CONTINUES = ("cursor_next", "cursor_info")


class LastCursor:
    """The last cursor of one connection; "" before the first."""

    def __init__(self) -> None:
        self._cursor = ""

    def completed(self, tool: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the arguments of a call, with the last cursor if the call needs one and names none."""
        is_without = arguments.get("cursor") in (None, "")
        if self._cursor and tool in CONTINUES and is_without:
            return {**arguments, "cursor": self._cursor}
        return arguments

    def note(self, tool: str, result: CallToolResult) -> None:
        """Take the cursor from the answer to a call, if it has one."""
        found = (result.structured_content or {}).get("cursor") if tool in (*OPENS, *CONTINUES) else None
        if isinstance(found, str):
            self._cursor = found
