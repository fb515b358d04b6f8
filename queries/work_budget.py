"""How much work one question may make: counted, so that the same question gets the same answer on every machine.

A step is about a microsecond of work: a row read, 64 bytes that a pattern is tried on. Rows are counted by the
snapshot itself (`Snapshot.for_request`); a query reports other work that may grow by `snapshot.charge`. What a snapshot
derives once for all questions costs none of them anything: it must not matter which comes first.
"""

from collections.abc import Callable

from queries.errors import QueryError

MOST_STEPS = 10_000_000
TOO_LARGE = f"The question takes more than {MOST_STEPS:,} steps of work"
NARROWER = (
    "Ask for less: fewer hops or a smaller depth, one kind or one diagram instead of all, a plainer pattern, or a"
    " smaller part of the source."
)


class Steps:
    """The steps that are left to one question.

    `check` is called whenever some are spent. It may raise what ends the query early: whoever asks has a clock and
    clients that change their minds, queries have not.
    """

    def __init__(self, check: Callable[[], None] | None = None, most: int = MOST_STEPS) -> None:
        self.left = most
        self._check = check

    def charge(self, count: int = 1) -> None:
        """Takes steps away. Raises QueryError `too_large` when there are none left."""
        self.left -= count
        if self._check is not None:
            self._check()
        if self.left < 0:
            raise QueryError("too_large", TOO_LARGE, hint=NARROWER)
