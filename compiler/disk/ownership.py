"""Whether another user may write to a file, or put another one at its path.

SQLite and DuckDB open files by their paths, also behind a check, so such a file may be another one by then.
"""

import os
import stat
from pathlib import Path


def others_may_replace(path: Path) -> bool:
    """Whether a user other than this one and the superuser may change what stands at a path without links: the file or
    folder itself, or a folder above it. A folder in which everybody may write only what is his own (`/tmp`) is safe. On
    a system without users nobody may. Access control lists are not looked at. Raises OSError."""
    if not hasattr(os, "getuid"):
        return False
    below = path.lstat()
    if _is_open(below):
        return True
    for folder in path.parents:
        status = folder.lstat()
        if _is_open(status) and not (status.st_mode & stat.S_ISVTX and _is_trusted(status) and _is_trusted(below)):
            return True
        below = status
    return False


def _is_trusted(status: os.stat_result) -> bool:
    return status.st_uid in (0, os.getuid())


def _is_open(status: os.stat_result) -> bool:
    """Whether another user may write. The group that has the number of its user is that of the user alone."""
    is_shared = bool(status.st_mode & stat.S_IWGRP) and status.st_gid not in (0, status.st_uid)
    return not _is_trusted(status) or is_shared or bool(status.st_mode & stat.S_IWOTH)
