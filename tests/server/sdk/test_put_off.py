"""What a server never uses of the SDK is not loaded, and is there all the same for whoever asks for it."""

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.paths import ROOT
from tests.server.processes import PATIENCE

# One interpreter, since each takes most of a second.
PROGRAM = """
import json, sys, server.__main__ as program
program._import_what_serves(is_http=False)
over_stdio = sorted(sys.modules)
from mcp.server.lowlevel import Server
made = type(Server("a").streamable_http_app()).__name__
program._import_what_serves(is_http=True)
loaded = sorted(sys.modules)

from mcp_types._v2025_11_25 import Tool
built = [Tool.__pydantic_complete__]
tool = Tool(name="a", inputSchema={"type": "object"})
built.append(Tool.__pydantic_complete__)

import mcp
from mcp.server import MCPServer
from mcp import *
late = [mcp.Client.__name__, MCPServer.__name__, ClientSession.__name__, tool.name]
print(json.dumps({"loaded": loaded, "built": built, "late": late, "stdio": over_stdio, "made": made}))
"""
UNUSED = ("mcp.client", "mcp.server.mcpserver", "httpx2", "cryptography")


@pytest.fixture(scope="module")
def told() -> Any:
    """What a fresh interpreter says."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, cwd=ROOT, timeout=PATIENCE * 3, check=True
    )
    return json.loads(done.stdout)


def test_server_loads_nothing_of_the_sdk_that_it_does_not_use(told: Any) -> None:
    assert {"mcp.server.lowlevel.server", "server.transport.stdio", "server.transport.http"} <= {*told["loaded"]}
    assert [one for one in told["loaded"] if one.startswith(UNUSED)] == []


def test_server_over_stdio_loads_nothing_that_serves_http(told: Any) -> None:
    http = ("starlette.applications", "starlette.routing", "sse_starlette", "uvicorn", "mcp.server.streamable_http")
    assert "mcp.server.lowlevel.server" in told["stdio"]
    assert [one for one in told["stdio"] if one.startswith(http)] == []


def test_what_serves_http_is_loaded_when_it_is_called(told: Any) -> None:
    assert told["made"] == "Starlette"


def test_what_was_put_off_is_there_when_it_is_asked_for(told: Any) -> None:
    assert told["late"] == ["Client", "MCPServer", "ClientSession", "a"]


def test_models_of_an_era_are_built_when_they_are_used(told: Any) -> None:
    """Else the base class of the SDK has another name, or its models have another base."""
    assert told["built"] == [False, True]
