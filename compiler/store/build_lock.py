"""Turns: processes that are about to make the same thing do so one after the other, so that the second finds what the
first has made.

Whoever has its turn holds a lock on a file, which the system lets go of when the process ends, however it does. Where
there are no such locks, or one is held for too long, all go on at once, as they may: that only takes longer.
"""

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

from compiler.disk import cache_directory

TURN = ".turn"  # what the files are called by
MOST_SECONDS = 120.0
LOOK_SECONDS = 0.02  # between two looks whether it is our turn


@contextlib.contextmanager
def turn(place: Path) -> Iterator[bool]:
    """With the turn of this process at what stands at a place. Says whether it had to be waited for."""
    file = place.with_suffix(TURN)
    lock = _opened(file)
    waited = False
    try:
        end = time.monotonic() + MOST_SECONDS
        while lock is not None and not _taken(lock) and time.monotonic() < end:
            waited = True
            time.sleep(LOOK_SECONDS)
        yield waited
    finally:
        if lock is not None:
            with contextlib.suppress(OSError):
                file.unlink(missing_ok=True)  # whoever waits for this one still has it; at worst, two go on at once
            os.close(lock)


def _opened(file: Path) -> int | None:
    try:
        cache_directory.make_folder(file.parent)
        return os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError:
        return None


def _taken(lock: int) -> bool:
    """Whether this process has the lock, or there can be none."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True
