"""The cross-language linker: links that no language can make by itself, because each sees only its own units.

A requirement in a diagram is the requirement of the same id in markdown. The text of a decision, task or note mentions
requirements, diagrams, files and other entities.
"""

from collections.abc import Collection, Iterator, Sequence, Set
from typing import Any, Protocol

import orjson

from compiler.model.facts import Fact, Link
from compiler.model.spans import Span

Row = tuple[Any, ...]

MAX_REFS = 50  # that are searched in all texts; if more changed, all links are made again


class LinkedFacts(Protocol):
    """The facts that the languages made, in the order in which they were linked."""

    def columns(self, fact_class: type[Fact], names: Sequence[str], **where: Any) -> list[Row]:
        """Return some columns of the facts of a class that have the given values."""

    def has(self, ref: str) -> bool:
        """Whether there is an object of this ref."""


class ChangedFacts(LinkedFacts, Protocol):
    """The facts after an incremental build, and what changed in it."""

    @property
    def changed_refs(self) -> Set[str]:
        """The refs of objects that came or went."""

    def changed(self, fact_class: type[Fact], names: Sequence[str]) -> tuple[list[Row], list[Row]]:
        """Return some columns of the facts of a class that were replaced, and of those in their place."""


def cross_links(facts: LinkedFacts) -> Iterator[Link]:
    """Give the links between objects of different languages, in the order of their sources. None of them dangles."""
    yield from _same_requirements(facts)
    yield from _mentions(facts)


def update_cross_links(facts: ChangedFacts, before: Sequence[Link]) -> list[Link]:
    """Return what `cross_links` would give. The links `before` of which nothing changed are taken as they are."""
    sources = _affected(facts)
    if sources is None:
        return list(cross_links(facts))
    if not sources:
        return list(before)
    new = [*_same_requirements(facts, sources), *_mentions(facts, sources)]
    places = {ref: place for place, ref in enumerate(_sources(facts))} if new else {}
    kept = [one for one in before if one.source not in sources]
    return sorted([*kept, *new], key=lambda one: places[one.source]) if new else kept


def _same_requirements(facts: LinkedFacts, sources: Collection[str] | None = None) -> Iterator[Link]:
    """Link the requirements in diagrams, or those among `sources`, to the requirements of the same id."""
    from compiler.languages.diagrams.facts import Node

    for ref, details, *span in facts.columns(Node, ("ref", "details", *Span._fields), family="req"):
        if sources is None or ref in sources:
            target = f"r:{orjson.loads(details).get('id', '')}"
            if facts.has(target):
                yield Link(ref, target, "same_as", Span(*span))


def _mentions(facts: LinkedFacts, sources: Collection[str] | None = None) -> Iterator[Link]:
    """Link the entities, or those among `sources`, to what their texts mention."""
    from compiler.languages.knowledge.facts import ENTITY_CLASSES
    from compiler.pipeline.mentions import TEXT_COLUMNS, Text, mentions

    texts = [Text(*row) for one in ENTITY_CLASSES for row in facts.columns(one, TEXT_COLUMNS)]
    if sources is not None:
        texts = [one for one in texts if one.ref in sources]
    if texts:
        yield from mentions(texts, facts.columns, facts.has)


def _affected(facts: ChangedFacts) -> set[str] | None:
    """Return the sources whose links may have changed; None if any may have."""
    from compiler.languages.diagrams.facts import Node
    from compiler.languages.knowledge.facts import ENTITY_CLASSES, Relation
    from compiler.pipeline.mentions import NAMED, TEXT_COLUMNS

    if len(facts.changed_refs) > MAX_REFS:
        return None
    for fact_class, names in NAMED.items():
        old, new = facts.changed(fact_class, names)
        if old != new:
            return None
    sources = set(_mentioning(facts, facts.changed_refs)) if facts.changed_refs else set()
    for fact_class in ENTITY_CLASSES:
        sources.update(_changed_refs(facts, fact_class, TEXT_COLUMNS))
    sources.update(_changed_refs(facts, Node, ("ref", "family", "details", *Span._fields)))
    old, new = facts.changed(Relation, ("source", "target"))
    sources.update(end for ends in {*old} ^ {*new} for end in ends)
    return sources


def _mentioning(facts: LinkedFacts, refs: Collection[str]) -> Iterator[str]:
    """Give the objects whose text may mention one of the refs, or that may be the same requirement."""
    from compiler.languages.diagrams.facts import Node
    from compiler.languages.knowledge.facts import ENTITY_CLASSES

    # A text may name a file from any folder, but always with the last part of its path.
    words = {
        *refs,
        *(ref.partition(":")[2] for ref in refs),
        *(ref.rpartition("/")[2] for ref in refs if ref[0] == "f"),
    }
    for fact_class in ENTITY_CLASSES:
        for ref, name, content in facts.columns(fact_class, ("ref", "name", "content")):
            if any(word in name or word in (content or "") for word in words):
                yield ref
    for ref, details in facts.columns(Node, ("ref", "details"), family="req"):
        if f"r:{orjson.loads(details).get('id', '')}" in refs:
            yield ref


def _changed_refs(facts: ChangedFacts, fact_class: type[Fact], names: Sequence[str]) -> Iterator[str]:
    """Give the refs of the objects of a class of which these columns changed. The ref is the first column."""
    old, new = facts.changed(fact_class, names)
    return (row[0] for row in {*old} ^ {*new})


def _sources(facts: LinkedFacts) -> Iterator[str]:
    """Give the refs of all objects that may be sources, in the order of their links."""
    from compiler.languages.diagrams.facts import Node
    from compiler.languages.knowledge.facts import ENTITY_CLASSES

    for (ref,) in facts.columns(Node, ("ref",), family="req"):
        yield ref
    for fact_class in ENTITY_CLASSES:
        yield from (ref for (ref,) in facts.columns(fact_class, ("ref",)))
