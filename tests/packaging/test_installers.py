"""The wheel, installed by uv and by pipx, and the bundle, started as its host does: each from a fresh environment."""

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from compiler import VERSION
from tests.packaging.build import pip
from tests.packaging.conftest import Built
from tests.packaging.handshake import handshake
from tests.paths import ROOT

pytestmark = [pytest.mark.registry, pytest.mark.timeout(600)]

TOOLS = ("uv", "pipx")
PATIENCE = 300.0  # seconds: each downloads what Frieze needs
PACK = re.search(r"^\tnpx --yes (\S+) pack ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Installer:
    """uv and pipx in an environment of their own, with folders of their own for what they install."""

    scripts: Path
    place: Path
    env: dict[str, str]

    def run(self, *words: str | Path) -> str:
        """Run a script of an installer, or one that it installed, and return what it prints."""
        script = shutil.which(str(words[0]), path=os.pathsep.join([str(self.scripts), str(self.place / "bin")]))
        assert script
        command = [script, *map(str, words[1:])]
        ended = subprocess.run(
            command, capture_output=True, text=True, cwd=self.place, env=self.env, timeout=PATIENCE, check=False
        )
        assert ended.returncode == 0, ended.stderr
        return ended.stdout


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("installers") / "venv"
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    pip("install", *TOOLS, python=scripts / "python")
    return scripts


@pytest.fixture
def installer(environment: Path, tmp_path: Path) -> Installer:
    own = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV", "UV_"))}
    folders = {"UV_TOOL_DIR": "uv", "UV_TOOL_BIN_DIR": "bin", "PIPX_HOME": "pipx", "PIPX_BIN_DIR": "bin"}
    own |= {name: str(tmp_path / folder) for name, folder in folders.items()}
    own |= {"UV_CACHE_DIR": str(environment.parent.parent / "cache"), "UV_PYTHON_DOWNLOADS": "never"}
    own |= {"UV_PYTHON": sys.executable, "PIPX_DEFAULT_PYTHON": sys.executable, "XDG_CACHE_HOME": str(tmp_path / "xdg")}
    return Installer(environment, tmp_path, own)


@pytest.fixture
def world(tmp_path: Path) -> Path:
    return Path(shutil.copytree(ROOT / "worlds" / "locked-garden", tmp_path / "locked-garden"))


@pytest.mark.parametrize(
    "command", [("uv", "tool", "install", "--constraints", ROOT / "constraints.txt"), ("pipx", "install")]
)
def test_installer_installs_both_commands(
    built: Built, installer: Installer, world: Path, command: tuple[str | Path, ...]
) -> None:
    installer.run(*command, built.wheel)
    assert installer.run("server", "--version") == f"frieze, version {VERSION}\n"
    answered = json.loads(installer.run("frieze", "query", world, "get_snapshot_info"))
    assert answered["objects"]["location"] == 2


def test_uvx_answers_without_an_installation(built: Built, installer: Installer, world: Path) -> None:
    answered = json.loads(installer.run("uvx", "--from", built.wheel, "frieze", "query", world, "get_snapshot_info"))
    assert answered["objects"]["location"] == 2
    assert not (installer.place / "bin").exists()


@pytest.mark.skipif(shutil.which("npx") is None, reason="NOT RUN: the bundle, which needs node")
def test_bundle_starts_a_server_by_its_manifest(installer: Installer, world: Path) -> None:
    assert PACK
    bundle, unpacked = installer.place / "frieze.mcpb", installer.place / "unpacked"
    packed = ["npx", "--yes", PACK[1], "pack", str(ROOT), str(bundle)]
    subprocess.run(packed, capture_output=True, check=True, timeout=PATIENCE)
    with zipfile.ZipFile(bundle) as archive:
        archive.extractall(unpacked)
    started = json.loads((unpacked / "manifest.json").read_text(encoding="utf-8"))["server"]["mcp_config"]
    filled = [
        word.replace("${__dirname}", str(unpacked)).replace("${user_config.source}", str(world))
        for word in started["args"]
    ]
    command = [str(installer.scripts / started["command"]), *filled]
    initialized, called = handshake(command, cwd=installer.place, env=installer.env)
    assert initialized["serverInfo"]["version"] == VERSION
    assert json.loads(called["content"][0]["text"])["objects"]["location"] == 2
