"""`python -m compiler.engine.task_process BYTES`: runs tasks of a Dask worker, in a process that has no other threads.

So the deadlines of files hold, which are signals to a main thread, and a file at which the process ends costs no more
than this process. A task comes on standard input and its result goes to standard output, as a `Connection` of Python
sends bytes. The process ends with its input. `BYTES` is how much memory it may take, 0 for no bound.
"""

import contextlib
import gc
import os
import sys
from multiprocessing.connection import Connection

from compiler.engine.readers import OpenFiles
from compiler.pipeline.remote_tasks import run_task

COLLECT_EVERY = 50  # tasks


def main() -> None:
    """Run tasks until the input ends. A task that fails has an empty result."""
    _bound_memory(int(sys.argv[1]))
    # What a library prints must not stand among the results.
    results = Connection(os.dup(1), readable=False)
    os.dup2(2, 1)
    tasks = Connection(0, writable=False)
    gc.disable()
    files = OpenFiles()
    count = 0
    with contextlib.suppress(EOFError, OSError):
        while True:
            body = tasks.recv_bytes()
            try:
                result = run_task(body, files.open)
            except MemoryError:  # another worker may have more
                os._exit(1)
            except Exception:  # the client does the work, and raises it
                result = b""
            results.send_bytes(result)
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
