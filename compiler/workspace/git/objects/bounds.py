"""How much may be read of one repository, and the errors of what cannot be read."""

from compiler.model.source import SourceError

MAX_OBJECT_BYTES = 128 * 1024 * 1024  # of one object, or of one that it is made of
MAX_CHAIN = 4_096  # deltas one after the other: git's own bound
MAX_WORK = 2 * 1024**3  # bytes, for one opened repository


class DamagedError(Exception):
    """An object is not what git writes. It counts as missing."""


class TooLargeError(Exception):
    """An object has more bytes than are read: `size`."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.size = size


class RepositoryBoundError(SourceError):
    """Reading a repository takes more than it may. The message says which bound it is."""


class ReadBudget:
    """The work that is left to one opened repository, in bytes that are unpacked. It is counted, not timed, so that a
    repository gives the same answer on every machine."""

    def __init__(self, work: int = MAX_WORK) -> None:
        self._all = self._left = work

    def charge(self, count: int) -> None:
        """Take bytes from what is left. Raises RepositoryBoundError."""
        self._left -= count
        if self._left < 0:
            raise RepositoryBoundError(
                f"Reading the repository takes more than the {self._all:,} bytes of objects that Frieze unpacks for one"
                " question."
            )
