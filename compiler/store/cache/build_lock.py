"""A file lock for each cached snapshot, so that two processes do not build the same snapshot at once.

The second process waits, then opens what the first built. The lock is advisory (`flock`): the system releases it when
its holder dies. After 120 s a waiter builds anyway, and so does everybody where there are no such locks: that only
costs time.
"""

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

from compiler.disk import cache_directory

LOCK_SUFFIX = ".lock"
TIMEOUT = 120.0  # seconds
POLL_INTERVAL = 0.02  # seconds
_FLAGS = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)  # Windows has neither


@contextlib.contextmanager
def build_lock(record: Path, timeout: float = TIMEOUT) -> Iterator[bool]:
    """Hold the lock of the cache entry with this record. Gives whether it had to wait."""
    file = record.with_suffix(LOCK_SUFFIX)
    handle = _open(file)
    waited = False
    try:
        end = time.monotonic() + timeout
        while handle is not None and not _lock(handle) and time.monotonic() < end:
            waited = True
            time.sleep(POLL_INTERVAL)
        yield waited
    finally:
        if handle is not None:
            with contextlib.suppress(OSError):
                file.unlink(missing_ok=True)  # a waiter still has this file open; at worst two processes build at once
            os.close(handle)


def _open(file: Path) -> int | None:
    try:
        cache_directory.make_folder(file.parent)
        return os.open(file, os.O_RDWR | os.O_CREAT | _FLAGS, 0o600)
    except OSError:
        return None


def _lock(handle: int) -> bool:
    """Try to take the lock. Return whether this process has it, or there are no locks here."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True
