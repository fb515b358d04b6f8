"""Workers: processes that parse files beside this one, and give back bytes.

They are forked, so that they have the files at hand, where the system can fork and this process has no threads. A queue
is a pipe that holds the numbers of the chunks of work; whoever is free takes the next, this process too. Here it has
two ends: the files of a language stand together, and as workers take the last chunks and this process the first, each
loads the parsers of few languages. A worker writes what it made to a file of its own, which is read when it has ended.
One that dies leaves work undone, and no more: what is missing is parsed by whoever asks for it.
"""

import contextlib
import marshal
import os
import struct
import threading
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import IO, TYPE_CHECKING, Any

from compiler.disk.temporary import scratch_file
from compiler.languages.registry import LANGUAGES
from compiler.store.unit_cache import Encoded, Head, encoded

if TYPE_CHECKING:
    from compiler.build.parsing import Task

BYTES_A_WORKER = 1_000_000  # of source: for less, starting one takes longer than it saves
CHUNK_BYTES = 64_000  # of source
MOST_CHUNKS = 4_000  # what every system's pipe holds
_NUMBER = struct.Struct("<I")


def worker_count(jobs: int | None, size: int, bytes_a_worker: int = BYTES_A_WORKER) -> int:
    """How many processes work on so many bytes: as many as were asked for, else by the size and the cores."""
    if not hasattr(os, "fork") or threading.active_count() > 1:
        return 1
    if jobs is not None:
        return max(1, jobs)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(cores, size // bytes_a_worker))


def parse_in_workers(
    tasks: "Sequence[Task]", jobs: int, progress: Callable[[float], None], holds: "Callable[[Task], bool]"
) -> "list[Encoded | tuple[Head, Any] | None]":
    """What parsing makes of each task; None where a worker died, or a unit has no exact form in bytes.

    Of what is parsed here `holds` says whether its head and unit are given as they are.
    """
    chunks = list(_chunks(tasks))
    queue = _TwoEnds(len(chunks))
    workers = [_started(tasks, chunks, queue) for _ in range(min(jobs, len(chunks)) - 1)]
    found: list[Encoded | tuple[Head, Any] | None] = [None] * len(tasks)
    try:
        for done, number in queue.first():
            progress(done / len(chunks))
            for at in chunks[number]:
                parsed = tasks[at].parse()
                found[at] = parsed if holds(tasks[at]) else encoded(*parsed)
    finally:
        queue.close()
        for process, output in workers:
            os.waitpid(process, 0)
            with output:
                _collect(output, chunks, found)
    return found


class _TwoEnds:
    """A queue of numbers of which some take the first and others the last, until they meet."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._left, self._front = filled_queue(count), filled_queue(count)
        self._back = filled_queue(count, reverse=True)

    def first(self) -> Iterator[tuple[int, int]]:
        """How many were taken before by whomever, and the first number that is left."""
        return zip(taken(self._left, self._count), taken(self._front, self._count), strict=False)

    def last(self) -> Iterator[tuple[int, int]]:
        """How many were taken before, and the last number that is left."""
        return zip(taken(self._left, self._count), taken(self._back, self._count), strict=False)

    def close(self) -> None:
        for pipe in (self._left, self._front, self._back):
            os.close(pipe)


def filled_queue(count: int, *, reverse: bool = False) -> int:
    """A pipe that holds the numbers of so many chunks of work (at most `MOST_CHUNKS`), to be `taken`."""
    numbers = reversed(range(count)) if reverse else range(count)
    queue, filling = os.pipe()
    try:
        os.write(filling, b"".join(map(_NUMBER.pack, numbers)))
    finally:
        os.close(filling)
    return queue


def taken(queue: int, count: int) -> Iterator[int]:
    """The numbers of chunks that this process takes from the queue, until it is empty; none to one whose parent is
    gone."""
    parent = os.getppid()
    while len(read := os.read(queue, _NUMBER.size)) == _NUMBER.size:
        (number,) = _NUMBER.unpack(read)
        if os.getppid() != parent:
            return
        if number < count:
            yield number


def forked(work: Callable[[], None]) -> int:
    """The process of a copy of this one, which does some work and ends."""
    process = os.fork()
    if process == 0:
        status = 1
        try:
            work()
            status = 0
        finally:
            os._exit(status)  # this is a copy of a program: nothing of it is to be ended in good order
    return process


def _chunks(tasks: "Sequence[Task]") -> Iterator[list[int]]:
    """The tasks, by their places, in stretches of about the same size, those of a language together."""
    most = max(CHUNK_BYTES, sum(task.file.size for task in tasks) // MOST_CHUNKS)
    by_language: dict[str, list[int]] = {language.name: [] for language in LANGUAGES}
    for at, task in enumerate(tasks):
        by_language[task.language.name].append(at)
    chunk: list[int] = []
    size = 0
    for at in chain.from_iterable(by_language.values()):
        chunk.append(at)
        size += tasks[at].file.size
        if size >= most:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def _started(tasks: "Sequence[Task]", chunks: Sequence[list[int]], queue: _TwoEnds) -> tuple[int, IO[bytes]]:
    """A worker: its process, and the file that it writes to."""
    output = scratch_file()  # it is read when the worker has ended
    return forked(lambda: _work(tasks, chunks, queue, output)), output


def _work(tasks: "Sequence[Task]", chunks: Sequence[list[int]], queue: _TwoEnds, output: IO[bytes]) -> None:
    for _, number in queue.last():
        made = [encoded(*tasks[at].parse()) for at in chunks[number]]
        body = marshal.dumps((number, [one and tuple(one) for one in made]))
        output.write(_NUMBER.pack(len(body)) + body)
    output.flush()


def _collect(output: IO[bytes], chunks: Sequence[list[int]], found: list[Any]) -> None:
    """Reads what a worker wrote: whole chunks, the last of which it may have died over."""
    output.seek(0)
    while len(size := output.read(_NUMBER.size)) == _NUMBER.size:
        body = output.read(_NUMBER.unpack(size)[0])
        with contextlib.suppress(ValueError, EOFError, TypeError):
            number, made = marshal.loads(body)
            for at, one in zip(chunks[number], made, strict=True):
                found[at] = one and Encoded(*one)
