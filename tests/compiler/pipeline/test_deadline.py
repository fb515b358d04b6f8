"""The bound on the processor time of work."""

import signal
from collections.abc import Callable
from time import process_time

import pytest

from compiler.pipeline.deadline import DeadlineError, deadline
from tests.compiler.tables import table

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no such timer")


def work(seconds: float) -> None:
    """Use processor time."""
    until = process_time() + seconds
    while process_time() < until:
        pass


def _freed_meanwhile() -> None:
    try:
        work(30)
    finally:
        work(0.3)  # as freeing what was made takes


@table("run", [lambda: work(30), _freed_meanwhile])
def test_deadline_is_raised_once_while_its_work_is_freed(run: Callable[[], None]) -> None:
    began = process_time()
    with pytest.raises(DeadlineError), deadline(0.02):
        run()
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)
    assert process_time() - began < 10


def test_deadline_is_raised_again_where_something_swallows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("compiler.pipeline.deadline.AGAIN_SECONDS", 0.1)
    swallowed = 0
    with pytest.raises(DeadlineError), deadline(0.02):
        while swallowed < 2:
            try:
                work(30)
            except DeadlineError:
                swallowed += 1
        work(30)
    assert swallowed == 2
