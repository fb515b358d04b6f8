"""Stamps of files: what `stat` says of a file that changes whenever its content does."""

import os

from compiler.model.source import Stamp


def stamp_of(status: os.stat_result) -> Stamp:
    """What changes whenever the content of a file does, or another file takes its place."""
    return (status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino, status.st_dev)


def stamp_of_file(path: str | os.PathLike[str]) -> Stamp | None:
    """The stamp of what a path leads to; None when there is nothing to be had."""
    try:
        return stamp_of(os.stat(path))  # noqa: PTH116 (called for each of ten thousand files)
    except (OSError, ValueError):
        return None


def is_settled(stamp: Stamp, read_at: int) -> bool:
    """Whether a file that is written again after it was read, at a time in nanoseconds, must get another stamp.

    Clocks of file systems tick slowly: within one tick a file may be written, read, and written again.
    """
    return max(stamp[1], stamp[2]) < read_at - _TICK


_TICK = 2_000_000_000  # nanoseconds; the slowest that is in use
