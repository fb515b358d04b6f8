"""What a person sees who starts `server` or `frieze` in a terminal."""

import os
import pty
import shutil
import subprocess
import sys
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path

import orjson
import pytest

from server.cli import frieze as group
from server.commands.command_list import PURPOSES
from server.options.own_project import own_project
from server.options.progress import CompilingBar
from tests.paths import ROOT
from tests.server.processes import PATIENCE, environment, frieze, request
from tests.server.terminals import on_terminal, plain

WORLDS = ROOT / "worlds"
GARDEN = WORLDS / "locked-garden"


@pytest.mark.parametrize("command", [["-m", "server"], ["-m", "server.cli", "serve"]])
def test_server_says_what_it_is_and_still_serves(command: list[str]) -> None:
    controller, terminal = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, *command, str(GARDEN)],
        stdin=terminal,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    os.close(terminal)
    os.write(controller, request("ping") + b"\x04")  # Ctrl-D ends the input
    answered, told = process.communicate(timeout=PATIENCE)
    os.close(controller)
    assert orjson.loads(answered)["id"] == 1
    assert f"This is the server of Frieze on {GARDEN}".encode() in told
    assert b"frieze config claude" in told and b"Ctrl-C" in told


def test_server_is_silent_to_a_client() -> None:
    command = [sys.executable, "-m", "server", str(GARDEN)]
    served = subprocess.run(
        command, input=request("ping"), capture_output=True, env=environment(), timeout=PATIENCE, check=True
    )
    assert served.stderr == b""


def test_every_command_has_a_purpose() -> None:
    assert set(group.commands) <= {name for names in PURPOSES.values() for name in names}


def test_frieze_alone_groups_commands_by_purpose() -> None:
    shown = frieze("--help").stdout.decode()
    places = [shown.index(f"\n{purpose}:") for purpose in (*PURPOSES, "Begin with")]
    assert places == sorted(places)


def test_frieze_alone_outside_of_a_project_shows_the_commands(tmp_path: Path) -> None:
    assert frieze(cwd=tmp_path).stdout == frieze("--help").stdout


def test_frieze_alone_in_a_project_shows_what_is_in_it(tmp_path: Path) -> None:
    shutil.copytree(WORLDS / "cider-mill", tmp_path / "mill")
    (tmp_path / "mill" / "frieze.toml").touch()
    shown = frieze(cwd=tmp_path / "mill").stdout.decode()
    lines = shown.splitlines()
    examples = ", and 2 objects of templates, fixtures and examples"
    assert lines[0] == f"Read: 25 files with 10 decisions, 24 tasks, 4 notes, 20 pages{examples}"
    assert "Decisions     10: 5 in force, 1 proposed, 3 superseded, 1 without a status" in lines
    assert "Tasks         24: 11 ready, 6 blocked" in lines
    assert f"{'':14}.beads/issues.jsonl:9: Tasks wait for one another, so none can begin: " in shown
    assert [line.split("  ")[1] for line in lines[lines.index("Next:") + 1 :]] == [
        "frieze check",
        "frieze explain KNO401",
        "frieze check --unread",
        "frieze tasks",
        "frieze --help",
    ]
    assert len(lines) <= 25 and max(map(len, lines)) <= 120
    assert frieze(cwd=tmp_path / "mill" / "docs").stdout.startswith(b"Read: ")  # a folder of a project


def test_home_folder_is_no_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "notes").mkdir()
    assert own_project(tmp_path / "notes") == tmp_path
    monkeypatch.setenv("HOME", str(tmp_path))
    assert own_project(tmp_path / "notes") is None
    assert own_project(Path("/")) is None


def test_bar_of_a_compilation_leaves_nothing_behind(tmp_path: Path) -> None:
    program = "import server.options.progress as p; p.DELAY_SECONDS = 0; from server.cli import main; main()"
    path = tmp_path / "slow.py"
    path.write_text(program)
    _, written = on_terminal("check", GARDEN, "--no-cache", program=path)
    assert "\rCompiling " in written
    assert "\x1b[?25l" not in written  # Ctrl-C would leave the terminal without its cursor
    assert plain(written.rpartition("\r\x1b[K")[2]).startswith("Read: 1 file with 1 world")


class Terminal(StringIO):
    """What is written to a terminal."""

    def isatty(self) -> bool:
        return True


def test_bar_of_a_quick_compilation_is_not_shown() -> None:
    with redirect_stderr(Terminal()) as terminal, CompilingBar() as bar:
        bar(0.5)
    assert terminal.getvalue() == ""
