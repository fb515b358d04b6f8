"""Workers: processes that parse files beside this one, and give back bytes.

They are forked, so that they have the files and the parsers at hand, where the system can fork and this process has no
threads. The queue is a pipe that holds the numbers of the chunks of work; whoever is free takes the next, this process
too. A worker writes what it made to a file of its own, which is read when it has ended. One that dies leaves work
undone, and no more: what is missing is parsed by whoever asks for it.
"""

import contextlib
import marshal
import os
import struct
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import IO, TYPE_CHECKING

from compiler.kept_units import Encoded, encoded
from compiler.scratch import scratch_file

if TYPE_CHECKING:
    from compiler.parsing import Task

BYTES_A_WORKER = 1_000_000  # of source: for less, starting one takes longer than it saves
CHUNK_BYTES = 64_000  # of source
MOST_CHUNKS = 4_000  # what every system's pipe holds
_NUMBER = struct.Struct("<I")


def worker_count(jobs: int | None, size: int) -> int:
    """How many processes parse so many bytes: as many as were asked for, else by the size and the cores."""
    if not hasattr(os, "fork") or threading.active_count() > 1:
        return 1
    if jobs is not None:
        return max(1, jobs)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(cores, size // BYTES_A_WORKER))


def parse_in_workers(tasks: "Sequence[Task]", jobs: int, progress: Callable[[float], None]) -> "list[Encoded | None]":
    """What parsing makes of each task; None where a worker died, or a unit has no exact form in bytes."""
    chunks = list(_chunks(tasks))
    queue = filled_queue(len(chunks))
    workers = [_started(tasks, chunks, queue) for _ in range(min(jobs, len(chunks)) - 1)]
    found: list[Encoded | None] = [None] * len(tasks)
    try:
        for number in taken(queue, len(chunks)):
            progress(number / len(chunks))  # they are taken in order, by whomever
            for at in chunks[number]:
                found[at] = encoded(*tasks[at].parse())
    finally:
        os.close(queue)
        for process, output in workers:
            os.waitpid(process, 0)
            with output:
                _collect(output, chunks, found)
    return found


def filled_queue(count: int) -> int:
    """A pipe that holds the numbers of so many chunks of work (at most `MOST_CHUNKS`), to be `taken`."""
    queue, filling = os.pipe()
    try:
        os.write(filling, b"".join(map(_NUMBER.pack, range(count))))
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


def _chunks(tasks: "Sequence[Task]") -> Iterator[range]:
    """The tasks in stretches of about the same size."""
    most = max(CHUNK_BYTES, sum(task.file.size for task in tasks) // MOST_CHUNKS)
    start = size = 0
    for at, task in enumerate(tasks):
        size += task.file.size
        if size >= most:
            yield range(start, at + 1)
            start, size = at + 1, 0
    if start < len(tasks):
        yield range(start, len(tasks))


def _started(tasks: "Sequence[Task]", chunks: Sequence[range], queue: int) -> tuple[int, IO[bytes]]:
    """A worker: its process, and the file that it writes to."""
    output = scratch_file()  # it is read when the worker has ended
    return forked(lambda: _work(tasks, chunks, queue, output)), output


def _work(tasks: "Sequence[Task]", chunks: Sequence[range], queue: int, output: IO[bytes]) -> None:
    for number in taken(queue, len(chunks)):
        made = [encoded(*tasks[at].parse()) for at in chunks[number]]
        body = marshal.dumps((number, [one and tuple(one) for one in made]))
        output.write(_NUMBER.pack(len(body)) + body)
    output.flush()


def _collect(output: IO[bytes], chunks: Sequence[range], found: "list[Encoded | None]") -> None:
    """Reads what a worker wrote: whole chunks, the last of which it may have died over."""
    output.seek(0)
    while len(size := output.read(_NUMBER.size)) == _NUMBER.size:
        body = output.read(_NUMBER.unpack(size)[0])
        with contextlib.suppress(ValueError, EOFError, TypeError):
            number, made = marshal.loads(body)
            for at, one in zip(chunks[number], made, strict=True):
                found[at] = one and Encoded(*one)
