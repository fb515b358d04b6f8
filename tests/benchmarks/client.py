"""A client that costs next to nothing: lines written to and read from a server's pipes."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import orjson

ROOT = Path(__file__).parents[2]
BARE_SERVER = [sys.executable, str(Path(__file__).with_name("bare_server.py"))]
GARDEN = "worlds/locked-garden"

# An installed program has its bytecode at hand, whatever this environment says about writing it.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
ENVIRONMENT["PYTHONPYCACHEPREFIX"] = str(Path(tempfile.gettempdir()) / "frieze-benchmarks-bytecode")

ERAS = ("2025", "2026")
_CLIENT = {"name": "benchmark", "version": "1"}
_META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": _CLIENT,
}


def frieze_server(source: str = GARDEN) -> list[str]:
    """The command line of our server."""
    return [sys.executable, "-m", "server", source]


class Client:
    """A server process and the pipes to it, spoken to in one protocol era."""

    def __init__(self, command: list[str], era: str) -> None:
        self._era = era
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, cwd=ROOT, env=ENVIRONMENT)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def open(self) -> dict[str, Any]:
        """The first exchange of the era, and its answer."""
        if self._era == "2026":
            return self.ask(self.line("server/discover"))
        greeting = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": _CLIENT}
        answer = self.ask(self.line("initialize", greeting))
        self._write(orjson.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}) + b"\n")
        return answer

    def line(self, method: str, params: dict[str, Any] | None = None) -> bytes:
        """A request as a line of the wire."""
        meta = {"_meta": _META} if self._era == "2026" else {}
        return orjson.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": {**(params or {}), **meta}}) + b"\n"

    def ask(self, line: bytes) -> dict[str, Any]:
        """The result of a request. Raises RuntimeError for an error."""
        answer: dict[str, Any] = orjson.loads(self.exchange(line))
        if "result" not in answer or answer["result"].get("isError"):
            raise RuntimeError(f"{line!r} was answered by {answer}")
        return dict(answer["result"])

    def exchange(self, line: bytes) -> bytes:
        """The raw answer to a raw line."""
        assert self._process.stdout
        self._write(line)
        return self._process.stdout.readline()

    def _write(self, line: bytes) -> None:
        assert self._process.stdin
        self._process.stdin.write(line)
        self._process.stdin.flush()
