"""Threads that run calls: those of calls that do not end are replaced, a few at a time."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from time import monotonic

import pytest

from server.protocol.stoppable_threads import MAX_LOST, StoppableThreads

GRACE = 0.01


class Endless:
    """Calls that no exception ends, until they are let go."""

    def __init__(self) -> None:
        self.running = 0
        self._is_over = threading.Event()

    def __call__(self) -> None:
        self.running += 1
        while not self._is_over.is_set():
            try:
                self._is_over.wait(0.05)
            except BaseException:  # as a step within a library
                continue

    def let_go(self) -> None:
        self._is_over.set()


def until(is_so: Callable[[], bool]) -> None:
    end, pause = monotonic() + 20, threading.Event()
    while not is_so():
        assert monotonic() < end
        pause.wait(0.01)


def test_threads_of_calls_that_do_not_end_are_replaced_up_to_a_number() -> None:
    threads, endless = StoppableThreads(1, "test", GRACE), Endless()
    before = threading.active_count()
    for lost in range(1, MAX_LOST + 1):
        threads.stop(started(threads, endless, lost))
    kept = started(threads, endless, MAX_LOST + 1)
    threads.stop(kept)
    waiting = threads.submit(lambda: "answered")
    with pytest.raises(TimeoutError):
        waiting.result(0.3)
    for _ in range(20):  # what is cancelled while it waits burns nothing
        threads.stop(threads.submit(endless))
    assert threading.active_count() - before <= MAX_LOST + 2  # one that serves, and one that watches
    endless.let_go()
    assert waiting.result(20) == "answered"
    until(lambda: threading.active_count() - before <= 1)
    threads.shutdown()


def started(threads: StoppableThreads, endless: Endless, count: int) -> "Future[None]":
    """A call that runs, the `count`th."""
    call = threads.submit(endless)
    until(lambda: endless.running == count)
    return call


def test_call_that_is_stopped_at_its_end_takes_no_thread_along() -> None:
    threads = StoppableThreads(1, "test", GRACE)
    before = threading.active_count()
    is_set_up, is_at_end = threading.Event(), threading.Event()
    call = threads.submit(is_set_up.wait)
    give_result = call.set_result

    def slowly(result: bool) -> None:  # as a thread that gets no turn there
        is_at_end.set()
        pause = threading.Event()
        for _ in range(20):
            pause.wait(0.02)
        give_result(result)

    call.set_result = slowly  # type: ignore[method-assign]
    is_set_up.set()
    assert is_at_end.wait(20)
    threads.stop(call)
    assert call.result(20) is True
    assert threads.submit(lambda: "answered").result(20) == "answered"
    until(lambda: threading.active_count() - before <= 1)
    threads.shutdown()
