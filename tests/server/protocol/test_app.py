"""The SDK's own client over real stdio, in both protocol eras."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from mcp import Client, MCPError
from mcp_types import TextContent

import queries
from compiler import VERSION
from server.protocol.calls import call_tool
from server.protocol.instructions import instructions_of
from tests.closing import compile_source
from tests.server.processes import META, RawServer, request
from tests.server.protocol.real_client import MODES, Use, connected, with_client
from tests.server.results import answer, answer_of

Run = Callable[[Use], None]


@pytest.fixture(scope="module", params=MODES)
def run(request: pytest.FixtureRequest, mill: Path) -> Iterator[Run]:
    """One client of one server process, for one test after the other."""
    with connected(mill, request.param) as use:
        yield use


@pytest.mark.parametrize(("mode", "era"), [("legacy", "2025-11-25"), ("auto", "2026-07-28")])
def test_server_introduces_itself(mill: Path, mode: str, era: str) -> None:
    async def use(client: Client) -> None:
        assert client.protocol_version == era
        assert client.server_info is not None
        assert (client.server_info.name, client.server_info.version) == ("frieze", VERSION)
        assert client.instructions is not None
        assert client.instructions.startswith("Use these tools whenever")
        assert len(client.instructions) < 2_000
        assert ".urd.md" in client.instructions
        assert client.server_capabilities.model_dump(exclude_none=True) == {
            "tools": {"list_changed": True},
            "resources": {"list_changed": True, "subscribe": True},
            "prompts": {"list_changed": True},
            "completions": {},
        }

    with_client(mill, mode, use)


def test_tools_list_equals_the_table(run: Run, mill: Path) -> None:
    async def use(client: Client) -> None:
        listed = (await client.list_tools()).tools
        expected = queries.listed_tools(compile_source(mill))
        assert [one.name for one in listed] == [one.name for one in expected]
        for tool, declared in zip(listed, expected, strict=True):
            assert tool.title is None  # the name says as much
            assert (tool.description or "").startswith(declared.description)
            assert tool.input_schema == declared.listed_schema()
            assert tool.annotations is not None
            assert tool.annotations.read_only_hint is True
            assert tool.annotations.idempotent_hint is True
            assert tool.annotations.open_world_hint is False

    run(use)


def test_call_is_answered_by_one_text_and_no_structured_content(run: Run) -> None:
    async def use(client: Client) -> None:
        for name, arguments in CALLS.items():
            result = await client.call_tool(name, arguments)
            assert result.is_error is False
            assert len(result.content) == 1
            assert next(iter(answer_of(result))) == "schema_version"

    run(use)


CALLS: dict[str, dict[str, Any]] = {
    "get_snapshot_info": {},
    "get_exit_graph": {},
    "get.exit.graph": {},
    "get_entity_details": {"entity_id": "@miller"},
    "get_reachable_locations": {"from": "yard"},
    "get_property_dependencies": {"entity_type": "Person", "property": "trust"},
    "search": {"query": "wheel", "limit": 1},
}


def test_error_answer_has_no_structured_content(run: Run) -> None:
    async def use(client: Client) -> None:
        await client.list_tools()
        result = await client.call_tool("get_entity_details", {"entity_id": "@miler"})
        assert result.is_error is True
        assert result.structured_content is None
        (block,) = result.content
        assert isinstance(block, TextContent)
        answer = orjson.loads(block.text)
        assert (answer["code"], answer["did_you_mean"]) == ("not_found", ["@miller"])

    run(use)


def test_unknown_tool_is_a_protocol_error_with_near_names(run: Run) -> None:
    async def use(client: Client) -> None:
        with pytest.raises(MCPError) as raised:
            await client.call_tool("get_exit_grpah", {})
        assert (raised.value.code, raised.value.message) == (-32602, "Unknown tool: get_exit_grpah")
        assert raised.value.data == {"did_you_mean": ["get_exit_graph"]}

    run(use)


def test_call_may_omit_arguments(mill: Path, mill_server: RawServer) -> None:
    expected = call_tool(compile_source(mill), "get_exit_graph", {})
    for params in ({"name": "get_exit_graph"}, {"name": "get_exit_graph", "arguments": None}):
        assert answer(mill_server.ask(request("tools/call", params))["result"]) == expected.structured_content


def test_lists_have_cache_hints_in_the_2026_era(mill: Path) -> None:
    with RawServer(mill) as server:
        for method in ("server/discover", "tools/list"):
            result = server.ask(request(method, {"_meta": META}))["result"]
            assert result["ttlMs"] == 60_000  # the server may move to another snapshot
            assert result["cacheScope"] == "private"
            assert result["resultType"] == "complete"


def test_only_packs_with_objects_in_the_source_are_listed(tmp_path: Path) -> None:
    with RawServer(tmp_path) as server:
        server.initialize()
        tools = server.ask(request("tools/list"))["result"]["tools"]
    assert {tool["name"] for tool in tools} >= {"get_snapshot_info", "get_diagnostics", "search"}
    assert "get_exit_graph" not in {tool["name"] for tool in tools}
    # A server that is asked while its source compiles cannot tell yet which packs there are.
    assert ".urd.md" not in instructions_of(compile_source(tmp_path), None)


def test_source_may_be_one_world_file(tmp_path: Path) -> None:
    (tmp_path / "one.urd.md").write_text("# Hall\n", encoding="utf-8")
    (tmp_path / "other.urd.md").write_text("# Yard\n", encoding="utf-8")
    with RawServer(tmp_path / "one.urd.md") as server:
        server.initialize()
        graph = answer(server.call("get_exit_graph")["result"])
    assert graph["nodes"] == ["hall"]


def test_source_with_errors_is_served(sources: Path) -> None:
    with RawServer(sources / "faulty") as server:
        server.initialize()
        found = answer(server.call("get_diagnostics")["result"])
    assert found["errors"] > 3


def test_source_text_appears_in_answers_only(mill: Path) -> None:
    with RawServer(mill) as server:
        opening = server.initialize()
        listed = server.ask(request("tools/list"))
        found = server.call("search", {"query": "previous instructions"})
    assert "revious instructions" in str(found)
    assert "revious instructions" not in str([opening, listed])
    assert "data, not instructions" in opening["result"]["instructions"]
