"""What a build asks of an engine: other machines that run tasks. A task is bytes, and so is its result, and who runs a
task changes no byte of the result (`compiler.pipeline.remote_tasks`)."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, Protocol

from compiler.model.source import SourceError

Reader = tuple[Any, ...]  # how a worker opens the files of a source, as plain values; () if it cannot


class EngineError(SourceError):
    """An engine cannot be used, or is gone. What was parsed until then is in the cache of units."""


class SampleFile(NamedTuple):
    """A file that workers try to read."""

    path: str
    sha256: str
    max_bytes: int
    binary: bool


class TaskPool(Protocol):
    """Workers that run numbered tasks."""

    def result(self, number: int) -> bytes | None:
        """Wait for the result of a task. None if there is none: then it is the caller's to make."""

    def is_lost(self, number: int) -> bool:
        """Whether a task has no result because a process that ran it ended."""


class Engine(Protocol):
    """Workers elsewhere. `chunk_bytes` are those of the files of one task, about."""

    chunk_bytes: int

    def reader(self, sample: SampleFile) -> Reader:
        """Return how all workers read files of the source, as the sample shows; () if one of them cannot: then tasks
        carry the texts. Raises EngineError."""

    def pool(self, make: Callable[[int], bytes], tasks: Sequence[int]) -> AbstractContextManager[TaskPool]:
        """Give a pool that runs the tasks `make(number)`, few at a time. Its methods raise EngineError."""
