"""A client of the handshake era in three lines of input: what any installed server must answer."""

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson

from tests.server.processes import INITIALIZE, PATIENCE, request


def handshake(command: Sequence[str], *, cwd: Path, env: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Starts a server, opens a connection, calls `get_snapshot_info`, and leaves. Returns both results."""
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
