"""Bounds of fuzzing: no case goes on for ever, and neither does a run."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

PARSE_SECONDS = 20.0  # of processor time, for one file in all languages that claim it
BUILD_SECONDS = 120.0  # for the builds of one source, and the questions about it
OVERTIME = 60.0  # after the time of a run is over, in which its round may end
LAST_SECONDS = OVERTIME + 2 * BUILD_SECONDS  # after which the process is ended: what it does then cannot be interrupted
_AGAIN_SECONDS = 1.0  # after which the interruption is repeated, in case that something swallowed it


class CaseTooLongError(BaseException):
    """A case takes too long. Not an `Exception`, so that no code takes it for an error of its own."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise CaseTooLongError in the block once it has used so many seconds of processor time. The deadlines of Frieze
    have another clock, which this one does not stop."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGPROF, _interrupt)
    signal.setitimer(signal.ITIMER_PROF, seconds, _AGAIN_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    raise CaseTooLongError
