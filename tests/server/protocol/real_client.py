"""A client of the SDK, which talks to a server process."""

import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import anyio
import pytest
from mcp import Client, StdioServerParameters

from tests.paths import ROOT
from tests.suites import mostly_long

ERAS = pytest.mark.parametrize("mode", mostly_long(["auto", "2026-07-28", "legacy"], "a server for each era"))


def with_client(source: Path, mode: str, use: Callable[[Client], Awaitable[None]]) -> None:
    """Run `use` with a client of a server process of the source."""
    command = StdioServerParameters(command=sys.executable, args=["-m", "server", str(source)], cwd=ROOT)

    async def talk() -> None:
        async with Client(command, mode=mode) as client:
            await use(client)

    anyio.run(talk)
