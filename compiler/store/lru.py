"""What this process took from the cache lately and may soon need again: held within a bound, the oldest let go first.

A server that opens one revision after the other links much of the same files each time, while most processes need a
unit only once: so a value is held from the second time on.
"""

from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")

MOST_NOTED = 100_000  # keys of values that were met once


class Recent(Generic[T]):
    """Values by the hash of all that they depend on; they are never changed. Threads may share it."""

    def __init__(self, most_bytes: int) -> None:
        """`most_bytes` bounds the sum of the sizes that values are given with."""
        self._most_bytes = most_bytes
        self._held: OrderedDict[bytes, tuple[T, int]] = OrderedDict()
        self._bytes = 0
        self._noted: set[bytes] = set()
        self._lock = Lock()

    def get(self, key: bytes) -> T | None:
        """The value, if it is held."""
        with self._lock:
            found = self._held.get(key)
            if found is None:
                return None
            self._held.move_to_end(key)
            return found[0]

    def give(self, key: bytes, value: T, size: int) -> None:
        """Takes a value that was made of so many bytes: to hold it when it was met before and is not too large."""
        with self._lock:
            if key not in self._noted:
                if len(self._noted) >= MOST_NOTED:
                    self._noted.clear()
                self._noted.add(key)
            elif key not in self._held and size <= self._most_bytes // 4:
                self._held[key] = value, size
                self._bytes += size
                while self._bytes > self._most_bytes:
                    _, (_, freed) = self._held.popitem(last=False)
                    self._bytes -= freed
