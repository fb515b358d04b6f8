"""An engine that runs its tasks in this process, as bytes, and can be told what goes wrong."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from compiler.engine.readers import OpenFiles
from compiler.pipeline.engine import EngineError, Reader, SampleFile
from compiler.pipeline.remote_tasks import run_task


class EngineHere:
    """Runs `compiler.pipeline.remote_tasks` with nothing but their bytes, as a worker elsewhere does.

    `place` is how tasks read files. `lost` are the places of tasks, among all, whose processes ended. The scheduler is
    gone after `gone_after` tasks.
    """

    chunk_bytes = 500

    def __init__(self, place: Reader = (), *, lost: Sequence[int] = (), gone_after: int | None = None) -> None:
        self._place, self._lost, self._gone_after = place, lost, gone_after
        self.run = 0  # tasks so far
        self.sent = 0  # bytes of them
        self._files = OpenFiles()

    def reader(self, sample: SampleFile) -> Reader:  # noqa: ARG002
        """Return what reads the source."""
        return self._place

    @contextmanager
    def pool(self, make: Callable[[int], bytes], tasks: Sequence[int]) -> Iterator["PoolHere"]:  # noqa: ARG002
        """Give a pool that runs a task when its result is asked for."""
        yield PoolHere(self, make)

    def result(self, body: bytes) -> bytes | None:
        """Run a task; None if its process ended. Raises EngineError if the scheduler is gone."""
        self.run += 1
        self.sent += len(body)
        if self._gone_after is not None and self.run > self._gone_after:
            raise EngineError("The scheduler is gone.")
        return None if self.run - 1 in self._lost else run_task(body, self._files.open)


class PoolHere:
    """The tasks of one pool."""

    def __init__(self, engine: EngineHere, make: Callable[[int], bytes]) -> None:
        self._engine, self._make = engine, make
        self._lost: set[int] = set()

    def result(self, number: int) -> bytes | None:
        """Run a task."""
        found = self._engine.result(self._make(number))
        if found is None:
            self._lost.add(number)
        return found or None

    def is_lost(self, number: int) -> bool:
        """Whether the process of a task ended."""
        return number in self._lost
