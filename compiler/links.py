"""The cross-language linker: links that no language can make by itself, since each sees only its own units.

A requirement in a diagram is the requirement of the same id in markdown.
"""

from collections.abc import Iterator
from typing import Any, Protocol, TypeVar

from compiler.facts import Fact, Link

F = TypeVar("F", bound=Fact)


class Written(Protocol):
    """What the languages have made, as far as it is asked for: the facts of a class with given values in the order in
    which they were linked, and whether there is an object of a ref."""

    def facts(self, fact_class: type[F], **where: Any) -> list[F]: ...

    def has(self, ref: str) -> bool: ...


def cross_links(written: Written) -> Iterator[Link]:
    """The links between objects of different languages, in the order of their sources. None of them dangles."""
    from compiler.diagrams.facts import Node

    for node in written.facts(Node, family="req"):
        target = f"r:{node.details.get('id', '')}"
        if written.has(target):
            yield Link(node.ref, target, "same_as", node.span)
