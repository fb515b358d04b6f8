"""The extension for VS Code: it names what the server has, and runs in a stand-in for the editor."""

import json
import shutil
import subprocess
from base64 import b64encode
from pathlib import Path

import pytest

from compiler import VERSION
from server.lsp.annotations import HINTS, LENSES
from server.lsp.commands import COMMANDS
from tests.paths import ROOT

EXTENSION = ROOT / "server" / "lsp" / "vscode"
MANIFEST = json.loads((EXTENSION / "package.json").read_text("utf-8"))
CODE = (EXTENSION / "extension.js").read_text("utf-8")


def test_manifest_names_what_the_extension_and_the_server_have() -> None:
    assert MANIFEST["version"] == VERSION
    for command in MANIFEST["contributes"]["commands"]:
        assert f'registerCommand("{command["command"]}"' in CODE
    assert all(f'asked("{command}"' in CODE for command in COMMANDS)
    settings = MANIFEST["contributes"]["configuration"]["properties"]
    assert {*settings} == {"frieze.path", f"frieze.{LENSES}", f"frieze.{HINTS}"}
    assert settings["frieze.path"]["scope"] == "machine"  # no folder says which program is started


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_extension_starts_the_server_and_shows_drawing_and_page(tmp_path: Path) -> None:
    program = tmp_path / "frieze"
    program.write_text('#!/bin/sh\necho "The explorer is at http://127.0.0.1:1/explore/" >&2\nexec sleep 30\n')
    program.chmod(0o755)
    stand_in = Path(__file__).with_name("vscode_stand_in.js")
    run = subprocess.run(
        ["node", stand_in, EXTENSION / "extension.js", program], capture_output=True, text=True, timeout=60, check=True
    )
    said = json.loads(run.stdout)
    _, _, server, client = said["started"]
    assert server == {"command": str(program), "args": ["lsp"]}
    assert client["initializationOptions"] == {LENSES: True, HINTS: False}
    assert said["told"] == ["There is no diagram at the cursor."]
    assert said["asked"][1]["arguments"] == ["file:///a.md", {"line": 4, "character": 2}]
    assert b64encode("<svg>é</svg>".encode()).decode() in said["html"] and "default-src 'none'" in said["html"]
    assert said["opened"] == "http://127.0.0.1:1/explore/object?id=k%3Atask%2FT%201"
