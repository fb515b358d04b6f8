"""Builds the source distribution and, from it, the wheel: `python -m tests.packaging.build DIR`.

It works on a copy, because setuptools leaves folders in the tree. The wheel is built from the source distribution, so
that a file that is missing there is noticed.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.paths import ROOT

PARTS = (
    "compiler",
    "queries",
    "server",
    "docs",
    "tests",
)  # `tests` and most of `docs`, so that leaving them out is tested
FILES = ("pyproject.toml", "setup.py", "README.md", "LICENSE", "CHANGELOG.md", "MANIFEST.in", "constraints.txt")
MAKE_SDIST = "import sys; from setuptools import build_meta; build_meta.build_sdist(sys.argv[1])"


def build(destination: Path) -> tuple[Path, Path]:
    """Write the source distribution and the wheel into a folder, and return their paths."""
    destination.mkdir(parents=True, exist_ok=True)
    destination = destination.resolve()
    with TemporaryDirectory() as place:
        copy, backend = Path(place, "tree"), Path(place, "backend")
        _copy_tree(copy)
        pip("install", "--target", str(backend), "setuptools>=68")
        environment = {**os.environ, "PYTHONPATH": str(backend)}
        _run([sys.executable, "-c", MAKE_SDIST, str(destination)], cwd=copy, env=environment)
        (sdist,) = destination.glob("frieze-*.tar.gz")
        pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(destination), str(sdist), env=environment)
    (wheel,) = destination.glob("frieze-*.whl")
    return sdist, wheel


def _copy_tree(copy: Path) -> None:
    for part in PARTS:
        shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
    for name in FILES:
        shutil.copy2(ROOT / name, copy)


def pip(*words: str, python: Path = Path(sys.executable), env: dict[str, str] | None = None) -> None:
    """Run pip with the pinned versions of `constraints.txt`."""
    environment = {**(env or os.environ), "PIP_CONSTRAINT": str(ROOT / "constraints.txt")}
    # -P: an editable install leaves its metadata in the tree, which pip would take for an installation.
    _run([str(python), "-P", "-m", "pip", "--quiet", "--disable-pip-version-check", *words], cwd=ROOT, env=environment)


def _run(command: list[str], *, cwd: Path, env: dict[str, str]) -> None:
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    folder = Path(sys.argv[1] if sys.argv[1:] else "dist")
    for old in [*folder.glob("frieze-*.whl"), *folder.glob("frieze-*.tar.gz")]:
        old.unlink()
    for built in build(folder):
        print(built.relative_to(Path.cwd()) if built.is_relative_to(Path.cwd()) else built)
