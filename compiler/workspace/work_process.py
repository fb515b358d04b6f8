"""A process that compiles and reads repositories for a thread, and that can be killed.

A thread cannot be stopped, and no deadline of a file holds in it (`compiler.pipeline.deadline`). So what may take long
runs in a process of its own, one task at a time. The process is started at the first task, and again after it was
killed. It ends when its standard input does.
"""

import atexit
import marshal
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import IO, Any
from weakref import WeakSet

from compiler.model.source import SourceError
from compiler.workspace.git.errors import NoHistoryError, UnknownRevisionError

POLL_SECONDS = 0.05  # after which `check` is called again
_ROOT = Path(__file__).resolve().parents[2]
_PROGRAM = """
import sys
sys.path.insert(0, sys.argv[1])
from compiler.workspace.tasks import serve
serve()
"""
_ERRORS = {one.__name__: one for one in (SourceError, UnknownRevisionError, NoHistoryError)}

Check = Callable[[], None]  # raises to stop the task


def nothing() -> None:
    """The check of who never stops a task."""


class WorkProcess:
    """The process. Threads may share it: they take turns."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: SimpleQueue[tuple[str, Any] | None] = SimpleQueue()
        _all.add(self)

    def run(self, task: str, *arguments: Any, check: Check = nothing) -> Any:
        """Return what a task of `compiler.workspace.tasks` returns. What `check` raises is raised, and kills the
        process. Raises SourceError as the task does, and if the process ends before it has answered."""
        with turn(self._lock, check):
            try:
                kind, value = self._asked(task, arguments, check)
            except BaseException:
                self._kill()
                raise
        if kind == "error":
            name, message = value
            raise _ERRORS.get(name, SourceError)(message)
        return value

    def close(self) -> None:
        """Kill the process, whatever it does."""
        self._kill()

    @property
    def pid(self) -> int | None:
        """The id of the process, None if it does not run."""
        process = self._process
        return process.pid if process and process.poll() is None else None

    def _asked(self, task: str, arguments: tuple[Any, ...], check: Check) -> tuple[str, Any]:
        if self.pid is None:
            self._start()
        process, answers = self._process, self._answers
        assert process is not None
        assert process.stdin is not None
        try:
            write_frame(process.stdin, (task, arguments))
        except OSError:
            raise SourceError(_ENDED) from None
        while True:
            check()
            with suppress(Empty):
                answer = answers.get(timeout=POLL_SECONDS)
                if answer is None:
                    raise SourceError(_ENDED)
                return answer

    def _start(self) -> None:
        self._kill()
        self._answers = SimpleQueue()
        # -P: nothing is imported from the current directory, which may be the source.
        command = [sys.executable, "-P", "-c", _PROGRAM, os.fspath(_ROOT)]
        pipe = subprocess.PIPE
        try:
            # In a session of its own, so that the processes that it starts are killed with it.
            self._process = process = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, start_new_session=True
            )
        except OSError as error:
            raise SourceError(f"No process can be started to compile in: {error.strerror}.") from None
        threading.Thread(target=_receive, args=(process.stdout, self._answers), daemon=True).start()

    def _kill(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            process.kill()
        process.wait()
        if process.stdin is not None:
            with suppress(OSError):
                process.stdin.close()


_ENDED = "The process that compiles ended before it had answered, perhaps for lack of memory."
_all: WeakSet[WorkProcess] = WeakSet()


@atexit.register
def _kill_all() -> None:
    for one in list(_all):
        one.close()


@contextmanager
def turn(lock: "threading.Lock", check: Check) -> Iterator[None]:
    """With a lock. While it is waited for, `check` is called now and then; what it raises is raised."""
    while not lock.acquire(timeout=POLL_SECONDS):
        check()
    try:
        yield
    finally:
        lock.release()


def is_needed() -> bool:
    """Whether compiling here would be bound by no deadline: only the main thread has any."""
    return threading.current_thread() is not threading.main_thread() and hasattr(signal, "setitimer")


def write_frame(stream: IO[bytes], value: Any) -> None:
    """Write a value behind its length. Raises OSError."""
    body = marshal.dumps(value)
    stream.write(len(body).to_bytes(8, "big"))
    stream.write(body)
    stream.flush()


def read_frame(stream: IO[bytes]) -> Any:
    """Read a value that `write_frame` wrote. Raises EOFError at the end of the stream."""
    head = stream.read(8)
    body = stream.read(int.from_bytes(head, "big"))
    if len(head) < 8 or not body:
        raise EOFError
    return marshal.loads(body)


def _receive(stream: IO[bytes], answers: "SimpleQueue[tuple[str, Any] | None]") -> None:
    """Put the answers of a process into a queue, and None when it has ended."""
    with stream:
        try:
            while True:
                answers.put(read_frame(stream))
        except (EOFError, OSError, ValueError):
            answers.put(None)
