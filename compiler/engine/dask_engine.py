"""The engine of a build that runs on the workers of a Dask cluster."""

import marshal
import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from compiler.engine.messages import ERROR, LOST, NONE, READER, READY, RESULT, TASK
from compiler.pipeline.engine import EngineError, Reader, SampleFile

CHUNK_BYTES = 256_000  # of files that a task parses or links: it travels, which costs some milliseconds
TASKS_PER_THREAD = 3  # that are sent and not answered: one that runs, and what keeps a worker busy meanwhile
MAX_WAITING_BYTES = 64_000_000  # of results that nobody has asked for yet


class DaskEngine:
    """Workers of a Dask cluster (`compiler.pipeline.engine.Engine`)."""

    chunk_bytes = CHUNK_BYTES

    def __init__(self, address: str, reader: Reader) -> None:
        """Start the client of Dask for the scheduler at `address`. `reader` is how workers may read the source. Raises
        EngineError if Dask is not installed."""
        if find_spec("distributed") is None:
            raise EngineError("Dask is not installed: pip install 'frieze[dask]'")
        if not hasattr(os, "fork"):  # so on Windows, where a process inherits no pipes by their numbers
            raise EngineError("A build on Dask starts on Linux or macOS: this system has no fork")
        self.address = address
        self._reader = reader
        self._threads = 0  # of all workers
        self._is_connected = False
        incoming, theirs_out = os.pipe()
        theirs_in, outgoing = os.pipe()
        self._process = _started(address, theirs_in, theirs_out)
        os.close(theirs_in)
        os.close(theirs_out)
        self._incoming = Connection(incoming, writable=False)
        self._outgoing = Connection(outgoing, readable=False)
        self._count = 0  # of tasks so far

    def reader(self, sample: SampleFile) -> Reader:
        """Return how all workers read files, () if one of them does not read the sample. Raises EngineError."""
        self._connect()
        if not self._reader:
            return ()
        self.send(READER, 0, (self._reader, tuple(sample)))
        return self._reader if self._expect(READER) else ()

    @contextmanager
    def pool(self, make: Callable[[int], bytes], tasks: Sequence[int]) -> Iterator["DaskPool"]:
        """Give a pool that runs the tasks `make(number)`. Only one pool may be open. Raises EngineError."""
        self._connect()
        first, self._count = self._count, self._count + len(tasks)
        yield DaskPool(self, make, tasks, first)

    @property
    def threads(self) -> int:
        """How many tasks all workers run at once, as was last told; at least 1."""
        return max(1, self._threads)

    def send(self, kind: str, number: int, value: Any) -> None:
        """Send a message. Raises EngineError if the client of Dask has ended."""
        try:
            self._outgoing.send_bytes(marshal.dumps((kind, number, value)))
        except OSError:
            self.receive()  # it says why

    def receive(self, timeout: float | None = None) -> tuple[str, int, Any] | None:
        """Return the next message; None if none comes within `timeout` seconds. Raises EngineError."""
        try:
            if timeout is not None and not self._incoming.poll(timeout):
                return None
            kind, number, value = marshal.loads(self._incoming.recv_bytes())
        except (EOFError, OSError):
            raise EngineError(f"The client of Dask has ended.{KEPT}") from None
        if kind == ERROR:
            raise EngineError(f"{value}{KEPT}")
        if kind == RESULT:
            self._threads, value = value
        elif kind in (READY, LOST, NONE):
            self._threads = value
        return kind, number, value

    def close(self) -> None:
        """End the client of Dask. What it has not run is forgotten."""
        self._outgoing.close()
        self._incoming.close()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _connect(self) -> None:
        if not self._is_connected:
            self._expect(READY)
            self._is_connected = True

    def _expect(self, kind: str) -> Any:
        """Return the value of the next message of a kind. Those before it are results that nobody wants any more."""
        while True:
            message = self.receive()
            if message and message[0] == kind:
                return message[2]


ROOT = Path(__file__).parent.parent.parent  # where this Frieze is imported from
KEPT = " What was parsed is kept, and the same command goes on from there."


def _started(address: str, incoming: int, outgoing: int) -> "subprocess.Popen[bytes]":
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "compiler.engine.submitter", address, str(incoming), str(outgoing)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        pass_fds=(incoming, outgoing),
        env={**os.environ, "PYTHONPATH": path},
        start_new_session=True,  # Ctrl-C is for the build, which ends its client
    )


class DaskPool:
    """Numbered tasks, a few of which are on their way at any time (`compiler.pipeline.engine.TaskPool`)."""

    def __init__(self, engine: DaskEngine, make: Callable[[int], bytes], tasks: Sequence[int], first: int) -> None:
        """`first` is added to the numbers of tasks, so that no answer of an earlier pool is taken for one of these."""
        self._engine, self._make, self._first = engine, make, first
        self._queue = deque(tasks)
        self._running: set[int] = set()
        self._results: dict[int, bytes] = {}
        self._waiting_bytes = 0
        self._lost: set[int] = set()
        self._failed: set[int] = set()
        self._submit()

    def result(self, number: int) -> bytes | None:
        """Wait for the result of a task; None if it has none. Raises EngineError."""
        while number not in self._results and number not in self._lost and number not in self._failed:
            self._receive(None)
        while self._receive(0.0):
            pass
        body = self._results.pop(number, b"")
        self._waiting_bytes -= len(body)
        self._submit()
        return body or None

    def is_lost(self, number: int) -> bool:
        """Whether a task has no result because the processes that ran it ended, each time."""
        return number in self._lost

    def _receive(self, timeout: float | None) -> bool:
        """Take the next answer. False if none comes in time."""
        message = self._engine.receive(timeout)
        if message is None:
            return False
        kind, number, value = message
        number -= self._first
        if number in self._running and kind in (RESULT, LOST, NONE):
            self._running.discard(number)
            if kind == RESULT:
                self._results[number] = value
                self._waiting_bytes += len(value)
            else:
                (self._lost if kind == LOST else self._failed).add(number)
            self._submit()
        return True

    def _submit(self) -> None:
        """Send tasks, as many as keep all workers busy."""
        while self._queue and self._has_room():
            number = self._queue.popleft()
            self._running.add(number)
            self._engine.send(TASK, self._first + number, self._make(number))

    def _has_room(self) -> bool:
        """Whether another task may be sent. If none runs, one must: its result may be what the caller waits for."""
        is_small = self._waiting_bytes < MAX_WAITING_BYTES
        return not self._running or (len(self._running) < TASKS_PER_THREAD * self._engine.threads and is_small)
