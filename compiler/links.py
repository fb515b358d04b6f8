"""The cross-language linker: links that no language can make by itself, since each sees only its own units.

A requirement in a diagram is the requirement of the same id in markdown. The text of a decision, task or note mentions
requirements, diagrams, files and other entities.
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
    yield from _same_requirements(written)
    yield from _mentions(written)


def _same_requirements(written: Written) -> Iterator[Link]:
    from compiler.diagrams.facts import Node

    for node in written.facts(Node, family="req"):
        target = f"r:{node.details.get('id', '')}"
        if written.has(target):
            yield Link(node.ref, target, "same_as", node.span)


def _mentions(written: Written) -> Iterator[Link]:
    from compiler.knowledge.facts import ENTITY_CLASSES, EntityName, Relation

    entities = [one for fact_class in ENTITY_CLASSES for one in written.facts(fact_class)]
    if not entities:
        return
    from compiler.knowledge.linking.mentions import mentions
    from compiler.requirements.facts import Assertion, Journey, Requirement

    named = [one for fact_class in (Requirement, Assertion, Journey) for one in written.facts(fact_class)]
    yield from mentions([*entities, *written.facts(EntityName), *written.facts(Relation), *named], written.has)
