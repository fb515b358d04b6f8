"""A client of the handshake era that sends three lines of input to an installed server."""

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson

from tests.server.processes import INITIALIZE, PATIENCE, request


def handshake(command: Sequence[str], *, cwd: Path, env: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Start a server, initialize, call `get_snapshot_info`, and stop. Return the results of both requests."""
    lines = [
        request("initialize", INITIALIZE, 0),
        b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n',
        request("tools/call", {"name": "get_snapshot_info", "arguments": {}}, 1),
    ]
    ended = subprocess.run(
        command, input=b"".join(lines), capture_output=True, cwd=cwd, env=dict(env), timeout=PATIENCE, check=False
    )
    assert ended.returncode == 0, ended.stderr.decode()
    answers = {answer["id"]: answer["result"] for answer in map(orjson.loads, ended.stdout.splitlines())}
    return answers[0], answers[1]
