"""dulwich's repository, opened for reading: its settings open no other file."""

from pathlib import Path

from dulwich.config import ConfigFile
from dulwich.repo import Repo


class OpenedRepo(Repo):
    """A repository that others may have made. `[include]` in its settings would open any file of the machine, so these
    lines are passed over: nothing that is read here needs them."""

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
