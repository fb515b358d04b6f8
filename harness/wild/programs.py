"""Run the programs that repositories are kept with, on a copy of a repository: they may write into it."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

SECONDS = 300  # for one call of a program
NOT_COPIED = (".git", "node_modules", ".venv")


class ProgramError(Exception):
    """A program failed, or its answer cannot be read. The message says how."""


@dataclass(frozen=True, slots=True)
class Programs:
    """Where programs are looked for: on the PATH, and in `node_modules` of a folder if one is given."""

    modules: Path | None = None

    @property
    def path(self) -> str:
        """The PATH for programs."""
        given = os.environ.get("PATH", os.defpath)
        return f"{self.modules / '.bin'}{os.pathsep}{given}" if self.modules else given

    def find(self, name: str) -> str | None:
        """Return the path of a program; None if it is not there."""
        return shutil.which(name, path=self.path)

    def has_package(self, name: str) -> bool:
        """Whether a package for node is in `node_modules`."""
        return self.modules is not None and (self.modules / name / "package.json").is_file()


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of a repository, in which programs run with a home of their own."""

    folder: Path
    home: Path
    programs: Programs

    def run(self, *command: str, stdin: str = "", cwd: Path | None = None) -> str:
        """Return what a program prints. Raises ProgramError if it fails."""
        environment = {**os.environ, "PATH": self.programs.path, "HOME": str(self.home), "NO_COLOR": "1", "CI": "1"}
        environment["ELSPAIS_CLIENT_PID"] = str(os.getpid())
        try:
            done = subprocess.run(
                command, cwd=cwd or self.folder, env=environment, input=stdin, capture_output=True, text=True,
                timeout=SECONDS, check=False,
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired) as error:
            raise ProgramError(f"`{' '.join(command)}`: {error}") from None
        if done.returncode:
            said = " ".join((done.stderr or done.stdout).split())[-300:]
            raise ProgramError(f"`{' '.join(command)}` ended with {done.returncode}: {said}")
        return done.stdout

    def json(self, *command: str) -> Any:
        """Return the JSON that a program prints. Raises ProgramError if it fails or prints something else."""
        printed = self.run(*command)
        try:
            return json.loads(printed)
        except ValueError as error:
            raise ProgramError(f"`{' '.join(command)}` prints no JSON: {error}") from None


@contextmanager
def copied(repository: Path, programs: Programs) -> Iterator[Copy]:
    """Copy a repository without its history into a temporary folder, as a repository of its own if git is there."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as place:
        folder, home = Path(place, repository.name or "repository"), Path(place, "home")
        home.mkdir()
        shutil.copytree(repository, folder, symlinks=True, ignore=shutil.ignore_patterns(*NOT_COPIED))
        copy = Copy(folder, home, programs)
        if programs.find("git"):
            copy.run("git", "init", "--quiet")
        yield copy


def rows_by_id(rows: Sequence[Sequence[Any]]) -> dict[str, Any]:
    """Return rows of an id and a value as a mapping."""
    return {str(row[0]): row[1] for row in rows}
