"""The memory of a build: a bound on what its process may hold, and the garbage that files leave behind.

The garbage collector is paused while a build runs. Each process of a build has a bound of its own: a worker that is
forked has its share of what its parent may take.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from compiler.disk.resident_memory import resident_bytes
from compiler.pipeline.budget import OutOfBudgetError, memory_of_machine

USUAL_SHARE = 0.5  # of the memory of the machine or container, for a build that states no bound
FILE_SHARE = 0.5  # of what a build may take: more than that, for one file alone, is the fault of the file
# Objects since the last look. Few builds make more that stay, and to look at so many takes some milliseconds.
YOUNG_OBJECTS = 100_000


class MemoryUsedError(BaseException):
    """The process holds more than it may. Not an `Exception`, so that no code takes it for an error of its own."""


class BuildMemory:
    """What a process may hold while it builds. `most` is in bytes; None for no bound."""

    __slots__ = ("is_stated", "most", "start")

    def __init__(self, most: int | None, *, is_stated: bool = False) -> None:
        """`is_stated`: the bound is of the whole process, as the caller states it, not of what the build adds."""
        self.start = 0 if is_stated else resident_bytes()
        self.most = None if most is None else self.start + most
        self.is_stated = is_stated

    def check(self) -> None:
        """Raise OutOfBudgetError if the process holds more."""
        if self.most is not None and resident_bytes() > self.most:
            raise self.error()

    def error(self) -> OutOfBudgetError:
        """Return the error of a process that holds more."""
        hint = (
            "(--max-memory). What was parsed is kept. Give it more, or build parts of the source by themselves."
            if self.is_stated
            else "(half of the machine, or of its container). Exclude what needs it, or make a frozen file of the "
            "source with `frieze build --max-memory`, and serve that."
        )
        taken, allowed = resident_bytes() - self.start, (self.most or 0) - self.start
        return OutOfBudgetError(f"The build uses {taken:,} bytes of memory and may use {allowed:,} {hint}")

    def check_within(self, before: int) -> None:
        """Raise MemoryUsedError if the process holds more than it may, and TooMuchMemoryError if what it took since it
        held `before` bytes is more than one file may take. For a handler of signals."""
        if self.most is None:
            return
        used = resident_bytes()
        if used > self.most:
            raise MemoryUsedError
        if used - before > (bound := self.bound_of_file):
            raise TooMuchMemoryError(bound)

    @property
    def bound_of_file(self) -> int:
        """How many bytes the process may take for one file."""
        return int(((self.most or 0) - self.start) * FILE_SHARE)


class TooMuchMemoryError(BaseException):
    """The work on a file takes more memory than it may."""

    def __init__(self, most: int) -> None:
        super().__init__(f"more than {most // 1_000_000:,} MB of memory are needed for it")


_current: ContextVar[BuildMemory | None] = ContextVar("build_memory", default=None)
_UNBOUND = BuildMemory(None)


def build_memory() -> BuildMemory:
    """Return the bound of the build that runs; none if none does."""
    return _current.get() or _UNBOUND


@contextmanager
def bounded_memory(most: int | None) -> Iterator[None]:
    """Give the builds of the block a bound: `most` bytes of the process, or, if it is None, a share of the machine
    more than the process holds now."""
    stated = BuildMemory(most, is_stated=True)
    token = _current.set(stated if most is not None else BuildMemory(usual_memory()))
    try:
        yield
    finally:
        _current.reset(token)


def bound_worker(workers: int) -> None:
    """Bound this process, which was forked as one of so many, by its share. What it shares with its parent is none of
    its own."""
    memory = build_memory()
    if memory.most is not None:
        _current.set(BuildMemory((memory.most - memory.start) // (workers + 1)))


def usual_memory() -> int | None:
    """Return how many bytes a build may take that states no bound; None where the system does not tell."""
    of_machine = memory_of_machine()
    return None if of_machine is None else int(of_machine * USUAL_SHARE)


def look_at_memory() -> None:
    """Free what the file before left behind. Raises OutOfBudgetError if the process holds more than it may."""
    collect_young()
    build_memory().check()


def collect_young() -> None:
    """Free what the work on a file left behind in cycles, such as a builder and its syntax tree, while the collector is
    paused. Only objects made since the last time are looked at."""
    if not gc.isenabled() and gc.get_count()[0] > YOUNG_OBJECTS:
        gc.collect(0)
