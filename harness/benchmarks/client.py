"""A client with little overhead: it writes lines to a server's pipe and reads the answers."""

import atexit
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import orjson

from tests.paths import ROOT

BARE_SERVER = [sys.executable, str(Path(__file__).with_name("bare_server.py"))]
GARDEN = "worlds/locked-garden"

# An installed program has its bytecode, even if this environment forbids writing it.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
ENVIRONMENT["PYTHONPYCACHEPREFIX"] = str(Path(tempfile.gettempdir()) / "frieze-benchmarks-bytecode")

# The user's own cache is neither read nor filled.
CACHE = Path(tempfile.mkdtemp(prefix="frieze-benchmarks-cache-"))
ENVIRONMENT["XDG_CACHE_HOME"] = str(CACHE)
atexit.register(shutil.rmtree, CACHE, ignore_errors=True)

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


def empty_cache() -> None:
    """Delete all cached snapshots, units and grammars."""
    shutil.rmtree(CACHE, ignore_errors=True)


class Client:
    """A server process and its pipes, in one protocol era."""

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
        """Do the first exchange of the era and return its answer."""
        if self._era == "2026":
            return self.ask(self.line("server/discover"))
        greeting = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": _CLIENT}
        answer = self.ask(self.line("initialize", greeting))
        self._write(orjson.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}) + b"\n")
        return answer

    def line(self, method: str, params: dict[str, Any] | None = None) -> bytes:
        """A request as a line to send."""
        meta = {"_meta": _META} if self._era == "2026" else {}
        return orjson.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": {**(params or {}), **meta}}) + b"\n"

    def ask(self, line: bytes) -> dict[str, Any]:
        """Send a request and return its result. Raises RuntimeError for an error."""
        answer: dict[str, Any] = orjson.loads(self.exchange(line))
        if "result" not in answer or answer["result"].get("isError"):
            raise RuntimeError(f"{line!r} was answered by {answer}")
        return dict(answer["result"])

    def exchange(self, line: bytes) -> bytes:
        """Send a raw line and return the raw answer."""
        assert self._process.stdout
        self._write(line)
        return self._process.stdout.readline()

    @property
    def pid(self) -> int:
        """The id of the server process."""
        return self._process.pid

    def peak(self) -> float:
        """The peak memory of the server so far, in MB; 0 where the system does not report it."""
        status = Path(f"/proc/{self._process.pid}/status")
        found = re.search(r"^VmHWM:\s*(\d+) kB$", status.read_text("ascii"), re.MULTILINE) if status.exists() else None
        return int(found[1]) / 1024 if found else 0.0

    def _write(self, line: bytes) -> None:
        assert self._process.stdin
        self._process.stdin.write(line)
        self._process.stdin.flush()
