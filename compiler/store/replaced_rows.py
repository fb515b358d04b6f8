"""Which rows an incremental build replaced in its copy of a snapshot: all in which the two snapshots differ, beside
their diagnostics and which of their links dangle.

The numbers of rows depend on what was built before. So they are of one database of the cache, which its path and its
stamp name, and not of all with the id of its snapshot.
"""

import marshal
from collections.abc import Sequence
from typing import Any, NamedTuple

from compiler.model.source import Stamp

Row = tuple[Any, ...]
DatabaseName = tuple[str, Stamp]  # the path and the stamp of a database that nobody changes
Numbers = dict[str, list[int]]  # of rows, by the table of their class, or `LINKS`


class ReplacedRows(NamedTuple):
    """The rows of the database `base` that the copy has not, `gone`, and those that only the copy has, `new`."""

    base: DatabaseName
    gone: Numbers
    new: Numbers

    def encoded(self) -> bytes:
        """Return it as bytes, for another process."""
        return marshal.dumps((self.base, self.gone, self.new))

    @classmethod
    def decoded(cls, body: bytes) -> "ReplacedRows | None":
        """Return what `encoded` wrote; None of no bytes. Raises ValueError, EOFError and TypeError for others."""
        return cls(*marshal.loads(body)) if body else None


def only_there(rows: Sequence[Row], others: Sequence[Row]) -> list[int]:
    """Return the numbers of the rows, with which each begins, whose values none of the others has."""
    values = {row[1:] for row in others}
    return [row[0] for row in rows if row[1:] not in values]
