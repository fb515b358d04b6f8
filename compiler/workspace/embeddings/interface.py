"""The meanings of what a snapshot holds, as queries see them.

`compiler.meaning` answers from vectors that were made when the snapshot was, where an embedder was installed (extra
`semantic`); a snapshot that was made without one has none.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from compiler.model.facts import Fact
    from compiler.store.snapshot import Snapshot


class MeaningError(Exception):
    """The vectors cannot be asked here. The message says what is wrong, `advice` what to do."""

    def __init__(self, message: str, advice: str) -> None:
        super().__init__(message)
        self.advice = advice


class Meanings(Protocol):
    """The vectors of a snapshot, and what makes the vector of a question."""

    def near(self, snapshot: "Snapshot", fact_class: "type[Fact]", text: str, least: float) -> Mapping[int, float]:
        """The facts of a class that are near to a text in meaning: cosines (-1 to 1) of `least` or more, by the rows of
        the facts; the nearest first, of equals the one that was stated first. Raises MeaningError when the model that
        made the vectors is not installed."""
