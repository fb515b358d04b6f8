"""The distributions, built once, and the wheel installed into an environment of its own."""

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
    """The source distribution, the wheel, and the paths that the build left in the tree."""

    sdist: Path
    wheel: Path
    left_behind: set[Path]


@dataclass(frozen=True, slots=True)
class Installed:
    """A fresh environment with the wheel and its dependencies, and nothing of this tree."""

    scripts: Path
    away: Path  # the directory to run in, outside of the tree
    env: dict[str, str]

    def script(self, name: str) -> str:
        return str(self.scripts / name)

    def run(self, *words: str | Path) -> subprocess.CompletedProcess[bytes]:
        """Run `python` or an installed script with arguments."""
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
    """The paths at the top of the tree and of its packages, where build tools leave their folders."""
    return {path for part in (ROOT, *(ROOT / name for name in PARTS)) for path in part.iterdir()}


def _bare() -> dict[str, str]:
    """The environment without variables that could lead Python to this tree."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
