"""One file never stops the rest: what Frieze fails at, or takes too long for, becomes a finding of the file."""

import sqlite3
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple, TypeVar

from compiler.model.diagnostics import Code, Diagnostic, Phase
from compiler.model.source import SourceError
from compiler.model.spans import whole_file
from compiler.pipeline.deadline import DeadlineError, deadline
from compiler.pipeline.lone_process import EndedError

T = TypeVar("T")

FAILED = Code(
    "FRZ111",
    "error",
    Phase.DISCOVER,
    "Frieze failed at this file while {phase} ({error} in {place}), so it lacks what {reader} makes of it. "
    "This is a defect of Frieze: please report this message, and the file if you may.",
)
TOO_SLOW = Code(
    "FRZ112",
    "error",
    Phase.DISCOVER,
    "This file took more than {seconds} s of processor time while {phase}, so the snapshot lacks what {reader} makes "
    "of it.",
)
ENDED_PROCESS = Code(
    "FRZ116",
    "error",
    Phase.DISCOVER,
    "The process of Frieze ended ({how}) while {phase}, and so did the next one, so the snapshot lacks what {reader} "
    "makes of this file.",
)
TOO_MUCH = Code(
    "FRZ118",
    "error",
    Phase.DISCOVER,
    "This file stands for too much: {reason}. So the snapshot lacks what {reader} makes of it.",
)
CODES = (FAILED, TOO_SLOW, ENDED_PROCESS, TOO_MUCH)

MAX_CULPRITS = 8  # files of one part that are left out one by one; with more of them all files of the part are
# Of those that take too long or make too many rows. With more of them the files do so together, as where each of many
# items gets what each of many documents states: then the file at which it becomes too much, and all behind it, are.
MAX_COSTLY = 2

# What is wrong with the surroundings, not with a file: the build as a whole fails or starts over.
OF_THE_BUILD = (SourceError, OSError, sqlite3.Error)


class FailedError(Exception):
    """Work that failed because of `error`, or took longer than `seconds`."""

    def __init__(self, error: BaseException, seconds: float) -> None:
        super().__init__(type(error).__name__)
        self.error = error
        self.seconds = seconds


class TooMuchError(BaseException):
    """Files stand for more than their bytes account for. The message says how much. Not an `Exception`, as it is no
    error of Frieze."""


class Culprit(NamedTuple):
    """A file that the work failed at, "" for none in particular, and how."""

    path: str
    failure: FailedError


@contextmanager
def guarded(seconds: float) -> Iterator[None]:
    """Raise FailedError for whatever the block raises because of a file, and when it takes too long."""
    try:
        with deadline(seconds):
            yield
    except OF_THE_BUILD:
        raise
    except (Exception, DeadlineError, TooMuchError) as error:
        raise FailedError(error, seconds) from error


def without_culprits(
    sizes: Mapping[str, int], run: Callable[[Sequence[str]], T], seconds: Callable[[int], float]
) -> tuple[T | None, list[Culprit]]:
    """Return `run(paths)` for the paths of `sizes`, without those at which it fails, and these. None if it fails
    without them too: then all are culprits.

    `seconds(size)` is the deadline for files of so many bytes in all.
    """
    left = list(sizes)
    culprits: list[Culprit] = []

    def attempt(paths: Sequence[str]) -> T:
        with guarded(seconds(sum(sizes[path] for path in paths))):
            return run(paths)

    costly = 0
    while True:
        try:
            return attempt(left), culprits
        except FailedError as failure:
            if not left or len(culprits) == MAX_CULPRITS:
                return None, [*culprits, *(Culprit(path, failure) for path in left or [""])]
            works, failure = _first_failing(left, attempt, failure)
            costly += isinstance(failure.error, DeadlineError | TooMuchError)
            behind = left[works:] if costly > MAX_COSTLY else left[works : works + 1]
            culprits += [Culprit(path, failure) for path in behind]
            left = left[:works] + left[works + len(behind) :]
            if not left:
                return None, culprits


def _first_failing(
    paths: Sequence[str], attempt: Callable[[Sequence[str]], object], failure: FailedError
) -> tuple[int, FailedError]:
    """Return how many files the work is done for before it fails: the place of the last file of the shortest row from
    the first that fails. And how it fails there."""
    works, fails = 0, len(paths)
    while fails - works > 1:
        middle = (works + fails) // 2
        try:
            attempt(paths[:middle])
        except FailedError as error:
            fails, failure = middle, error
        else:
            works = middle
    return fails - 1, failure


def finding(culprit: Culprit, phase: str, reader: str) -> Diagnostic:
    """Return the finding about a culprit. `phase` says what was done ("parsing"), `reader` who did it."""
    span, error = whole_file(culprit.path), culprit.failure.error
    if isinstance(error, EndedError):
        return ENDED_PROCESS.at(span, how=str(error), phase=phase, reader=reader)
    if isinstance(error, TooMuchError):
        return TOO_MUCH.at(span, reason=error, reader=reader)
    if isinstance(error, DeadlineError):
        return TOO_SLOW.at(span, seconds=f"{culprit.failure.seconds:g}", phase=phase, reader=reader)
    return FAILED.at(span, error=type(error).__name__, place=_place(error), phase=phase, reader=reader)


def is_failure(diagnostics: Sequence[Diagnostic]) -> bool:
    """Whether diagnostics say that a file failed: what Frieze made of it is then not kept for the next time."""
    return any(one.code in {code.code for code in CODES} for one in diagnostics)


def _place(error: BaseException) -> str:
    """Where in Frieze an error came from, as a module and a line: the innermost place; of an endless recursion the
    outermost, for how deep it went says nothing."""
    walked = traceback.walk_tb(error.__traceback__)
    places = [(str(frame.f_globals.get("__name__", "")), line) for frame, line in walked]
    ours = [one for one in places if one[0].startswith(("compiler.languages.", "compiler.mentions.", "compiler.text."))]
    if not ours:
        return "a library"
    module, line = ours[0] if isinstance(error, RecursionError) else ours[-1]
    return f"{module}:{line}"
