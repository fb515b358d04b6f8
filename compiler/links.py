"""The cross-language linker: links that no language can make by itself, since each sees only its own units.

A requirement in a diagram is the requirement of the same id in markdown. The text of a decision, task or note mentions
requirements, diagrams, files and other entities.
"""

from collections.abc import Iterator, Sequence

from compiler.facts import Fact, Link, Object, file_ref


def cross_links(facts: Sequence[Fact]) -> Iterator[Link]:
    """The links between objects of different languages, in the order of their sources. None of them dangles."""
    yield from _same_requirements(facts)
    objects = [fact for fact in facts if isinstance(fact, Object)]
    if any(one.ref.startswith("k:") for one in objects):
        from compiler.knowledge.linking.mentions import mentions

        known = {one.ref for one in objects} | {file_ref(one.span.file) for one in objects}
        yield from mentions(facts, known.__contains__)


def _same_requirements(facts: Sequence[Fact]) -> Iterator[Link]:
    from compiler.diagrams.facts import Node

    known = {fact.ref for fact in facts if isinstance(fact, Object) and fact.ref.startswith("r:")}
    if not known:
        return
    for fact in facts:
        if isinstance(fact, Node) and fact.family == "req":
            target = f"r:{fact.details.get('id', '')}"
            if target in known:
                yield Link(fact.ref, target, "same_as", fact.span)
