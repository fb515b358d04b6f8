"""Results of tool calls over the protocol, for tests."""

from time import monotonic
from typing import Any

import orjson

from tests.server.processes import PATIENCE, RawServer


def answer(result: dict[str, Any]) -> Any:
    """The answer in the text of a result, which is the same as its structured content."""
    text = orjson.loads(result["content"][0]["text"])
    assert result.get("structuredContent", text) == text
    return text


def stale_result(server: RawServer, tool: str, arguments: dict[str, Any] | None = None) -> dict[str, Any]:
    """Call a tool until its result says that the source has changed."""
    deadline = monotonic() + PATIENCE
    while True:
        result: dict[str, Any] = server.call(tool, arguments or {})["result"]
        if len(result["content"]) > 1:
            return result
        assert monotonic() < deadline, "nobody noticed that the source has changed"
