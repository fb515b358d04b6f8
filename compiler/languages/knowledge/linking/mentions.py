"""What the texts of entities name: requirements, parts of diagrams and worlds, files, and other entities.

A mention is a word of the text that is the id or ref of something, or the path of a file: from the root of the source,
or else from the folder of the entity or one above it, for a source may hold several projects. Only words with a sign or
digit in them are looked up, since ids have those and prose does not. What two entities already say of one another is
not said again.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from compiler.languages.knowledge.facts import EntityName, Relation
from compiler.languages.requirements.facts import Assertion, Journey, Requirement
from compiler.model.facts import Fact, Link, file_ref
from compiler.model.spans import Span

# The names that may stand in a text: of these facts the first column, for the ref in the second.
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
_MAY_BE_PATH = re.compile(r"\.[^\W\d]\w*$")  # it ends as files do


class Text(NamedTuple):
    """What of an entity may mention others, and where it stands: its `TEXT_COLUMNS`."""

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
    """The mentions of entities, in the order of these and of their texts, each once. None dangles.

    `columns` gives some columns of all facts of a class, `has` says whether there is an object of a ref.
    """
    known = _known(columns)
    related = {(source, target) for source, target in columns(Relation, ("source", "target"))}
    for one in texts:
        text = f"{one.name}\n{one.content or ''}"
        named = {word: target for word in _words(text) if (target := _target(word, one.file, known, has))}
        # Hardly any word of a text is a name: where it stands is asked only when one is.
        if named:
            yield from _of(one, text, named, related)


def _words(text: str) -> list[str]:
    """The words of a text that may be names: first by blanks, since most of what stands between them are letters."""
    return _WORD.findall(" ".join({one for one in text.split() if not one.isalpha()}))


def _target(word: str, file: str, known: dict[str, str], has: Callable[[str], bool]) -> str | None:
    """The ref that a word in a file stands for: an id, a ref itself, or a path."""
    if target := known.get(word.casefold()):
        return target
    if word[1] == ":" and has(word):
        return word
    if "." not in word and "/" not in word:
        return None
    if has(file_ref(word)):
        return file_ref(word)
    return _below(word, file, known, has) if _MAY_BE_PATH.search(word) else None


def _below(word: str, file: str, known: dict[str, str], has: Callable[[str], bool]) -> str | None:
    """What a path leads to from the folder of a file, or else from the nearest one above it."""
    folder = file.rpartition("/")[0]
    while folder:
        path = f"{folder}/{word}"
        if target := known.get(path.casefold()):
            return target
        if path != file and has(file_ref(path)):
            return file_ref(path)
        folder = folder.rpartition("/")[0]
    return None


def _of(entity: Text, text: str, named: dict[str, str], related: set[tuple[str, str]]) -> Iterator[Link]:
    seen = {entity.ref}
    for found in _WORD.finditer(text):
        target = named.get(found[0])
        if target is None or target in seen:
            continue
        seen.add(target)
        if (entity.ref, target) not in related and (target, entity.ref) not in related:
            yield Link(entity.ref, target, "mentions", _place(entity, text, found))


def _place(entity: Text, text: str, found: re.Match[str]) -> Span:
    """Where a word stands, as far as the content stands in the file as it is; else where the entity does."""
    line = text.count("\n", 0, found.start())
    if not line or not entity.content_line:
        return Span(entity.file, entity.start_line, entity.start_col, entity.start_line, entity.end_col)
    start = found.start() - (text.rfind("\n", 0, found.start()) + 1)
    column = len(text[found.start() - start : found.start()].encode()) + 1
    number = entity.content_line + line - 1
    return Span(entity.file, number, column, number, column + len(found[0].encode()))


def _known(columns: Columns) -> dict[str, str]:
    """The ids that may stand in a text, case-folded, with the refs of what has them. The first keeps its id."""
    known: dict[str, str] = {}
    for key, ref, rank in columns(EntityName, NAMED[EntityName]):
        # Bare numbers and titles are words like any other.
        if rank in (0, 2) and _HAS_DIGIT.search(key) and not key.isdecimal():
            known.setdefault(key, ref)
    for fact_class, names in _BY_ID.items():
        for identity, ref in columns(fact_class, names):
            known.setdefault(identity.casefold(), ref)
    return known
