"""The project that a command is started in, for a command that is given none."""

from pathlib import Path

MARKS = (".git", ".hg", ".jj", "frieze.toml")  # of the root of a project


def own_project(folder: Path) -> Path | None:
    """Return the root of the project around a folder: the nearest folder, itself or above it, that has a mark of one.
    None if there is none. The home folder and the root of the file system are none, whatever they have."""
    for root in (folder, *folder.parents):
        if root in (Path.home(), Path(root.anchor)):
            return None
        if any((root / mark).exists() for mark in MARKS):
            return root
    return None
