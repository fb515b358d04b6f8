"""A bound on the processor time that one file may take.

A timer of the system interrupts the work, even within a regular expression. Python hands signals to the main thread
only, so elsewhere nothing is bounded: such as a revision that a running server compiles in a thread for one call.
"""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import ceil
from types import FrameType

FILE_SECONDS = 10.0  # of processor time, for one file in one phase
SECONDS_PER_MEGABYTE = 10.0  # more, for files that are linked together: hundreds may be one part
TICK_SECONDS = 0.25  # of processor time, after which the work is interrupted and looked at
# Until it is interrupted again. What it made is freed while an error is on its way; another one would then be raised
# where nobody catches it, and the timer would never be stopped.
AGAIN_SECONDS = 1.0


class DeadlineError(BaseException):
    """The work took too long. Not an `Exception`, so that no code takes it for an error of its own."""


def seconds_for(size: int) -> float:
    """Return how long linking files of so many bytes in all may take."""
    return FILE_SECONDS + SECONDS_PER_MEGABYTE * size / 1_000_000


def nothing() -> None:
    """Look at nothing."""


@contextmanager
def deadline(seconds: float, look: Callable[[], None] = nothing) -> Iterator[None]:
    """Raise DeadlineError in the block once it has used so many seconds of processor time, again and again, in case
    that something swallows it. `look` is called now and then; what it raises is raised. Meanwhile the clock of a
    deadline around it stands still."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    tick = min(seconds, TICK_SECONDS)
    ticks = ceil(seconds / tick) if tick else 0
    again = ceil(AGAIN_SECONDS / tick) if tick else 0
    quiet = 0  # ticks in which nothing is raised

    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        nonlocal ticks, quiet
        ticks, quiet = ticks - 1, quiet - 1
        if quiet > 0:
            return
        quiet = again
        if ticks <= 0:
            raise DeadlineError
        look()
        quiet = 0

    before = signal.signal(signal.SIGVTALRM, interrupt)
    left = signal.setitimer(signal.ITIMER_VIRTUAL, tick, tick)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
        signal.setitimer(signal.ITIMER_VIRTUAL, *left)
