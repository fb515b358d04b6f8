"""What is published, built once, and installed into an environment of its own."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.packaging.build import PARTS, build, pip
from tests.paths import ROOT
from tests.server.processes import PATIENCE


@dataclass(frozen=True, slots=True)
class Built:
    """A source distribution and the wheel made from it, and what making them left in the tree."""

    sdist: Path
    wheel: Path
    left_behind: set[Path]


@dataclass(frozen=True, slots=True)
class Installed:
    """A fresh environment that holds the wheel and what it depends on, and nothing of this tree."""

    scripts: Path
    away: Path  # a directory to run in
    env: dict[str, str]

    def script(self, name: str) -> str:
        return str(self.scripts / name)

    def run(self, *words: str | Path) -> subprocess.CompletedProcess[bytes]:
        """Runs a script, named by its first word, or `python`."""
        command = [self.script(str(words[0])), *map(str, words[1:])]
        return subprocess.run(command, capture_output=True, cwd=self.away, env=self.env, timeout=PATIENCE, check=False)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    before = _tree()
    sdist, wheel = build(tmp_path_factory.mktemp("dist"))
    return Built(sdist, wheel, _tree() - before)


@pytest.fixture(scope="session")
def installed(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    place = tmp_path_factory.mktemp("fresh")
    subprocess.run([sys.executable, "-m", "venv", place / "venv"], check=True, env=_bare())
    scripts = place / "venv" / ("Scripts" if os.name == "nt" else "bin")
    pip("install", str(built.wheel), python=scripts / "python")
    (place / "away").mkdir()
    return Installed(scripts, place / "away", _bare())


def _tree() -> set[Path]:
    """What lies at the top of the tree and of its rooms, where build tools leave their folders."""
    return {path for part in (ROOT, *(ROOT / name for name in PARTS)) for path in part.iterdir()}


def _bare() -> dict[str, str]:
    """The environment without what could lead Python to this tree."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
