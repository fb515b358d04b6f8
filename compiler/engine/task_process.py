"""`python -m compiler.engine.task_process BYTES`: runs tasks of a Dask worker, in a process that has no other threads.

So the deadlines of files hold, which are signals to a main thread, and a file at which the process ends costs no more
than this process. A task comes on standard input and its result goes to standard output, each behind its length in
eight bytes. The process ends with its input. `BYTES` is how much memory it may take, 0 for no bound.
"""

import contextlib
import gc
import os
import sys
from typing import BinaryIO

from compiler.engine.readers import OpenFiles
from compiler.pipeline.remote_tasks import run_task

LENGTH = 8
COLLECT_EVERY = 50  # tasks


def read_message(stream: BinaryIO) -> bytes | None:
    """Return the next message; None at the end."""
    head = stream.read(LENGTH)
    if len(head) < LENGTH:
        return None
    body = stream.read(size := int.from_bytes(head, "big"))
    return body if len(body) == size else None


def write_message(stream: BinaryIO, body: bytes) -> None:
    """Write a message. Raises OSError if nobody reads it."""
    stream.write(len(body).to_bytes(LENGTH, "big"))
    stream.write(body)
    stream.flush()


def main() -> None:
    """Run tasks until the input ends. A task that fails has an empty result."""
    _bound_memory(int(sys.argv[1]))
    # What a library prints must not stand among the results.
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    gc.disable()
    files = OpenFiles()
    count = 0
    with contextlib.suppress(BrokenPipeError):
        while (body := read_message(sys.stdin.buffer)) is not None:
            try:
                result = run_task(body, files.open)
            except MemoryError:  # another worker may have more
                os._exit(1)
            except Exception:  # the client does the work, and raises it
                result = b""
            write_message(output, result)
            del body, result
            count += 1
            gc.collect(0 if count % COLLECT_EVERY else 2)


def _bound_memory(size: int) -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        if size:
            resource.setrlimit(resource.RLIMIT_DATA, (size, size))


if __name__ == "__main__":
    main()
