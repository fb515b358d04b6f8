"""`frieze config`: the snippet that makes an MCP client start the server on a source, and the file it goes into.

Clients start servers with a bare environment and in any directory. So every path is absolute, and `PATH` is not used.
Snippets are printed, never written: the files are the user's.
"""

import json
import shlex
import sys
import sysconfig
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from compiler.disk.regular_file import read_regular
from server.commands.opened_source import NoSourceError

NAME = "frieze"
ENTRY_POINT = b"server.__main__"  # every console script that starts this server contains it
STARTUP_SECONDS = 60  # Codex gives up after 10; a large source takes longer the first time
TOOL_SECONDS = 60
_MAX_SCRIPT_BYTES = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Start:
    """A command that serves a source over standard input and output."""

    command: str
    args: tuple[str, ...]
    env: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ClientConfig:
    """How to configure one client: `snippet` formats the text, `destination` says where a user puts it."""

    snippet: Callable[[Start], str]
    destination: Callable[[Start], str]


def script_folders() -> tuple[str, str]:
    """The folders into which this Python installs console scripts: its own, and the user's."""
    return sysconfig.get_path("scripts"), sysconfig.get_path("scripts", sysconfig.get_preferred_scheme("user"))


def start_of(source: Path, folders: Iterable[str] | None = None) -> Start:
    """Return the command that starts this installation's server on a source, in any directory and environment.

    Its console script is looked for in `folders`, by default in `script_folders()`.
    """
    location = str(source.absolute())
    script = _server_script(script_folders() if folders is None else folders)
    if script is not None:
        return Start(str(script), (location,))
    # -P: do not import a folder `server` of the directory in which the client starts the command.
    root = Path(__file__).absolute().parents[2]
    return Start(sys.executable, ("-P", "-m", "server", location), {"PYTHONPATH": str(root)})


def _server_script(folders: Iterable[str]) -> Path | None:
    """The console script `server` of this installation. Scripts of that name that start something else do not count."""
    for folder in folders:
        for name in ("server", "server.exe"):
            script = Path(folder) / name
            with suppress(OSError):
                if ENTRY_POINT in read_regular(script, _MAX_SCRIPT_BYTES):
                    return script
    return None


def mcp_servers(start: Start) -> str:
    """The JSON that Claude Code, Claude Desktop and Cursor share."""
    return _json({"mcpServers": {NAME: _entry(start)}})


def vscode_servers(start: Start) -> str:
    """The JSON of VS Code. It has another key, and names the transport."""
    return _json({"servers": {NAME: {"type": "stdio", **_entry(start)}}})


def codex_table(start: Start) -> str:
    """The TOML table of Codex, which waits 10 seconds for a server unless the table says more."""
    lines = [
        f"[mcp_servers.{NAME}]",
        f"command = {_toml_string(start.command)}",
        f"args = [{', '.join(map(_toml_string, start.args))}]",
    ]
    if start.env:
        variables = (f"{name} = {_toml_string(value)}" for name, value in start.env.items())
        lines.append(f"env = {{ {', '.join(variables)} }}")
    lines += [f"startup_timeout_sec = {STARTUP_SECONDS}", f"tool_timeout_sec = {TOOL_SECONDS}"]
    return "\n".join(lines)


def add_command(start: Start) -> str:
    """The command with which Claude Code adds the server itself, quoted for a POSIX shell."""
    variables = [word for name, value in start.env.items() for word in ("--env", f"{name}={value}")]
    return shlex.join(["claude", "mcp", "add", NAME, *variables, "--", start.command, *start.args])


def _entry(start: Start) -> dict[str, object]:
    entry: dict[str, object] = {"command": start.command, "args": list(start.args)}
    return {**entry, "env": start.env} if start.env else entry


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def _toml_string(text: str) -> str:
    """A TOML basic string. It is written as in JSON, except that DEL must be escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _claude_desktop_file() -> str:
    if sys.platform == "darwin":
        return "~/Library/Application Support/Claude/claude_desktop_config.json"
    if sys.platform == "win32":
        return r"%APPDATA%\Claude\claude_desktop_config.json"
    return "~/.config/Claude/claude_desktop_config.json"


CLIENTS = {
    "claude": ClientConfig(
        mcp_servers, lambda start: f"Put this into .mcp.json at the root of your project, or run: {add_command(start)}"
    ),
    "claude-desktop": ClientConfig(
        mcp_servers, lambda _: f"Merge this into {_claude_desktop_file()} and restart Claude Desktop."
    ),
    "cursor": ClientConfig(
        mcp_servers, lambda _: "Put this into .cursor/mcp.json of your project, or into ~/.cursor/mcp.json."
    ),
    "vscode": ClientConfig(vscode_servers, lambda _: "Put this into .vscode/mcp.json of your project."),
    "codex": ClientConfig(codex_table, lambda _: "Append this to ~/.codex/config.toml."),
}


def snippet_for(client: str, source: Path) -> tuple[bytes, str]:
    """Return the snippet by which a client starts the server on a source, and where it goes. Raises NoSourceError."""
    missing = NoSourceError(f"No such file or directory: '{source}'")
    if not source.exists():
        raise missing
    try:
        start, client_config = start_of(source), CLIENTS[client]
        return client_config.snippet(start).encode(), client_config.destination(start)
    except FileNotFoundError:  # the current directory was removed
        raise missing from None
    except UnicodeEncodeError:
        raise NoSourceError("The path is not Unicode, so no configuration file can name it") from None
