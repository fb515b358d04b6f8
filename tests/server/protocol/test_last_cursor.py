"""cursor_next and cursor_info without a cursor: over stdio they mean the last one, over HTTP they say why not."""

from typing import Any

import orjson
import pytest
from mcp import Client

from tests.paths import ROOT
from tests.server.protocol.real_client import ERAS, with_client
from tests.server.results import answer_of
from tests.server.web import WebServer

TEA = ROOT / "worlds" / "traced-kettle"
SUBTREE = {"query": "subtree", "params": {"root_id": "REQ-p00002"}}


@ERAS
def test_stdio_cursor_next_without_a_cursor_means_the_last_opened(mode: str) -> None:
    async def use(client: Client) -> None:
        async def call(name: str, **arguments: Any) -> dict[str, Any]:
            found: dict[str, Any] = answer_of(await client.call_tool(name, arguments))
            return found

        refused = await client.call_tool("cursor_next", {})
        assert refused.is_error
        first = await call("open_cursor", **SUBTREE)
        second = await call("cursor_next", count=2)
        assert (first["position"], second["position"]) == (1, 3)
        assert (await call("cursor_info"))["position"] == 3
        assert answer_of(await client.call_tool("use_tool", {"name": "cursor_info"}))["position"] == 3
        assert (await call("cursor.next"))["position"] == 4
        # A cursor that is named counts, and is the last one from then on.
        assert (await call("cursor_next", cursor=first["cursor"]))["items"] == second["items"][:1]
        assert (await call("cursor_info"))["position"] == 2

    with_client(TEA, mode, use)


@ERAS
def test_stdio_opening_a_cursor_closes_the_one_before(mode: str) -> None:
    async def use(client: Client) -> None:
        async def call(name: str, **arguments: Any) -> dict[str, Any]:
            found: dict[str, Any] = answer_of(await client.call_tool(name, arguments))
            return found

        first = await call("open_cursor", **SUBTREE)
        second = await call("open_cursor", query="uncovered_assertions")
        said = await call("cursor_next")
        assert (said["query"], said["position"]) == ("uncovered_assertions", second["position"] + 1)
        assert (await call("cursor_info"))["query"] == "uncovered_assertions"
        # The first is a value that the client has: named, it goes on where it was.
        assert (await call("cursor_next", cursor=first["cursor"]))["position"] == first["position"] + 1

    with_client(TEA, mode, use)


@ERAS
def test_stdio_status_says_when_the_source_was_compiled(mode: str) -> None:
    async def use(client: Client) -> None:
        said = answer_of(await client.call_tool("get_graph_status", {}))
        assert said["last_refresh"].endswith("Z")
        again = answer_of(await client.call_tool("get_graph_status", {}))
        assert again["last_refresh"] == said["last_refresh"]

    with_client(TEA, mode, use)


@pytest.mark.parametrize("tool", ["cursor_next", "cursor_info"])
def test_http_call_without_a_cursor_says_why_it_needs_one(tool: str) -> None:
    with WebServer(TEA) as web:
        web.call("open_cursor", SUBTREE)
        said = web.call(tool).json["result"]
        answer = orjson.loads(said["content"][0]["text"])
        assert said["isError"]
        assert answer["code"] == "invalid_argument"
        assert "over HTTP" in answer["hint"]
        assert web.end()[2] == 0
