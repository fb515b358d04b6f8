"""The cross-language linker: links that no language can make by itself, since each sees only its own units.

A requirement in a diagram is the requirement of the same id in markdown. The text of a decision, task or note mentions
requirements, diagrams, files and other entities.
"""

from collections.abc import Collection, Iterator, Sequence, Set
from typing import Any, Protocol

import orjson

from compiler.model.facts import Fact, Link
from compiler.model.spans import Span

Row = tuple[Any, ...]

FEW = 50  # refs that are looked for in all texts; with more of them all links are made anew


class Written(Protocol):
    """What the languages have made, as far as it is asked for: of the facts of a class with given values some columns,
    in the order in which they were linked, and whether there is an object of a ref."""

    def columns(self, fact_class: type[Fact], names: Sequence[str], **where: Any) -> list[Row]: ...

    def has(self, ref: str) -> bool: ...


class Rewritten(Written, Protocol):
    """What the languages have made again: further, the refs of objects that came or went, and the facts of a class that
    are not as they were: some columns of the old ones and of the new ones."""

    @property
    def other_refs(self) -> Set[str]: ...

    def changed(self, fact_class: type[Fact], names: Sequence[str]) -> tuple[list[Row], list[Row]]: ...


def cross_links(written: Written) -> Iterator[Link]:
    """The links between objects of different languages, in the order of their sources. None of them dangles."""
    yield from _same_requirements(written)
    yield from _mentions(written)


def cross_links_again(written: Rewritten, before: Sequence[Link]) -> list[Link]:
    """The same as `cross_links`, of which those before the change are known: what cannot have changed is not asked."""
    sources = _affected(written)
    if sources is None:
        return list(cross_links(written))
    if not sources:
        return list(before)
    new = [*_same_requirements(written, sources), *_mentions(written, sources)]
    places = {ref: place for place, ref in enumerate(_sources(written))} if new else {}
    kept = [one for one in before if one.source not in sources]
    return sorted([*kept, *new], key=lambda one: places[one.source]) if new else kept


def _same_requirements(written: Written, sources: Collection[str] | None = None) -> Iterator[Link]:
    """Of all requirements in diagrams, or of those among the sources."""
    from compiler.languages.diagrams.facts import Node

    for ref, details, *span in written.columns(Node, ("ref", "details", *Span._fields), family="req"):
        if sources is None or ref in sources:
            target = f"r:{orjson.loads(details).get('id', '')}"
            if written.has(target):
                yield Link(ref, target, "same_as", Span(*span))


def _mentions(written: Written, sources: Collection[str] | None = None) -> Iterator[Link]:
    """Of all entities, or of those among the sources."""
    from compiler.build.mentions import TEXT_COLUMNS, Text, mentions
    from compiler.languages.knowledge.facts import ENTITY_CLASSES

    texts = [Text(*row) for one in ENTITY_CLASSES for row in written.columns(one, TEXT_COLUMNS)]
    if sources is not None:
        texts = [one for one in texts if one.ref in sources]
    if texts:
        yield from mentions(texts, written.columns, written.has)


def _affected(written: Rewritten) -> set[str] | None:
    """The sources whose links may have changed; None when any may have."""
    from compiler.build.mentions import NAMED, TEXT_COLUMNS
    from compiler.languages.diagrams.facts import Node
    from compiler.languages.knowledge.facts import ENTITY_CLASSES, Relation

    if len(written.other_refs) > FEW:
        return None
    for fact_class, names in NAMED.items():
        old, new = written.changed(fact_class, names)
        if old != new:
            return None
    sources = set(_naming(written, written.other_refs)) if written.other_refs else set()
    for fact_class in ENTITY_CLASSES:
        sources.update(_changed_refs(written, fact_class, TEXT_COLUMNS))
    sources.update(_changed_refs(written, Node, ("ref", "family", "details", *Span._fields)))
    old, new = written.changed(Relation, ("source", "target"))
    sources.update(end for ends in {*old} ^ {*new} for end in ends)
    return sources


def _naming(written: Written, refs: Collection[str]) -> Iterator[str]:
    """The objects in whose text, or as whose requirement, one of the refs may stand."""
    from compiler.languages.diagrams.facts import Node
    from compiler.languages.knowledge.facts import ENTITY_CLASSES

    # A file may be named from any folder that it is in: then its name at least is there.
    words = {
        *refs,
        *(ref.partition(":")[2] for ref in refs),
        *(ref.rpartition("/")[2] for ref in refs if ref[0] == "f"),
    }
    for fact_class in ENTITY_CLASSES:
        for ref, name, content in written.columns(fact_class, ("ref", "name", "content")):
            if any(word in name or word in (content or "") for word in words):
                yield ref
    for ref, details in written.columns(Node, ("ref", "details"), family="req"):
        if f"r:{orjson.loads(details).get('id', '')}" in refs:
            yield ref


def _changed_refs(written: Rewritten, fact_class: type[Fact], names: Sequence[str]) -> Iterator[str]:
    """The refs of the objects of a class of which these columns are not as they were. The ref is the first of them."""
    old, new = written.changed(fact_class, names)
    return (row[0] for row in {*old} ^ {*new})


def _sources(written: Written) -> Iterator[str]:
    """All objects that may be sources, in the order of their links."""
    from compiler.languages.diagrams.facts import Node
    from compiler.languages.knowledge.facts import ENTITY_CLASSES

    for (ref,) in written.columns(Node, ("ref",), family="req"):
        yield ref
    for fact_class in ENTITY_CLASSES:
        yield from (ref for (ref,) in written.columns(fact_class, ("ref",)))
