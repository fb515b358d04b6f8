"""A client and a server in one process, for tests that need no wire."""

from collections.abc import Awaitable, Callable, Collection
from typing import Any

import anyio
import pytest
from mcp import Client, MCPError
from mcp_types import Resource, ResourceTemplate, TextResourceContents
from mcp_types import Tool as ListedTool

from compiler.store.snapshot import Snapshot
from server.protocol.app import build_server
from tests.paths import ROOT

ERAS = pytest.mark.parametrize("mode", ["legacy", "auto"])
WORLDS = sorted(path.name for path in (ROOT / "worlds").iterdir() if path.is_dir())
EVERY_WORLD = pytest.mark.parametrize("world", WORLDS)
INVALID_PARAMS = -32602


def with_client(
    snapshot: Snapshot,
    mode: str,
    use: Callable[[Client], Awaitable[None]],
    toolsets: Collection[str] | None = None,
    *,
    output_schemas: bool = False,
    proposals: bool = False,
) -> None:
    """Run `use` with a client of a server of the snapshot."""

    async def talk() -> None:
        async with Client(
            build_server(snapshot, toolsets, output_schemas=output_schemas, proposals=proposals), mode=mode
        ) as client:
            await use(client)

    anyio.run(talk)


async def all_resources(client: Client) -> list[Resource]:
    """Every page of `resources/list`."""
    page = await client.list_resources()
    found = list(page.resources)
    while page.next_cursor is not None:
        page = await client.list_resources(cursor=page.next_cursor)
        found += page.resources
    return found


async def all_templates(client: Client) -> list[ResourceTemplate]:
    """The one page of `resources/templates/list`."""
    page = await client.list_resource_templates()
    assert page.next_cursor is None
    return list(page.resource_templates)


async def text_of(client: Client, uri: str) -> str:
    """The text that a resource reads as."""
    (contents,) = (await client.read_resource(uri)).contents
    assert isinstance(contents, TextResourceContents)
    assert contents.uri == uri
    assert len(contents.text) <= 40_000
    return contents.text


async def refused(response: Awaitable[Any]) -> dict[str, Any]:
    """Return the message and data of the protocol error that a request gets."""
    error = await protocol_error(response)
    assert error.code in (INVALID_PARAMS, (error.data or {}).get("error_code"))
    assert 0 < len(error.message) < 1_000
    return {"message": error.message, **(error.data or {})}


async def protocol_error(response: Awaitable[Any]) -> MCPError:
    """Return the protocol error that a request gets."""
    with pytest.raises(MCPError) as raised:
        await response
    return raised.value


def listed(snapshot: Snapshot, toolsets: Collection[str] | None = None, **options: Any) -> list[ListedTool]:
    """What a client gets for tools/list."""
    found: list[ListedTool] = []

    async def use(client: Client) -> None:
        found.extend((await client.list_tools()).tools)

    with_client(snapshot, "auto", use, toolsets, **options)
    return found
