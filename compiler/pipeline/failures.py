"""One file never stops the rest: what Frieze fails at, or takes too long for, becomes a finding of the file."""

import sqlite3
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple, TypeVar

from compiler.disk.resident_memory import resident_bytes
from compiler.model.diagnostics import Code, Diagnostic, Phase
from compiler.model.source import SourceError
from compiler.model.spans import whole_file
from compiler.pipeline.deadline import DeadlineError, deadline
from compiler.pipeline.failure_budget import BUILD_SECONDS, failure_budget
from compiler.pipeline.lone_process import EndedError
from compiler.pipeline.memory import MemoryUsedError, TooMuchMemoryError, build_memory, collect_young

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
NOT_SEARCHED = Code(
    "FRZ119",
    "error",
    Phase.DISCOVER,
    "This file is looked at together with {others} others, at one of which Frieze fails while {phase} ({error}). Which "
    "one it is was not searched for, because the build had spent {seconds} s of processor time on files that fail. So "
    "the snapshot lacks what {reader} makes of all of them.",
)
CODES = (FAILED, TOO_SLOW, ENDED_PROCESS, TOO_MUCH, NOT_SEARCHED)

MAX_CULPRITS = 8  # files of one part that are left out one by one; with more of them all files of the part are
# Of those that take too long or make too many rows. With more of them the files do so together, as where each of many
# items gets what each of many documents states: then the file at which it becomes too much, and all behind it, are.
MAX_COSTLY = 2
STEP = 4  # times as many files more are tried when the work is done for those before

# What is wrong with the surroundings, not with a file: the build as a whole fails or starts over.
OF_THE_BUILD = (SourceError, OSError, sqlite3.Error)


class FailedError(Exception):
    """Work that failed because of `error`, in `place`, or took longer than `seconds`.

    Nothing of the work is kept, and who keeps the failure takes its own traceback off as well: frames hold all that was
    made until then, in cycles, which nobody collects while a build runs.
    """

    def __init__(self, error: BaseException, seconds: float) -> None:
        super().__init__(type(error).__name__)
        self.place = _place(error)
        self.error = error.with_traceback(None)
        self.error.__cause__ = self.error.__context__ = None
        self.seconds = seconds


class NotSearchedError(Exception):
    """Work on several files failed with `error`, and there was no time to find out at which of them."""

    def __init__(self, error: BaseException, files: int) -> None:
        super().__init__(type(error).__name__)
        self.files = files


class TooMuchError(BaseException):
    """Files stand for more than their bytes account for. The message says how much. Not an `Exception`, as it is no
    error of Frieze."""


class Culprit(NamedTuple):
    """A file that the work failed at, "" for none in particular, and how."""

    path: str
    failure: FailedError


@contextmanager
def guarded(seconds: float, size: int) -> Iterator[None]:
    """Raise FailedError for whatever the block raises because of a file, and when it takes too long: `seconds`, or less
    for files of `size` bytes once a build has spent much on files that fail."""
    budget, memory = failure_budget(), build_memory()
    allowed = budget.seconds(seconds, size)
    began, held = time.process_time(), resident_bytes()
    try:
        with deadline(allowed, lambda: memory.check_within(held)):
            yield
    except MemoryUsedError:
        raise memory.error() from None
    except OF_THE_BUILD:
        raise
    except (Exception, DeadlineError, TooMuchError, TooMuchMemoryError) as error:
        budget.charge(began)
        failed = FailedError(error, allowed)
    else:
        return
    collect_young()  # what the work made until it failed
    raise failed


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
        size = sum(sizes[path] for path in paths)
        with guarded(seconds(size), size):
            return run(paths)

    works = costly = 0
    while True:
        try:
            return attempt(left), culprits
        except FailedError as failed:
            failure = failed.with_traceback(None)
        if not left or len(culprits) == MAX_CULPRITS:
            return None, [*culprits, *(Culprit(path, failure) for path in left or [""])]
        found = _first_failing(left, works, attempt, failure)
        if not found:
            ended = FailedError(NotSearchedError(failure.error, len(left)), failure.seconds)
            return None, [*culprits, *(Culprit(path, ended) for path in left)]
        works, failure = found
        costly += isinstance(failure.error, DeadlineError | TooMuchError | TooMuchMemoryError)
        behind = left[works:] if costly > MAX_COSTLY else left[works : works + 1]
        culprits += [Culprit(path, failure) for path in behind]
        left = left[:works] + left[works + len(behind) :]
        if not left:
            return None, culprits


def _first_failing(
    paths: Sequence[str], works: int, attempt: Callable[[Sequence[str]], object], failure: FailedError
) -> tuple[int, FailedError] | None:
    """Return how many files the work is done for before it fails: the place of the last file of the shortest row from
    the first that fails. And how it fails there. None if the budget of the build for files that fail is used up.

    It is known to be done for the first `works`. A few more are tried at first: where each of thousands of files gets
    what all others state, most rows that fail cost much.
    """
    budget = failure_budget()
    fails, more = len(paths), 1
    while fails - works > 1:
        if budget.is_used_up:
            return None
        tried, began = min(works + more, (works + fails) // 2), time.process_time()
        try:
            attempt(paths[:tried])
        except FailedError as error:
            fails, failure = tried, error.with_traceback(None)
        else:
            works, more = tried, STEP * more
            budget.charge(began)
    return fails - 1, failure


def finding(culprit: Culprit, phase: str, reader: str) -> Diagnostic:
    """Return the finding about a culprit. `phase` says what was done ("parsing"), `reader` who did it."""
    span, error = whole_file(culprit.path), culprit.failure.error
    if isinstance(error, NotSearchedError):
        others, spent = error.files - 1, f"{BUILD_SECONDS:g}"
        return NOT_SEARCHED.at(span, others=others, phase=phase, error=error, seconds=spent, reader=reader)
    if isinstance(error, EndedError):
        return ENDED_PROCESS.at(span, how=str(error), phase=phase, reader=reader)
    if isinstance(error, TooMuchError | TooMuchMemoryError):
        return TOO_MUCH.at(span, reason=error, reader=reader)
    if isinstance(error, DeadlineError):
        return TOO_SLOW.at(span, seconds=f"{culprit.failure.seconds:g}", phase=phase, reader=reader)
    return FAILED.at(span, error=type(error).__name__, place=culprit.failure.place, phase=phase, reader=reader)


def is_failure(diagnostics: Sequence[Diagnostic]) -> bool:
    """Whether diagnostics say that a file failed: what Frieze made of it is then not kept for the next time."""
    return any(diagnostic.code in {code.code for code in CODES} for diagnostic in diagnostics)


def _place(error: BaseException) -> str:
    """Where in Frieze an error came from, as a module and a line: the innermost place; of an endless recursion the
    outermost, for how deep it went says nothing."""
    walked = traceback.walk_tb(error.__traceback__)
    places = [(str(frame.f_globals.get("__name__", "")), line) for frame, line in walked]
    ours = [
        place
        for place in places
        if place[0].startswith(("compiler.languages.", "compiler.mentions.", "compiler.text."))
    ]
    if not ours:
        return "a library"
    module, line = ours[0] if isinstance(error, RecursionError) else ours[-1]
    return f"{module}:{line}"
