"""`frieze config`: the entry that makes an MCP client start the server on a source, and the file it goes into.

Clients start servers with a bare environment and in any directory. So every path is absolute, and `PATH` is not used.
Entries are printed. With `--write` they are put into the user's own file of the client, never into a source.
"""

import json
import os
import shlex
import sys
import sysconfig
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from compiler.disk.regular_file import read_regular
from server.commands.opened_source import NoSourceError

NAME = "frieze"
ENTRY_POINT = b"server.__main__"  # every console script that starts this server contains it
STARTUP_SECONDS = 60  # Codex gives up after 10; a large source takes longer the first time
TOOL_SECONDS = 60
WINDOW = "${workspaceFolder}"  # for which an editor puts the folder of its window
_MAX_SCRIPT_BYTES = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Start:
    """A command that serves a source over standard input and output."""

    command: str
    args: tuple[str, ...]
    env: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ClientConfig:
    """How a client is configured.

    `key` is the object that holds the servers in its files, `entry` makes the value of one. `own_file` is the file of
    the user, `project_file` the one of a project, "" if it has none. `project` is the argument by which one entry of
    the user serves every project: "" if the client starts servers in the project, None if it cannot be said.
    """

    key: str
    entry: Callable[[Start], dict[str, Any]]
    own_file: Callable[[], Path]
    project_file: str = ""
    project: str | None = None
    is_toml: bool = False

    def snippet(self, start: Start) -> str:
        """The text of a file that has this entry and nothing else."""
        entry = self.entry(start)
        return _toml_table(self.key, entry) if self.is_toml else _json({self.key: {NAME: entry}})

    def destination(self, start: Start) -> str:
        """Where a user puts the snippet."""
        own = shown_path(self.own_file())
        if self.project_file:
            also = f", or run: {add_command(start)}" if self is CLIENTS["claude"] else f", or into {own}"
            return f"Put this into {self.project_file} at the root of your project{also}."
        return f"Merge this into {own}, and restart the client."


def script_folders() -> tuple[str, str]:
    """The folders into which this Python installs console scripts: its own, and the user's."""
    return sysconfig.get_path("scripts"), sysconfig.get_path("scripts", sysconfig.get_preferred_scheme("user"))


def start_of(source: Path | str, folders: Iterable[str] | None = None) -> Start:
    """Return the command that starts this installation's server on a source, in any directory and environment. A text
    is an argument that the client understands, "" none: the project that the server is started in.

    Its console script is looked for in `folders`, by default in `script_folders()`.
    """
    location = (str(source.absolute()),) if isinstance(source, Path) else (source,) if source else ()
    script = _server_script(script_folders() if folders is None else folders)
    if script is not None:
        return Start(str(script), location)
    # -P: do not import a folder `server` of the directory in which the client starts the command.
    root = Path(__file__).absolute().parents[2]
    return Start(sys.executable, ("-P", "-m", "server", *location), {"PYTHONPATH": str(root)})


def _server_script(folders: Iterable[str]) -> Path | None:
    """The console script `server` of this installation. Scripts of that name that start something else do not count."""
    for folder in folders:
        for name in ("server", "server.exe"):
            script = Path(folder) / name
            with suppress(OSError):
                if ENTRY_POINT in read_regular(script, _MAX_SCRIPT_BYTES):
                    return script
    return None


def add_command(start: Start) -> str:
    """The command with which Claude Code adds the server itself, quoted for a POSIX shell."""
    variables = [word for name, value in start.env.items() for word in ("--env", f"{name}={value}")]
    return shlex.join(["claude", "mcp", "add", NAME, *variables, "--", start.command, *start.args])


def _entry(start: Start) -> dict[str, Any]:
    entry: dict[str, Any] = {"command": start.command, "args": list(start.args)}
    return {**entry, "env": start.env} if start.env else entry


def _stdio_entry(start: Start) -> dict[str, Any]:
    return {"type": "stdio", **_entry(start)}


def _copilot_entry(start: Start) -> dict[str, Any]:
    return {"type": "local", **_entry(start), "tools": ["*"]}


def _opencode_entry(start: Start) -> dict[str, Any]:
    entry: dict[str, Any] = {"type": "local", "command": [start.command, *start.args], "enabled": True}
    return {**entry, "environment": start.env} if start.env else entry


def _zed_entry(start: Start) -> dict[str, Any]:
    return {"source": "custom", **_entry(start)}


def _codex_entry(start: Start) -> dict[str, Any]:
    """Codex waits 10 seconds for a server unless its table says more."""
    return {**_entry(start), "startup_timeout_sec": STARTUP_SECONDS, "tool_timeout_sec": TOOL_SECONDS}


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def _toml_table(key: str, entry: Mapping[str, Any]) -> str:
    return "\n".join([f"[{key}.{NAME}]", *(f"{name} = {_toml(value)}" for name, value in entry.items())])


def _toml(value: Any) -> str:
    """A value of TOML. A text is written as in JSON, except that DEL must be escaped."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{name} = {_toml(part)}' for name, part in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def shown_path(path: Path) -> str:
    """A path as people write it, from their home folder."""
    home = Path.home()
    return f"~/{path.relative_to(home).as_posix()}" if path.is_relative_to(home) else str(path)


def _of_application(*parts: str) -> Callable[[], Path]:
    """A file in the folder in which desktop applications keep their settings."""

    def file() -> Path:
        if sys.platform == "darwin":
            return Path.home().joinpath("Library", "Application Support", *parts)
        if sys.platform == "win32":
            return Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming").joinpath(*parts)
        return Path.home().joinpath(".config", *parts)

    return file


def _at_home(path: str) -> Callable[[], Path]:
    return lambda: Path.home() / path


CLIENTS = {
    "claude": ClientConfig("mcpServers", _entry, _at_home(".claude.json"), ".mcp.json", project=""),
    "claude-desktop": ClientConfig("mcpServers", _entry, _of_application("Claude", "claude_desktop_config.json")),
    "cursor": ClientConfig("mcpServers", _entry, _at_home(".cursor/mcp.json"), ".cursor/mcp.json", WINDOW),
    "vscode": ClientConfig(
        "servers", _stdio_entry, _of_application("Code", "User", "mcp.json"), ".vscode/mcp.json", WINDOW
    ),
    "codex": ClientConfig("mcp_servers", _codex_entry, _at_home(".codex/config.toml"), project="", is_toml=True),
    "gemini": ClientConfig("mcpServers", _entry, _at_home(".gemini/settings.json"), ".gemini/settings.json", ""),
    "copilot": ClientConfig("mcpServers", _copilot_entry, _at_home(".copilot/mcp-config.json"), project=""),
    "opencode": ClientConfig("mcp", _opencode_entry, _at_home(".config/opencode/opencode.json"), "opencode.json", ""),
    "windsurf": ClientConfig("mcpServers", _entry, _at_home(".codeium/windsurf/mcp_config.json")),
    "zed": ClientConfig("context_servers", _zed_entry, _at_home(".config/zed/settings.json"), ".zed/settings.json"),
}


def snippet_for(client: str, source: Path) -> tuple[bytes, str]:
    """Return the snippet by which a client starts the server on a source, and where it goes. Raises NoSourceError."""
    start, client_config = start_for(source), CLIENTS[client]
    return client_config.snippet(start).encode(), client_config.destination(start)


def start_for(source: Path) -> Start:
    """Return the command that serves a source, whose path is in the configuration. Raises NoSourceError."""
    missing = NoSourceError(f"No such file or directory: '{source}'")
    if not source.exists():
        raise missing
    try:
        start = start_of(source)
        _json([start.command, *start.args]).encode()
        return start
    except FileNotFoundError:  # the current directory was removed
        raise missing from None
    except UnicodeEncodeError:
        raise NoSourceError("The path is not Unicode, so no configuration file can name it") from None
