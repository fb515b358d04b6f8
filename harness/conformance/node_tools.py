"""The pinned programs that run on Node, installed from the npm registry into `.conformance/` of the tree.

`package.json` beside this file pins them, and Node itself, because the Node of the machine may be too old.
"""

import os
import shutil
import subprocess
from pathlib import Path

from tests.paths import ROOT

PINNED = Path(__file__).with_name("package.json")
FOLDER = ROOT / ".conformance"
INSTALLED = ".installed"  # in the folder: a copy of `package.json` as it was installed
INSTALL_SECONDS = 600


class NoNodeError(Exception):
    """The programs cannot be installed here; the message says why."""


def environment(folder: Path = FOLDER) -> dict[str, str]:
    """Return the environment to run the programs in. Installs them into the folder if they are missing. Raises
    NoNodeError."""
    pinned = PINNED.read_text(encoding="utf-8")
    installed = folder / INSTALLED
    if not installed.is_file() or installed.read_text(encoding="utf-8") != pinned:
        _install(pinned, folder)
    programs = folder / "node_modules" / ".bin"
    return {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "MCP_INSPECTOR_SECRET_STORE": "memory"}


def _install(pinned: str, folder: Path) -> None:
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        raise NoNodeError("node and npm are not installed")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "package.json").write_text(pinned, encoding="utf-8")
    command = [npm, "install", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=INSTALL_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise NoNodeError(f"npm did not install the programs within {INSTALL_SECONDS} seconds") from None
    if done.returncode:
        raise NoNodeError(f"npm could not install the programs:\n{done.stderr.strip()}")
    (folder / INSTALLED).write_text(pinned, encoding="utf-8")
