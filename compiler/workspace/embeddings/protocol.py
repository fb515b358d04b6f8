"""Search by meaning as queries see it."""

from collections.abc import Mapping
from typing import Protocol

from compiler.model.facts import Fact
from compiler.store.snapshot import Snapshot


class SimilarityError(Exception):
    """The embeddings cannot be asked here. The message says what is wrong, `advice` what to do."""

    def __init__(self, message: str, advice: str) -> None:
        super().__init__(message)
        self.advice = advice


class Similarity(Protocol):
    """Search by meaning in snapshots that have vectors."""

    def covers(self, snapshot: Snapshot) -> bool:
        """Whether a snapshot was compiled with vectors."""

    def similar(self, snapshot: Snapshot, fact_class: type[Fact], text: str, least: float) -> Mapping[int, float]:
        """The facts of a class that are similar to a text: cosines (-1 to 1) of at least `least`, by the rows of the
        facts; the most similar first, of equals the fact that was stated first. Raises SimilarityError when the model
        that made the vectors is not installed."""
