"""The objects that one name may mean, and which of them a file means by it.

The nearest counts: the one whose file has the longest part of its path in common with the citing file; of equally near
ones that with the best name. Where that does not decide, none does: a guess would look exact.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple


class Target(NamedTuple):
    """An object that a name may mean. A lower `rank` is a better name. A `loose` name is also a word of prose, so that
    it cites only in backticks, alone in a cell, or in a wikilink."""

    ref: str
    file: str
    rank: int
    loose: bool = False


class Candidates:
    """The objects that a name may mean. Thousands may share one, so it is known of each folder which is the best."""

    def __init__(self, targets: Iterable[Target]) -> None:
        # By file, and by each folder around it: the best rank, and the ref that has it, None if several have.
        self._best: dict[str, tuple[int, str | None]] = {}
        for ref, file, rank, _ in targets:
            for place in _around(file):
                best = self._best.get(place)
                if best is None or rank < best[0]:
                    self._best[place] = rank, ref
                elif rank == best[0] and ref != best[1]:
                    self._best[place] = rank, None

    def __bool__(self) -> bool:
        return bool(self._best)

    def nearest(self, path: str) -> str | None:
        """Return the ref that a file at a path means."""
        for place in _around(path):
            if found := self._best.get(place):
                return found[1]
        return None


NO_CANDIDATES = Candidates(())


def _around(path: str) -> Iterator[str]:
    """Give a path, the folders around it, and the root, which is ""."""
    while path:
        yield path
        path = path.rpartition("/")[0]
    yield ""
