"""The event loop runs no query, so that a ping is answered during any call of any tool."""

import random
import threading
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path
from time import monotonic
from typing import Any

import orjson
import pytest
from mcp import Client, MCPError
from mcp_types import PromptReference, ResourceTemplateReference

import queries
from compiler.store.snapshot import Snapshot
from queries import tools_for
from server.protocol.prompts import PROMPTS
from tests.closing import compile_source
from tests.server.in_memory import ERAS, all_resources, all_templates, with_client
from tests.server.processes import RawServer, request
from tests.server.web import JSON, WebServer, exchange, legacy, modern
from tests.server.worst import Call, worst_calls
from tests.server.wrong import NESTED

MAX_PING_SECONDS = 5.0  # 0.25 are promised; a test must also pass on a machine that does much else


@pytest.fixture(scope="module")
def snapshot(everything: Path) -> Snapshot:
    return compile_source(everything)


def known_arguments(snapshot: Snapshot, schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a tool requires, as far as names of the source serve."""
    rows = snapshot.rows("SELECT kind, min(id), min(ref) FROM object_row GROUP BY kind ORDER BY kind")
    by_kind = {kind: (id, ref) for kind, id, ref in rows}
    found = {}
    for name in schema.get("required", ()):
        id, ref = by_kind.get(name.removesuffix("_id"), rows[0][1:])
        value = ref if "ref" in name else id
        is_list = schema["properties"][name]["type"] == "array"
        found[name] = [value] if is_list else schema["properties"][name].get("enum", [value])[0]
    return found


def calls_of_all_tools(snapshot: Snapshot) -> Iterator[Call]:
    for tool in tools_for(snapshot):
        yield from worst_calls(tool.name, tool.input_schema(), known_arguments(snapshot, tool.input_schema()))


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str]]:
    """The threads that read a snapshot or answer a query from now on, with what they do."""
    found: list[tuple[int, str]] = []
    rows, answer = Snapshot.rows, queries.answer

    def noted_rows(self: Snapshot, sql: str, parameters: Any = ()) -> Any:
        found.append((threading.get_ident(), sql))
        return rows(self, sql, parameters)

    def noted_answer(source: Any, tool: str, *arguments: Any, **named: Any) -> Any:
        found.append((threading.get_ident(), tool))
        return answer(source, tool, *arguments, **named)

    monkeypatch.setattr(Snapshot, "rows", noted_rows)
    monkeypatch.setattr(queries, "answer", noted_answer)
    return found


@ERAS
def test_no_request_reads_the_snapshot_on_the_event_loop(
    snapshot: Snapshot, threads: list[tuple[int, str]], mode: str
) -> None:
    async def use(client: Client) -> None:
        threads.clear()  # the server is built before it serves
        await client.list_tools()
        for tool in tools_for(snapshot):
            await client.call_tool(tool.name, {})
            await client.call_tool(tool.name, {"no_such_argument": NESTED})
        await client.call_tool("search", {"query": "a.*b", "regex": True})
        with suppress(MCPError):
            await client.call_tool("no_such_tool", {})
        for resource in (await all_resources(client))[:50]:
            await client.read_resource(resource.uri)
        for template in await all_templates(client):
            with suppress(MCPError):
                reference = ResourceTemplateReference(type="ref/resource", uri=template.uri_template)
                await client.complete(reference, {"name": template.uri_template.partition("{")[2][:-1], "value": "a"})
        for prompt in PROMPTS:
            with suppress(MCPError):
                await client.get_prompt(prompt.name, {one.name: "x" * 9_999 for one in prompt.arguments})
            for argument in prompt.arguments:
                named = PromptReference(type="ref/prompt", name=prompt.name)
                with suppress(MCPError):
                    await client.complete(named, {"name": argument.name, "value": ""})
        loop = threading.get_ident()
        assert len(threads) > 200
        assert [did for thread, did in threads if thread == loop] == []

    with_client(snapshot, mode, use)


def test_stdio_ping_is_answered_during_the_worst_calls_of_all_tools(everything: Path, snapshot: Snapshot) -> None:
    calls = random.Random(1).sample(list(calls_of_all_tools(snapshot)), 150)
    with RawServer(everything) as server:
        server.initialize()
        for number, (name, arguments) in enumerate(calls):
            server.write(request("tools/call", {"name": name, "arguments": arguments}, f"call {number}"))
            begun = monotonic()
            server.write(request("ping", request_id=f"ping {number}"))
            while b'"ping %d"' % number not in server.line()[:60]:
                pass
            assert monotonic() - begun < MAX_PING_SECONDS, (name, list(arguments))
            server.write(
                b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"call %d"}}\n' % number
            )


def test_http_ping_is_answered_during_the_worst_calls_of_all_tools(everything: Path, snapshot: Snapshot) -> None:
    calls = random.Random(2).sample(list(calls_of_all_tools(snapshot)), 80)
    with WebServer(everything) as web, closing(web.connection()) as pinger:
        for number, (name, arguments) in enumerate(calls):
            make = modern if number % 2 else legacy
            body, headers = make("tools/call", {"name": name, "arguments": arguments})
            data = orjson.dumps(body)
            if len(data) > 256 * 1024:
                continue
            with closing(web.connection()) as connection:
                connection.request("POST", "/mcp", body=data, headers={**JSON, **headers})
                begun = monotonic()
                assert exchange(pinger, *legacy("ping")).json["result"] == {}
                assert monotonic() - begun < MAX_PING_SECONDS, (name, list(arguments))
