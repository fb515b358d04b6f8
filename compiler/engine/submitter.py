"""`python -m compiler.engine.submitter ADDRESS IN OUT`: a client of Dask, in a process of its own.

The client of Dask runs threads, and a process with threads must not fork, as the build does for its own workers. So the
build sends tasks through one pipe and gets results through another, of which `IN` and `OUT` are the ends here. Where a
task runs, and that it runs again when a worker dies, is left to Dask.
"""

import asyncio
import contextlib
import marshal
import os
import sys
import threading
import uuid
from multiprocessing.connection import Connection
from typing import Any

from distributed import Client, KilledWorker

from compiler.engine import on_worker
from compiler.engine.identity import differences, identity
from compiler.engine.messages import ERROR, LOST, NONE, READER, READY, RESULT, TASK
from compiler.model.reasons import words_of
from compiler.pipeline.engine import SampleFile

CONNECT_SECONDS = 10
WORKERS_SECONDS = 30  # for the first worker to come
RETRIES = 2  # of a task that raises: the process that ran it ended
LOOK_SECONDS = 2.0  # between two looks at the scheduler and its workers


class Submitter:
    """Gives tasks to Dask, and their results to the build."""

    def __init__(self, address: str, incoming: Connection, outgoing: Connection) -> None:
        self._address = address
        self._incoming, self._outgoing = incoming, outgoing
        self._name = uuid.uuid4().hex[:12]
        self._running: set[asyncio.Task[None]] = set()
        self._threads = 0  # of all workers

    async def run(self) -> None:
        """Connect, and run tasks until the build closes its pipe."""
        try:
            client = await Client(self._address, asynchronous=True, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, TimeoutError, ValueError, RuntimeError) as error:
            self._fail(f"There is no Dask scheduler at {self._address}: {words_of(error) or type(error).__name__}.")
        try:
            await client.wait_for_workers(1, timeout=WORKERS_SECONDS)
        except TimeoutError:
            self._fail(f"The Dask scheduler at {self._address} has no worker.")
        await self._refuse_others(client)
        self._threads = await _threads(client)
        self._send(READY, 0, self._threads)
        messages: asyncio.Queue[bytes | None] = asyncio.Queue()
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._receive, args=(loop, messages), daemon=True).start()
        watching = asyncio.create_task(self._watch(client))
        while (message := await messages.get()) is not None:
            kind, number, value = marshal.loads(message)
            work = self._run_task(client, number, value) if kind == TASK else self._try_reader(client, *value)
            running = asyncio.create_task(work)
            self._running.add(running)
            running.add_done_callback(self._running.discard)
        watching.cancel()
        os._exit(0)  # what still runs is of no use, and Dask forgets it with its client

    def _receive(self, loop: asyncio.AbstractEventLoop, messages: "asyncio.Queue[bytes | None]") -> None:
        while True:
            try:
                message: bytes | None = self._incoming.recv_bytes()
            except (EOFError, OSError):
                message = None
            loop.call_soon_threadsafe(messages.put_nowait, message)
            if message is None:
                return

    async def _refuse_others(self, client: Client) -> None:
        """End with an error if a worker has another Frieze, Python or library."""
        told: dict[str, Any] = await client.run(on_worker.told, on_error="return")
        for worker, found in sorted(told.items()):
            if isinstance(found, OSError):  # it has died meanwhile; each task checks the worker that runs it
                continue
            if isinstance(found, ModuleNotFoundError):
                self._fail(f"The Dask worker {worker} has no Frieze: {words_of(found)}. Install frieze[dask] there.")
            if isinstance(found, BaseException):
                self._fail(f"The Dask worker {worker} cannot run Frieze: {words_of(found) or type(found).__name__}.")
            if found := differences(identity(), found):
                self._fail(_other_version(worker, found))

    async def _try_reader(self, client: Client, reader: tuple[Any, ...], sample: tuple[Any, ...]) -> None:
        found = await client.run(on_worker.reads, tuple(reader), SampleFile(*sample), on_error="return")
        self._send(READER, 0, bool(found) and all(one is True for one in found.values()))

    async def _run_task(self, client: Client, number: int, body: bytes) -> None:
        key = f"frieze-{self._name}-{number}"
        future = client.submit(on_worker.run_task, identity(), body, key=key, retries=RETRIES, pure=False)
        del body
        try:
            result = await future.result()
        except (KilledWorker, on_worker.ProcessEndedError):
            self._send(LOST, number, self._threads)
        except on_worker.OtherVersionError as error:
            self._fail(_other_version("one", str(error)))
        except asyncio.CancelledError:
            self._gone()
        except Exception as error:
            if type(error).__name__ in ("FutureCancelledError", "CommClosedError"):
                self._gone()
            self._send(NONE, number, self._threads)  # the build does the work, and raises what there is to raise
        else:
            self._send(RESULT, number, (self._threads, result))
        finally:
            future.release()

    async def _watch(self, client: Client) -> None:
        """End with an error when the scheduler is gone."""
        while client.status == "running":
            await asyncio.sleep(LOOK_SECONDS)
            with contextlib.suppress(OSError, TimeoutError):  # it says so itself when the scheduler is gone
                self._threads = await _threads(client)
        self._gone()

    def _gone(self) -> None:
        self._fail(f"The Dask scheduler at {self._address} is gone.")

    def _fail(self, message: str) -> None:
        """Tell the build why there will be no more results, and end."""
        self._send(ERROR, 0, message)
        os._exit(1)

    def _send(self, kind: str, number: int, value: Any) -> None:
        try:
            self._outgoing.send_bytes(marshal.dumps((kind, number, value)))
        except OSError:  # the build has ended
            os._exit(1)


async def _threads(client: Client) -> int:
    """How many tasks the workers run at once."""
    return sum((await client.nthreads()).values())


def _other_version(worker: str, found: str) -> str:
    return f"The Dask worker {worker} cannot run this build: {found}. Install the same on all workers."


def main() -> None:
    """Run until the build closes its pipe."""
    address, incoming, outgoing = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    submitter = Submitter(address, Connection(incoming, writable=False), Connection(outgoing, readable=False))
    asyncio.run(submitter.run())


if __name__ == "__main__":
    main()
