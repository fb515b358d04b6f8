"""A client of the SDK, which talks to a server process."""

import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import anyio
import pytest
from anyio.from_thread import start_blocking_portal
from mcp import Client, StdioServerParameters

from tests.paths import ROOT
from tests.suites import mostly_long

MODES = mostly_long(["auto", "2026-07-28", "legacy"], "a server for each era")
ERAS = pytest.mark.parametrize("mode", MODES)

Use = Callable[[Client], Awaitable[None]]


def with_client(source: Path, mode: str, use: Use) -> None:
    """Run `use` with a client of a server process of the source."""

    async def talk() -> None:
        async with Client(_server_of(source), mode=mode) as client:
            await use(client)

    anyio.run(talk)


@contextmanager
def connected(source: Path, mode: str) -> Iterator[Callable[[Use], None]]:
    """Connect a client to a server process for several tests. Gives what runs a use of it."""
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(Client(_server_of(source), mode=mode)) as client,
    ):
        yield lambda use: portal.call(use, client)


def _server_of(source: Path) -> StdioServerParameters:
    return StdioServerParameters(command=sys.executable, args=["-m", "server", str(source)], cwd=ROOT)
