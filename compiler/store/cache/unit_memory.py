"""Keys, decoded heads and units, for a process that builds one source again and again.

They are values under the hash of all that they depend on, so that none is ever stale. What the last build did not use
is forgotten with it, and what is large is not kept.
"""

from collections.abc import Callable
from typing import Any

MAX_BYTES = 32 * 1024 * 1024  # of encoded units that are kept


class UnitMemory:
    """What the last build used, and what this one does."""

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        """`max_bytes` is how many bytes the units that are kept took when they were encoded."""
        self._max_bytes = max_bytes
        self._keys: dict[tuple[str, ...], bytes] = {}
        self._last_keys: dict[tuple[str, ...], bytes] = {}
        self._heads: dict[bytes, Any] = {}
        self._units: dict[bytes, tuple[Any, int]] = {}
        self._last_heads: dict[bytes, Any] = {}
        self._last_units: dict[bytes, tuple[Any, int]] = {}
        self._bytes = 0

    def begin(self) -> None:
        """Begin a build: forget what the last one did not use."""
        self._last_keys, self._keys = self._keys, {}
        self._last_heads, self._heads = self._heads, {}
        self._last_units, self._units = self._units, {}
        self._bytes = 0

    def key(self, parts: tuple[str, ...], make: Callable[[tuple[str, ...]], bytes]) -> bytes:
        """Return the key that `make` makes of all that the unit of a file depends on."""
        found = self._keys.get(parts)
        if found is None:
            found = self._keys[parts] = self._last_keys.get(parts) or make(parts)
        return found

    def head(self, key: bytes) -> Any:
        """Return the head under a key, None if it is not known."""
        found = self._heads.get(key)
        if found is None:
            found = self._last_heads.get(key)
            if found is not None:
                self._heads[key] = found
        return found

    def keep_head(self, key: bytes, head: Any) -> None:
        """Keep the head of a file."""
        self._heads[key] = head

    def unit(self, key: bytes) -> Any:
        """Return the unit under a key, None if it is not known."""
        found = self._units.get(key)
        if found is None:
            found = self._last_units.get(key)
            if found is not None:
                self.keep_unit(key, *found)
        return found[0] if found else None

    def keep_unit(self, key: bytes, unit: Any, size: int) -> None:
        """Keep a unit that took so many bytes, if there is room."""
        if self._bytes + size <= self._max_bytes:
            self._units[key] = unit, size
            self._bytes += size
