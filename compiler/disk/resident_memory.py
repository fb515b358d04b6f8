"""How much memory the process holds, and a bound on it, for bounds of the last resort."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

_Sizes = tuple[int, int]  # bytes of addresses (0: nobody knows) and of memory that the process holds


def _from_proc() -> Callable[[], _Sizes]:
    """The reader of Linux' file on this process, which stays open."""
    page = os.sysconf("SC_PAGE_SIZE")
    file = os.open("/proc/self/statm", os.O_RDONLY | os.O_CLOEXEC)

    def read() -> _Sizes:
        addresses, resident, *_ = os.pread(file, 64, 0).split()
        return int(addresses) * page, int(resident) * page

    return read


def _peak() -> Callable[[], _Sizes]:
    """The reader of the most memory that the process ever held: where the system tells no more, that is enough to see
    growth beyond it."""
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return lambda: (0, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit)


@cache
def _reader(_process: int) -> Callable[[], _Sizes]:
    """The reader of a process: a forked one has its own."""
    for make in (_from_proc, _peak):
        try:
            return make()
        except (OSError, ImportError, AttributeError, ValueError):
            continue
    return lambda: (0, 0)


def resident_bytes() -> int:
    """The bytes of memory that the process holds; 0 where the system does not tell."""
    return _reader(os.getpid())()[1]


@contextmanager
def memory_bounded(growth: int) -> Iterator[None]:
    """Have the system refuse memory beyond some bytes more than the process has now, while the block runs. Nothing is
    bounded where the system does not tell the size of a process."""
    addresses, _ = _reader(os.getpid())()
    if not addresses:
        yield
        return
    import resource

    before, most = resource.getrlimit(resource.RLIMIT_AS)
    bound = min(limit for limit in (addresses + growth, before, most) if limit != resource.RLIM_INFINITY)
    resource.setrlimit(resource.RLIMIT_AS, (bound, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (before, most))
