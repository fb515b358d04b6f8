"""A process that answers questions of this one, one at a time, and that can be killed.

A thread cannot be stopped inside of a library. So what may take long without a look at any bound runs in a process of
its own. The process is started at the first question, and again after it was killed. It ends when its standard input
does.
"""

import atexit
import marshal
import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import IO, Any
from weakref import WeakSet

POLL_SECONDS = 0.05  # after which `check` is called again
NICENESS = 10  # of a process in the background: a tenth of a processor that others want too
_ROOT = Path(__file__).resolve().parents[2]
_PROGRAM = "import sys; sys.path.insert(0, sys.argv[1]); from {module} import serve; serve()"

Check = Callable[[], None]
"""Is called while an answer is waited for. What it raises ends the waiting."""


def nothing() -> None:
    """The check of who never stops waiting."""


class EndedError(Exception):
    """The process ended before it had answered. `status` is its exit status; that of a signal is negative."""

    def __init__(self, status: int) -> None:
        super().__init__(f"signal {-status}" if status < 0 else f"status {status}")
        self.status = status


class EndableProcess:
    """The process. One thread at a time may ask it; any may kill it."""

    def __init__(self, module: str, *, is_background: bool = False) -> None:
        """The process runs the function `serve` of a module. In the background it leaves the processors to others, and
        the first of several altogether."""
        self._module = module
        self._is_background = is_background
        self._process: subprocess.Popen[bytes] | None = None
        self._is_asked = False
        _all.add(self)

    @property
    def pid(self) -> int | None:
        """The id of the process, None if it does not run."""
        process = self._process
        return process.pid if process and process.poll() is None else None

    def ask(self, question: Any, check: Check = nothing, seconds: float | None = None) -> Any:
        """Return the answer to a question, both of which are plain values. Whatever ends the waiting kills the process:
        what `check` raises, and TimeoutError after `seconds`. Raises EndedError, OSError if no process can be started,
        and ValueError if the question is no plain value."""
        body = marshal.dumps(question)
        if self.pid is None:
            self.start()
        process = self._process
        assert process is not None
        self._is_asked = True
        try:
            return self._answer(process, body, check, monotonic() + seconds if seconds is not None else None)
        except BaseException:
            self.kill()
            _close_pipes(process)
            raise
        finally:
            self._is_asked = False

    def start(self) -> None:
        """Start the process. Raises OSError."""
        self.kill()
        # -P: nothing is imported from the current directory, which may be the source.
        command = [sys.executable, "-P", "-c", _PROGRAM.format(module=self._module), os.fspath(_ROOT)]
        pipe = subprocess.PIPE
        # In a group of its own, so that the processes that it starts are killed with it.
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, process_group=0)
        if self._is_background:
            with suppress(OSError):  # it has ended already
                _put_in_background(self._process.pid)

    def kill(self) -> int:
        """Kill the process, whatever it does. Return its exit status, that of an earlier end if it has ended."""
        process, self._process = self._process, None
        if process is None:
            return 0
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            process.kill()
        if not self._is_asked:  # the thread that asks still reads
            _close_pipes(process)
        return process.wait()

    def _answer(self, process: "subprocess.Popen[bytes]", body: bytes, check: Check, deadline: float | None) -> Any:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            _write_body(process.stdin, body)
        except (OSError, ValueError):
            raise EndedError(self._ended(process)) from None
        with _waiter(process.stdout) as is_answered:
            while not is_answered():
                check()
                if deadline is not None and monotonic() > deadline:
                    raise TimeoutError
        try:
            return read_frame(process.stdout)
        except (OSError, EOFError, ValueError):
            raise EndedError(self._ended(process)) from None

    def _ended(self, process: "subprocess.Popen[bytes]") -> int:
        """Return the status of a process whose output has ended."""
        with suppress(subprocess.TimeoutExpired):
            return process.wait(POLL_SECONDS)
        return self.kill()

    def forget(self) -> None:
        """Leave the process to the one that started it: this process was forked from that."""
        if self._process is not None:
            self._process.returncode = 0  # so that nobody waits for it here
        self._process = None


def _put_in_background(pid: int) -> None:
    """Have others of this machine go first. Raises OSError. Where a processor is always free of what takes long, short
    work does not wait until the scheduler takes a processor away: niceness alone let it wait twice as long."""
    if hasattr(os, "setpriority"):
        os.setpriority(os.PRIO_PROCESS, pid, os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)
    if hasattr(os, "sched_setaffinity"):
        usable = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(pid, usable[1:] or usable)


_all: WeakSet[EndableProcess] = WeakSet()


def _close_pipes(process: "subprocess.Popen[bytes]") -> None:
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with suppress(OSError):
                stream.close()


@atexit.register
def _kill_all() -> None:
    for process in list(_all):
        process.kill()


def _forget_all() -> None:
    for process in list(_all):
        process.forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)


def write_frame(stream: IO[bytes], value: Any) -> None:
    """Write a plain value behind its length. Raises OSError, and ValueError for any other value."""
    _write_body(stream, marshal.dumps(value))


def _write_body(stream: IO[bytes], body: bytes) -> None:
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


def questions_and_answers() -> tuple[IO[bytes], IO[bytes]]:
    """Return the streams of a process that answers: what it is asked, and where it answers. A stray print is none."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr
    return sys.stdin.buffer, answers


@contextmanager
def _waiter(stream: IO[bytes]) -> Iterator[Callable[[], bool]]:
    """Give what waits for POLL_SECONDS, and returns whether the stream can be read by then. No thread stays behind: a
    process with threads cannot fork safely."""
    if hasattr(select, "poll"):
        poll = select.poll()
        poll.register(stream, select.POLLIN)
        yield lambda: bool(poll.poll(POLL_SECONDS * 1_000))
        return
    thread = threading.Thread(target=stream.peek, daemon=True)  # type: ignore[attr-defined]
    thread.start()

    def is_read() -> bool:
        thread.join(POLL_SECONDS)
        return not thread.is_alive()

    yield is_read
