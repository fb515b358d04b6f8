"""dulwich's repository, opened for reading: its settings open no other file."""

import os
import stat
from contextlib import suppress
from itertools import chain
from pathlib import Path

from dulwich.config import ConfigFile
from dulwich.repo import Repo

# What is read of every repository. The refs are looked through as well.
_FILES = (
    "HEAD",
    "config",
    "config.worktree",
    "packed-refs",
    "shallow",
    "commondir",
    "gitdir",
    "objects/info/alternates",
)


class NotAFileError(Exception):
    """A pipe or device stands where git has a file: opening it might never end."""


class OpenedRepo(Repo):
    """A repository that others may have made. `[include]` in its settings would open any file of the machine, so these
    lines are passed over: nothing that is read here needs them."""

    def __init__(self, root: str) -> None:
        """Open the repository at a folder. Raises NotGitRepository, NotAFileError, and what dulwich raises."""
        _refuse_pipes(Path(root))
        super().__init__(root)

    def get_config(self) -> ConfigFile:
        """The settings of the repository."""
        return _settings(Path(self.commondir(), "config"))

    def get_worktree_config(self) -> ConfigFile:
        """The settings of the linked worktree."""
        return _settings(Path(self.commondir(), "config.worktree"))


def _settings(path: Path) -> ConfigFile:
    try:
        return ConfigFile.from_path(path, expand_includes=False)
    except FileNotFoundError:
        empty = ConfigFile()
        empty.path = str(path)
        return empty


def _refuse_pipes(root: Path) -> None:
    control = root / ".git" if (root / ".git").is_dir() else root
    if not (control / "objects").is_dir():
        return
    refs = (Path(folder, name) for folder, _, names in os.walk(control / "refs") for name in names)
    for path in chain((control / name for name in _FILES), refs):
        with suppress(OSError):  # it is not there, or cannot be reached: dulwich says so
            if not stat.S_ISREG(path.stat().st_mode):
                raise NotAFileError(path.name)
