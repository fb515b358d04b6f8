"""Links between languages that no language can make by itself, because each sees only its own units: a requirement in a
diagram is the requirement of the same id in markdown. What texts cite is found by `compiler.pipeline.mentions`.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import orjson

from compiler.model.facts import Fact, Link
from compiler.model.spans import Span


class LinkedFacts(Protocol):
    """The facts that the languages made, in the order in which they were linked."""

    def columns(self, fact_class: type[Fact], names: Sequence[str], **where: Any) -> list[tuple[Any, ...]]:
        """Return some columns of the facts of a class that have the given values."""

    def has(self, ref: str) -> bool:
        """Whether there is an object of this ref."""


def cross_links(facts: LinkedFacts) -> Iterator[Link]:
    """Link the requirements in diagrams to the requirements of the same id. None of the links dangles."""
    from compiler.languages.diagrams.facts import Node

    for ref, details, *span in facts.columns(Node, ("ref", "details", *Span._fields), family="req"):
        target = f"r:{orjson.loads(details).get('id', '')}"
        if facts.has(target):
            yield Link(ref, target, "same_as", Span(*span))
