"""The cross-language linker: links that no language can make by itself, since each sees only its own units.

A requirement in a diagram is the requirement of the same id in markdown.
"""

from collections.abc import Iterator, Sequence

from compiler.facts import Fact, Link, Object


def cross_links(facts: Sequence[Fact]) -> Iterator[Link]:
    """The links between objects of different languages, in the order of their sources. None of them dangles."""
    from compiler.diagrams.facts import Node

    known = {fact.ref for fact in facts if isinstance(fact, Object) and fact.ref.startswith("r:")}
    if not known:
        return
    for fact in facts:
        if isinstance(fact, Node) and fact.family == "req":
            target = f"r:{fact.details.get('id', '')}"
            if target in known:
                yield Link(fact.ref, target, "same_as", fact.span)
