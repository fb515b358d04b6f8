"""The two programs as processes: a server that reads raw lines, and the command line."""

import os
import select
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import chdir
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import IO, Any, Self

import orjson
from click.testing import CliRunner

from server.cli import frieze as commands
from tests.paths import ROOT
from tests.server.forked import ForkedProcess

PATIENCE = 20.0  # seconds; a server starts in less than one

CLIENT = {"name": "test", "version": "1"}
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": CLIENT,
}
INITIALIZE = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": CLIENT}


def environment(**more: str) -> dict[str, str]:
    """Return the environment of a process that can import the product in any directory."""
    return {**os.environ, "PYTHONPATH": str(ROOT), **more}


def frieze(*words: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[bytes]:
    """Run `frieze` with arguments in this process, which saves a start. Return what a process would leave."""
    arguments = [*map(str, words)]
    with chdir(cwd or Path.cwd()):
        done = CliRunner().invoke(commands, arguments, prog_name="frieze")
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return subprocess.CompletedProcess(arguments, done.exit_code, done.stdout_bytes, done.stderr_bytes)


def frieze_process(*words: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[bytes]:
    """Run `frieze` with arguments in a process of its own, and return the completed process."""
    command = [sys.executable, "-m", "server.cli", *map(str, words)]
    return subprocess.run(command, capture_output=True, cwd=cwd, env=environment(), timeout=PATIENCE, check=False)


def start(
    words: Sequence[str], variables: dict[str, str], stdin: int | IO[bytes], *, fresh: bool
) -> ForkedProcess | subprocess.Popen[bytes]:
    """Start a server whose output and errors are pipes. What changes the interpreter needs one of its own."""
    changed = {name for name, value in variables.items() if os.environ.get(name) != value}
    if hasattr(os, "fork") and not fresh and not any(name.startswith("PYTHON") for name in changed - {"PYTHONPATH"}):
        return ForkedProcess(words, variables, stdin)
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, *words], stdin=stdin, stdout=pipe, stderr=pipe, bufsize=0, env=variables)


def request(method: str, params: Any = None, request_id: int | str = 1) -> bytes:
    """Return a request as a line."""
    message = {"jsonrpc": "2.0", "id": request_id, "method": method}
    return orjson.dumps(message if params is None else {**message, "params": params}) + b"\n"


class RawServer:
    """A server process, and both ends of its wire. It is killed when the `with` block ends."""

    def __init__(
        self,
        source: Path,
        *,
        stdin: int | IO[bytes] = subprocess.PIPE,
        program: str = "",
        options: Sequence[str] = (),
        fresh: bool = False,
        **more: str,
    ) -> None:
        """`program` is run in the place of the server. `fresh` is for what depends on the imports of a start."""
        words = [*(["-c", program] if program else ["-m", "server"]), str(source), *options]
        self.process = start(words, environment(**more), stdin, fresh=fresh)
        self._unread = b""
        self.told: list[str] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()

    def write(self, data: bytes) -> None:
        assert self.process.stdin
        rest = memoryview(data)
        while rest:
            rest = rest[self.process.stdin.write(rest) :]

    def write_while_read(self, data: bytes, patience: float) -> bytes:
        """Write until the server has read nothing for `patience` seconds. Return what it has not read."""
        assert self.process.stdin
        descriptor = self.process.stdin.fileno()
        os.set_blocking(descriptor, False)
        rest = memoryview(data)
        while rest and select.select([], [descriptor], [], patience)[1]:
            rest = rest[os.write(descriptor, rest[: 1 << 16]) :]
        os.set_blocking(descriptor, True)
        return bytes(rest)

    def line(self, patience: float = PATIENCE) -> bytes:
        """Return the next line that the server writes. Raises AssertionError after `patience` seconds."""
        assert self.process.stdout
        deadline = monotonic() + patience
        while b"\n" not in self._unread:
            if os.name == "posix":  # Windows selects no pipes: there the time limit of the test ends the waiting
                ready, _, _ = select.select([self.process.stdout], [], [], max(0.0, deadline - monotonic()))
                assert ready, "the server does not answer"
            chunk = os.read(self.process.stdout.fileno(), 1 << 20)
            assert chunk, f"the server has ended: {self.process.communicate()[1].decode()}"
            self._unread += chunk
        line, _, self._unread = self._unread.partition(b"\n")
        return line

    def ask(self, line: bytes, patience: float = PATIENCE) -> dict[str, Any]:
        """Write a line, and return the next answer. The methods of notifications before it are in `told`."""
        self.write(line)
        while "method" in (answer := orjson.loads(self.line(patience))):
            self.told.append(answer["method"])
        found: dict[str, Any] = answer
        return found

    def initialize(self, patience: float = PATIENCE) -> dict[str, Any]:
        """Open a connection of the 2025 era."""
        answer = self.ask(request("initialize", INITIALIZE, 0), patience)
        self.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
        return answer

    def call(self, tool: str, arguments: dict[str, Any] | None = None, patience: float = PATIENCE) -> dict[str, Any]:
        return self.ask(request("tools/call", {"name": tool, "arguments": arguments}), patience)

    def finish(self) -> tuple[bytes, bytes, int]:
        """Close the input. Return the rest of standard output and error, and the exit status."""
        output, errors = self.process.communicate(timeout=PATIENCE)
        unread, self._unread = self._unread, b""
        return unread + output, errors, self.process.wait()

    def terminate(self) -> None:
        self.process.send_signal(signal.SIGTERM)
