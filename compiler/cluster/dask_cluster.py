"""A Dask cluster that builds the sources of a workspace: each is a task, and only plain values travel.

That a task runs again when its worker dies is left to Dask. What is finished stands in the folder of the files, so that
the same command goes on from there.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from compiler.cluster import on_worker
from compiler.model.reasons import words_of
from compiler.model.source import SourceError
from compiler.workspace.identity import differences, identity
from compiler.workspace.member_files import MemberOutcome, MemberTask

if TYPE_CHECKING:
    from distributed import Client

CONNECT_SECONDS = 10
WORKERS_SECONDS = 30  # for the first worker to come
RETRIES = 2  # of a task whose process ended
LOOK_SECONDS = 0.1  # between two looks at what is finished
KEPT = " The files that are finished are kept, and the same command goes on from there."


class ClusterError(SourceError):
    """A cluster cannot be used, or is gone."""


class DaskCluster:
    """The workers of the scheduler at an address."""

    def __init__(self, address: str, place: Callable[[str], str]) -> None:
        """`place` says where workers read what is at a path here. Raises ClusterError if Dask is not installed."""
        if find_spec("distributed") is None:
            raise ClusterError("Dask is not installed: pip install 'frieze[dask]'")
        self._address, self._place = address, place

    def run(self, tasks: Sequence[MemberTask]) -> Iterator[tuple[int, MemberOutcome]]:
        """Give the places of the tasks and what became of each, as they are finished. Raises ClusterError."""
        from distributed import Client

        try:
            client = Client(self._address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, TimeoutError, ValueError, RuntimeError) as error:
            reason = words_of(error) or type(error).__name__
            raise ClusterError(f"There is no Dask scheduler at {self._address}: {reason}.") from None
        try:
            self._refuse_others(client)
            yield from self._results(client, tasks)
        except OSError:  # a call of the client meets the end of the connection before the client knows of it
            raise self._gone() from None
        finally:
            with suppress(OSError):
                client.close(timeout=CONNECT_SECONDS)

    def _refuse_others(self, client: "Client") -> None:
        """Raise ClusterError if there is no worker, or one has another Frieze, Python or library."""
        try:
            client.wait_for_workers(1, timeout=WORKERS_SECONDS)
        except TimeoutError:
            raise ClusterError(f"The Dask scheduler at {self._address} has no worker.") from None
        told: dict[str, Any] = client.run(identity, on_error="return")
        for worker, found in sorted(told.items()):
            if isinstance(found, OSError):  # it has died meanwhile; each task checks the worker that runs it
                continue
            if isinstance(found, ModuleNotFoundError):
                reason = f"has no Frieze: {words_of(found)}. Install frieze[dask] there"
                raise ClusterError(f"The Dask worker {worker} {reason}.")
            if isinstance(found, BaseException):
                raise ClusterError(f"The Dask worker {worker} cannot run Frieze: {words_of(found)}.")
            if other := differences(identity(), found):
                raise _other_version(f"The Dask worker {worker}", other)

    def _results(self, client: "Client", tasks: Sequence[MemberTask]) -> Iterator[tuple[int, MemberOutcome]]:
        from distributed import as_completed

        sent = [task._replace(path=self._place(task.path), jobs=1) for task in tasks]
        places: dict[str, int] = {}
        completed = as_completed(loop=client.loop, raise_errors=False)

        def submit(at: int) -> None:
            future = client.submit(on_worker.build, tuple(sent[at]), identity(), retries=RETRIES, pure=False)
            places[future.key] = at
            completed.add(future)

        for at in range(len(tasks)):
            submit(at)
        while places:
            finished = completed.next_batch(block=False)
            for future in finished:
                at = places.pop(future.key)
                if future.status == "lost" and client.status == "running":  # its worker died with the outcome
                    submit(at)
                else:
                    yield at, self._outcome(future, sent[at].path, tasks[at].path)
            if not finished:
                if client.status != "running":
                    raise self._gone()
                time.sleep(LOOK_SECONDS)

    def _outcome(self, future: Any, place: str, path: str) -> MemberOutcome:
        from distributed import KilledWorker

        if future.status in ("cancelled", "lost"):
            raise self._gone()
        error = future.exception() if future.status == "error" else None
        if error is None:
            outcome = MemberOutcome(*future.result())
            return outcome._replace(problem=outcome.problem.replace(place, path))
        if isinstance(error, on_worker.OtherVersionError):
            raise _other_version("A Dask worker", str(error))
        if isinstance(error, (KilledWorker, on_worker.ProcessEndedError)):
            return MemberOutcome(problem=f"The process that built it ended each time: {words_of(error)}.")
        return MemberOutcome(problem=f"The worker cannot build it: {words_of(error) or type(error).__name__}.")

    def _gone(self) -> ClusterError:
        return ClusterError(f"The Dask scheduler at {self._address} is gone.{KEPT}")


def _other_version(worker: str, found: str) -> ClusterError:
    return ClusterError(f"{worker} cannot run this build: {found}. Install the same on all workers.")
