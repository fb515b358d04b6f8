"""A pool of worker processes: tasks are given by number, results come back as bytes, in one piece or several.

Workers are forked, so a task finds its input in memory. Each worker has a pipe of its own. A worker that dies costs
time only: the caller runs the tasks whose results are missing (`compiler.pipeline.lone_process`).

`concurrent.futures.ProcessPoolExecutor` does not serve here. Its workers share one pipe for results: when a worker is
killed while it writes, for example because memory is short, the parent waits forever. It also starts threads, and a
process with threads must not fork.
"""

import contextlib
import gc
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from compiler.disk.spill_file import Piece, Read, SpillFile
from compiler.pipeline.memory import bound_worker

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import ForkProcess

Run = Callable[[int], bytes | Iterable[bytes]]

BYTES_PER_WORKER = 1_000_000  # of source: for less, starting a worker takes longer than it saves
MAX_WAITING_RESULTS = 100  # results that nobody has asked for yet
MAX_WAITING_BYTES = 32_000_000  # of them that are held in memory; others wait in a temporary file
TASKS_PER_WORKER = 2  # the one that it runs, and the next


def worker_count(jobs: int | None, size: int, bytes_per_worker: int = BYTES_PER_WORKER) -> int:
    """Return how many processes to work with on `size` bytes: `jobs` if given, else by the size and the cores.

    1 means: no workers. That is the answer where the system cannot fork and where this process has other threads.
    """
    if not hasattr(os, "fork") or threading.active_count() > 1:
        return 1
    if jobs is not None:
        return max(1, jobs)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(cores, size // bytes_per_worker))


class _Waiting:
    """Results that nobody has asked for yet, by the numbers of their tasks. One that failed has no pieces."""

    def __init__(self) -> None:
        self._results: dict[int, list[bytes | Piece]] = {}
        self._bytes = 0  # in memory
        self._spilled = 0
        self._file = SpillFile(kept_bytes=0)

    def keep(self, body: bytes) -> bytes | Piece:
        """Keep a piece of a result."""
        if self._bytes + len(body) <= MAX_WAITING_BYTES:
            self._bytes += len(body)
            return body
        self._spilled += 1
        return self._file.put(body)

    def put(self, number: int, pieces: list[bytes | Piece]) -> None:
        """Add a result."""
        self._results[number] = pieces

    def take(self, number: int) -> list[Read]:
        """Return what reads the pieces of a result, which waits no more; [] if there is none."""
        reads = [self._taken(result) for result in self._results.pop(number, ())]
        if not self._spilled:
            self._file = SpillFile(kept_bytes=0)
        return reads

    def _taken(self, piece: bytes | Piece) -> Read:
        if isinstance(piece, bytes):
            self._bytes -= len(piece)
            return lambda: piece
        self._spilled -= 1
        return partial(self._file.get, piece)

    def __contains__(self, number: int) -> bool:
        return number in self._results

    def __len__(self) -> int:
        return len(self._results)


class Pool:
    """Workers that run numbered tasks."""

    def __init__(self, run: Run, tasks: Iterable[int], workers: int) -> None:
        """Start `workers` processes that call `run(number)` for each of `tasks`, in this order."""
        self._queue = deque(tasks)
        self._results = _Waiting()
        self._lost: set[int] = set()  # tasks of workers that died
        self._running: dict[Connection, deque[int]] = {}  # the tasks of each living worker, oldest first
        self._processes: list[ForkProcess] = []
        count = min(workers, len(self._queue))
        for _ in range(count):
            self._start(run, count)
        self._assign()

    def result(self, number: int) -> bytes | None:
        """Wait for the result of a task, which has one piece. None when its worker died or could not make it: then it
        is the caller's. Raises OSError."""
        pieces = self.pieces(number)
        return pieces[0]() if pieces else None

    def pieces(self, number: int) -> list[Read]:
        """Wait for the result of a task, and return what reads its pieces. [] where `result` is None."""
        self._receive(timeout=0)
        while self._running and number not in self._results and number not in self._lost:
            self._receive(timeout=None)
        return self._results.take(number)

    def is_lost(self, number: int) -> bool:
        """Whether a task has no result because its worker died."""
        return number in self._lost

    def close(self) -> None:
        """End all workers."""
        for connection in self._running:
            connection.close()
        for process in self._processes:
            process.kill()
            process.join()
            process.close()

    def _start(self, run: Run, workers: int) -> None:
        import multiprocessing  # a snapshot that is in the cache is opened without it

        context = multiprocessing.get_context("fork")
        ours, theirs = context.Pipe()
        # A worker has the ends of this process too. While it holds them, nothing tells it that this process was killed.
        others = [*self._running, ours]
        process = context.Process(target=_serve, args=(theirs, others, run, workers), daemon=True)
        process.start()
        theirs.close()  # so that reading ends when the worker does
        self._processes.append(process)
        self._running[ours] = deque()

    def _assign(self) -> None:
        """Give each worker the next tasks."""
        for connection, running in list(self._running.items()):
            while self._queue and len(running) < TASKS_PER_WORKER and self._has_room():
                running.append(self._queue.popleft())
                try:
                    connection.send_bytes(running[-1].to_bytes(4, "big"))
                except OSError:
                    self._lose(connection)
                    break

    def _has_room(self) -> bool:
        """Whether another task may be given. If no task runs, one must: its result may be what the caller waits for."""
        return len(self._results) < MAX_WAITING_RESULTS or not any(self._running.values())

    def _receive(self, timeout: float | None) -> None:
        """Take the results that are there, or that come within `timeout` seconds."""
        from multiprocessing.connection import wait

        for ready in wait(list(self._running), timeout):
            connection: Connection = ready  # type: ignore[assignment]
            pieces: list[bytes | Piece] = []
            try:
                while body := connection.recv_bytes():
                    pieces.append(self._results.keep(body))
            except (EOFError, OSError):
                self._lose(connection)
            else:
                self._results.put(self._running[connection].popleft(), pieces)
        self._assign()

    def _lose(self, connection: "Connection") -> None:
        """Note that a worker died."""
        self._lost.update(self._running.pop(connection))
        connection.close()


@contextlib.contextmanager
def worker_pool(run: Run, tasks: Iterable[int], workers: int) -> Iterator[Pool]:
    """Give a pool whose workers end with the context."""
    with contextlib.closing(Pool(run, tasks, workers)) as pool:
        yield pool


def _serve(connection: "Connection", others: Iterable["Connection"], run: Run, workers: int) -> None:
    """Run tasks until the parent closes the pipe, or is killed. An empty piece ends a result. A task that fails has
    nothing else. `others` are the ends of the parent, which are closed here."""
    for other in others:
        other.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its workers
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # a handler of the parent is not for its workers
    gc.freeze()  # the parent's objects are not looked at again
    bound_worker(workers)
    with contextlib.suppress(EOFError, OSError):
        while True:
            number = int.from_bytes(connection.recv_bytes(), "big")
            try:
                made = run(number)
            except Exception:  # the parent runs the task again and raises it
                made = b""
            for piece in (made,) if isinstance(made, bytes) else made:
                if piece:
                    connection.send_bytes(piece)
            connection.send_bytes(b"")
            del made, piece
            gc.collect(0)  # collecting is switched off while compiling
