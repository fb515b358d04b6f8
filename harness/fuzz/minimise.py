"""Makes a failure smaller: files, then lines, then bytes are left out as long as it fails alike (delta debugging)."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")
MAX_SECONDS = 30.0  # in which it is tried to leave out more


class _Tries:
    """Tries whether something still fails, as long as there is time."""

    def __init__(self, still_fails: Callable[[dict[str, bytes]], bool], seconds: float) -> None:
        self._still_fails = still_fails
        self._end = time.monotonic() + seconds

    def __call__(self, files: dict[str, bytes]) -> bool:
        return time.monotonic() < self._end and self._still_fails(files)


def minimised(
    files: Mapping[str, bytes], still_fails: Callable[[dict[str, bytes]], bool], seconds: float = MAX_SECONDS
) -> dict[str, bytes]:
    """Return fewer and shorter files that still fail, as few as are found within so many seconds."""
    tries = _Tries(still_fails, seconds)
    kept = dict(_fewer(list(files.items()), lambda some: tries(dict(some))))
    for path in list(kept):
        for split in (lambda text: text.splitlines(keepends=True), lambda text: [bytes([one]) for one in text]):
            pieces = _fewer(split(kept[path]), lambda some, path=path: tries(kept | {path: b"".join(some)}))  # type: ignore[misc]
            kept[path] = b"".join(pieces)
    return kept


def _fewer(items: Sequence[T], still_fails: Callable[[Sequence[T]], bool]) -> list[T]:
    """Leave out runs of items, long runs first, as long as the rest fails."""
    kept = list(items)
    size = max(1, len(kept) // 2)
    while kept:
        at = 0
        while at < len(kept):
            rest = kept[:at] + kept[at + size :]
            if still_fails(rest):
                kept = rest
            else:
                at += size
        if size == 1:
            break
        size //= 2
    return kept
