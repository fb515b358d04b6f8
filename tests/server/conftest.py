"""Sources and servers that several tests share. No test changes them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.paths import ROOT
from tests.server.processes import RawServer
from tests.server.worlds import write_faulty, write_garbled, write_mill


@pytest.fixture(scope="session")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sources of `tests.server.worlds`."""
    folder = tmp_path_factory.mktemp("sources")
    write_mill(folder)
    write_faulty(folder)
    write_garbled(folder)
    return folder


@pytest.fixture(scope="session")
def mill(sources: Path) -> Path:
    """A source without diagnostics."""
    return sources / "mill"


@pytest.fixture(scope="session")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A source of every language, so that every pack is served."""
    folder = tmp_path_factory.mktemp("everything")
    for world in ("locked-garden", "checkout-session", "traced-kettle"):
        for file in (ROOT / "worlds" / world).rglob("*"):
            if file.is_file():
                copy = folder / world / file.relative_to(ROOT / "worlds" / world)
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_bytes(file.read_bytes())
    return folder


@pytest.fixture(scope="session")
def mill_server(mill: Path) -> Iterator[RawServer]:
    """An initialized server of the 2025 era, for one test after the other."""
    with RawServer(mill) as server:
        server.initialize()
        yield server
