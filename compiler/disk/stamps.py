"""Stamps of files: the fields of `stat` that change whenever the content of a file does."""

import os

from compiler.model.source import Stamp


def stamp_of(status: os.stat_result) -> Stamp:
    """Return what changes whenever the content of a file does, or another file replaces it."""
    return (status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino, status.st_dev)


def stamp_of_file(path: str | os.PathLike[str]) -> Stamp | None:
    """Return the stamp of the file that a path leads to; None if there is none."""
    try:
        return stamp_of(os.stat(path))  # noqa: PTH116 (called for each of ten thousand files)
    except (OSError, ValueError):
        return None


def is_settled(stamp: Stamp, read_at: int) -> bool:
    """Whether a file with this stamp, read at `read_at` (nanoseconds), gets another stamp if it is written again.

    The clocks of file systems tick slowly: within one tick a file may be written, read, and written again.
    """
    return max(stamp[1], stamp[2]) < read_at - _TICK


_TICK = 2_000_000_000  # nanoseconds: that of the slowest file system in use
