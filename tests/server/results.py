"""Results of tool calls over the protocol, for tests."""

from time import monotonic
from typing import Any

import orjson
from mcp_types import CallToolResult

from tests.server.processes import PATIENCE, RawServer


def answer(result: dict[str, Any]) -> Any:
    """The answer in the text of a result. There is no structured content without `--output-schemas`."""
    assert "structuredContent" not in result
    return orjson.loads(result["content"][0]["text"])


def answer_of(result: CallToolResult) -> Any:
    """The same for a result that a client of the SDK has read."""
    return answer(result.model_dump(by_alias=True, exclude_none=True, mode="json"))


def stale_result(server: RawServer, tool: str, arguments: dict[str, Any] | None = None) -> dict[str, Any]:
    """Call a tool until its result says that the source has changed."""
    deadline = monotonic() + PATIENCE
    while True:
        result: dict[str, Any] = server.call(tool, arguments or {})["result"]
        if len(result["content"]) > 1:
            return result
        assert monotonic() < deadline, "nobody noticed that the source has changed"
