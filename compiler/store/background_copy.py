"""A file copied beside other work: the system does that, and this process goes on meanwhile."""

import os
from collections.abc import Iterator
from itertools import chain
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


class Copy:
    """A copy that is made while the context lasts; it is at its end, one way or the other, when the context is."""

    def __init__(self, source: str | os.PathLike[str], target: str | os.PathLike[str]) -> None:
        self._source, self._target = source, target
        self._failure: OSError | None = None
        self._thread = Thread(target=self._make, daemon=True)

    def __enter__(self) -> "Copy":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.join()

    def meanwhile(self, made: Iterator[T]) -> Iterator[T]:
        """What is `made`. As much of it as there is time for is made now, until the copy is whole. Raises OSError when
        that cannot be."""
        ahead: list[T] = []
        for one in made:
            ahead.append(one)
            if not self._thread.is_alive():
                break
        self._thread.join()
        if self._failure:
            raise self._failure
        return chain(ahead, made)

    def _make(self) -> None:
        import shutil  # not for a snapshot that is there

        try:
            shutil.copyfile(self._source, self._target)
        except OSError as error:
            self._failure = error
