"""Threads that run calls, and that a call which does not end takes away from nobody.

A thread cannot be killed. A stopped call first gets time to end by itself. Then an exception is raised in its thread,
which ends whatever is Python, and another thread takes its place, which serves even if the first one never ends. That
is done for few threads at a time: calls beyond them wait, so that clients who cancel cannot fill the machine.
"""

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from time import monotonic, sleep
from typing import Any, TypeVar

GRACE_SECONDS = 1.0  # for a stopped call to end by itself
AGAIN_SECONDS = 1.0  # after which the exception is raised again, in case that something swallowed it
MAX_LOST = 2  # threads at a time that others take the place of
MAX_RAISES = 5  # what has not ended by then waits for something that is not Python

T = TypeVar("T")


class StoppedError(BaseException):
    """The call was cancelled, or its deadline has passed. Not an `Exception`, so that no code takes it for an error of
    its own."""


class _Task:
    """A call: its future, and the thread that runs it.

    An exception may be raised in the thread between `has_begun` and `is_over` only. One that arrived behind the call
    would end the thread, or leave a lock locked.
    """

    def __init__(self, work: Callable[[], Any]) -> None:
        self.future: Future[Any] = Future()
        self.work = work
        self.thread: threading.Thread | None = None
        self.has_begun = False
        self.is_over = False
        self.is_raising = False  # the watcher is about to raise
        self.is_hit = False  # it has raised, and the exception may not have arrived yet
        self.is_ended = False
        self.is_lost = False


class StoppableThreads:
    """At most `count` threads, but for MAX_LOST that are lost to a call which does not end."""

    def __init__(self, count: int, name: str, grace: float = GRACE_SECONDS) -> None:
        self._count = count
        self._name = name
        self._grace = grace
        self._changed = threading.Condition()
        self._waiting: deque[_Task] = deque()
        self._tasks: dict[Future[Any], _Task] = {}
        self._stopped: deque[tuple[float, int, _Task]] = deque()  # when to look at it, and how often that was done
        self._serving = 0  # threads that are not lost
        self._lost = 0
        self._idle = 0
        self._is_watched = False
        self._is_closed = False

    def submit(self, function: Callable[..., T], *arguments: Any) -> "Future[T]":
        """Have a function called in a thread. Raises RuntimeError after `shutdown`."""
        task = _Task(lambda: function(*arguments))
        with self._changed:
            if self._is_closed:
                raise RuntimeError("the threads are shut down")
            self._tasks[task.future] = task
            self._waiting.append(task)
            if self._idle < len(self._waiting) and self._serving < self._count:
                self._start_thread()
            self._changed.notify_all()  # the watcher waits too
        return task.future

    def stop(self, future: "Future[Any]") -> None:
        """Stop a call: at once if it has not begun, else when the time for ending by itself is over."""
        if future.cancel():
            with self._changed:
                self._tasks.pop(future, None)
            return
        with self._changed:
            task = self._tasks.get(future)
            if task is None or task.is_ended:
                return
            self._stopped.append((monotonic() + self._grace, 0, task))
            if not self._is_watched:
                self._is_watched = True
                threading.Thread(target=self._watch, name=f"{self._name}-watch", daemon=True).start()

    def shutdown(self) -> None:
        """End the threads that are idle now, and others when their calls end. Calls that wait are cancelled."""
        with self._changed:
            self._is_closed = True
            waiting, self._waiting = self._waiting, deque()
            self._changed.notify_all()
        for task in waiting:
            task.future.cancel()

    def _start_thread(self) -> None:
        self._serving += 1
        threading.Thread(target=self._run, name=self._name, daemon=True).start()

    def _run(self) -> None:
        """Serve, until shut down or lost."""
        while (task := self._next()) is not None:
            self._call(task)
            if not self._end(task):
                return

    def _next(self) -> _Task | None:
        with self._changed:
            self._idle += 1
            while not self._waiting and not self._is_closed:
                self._changed.wait()
            self._idle -= 1
            if not self._waiting:
                self._serving -= 1
                return None
            task = self._waiting.popleft()
            task.thread = threading.current_thread()
            return task

    def _call(self, task: _Task) -> None:
        if not task.future.set_running_or_notify_cancel():
            return
        result: Any = None
        failure: BaseException | None = None
        while not task.is_over or task.is_raising or task.is_hit:
            try:
                if not task.has_begun:
                    task.has_begun = True
                    result = task.work()
                _shield(task)
            except BaseException as error:
                failure = failure or error
        if failure is not None:
            task.future.set_exception(failure)
        else:
            task.future.set_result(result)

    def _end(self, task: _Task) -> bool:
        """Note the end of a call. Return whether its thread goes on serving."""
        with self._changed:
            task.is_ended = True
            self._tasks.pop(task.future, None)
            self._lost -= task.is_lost
            return not task.is_lost

    def _watch(self) -> None:
        """Wait for the calls that were stopped."""
        while True:
            with self._changed:
                while self._stopped and self._stopped[0][2].is_ended:
                    self._stopped.popleft()
                if not self._stopped:
                    self._is_watched = False
                    return
                wait = self._stopped[0][0] - monotonic()
                if wait <= 0:
                    self._end_by_force(*self._stopped.popleft()[1:])
                    continue
                self._changed.wait(min(wait, AGAIN_SECONDS))

    def _end_by_force(self, count: int, task: _Task) -> None:
        """Raise in the thread of a call, and start another thread in its place."""
        if not task.is_lost and self._lost < MAX_LOST:
            task.is_lost = True
            self._lost += 1
            self._serving -= 1
            if self._waiting and not self._is_closed:
                self._start_thread()
        task.is_raising = True
        if task.has_begun and not task.is_over and task.thread is not None:
            task.is_hit = True
            _raise_in(task.thread, StoppedError)
        task.is_raising = False
        if count < MAX_RAISES:
            self._stopped.append((monotonic() + AGAIN_SECONDS, count + 1, task))


def _shield(task: _Task) -> None:
    """End the time in which an exception may be raised in this thread, and take back one that has not arrived. Until it
    returns, one may still arrive; then it is called again."""
    task.is_over = True
    while task.is_raising:
        sleep(0)
    if task.is_hit and task.thread is not None:
        _raise_in(task.thread, None)
        task.is_hit = False


def _raise_in(thread: threading.Thread, error: type[BaseException] | None) -> None:
    """Have an exception raised in a thread at its next step in Python; None takes back one that has not arrived."""
    import ctypes  # hardly any call has to be stopped

    raised = ctypes.py_object(error) if error else None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), raised)
