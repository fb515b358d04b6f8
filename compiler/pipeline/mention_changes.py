"""Which files an incremental build reads for mentions again: those that changed, those whose objects came, went or
moved, and those whose text may cite an object that came or went."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from compiler.languages.diagrams.facts import Diagram
from compiler.languages.knowledge.facts import ENTITY_CLASSES, EntityName
from compiler.languages.registry import fact_classes
from compiler.languages.requirements.facts import Assertion
from compiler.mentions.names import ENTITY_COLUMNS, ID, NAME_COLUMNS, STRICT_CLASSES, Names
from compiler.mentions.pages import skill_name
from compiler.mentions.regions import code_style
from compiler.mentions.spellings import MAX_SPELLINGS, Spellings, sought_texts
from compiler.model.facts import ExampleFile, Fact, File, Object
from compiler.model.spans import Span
from compiler.store.writer import Writer
from compiler.text.markdown import WORLD

_DECISION = re.compile(r"\badr(?:-|[ \t]+#?|#)\d", re.IGNORECASE)


class _Changed(NamedTuple):
    """Names that came, went or name another object, case-folded. `ids` are those of them that may make a scheme,
    `labels` those of assertions. `numbers` are of entities, `decisions` those of decisions."""

    names: set[str]
    ids: set[str]
    labels: set[str]
    numbers: set[int]
    decisions: set[int]


def affected_files(writer: Writer, names: Names, paths: Iterable[str], changed: Mapping[str, str]) -> Sequence[str]:
    """Return the files whose mentions may have changed since the snapshot before, in the order of `paths`. `names` are
    those of now."""
    listed, found = list(paths), _changed_names(writer)
    old, new = writer.changes.columns(ExampleFile, ("path", "only_work"))
    if {*old} != {*new} or names.schemes_may_differ(found.ids, found.labels, found.decisions):
        return listed  # any word may be written like an id now, or no longer
    if all(path.endswith(WORLD) for path in listed if path not in changed):
        return listed  # worlds are read for citations only beside something else, which may have come or gone
    spellings = Spellings(found.names, found.numbers, _changed_files(writer), writer.changed_refs)
    if spellings.count > MAX_SPELLINGS:
        return listed
    # A pair of objects that a language links in a file is not linked again as mentioned there.
    affected = {*changed, *_changed_places(writer), *writer.changed_link_files()}
    # Code may cite decisions of another project, whose numbers are beyond those of the source.
    in_code = names.is_last_decision(found.decisions)
    if spellings.count or in_code:
        for path in (path for path in listed if path not in affected):
            text = writer.text(path)
            if spellings.are_in(sought_texts(path, text)) or (in_code and code_style(path) and _DECISION.search(text)):
                affected.add(path)
    return [path for path in listed if path in affected]


def _changed_names(writer: Writer) -> _Changed:
    found = _Changed(set(), set(), set(), set(), set())
    for fact_class, columns in NAME_COLUMNS.items():
        # A file that is one diagram is cited by its path; a fenced one is a part of its page.
        listed = (*columns, "fenced") if fact_class is Diagram else columns
        for row in _differing(writer, fact_class, listed):
            name = str(row[0]).casefold()
            found.names.add(name)
            if fact_class in STRICT_CLASSES or (fact_class is EntityName and row[2] == ID):
                found.ids.add(name)
            if fact_class is Assertion:
                found.labels.add(name)
            if fact_class is Diagram:
                found.names.add(row[2].casefold())
    moved: set[str] = set()
    for fact_class in ENTITY_CLASSES:
        for ref, _, number in _differing(writer, fact_class, ENTITY_COLUMNS):
            moved.add(ref)
            if number is not None:
                found.numbers.add(number)
                if fact_class.kind == "decision":
                    found.decisions.add(number)
    if moved:  # the nearest of several objects of one name is cited: it may be another one now
        found.names.update(key for key, ref in writer.columns(EntityName, ("key", "ref")) if ref in moved)
    return found


def _differing(writer: Writer, fact_class: type[Fact], columns: Sequence[str]) -> set[tuple[Any, ...]]:
    """The rows, of some columns, that only the facts that went or only those that came have."""
    old, new = writer.changes.columns(fact_class, columns)
    return {*old} ^ {*new}


def _changed_files(writer: Writer) -> Iterator[str]:
    """Give what every citation of a file that came or went has, case-folded: its name, without the suffix of a page, or
    that of a skill."""
    for (path,) in _differing(writer, File, ("path",)):
        if name := skill_name(path):
            yield name
        elif path.endswith("/SKILL.md"):
            yield path.rpartition("/")[0].rpartition("/")[2].casefold()
        yield path.rpartition("/")[2].removesuffix(".md").casefold() or path.casefold()


def _changed_places(writer: Writer) -> Iterator[str]:
    """Give the files with objects that came, went or moved."""
    for fact_class in fact_classes():
        if issubclass(fact_class, Object):
            yield from (row[1] for row in _differing(writer, fact_class, ("ref", *Span._fields)))
