"""Mentions: links from an entity to what its text names: requirements, parts of diagrams and worlds, files, entities.

A word of the text is a mention when it is an id, a ref or the path of a file. Paths are tried from the root of the
source, then from the folder of the entity and from each folder above it, since a source may hold several projects. Only
words with a sign or a digit are looked up: ids have those, prose does not. Entities that a relation already joins get
no mention.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from compiler.languages.knowledge.facts import EntityName, Relation
from compiler.languages.requirements.facts import Assertion, Journey, Requirement
from compiler.model.facts import Fact, Link, file_ref
from compiler.model.spans import Span

# Facts whose ids may stand in a text, with the columns of the id and of the ref.
_BY_ID: dict[type[Fact], tuple[str, str]] = {
    Requirement: ("requirement", "ref"),
    Assertion: ("assertion", "ref"),
    Journey: ("journey", "ref"),
}
NAMED: dict[type[Fact], tuple[str, ...]] = {EntityName: ("key", "ref", "rank"), **_BY_ID}
TEXT_COLUMNS = ("ref", "name", "content", "content_line", *Span._fields)

Columns = Callable[[type[Fact], Sequence[str]], Iterable[tuple[Any, ...]]]

_WORD = re.compile(r"(?<!\w)\w++(?:[-–/:.@#]++\w++|(?!))++")
_HAS_DIGIT = re.compile(r"\d")
_MAY_BE_PATH = re.compile(r"\.[^\W\d]\w*$")  # a word that ends in a suffix


class Text(NamedTuple):
    """The text of one entity and where it stands: its `TEXT_COLUMNS`."""

    ref: str
    name: str
    content: str | None
    content_line: int
    file: str
    start_line: int
    start_col: int
    end_line: int
    end_col: int


def mentions(texts: Iterable[Text], columns: Columns, has: Callable[[str], bool]) -> Iterator[Link]:
    """The mentions of entities, in the order of `texts` and of their words, each once. None dangles.

    `columns(fact_class, names)` gives those columns of all facts of a class; `has(ref)` says whether an object exists.
    """
    ids = _ids(columns)
    related = {(source, target) for source, target in columns(Relation, ("source", "target"))}
    for one in texts:
        text = f"{one.name}\n{one.content or ''}"
        named = {word: target for word in _words(text) if (target := _target(word, one.file, ids, has))}
        # Few texts name anything, so positions are worked out only for those that do.
        if named:
            yield from _links(one, text, named, related)


def _words(text: str) -> list[str]:
    """The words of a text that may be names. Splitting at blanks first drops purely alphabetic words, which are
    most."""
    return _WORD.findall(" ".join({one for one in text.split() if not one.isalpha()}))


def _target(word: str, file: str, ids: dict[str, str], has: Callable[[str], bool]) -> str | None:
    """The ref of what a word in a file names: by id, by ref, by path; None when it names nothing."""
    if target := ids.get(word.casefold()):
        return target
    if word[1] == ":" and has(word):
        return word
    if "." not in word and "/" not in word:
        return None
    if has(file_ref(word)):
        return file_ref(word)
    return _around(word, file, ids, has) if _MAY_BE_PATH.search(word) else None


def _around(word: str, file: str, ids: dict[str, str], has: Callable[[str], bool]) -> str | None:
    """The ref of what a path leads to from the folder of a file, or else from the nearest folder above."""
    folder = file.rpartition("/")[0]
    while folder:
        path = f"{folder}/{word}"
        if target := ids.get(path.casefold()):
            return target
        if path != file and has(file_ref(path)):
            return file_ref(path)
        folder = folder.rpartition("/")[0]
    return None


def _links(entity: Text, text: str, named: dict[str, str], related: set[tuple[str, str]]) -> Iterator[Link]:
    seen = {entity.ref}
    for found in _WORD.finditer(text):
        target = named.get(found[0])
        if target is None or target in seen:
            continue
        seen.add(target)
        if (entity.ref, target) not in related and (target, entity.ref) not in related:
            yield Link(entity.ref, target, "mentions", _span(entity, text, found))


def _span(entity: Text, text: str, found: re.Match[str]) -> Span:
    """The span of a word if the file has the content verbatim, else that of the entity."""
    line = text.count("\n", 0, found.start())
    if not line or not entity.content_line:
        return Span(entity.file, entity.start_line, entity.start_col, entity.start_line, entity.end_col)
    start = found.start() - (text.rfind("\n", 0, found.start()) + 1)
    column = len(text[found.start() - start : found.start()].encode()) + 1
    number = entity.content_line + line - 1
    return Span(entity.file, number, column, number, column + len(found[0].encode()))


def _ids(columns: Columns) -> dict[str, str]:
    """The ids that may stand in a text, case-folded, with their refs. Of equal ids the first counts."""
    ids: dict[str, str] = {}
    for key, ref, rank in columns(EntityName, NAMED[EntityName]):
        # Sequence numbers and titles are words like any other, so they name nothing in a text.
        if rank in (0, 2) and _HAS_DIGIT.search(key) and not key.isdecimal():
            ids.setdefault(key, ref)
    for fact_class, names in _BY_ID.items():
        for identity, ref in columns(fact_class, names):
            ids.setdefault(identity.casefold(), ref)
    return ids
