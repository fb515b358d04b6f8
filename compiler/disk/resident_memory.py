"""How much memory the process holds, for bounds of the last resort."""

import os
import sys
from collections.abc import Callable
from functools import cache


def _from_proc() -> Callable[[], int]:
    """The reader of Linux' file on this process, which stays open."""
    page = os.sysconf("SC_PAGE_SIZE")
    file = os.open("/proc/self/statm", os.O_RDONLY | os.O_CLOEXEC)
    return lambda: int(os.pread(file, 64, 0).split()[1]) * page


def _peak() -> Callable[[], int]:
    """The reader of the most memory that the process ever held: where the system tells no more, that is enough to see
    growth beyond it."""
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


@cache
def _reader(_process: int) -> Callable[[], int]:
    """The reader of a process: a forked one has its own."""
    for make in (_from_proc, _peak):
        try:
            return make()
        except (OSError, ImportError, AttributeError, ValueError):
            continue
    return lambda: 0


def resident_bytes() -> int:
    """The bytes of memory that the process holds; 0 where the system does not tell."""
    return _reader(os.getpid())()
