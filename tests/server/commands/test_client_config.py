"""`frieze config`: each snippet is parsed as its client does, and its command is started."""

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from itertools import product
from pathlib import Path
from typing import Any

import click
import pytest

from server.__main__ import PROJECT_VARIABLE, started_in
from server.cli import frieze as cli
from server.commands.client_config import CLIENTS, Start, add_command, start_of
from tests.compiler.tables import table
from tests.packaging.handshake import handshake
from tests.paths import ROOT
from tests.server.processes import environment, frieze
from tests.server.worlds import write_mill
from tests.suites import mostly_long

PAGE = ROOT / "docs" / "install.md"
AWKWARD = [
    "plain",
    "with a space",
    "ünïcødé 門 😀",
    'quo"te',
    "single'quote",
    "back\\slash",
    "$HOME `id`",
    "#;=[]{}",
    "\x7f\t",
]


def entry(client: str, snippet: str) -> dict[str, Any]:
    """The entry of the server in a snippet, where the client looks for it."""
    read = tomllib.loads(snippet) if client == "codex" else json.loads(snippet)
    (servers,) = read.values()
    assert list(read) == [CLIENTS[client].key]
    assert list(servers) == ["frieze"]
    found: dict[str, Any] = servers["frieze"]
    if isinstance(found["command"], list):  # OpenCode's
        command, *words = found["command"]
        found = {**found, "command": command, "args": words, "env": found.get("environment", {})}
    return found


def test_config_command_takes_every_client() -> None:
    client = cli.commands["config"].params[0]
    assert isinstance(client.type, click.Choice)
    assert list(client.type.choices) == list(CLIENTS)


@table(("client", "name"), product(CLIENTS, AWKWARD))
def test_snippet_parses_to_the_command(client: str, name: str) -> None:
    meant = Start(f"/opt/{name}/server", (f"/src/{name}", "-m"), {"PYTHONPATH": f"/lib/{name}"})
    read = entry(client, CLIENTS[client].snippet(meant))
    assert Start(read["command"], tuple(read["args"]), read["env"]) == meant


@pytest.mark.parametrize("name", AWKWARD)
def test_claude_command_is_quoted_for_the_shell(name: str) -> None:
    words = shlex.split(add_command(Start("/opt/server", (f"/src/{name}",), {"PYTHONPATH": "/a b"})))
    assert words == ["claude", "mcp", "add", "frieze", "--env", "PYTHONPATH=/a b", "--", "/opt/server", f"/src/{name}"]


def test_vscode_snippet_has_the_transport_and_codex_the_timeouts() -> None:
    start = Start("/bin/server", ("/src",))
    assert entry("vscode", CLIENTS["vscode"].snippet(start))["type"] == "stdio"
    waits = entry("codex", CLIENTS["codex"].snippet(start))
    assert (waits["startup_timeout_sec"], waits["tool_timeout_sec"]) == (60, 60)
    assert "env" not in waits


@pytest.mark.parametrize("client", mostly_long(CLIENTS, "a server for each client"))
def test_command_of_a_snippet_serves_the_source(client: str, tmp_path: Path) -> None:
    source = tmp_path / "a söurce"
    source.mkdir()
    write_mill(source)
    printed = frieze("config", client, "a söurce", cwd=tmp_path)
    assert printed.returncode == 0
    read = entry(client, printed.stdout.decode())
    assert read["args"][-1] == str(source)
    assert Path(read["command"]).is_absolute()
    # As clients do: with little in the environment, in a directory with another `server`.
    (tmp_path / "server").mkdir()
    (tmp_path / "server" / "__main__.py").write_text("raise SystemExit('not ours')")
    bare = {"PATH": os.defpath, "HOME": str(tmp_path), **read.get("env", {})}
    opened, called = handshake([read["command"], *read["args"]], cwd=tmp_path, env=bare)
    assert opened["serverInfo"]["name"] == "frieze"
    assert called["isError"] is False


def test_config_source_defaults_to_the_current_directory(tmp_path: Path) -> None:
    printed = frieze("config", "cursor", cwd=tmp_path)
    assert entry("cursor", printed.stdout.decode())["args"][-1] == str(tmp_path)


def test_config_prints_the_destination_on_standard_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/kim")
    for client, config in CLIENTS.items():
        output = frieze("config", client, tmp_path).stderr.decode()
        assert (config.project_file or "~/") in output, client
        assert output.count("\n") == 1


def test_config_writes_no_file_unless_told(tmp_path: Path) -> None:
    for client in CLIENTS:
        frieze("config", client, tmp_path, cwd=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_config_of_a_missing_source_is_refused(tmp_path: Path) -> None:
    printed = frieze("config", "claude", tmp_path / "nowhere")
    assert (printed.returncode, printed.stdout) == (2, b"")
    assert b"No such file or directory" in printed.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has names that are no Unicode")
def test_config_of_a_path_that_is_not_unicode_is_refused(tmp_path: Path) -> None:
    folder = os.fsencode(tmp_path) + b"/\xff"
    os.mkdir(folder)  # noqa: PTH102  # a Path is text
    command = [sys.executable, "-m", "server.cli", "config", "codex", os.fsdecode(folder)]
    refused = subprocess.run(command, capture_output=True, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False)
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert b"not Unicode" in refused.stderr


def test_config_warns_of_a_path_that_looks_like_a_variable(tmp_path: Path) -> None:
    source = tmp_path / "${HOME}"
    source.mkdir()
    assert b"take for a variable" in frieze("config", "vscode", source).stderr


def test_config_uses_the_installed_script(tmp_path: Path) -> None:
    (tmp_path / "server").write_text("#!python\nfrom server.__main__ import main\nmain()\n")
    assert start_of(Path("/src"), [str(tmp_path)]) == Start(str(tmp_path / "server"), ("/src",))


def test_config_ignores_a_script_of_another_program(tmp_path: Path) -> None:
    (tmp_path / "server").write_text("#!python\nfrom other.server import main\nmain()\n")
    without_script = Start(sys.executable, ("-P", "-m", "server", "/src"), {"PYTHONPATH": str(ROOT)})
    assert start_of(Path("/src"), [str(tmp_path)]) == without_script


SHOWN = Start("/absolute/path/to/server", ("/absolute/path/to/source",))


@pytest.mark.parametrize("client", CLIENTS)
def test_page_of_installation_shows_the_printed_snippets(client: str) -> None:
    blocks = re.findall(r"```(?:json|toml)\n(.*?)\n```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert CLIENTS[client].snippet(SHOWN) in blocks


def test_the_readme_shows_the_command_of_claude() -> None:
    assert f"$ {add_command(SHOWN)}\n" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_server_without_a_source_serves_the_project_around_it_and_says_which(tmp_path: Path) -> None:
    write_mill(tmp_path)
    (tmp_path / ".git").mkdir()
    (tmp_path / "deep" / "er").mkdir(parents=True)
    opened, called = handshake([sys.executable, "-m", "server"], cwd=tmp_path / "deep" / "er", env=environment())
    assert f"started in: '{tmp_path}'." in opened["instructions"]
    assert f'"{tmp_path.name}"' in called["content"][0]["text"]


def test_project_that_claude_code_names_is_the_one_that_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "frieze.toml").touch()
    (tmp_path / "docs").mkdir()
    monkeypatch.setenv(PROJECT_VARIABLE, str(tmp_path / "docs"))
    assert started_in() == str(tmp_path)
