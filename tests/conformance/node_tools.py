"""The pinned programs of others that run on Node, installed from the npm registry into `.conformance/` of the tree.

What is pinned stands in `package.json` beside this file; Node itself is among it, for the machine's may be too old.
"""

import os
import shutil
import subprocess
from pathlib import Path

from tests.paths import ROOT

PINNED = Path(__file__).with_name("package.json")
FOLDER = ROOT / ".conformance"
INSTALLED = FOLDER / ".installed"  # a copy of what was pinned when the installation succeeded
INSTALL_SECONDS = 600


class NoNodeError(Exception):
    """The programs cannot be had here; the message says why."""


def environment() -> dict[str, str]:
    """The environment to run the programs in; installs them when they are not there. Raises NoNodeError."""
    pinned = PINNED.read_text(encoding="utf-8")
    if not INSTALLED.is_file() or INSTALLED.read_text(encoding="utf-8") != pinned:
        _install(pinned)
    programs = FOLDER / "node_modules" / ".bin"
    return {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "MCP_INSPECTOR_SECRET_STORE": "memory"}


def _install(pinned: str) -> None:
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        raise NoNodeError("node and npm are not installed")
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()
    (FOLDER / "package.json").write_text(pinned, encoding="utf-8")
    command = [npm, "install", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"]
    try:
        done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, timeout=INSTALL_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise NoNodeError(f"npm did not install the programs within {INSTALL_SECONDS} seconds") from None
    if done.returncode:
        raise NoNodeError(f"npm could not install the programs:\n{done.stderr.strip()}")
    INSTALLED.write_text(pinned, encoding="utf-8")
