"""Programs on a terminal: a pty of so many columns, and what they write to it."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path

from tests.server.processes import PATIENCE, environment

STYLE = re.compile(r"\x1b\]8;[^\x1b]*\x1b\\|\x1b\[[0-9;]*m")


def on_terminal(
    *words: str | Path,
    program: Path | None = None,
    columns: int = 80,
    lines: int = 200,
    cwd: Path | None = None,
    **more: str,
) -> tuple[int, str]:
    """Return the exit status of `frieze`, or of a program in its place, on a terminal, and all that it wrote, with line
    feeds as ends of lines."""
    controller, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    variables = {**environment(), "TERM": "xterm-256color", **more}
    for name in ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "PAGER", "LESS", "FRIEZE_EDITOR"):
        if name not in more:
            variables.pop(name, None)
    command = [sys.executable, *([str(program)] if program else ["-m", "server.cli"]), *map(str, words)]
    process = subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal, env=variables, cwd=cwd)
    os.close(terminal)
    try:
        written = _all_of(controller)
        return process.wait(PATIENCE), written.decode().replace("\r\n", "\n")
    finally:
        os.close(controller)
        process.kill()
        process.wait()


def plain(text: str) -> str:
    """Return a text without its styles and links."""
    return STYLE.sub("", text)


def _all_of(controller: int) -> bytes:
    parts = list[bytes]()
    while True:
        try:
            part = os.read(controller, 65_536)
        except OSError:  # Linux ends a terminal whose other end is closed with an error
            part = b""
        if not part:
            return b"".join(parts)
        parts.append(part)
