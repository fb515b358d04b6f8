"""What the texts of entities name: requirements, parts of diagrams and worlds, files, and other entities.

A mention is a word of the text that is the id or ref of something. Only words with a sign or digit in them are looked
up, since ids have those and prose does not. What two entities already say of one another is not said again.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from compiler.facts import Fact, Link, Object, file_ref
from compiler.knowledge.facts import Entity, EntityName, Relation
from compiler.spans import Span

_WORD = re.compile(r"(?<!\w)\w++(?:[-–/:.@#]++\w++|(?!))++")
_BY_ID = ("requirement", "assertion", "journey")
_HAS_DIGIT = re.compile(r"\d")


def mentions(facts: Sequence[Fact], has: Callable[[str], bool]) -> Iterator[Link]:
    """The mentions of all entities, in the order of the entities and of their texts, each once. None dangles.

    Of `facts` those count that are entities, their names and relations, and requirements, assertions and journeys;
    `has` says whether there is an object of a ref.
    """
    entities = [one for one in facts if isinstance(one, Entity)]
    known = _known(facts) if entities else {}
    related = {(one.source, one.target) for one in facts if isinstance(one, Relation)}
    for entity in entities:
        text = f"{entity.name}\n{entity.content or ''}"
        named = {word: target for word in _words(text) if (target := _target(word, known, has))}
        # Hardly any word of a text is a name: where it stands is asked only when one is.
        if named:
            yield from _of(entity, text, named, related)


def _words(text: str) -> list[str]:
    """The words of a text that may be names: first by blanks, since most of what stands between them are letters."""
    return _WORD.findall(" ".join({one for one in text.split() if not one.isalpha()}))


def _target(word: str, known: dict[str, str], has: Callable[[str], bool]) -> str | None:
    """The ref that a word stands for: an id, a ref itself, or a path."""
    if target := known.get(word.casefold()):
        return target
    if word[1] == ":" and has(word):
        return word
    return file_ref(word) if ("." in word or "/" in word) and has(file_ref(word)) else None


def _of(entity: Entity, text: str, named: dict[str, str], related: set[tuple[str, str]]) -> Iterator[Link]:
    seen = {entity.ref}
    for found in _WORD.finditer(text):
        target = named.get(found[0])
        if target is None or target in seen:
            continue
        seen.add(target)
        if (entity.ref, target) not in related and (target, entity.ref) not in related:
            yield Link(entity.ref, target, "mentions", _place(entity, text, found))


def _place(entity: Entity, text: str, found: re.Match[str]) -> Span:
    """Where a word stands, as far as the content stands in the file as it is; else where the entity does."""
    line = text.count("\n", 0, found.start())
    if not line or not entity.content_line:
        return entity.span._replace(end_line=entity.span.start_line)
    start = found.start() - (text.rfind("\n", 0, found.start()) + 1)
    column = len(text[found.start() - start : found.start()].encode()) + 1
    number = entity.content_line + line - 1
    return Span(entity.span.file, number, column, number, column + len(found[0].encode()))


def _known(facts: Iterable[Fact]) -> dict[str, str]:
    """The ids that may stand in a text, case-folded, with the refs of what has them. The first keeps its id."""
    known: dict[str, str] = {}
    for fact in facts:
        if isinstance(fact, EntityName):
            # Bare numbers and titles are words like any other.
            if fact.rank in (0, 2) and _HAS_DIGIT.search(fact.key) and not fact.key.isdecimal():
                known.setdefault(fact.key, fact.ref)
        elif isinstance(fact, Object) and fact.kind in _BY_ID:
            known.setdefault(fact.id.casefold(), fact.ref)
    return known
