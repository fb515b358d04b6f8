"""The work that one question may take. It is counted in steps, not in time, so that a question gets the same answer on
every machine.

A step is about a microsecond: a row read, or 64 bytes matched against a pattern. The snapshot counts rows itself
(`Snapshot.for_request`); queries report other work that may grow with `snapshot.charge`. What a snapshot computes once
for all questions is free, since the order of questions must not matter.
"""

from collections.abc import Callable

from queries.errors.query_error import QueryError

MAX_STEPS = 10_000_000
TOO_LARGE = f"The question takes more than {MAX_STEPS:,} steps of work"
NARROWER = (
    "Ask for less: fewer hops or a smaller depth, one kind or one diagram instead of all, a plainer pattern, or a"
    " smaller part of the source."
)


class WorkBudget:
    """The steps that are left to one question.

    `check` is called at every charge. It may raise to end the query early: on a deadline, or when the client cancels.
    """

    def __init__(self, check: Callable[[], None] | None = None, max_steps: int = MAX_STEPS) -> None:
        self.left = max_steps
        self._check = check

    def charge(self, count: int = 1) -> None:
        """Take steps from the budget. Raises QueryError `too_large` when none are left."""
        self.left -= count
        if self._check is not None:
            self._check()
        if self.left < 0:
            raise QueryError("too_large", TOO_LARGE, hint=NARROWER)
