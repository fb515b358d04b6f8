"""The checked servers, as processes over HTTP: the product as it is shipped, and the product with fixtures."""

import os
import re
import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from tests.paths import ROOT

SOURCE = ROOT / "worlds"  # samples of every language
OVER_HTTP = [str(SOURCE), "--http", "127.0.0.1:0"]
SHIPPED = [sys.executable, "-m", "server", *OVER_HTTP]
OVERLAID = [sys.executable, "-m", "harness.conformance.overlay", *OVER_HTTP]
PATIENCE = 60.0


@contextmanager
def serving(command: list[str]) -> Iterator[str]:
    """Run a server and give its address, which it prints to standard error when it is ready."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, env=environment) as process:
        try:
            yield _address(process)
        finally:
            process.terminate()
            process.wait(timeout=PATIENCE)


def _address(process: "subprocess.Popen[bytes]") -> str:
    assert process.stderr
    output, deadline = b"", monotonic() + PATIENCE
    while (found := re.search(rb"http://\S+(?=\n)", output)) is None:
        ready, _, _ = select.select([process.stderr], [], [], max(0.0, deadline - monotonic()))
        chunk = os.read(process.stderr.fileno(), 4096) if ready else b""
        if not chunk:
            raise SystemExit(f"The server does not tell its address:\n{output.decode()}")
        output += chunk
    return found[0].decode()
