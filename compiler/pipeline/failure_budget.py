"""How long a build may spend on files that fail: a source of thousands of them must not take thousands of deadlines.

Each process of a build has a budget of its own: workers that are forked have what is left of their parent's. Workers
of a Dask cluster have none: there each file that fails takes its whole deadline.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from compiler.pipeline.deadline import FILE_SECONDS, seconds_for

BUILD_SECONDS = 60.0  # of processor time, for work that comes to nothing
LATE_SECONDS = 0.5  # for one file in one phase once these are used up, and more for its bytes


class FailureBudget:
    """Processor time that work which comes to nothing may still take."""

    __slots__ = ("left",)

    def __init__(self, seconds: float) -> None:
        self.left = seconds

    @property
    def is_used_up(self) -> bool:
        """Whether files that fail took all of it."""
        return self.left <= 0

    def charge(self, since: float) -> None:
        """Count the time since the process had used `since` seconds (`time.process_time`)."""
        self.left -= time.process_time() - since

    def seconds(self, usual: float, size: int) -> float:
        """Return the deadline of work on so many bytes: the `usual` one while there is time left."""
        return min(usual, seconds_for(size) - FILE_SECONDS + LATE_SECONDS) if self.is_used_up else usual


_current: ContextVar[FailureBudget | None] = ContextVar("failure_budget", default=None)


def failure_budget() -> FailureBudget:
    """Return the budget of the build that runs; a full one if none does."""
    return _current.get() or FailureBudget(BUILD_SECONDS)


@contextmanager
def new_failure_budget() -> Iterator[None]:
    """Give the builds of the block one budget."""
    token = _current.set(FailureBudget(BUILD_SECONDS))
    try:
        yield
    finally:
        _current.reset(token)
