"""Which files an incremental build reads for mentions again: those that changed, those whose objects came, went or
moved, and those whose text may cite an object that came or went."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from compiler.languages.registry import fact_classes
from compiler.mentions.names import NAME_COLUMNS, Names
from compiler.model.facts import ExampleFile, Object
from compiler.model.spans import Span
from compiler.store.writer import Writer

MAX_NEEDLES = 20  # that unchanged texts are searched for; if more names changed, all texts are read again

_WORD = re.compile(r"\w+")
_NUMBER = re.compile(r"0*(\d+)")


def affected_files(writer: Writer, names: Names, paths: Iterable[str], changed: Mapping[str, str]) -> Sequence[str]:
    """Return the files whose mentions may have changed since the snapshot before, in the order of `paths`. `names` are
    those of now."""
    changed_names = set(_changed_names(writer))
    old, new = writer.changed(ExampleFile, ("path", "only_work"))
    if {*old} != {*new} or names.schemes_may_differ(changed_names):
        return list(paths)  # any word may be written like an id now, or no longer
    needles = {_needle(name) for name in changed_names}
    # A ref is written out, and the refs of a file mostly begin alike.
    needles |= {ref.partition("/")[0].casefold() for ref in writer.changed_refs}
    if len(needles) > MAX_NEEDLES:
        return list(paths)
    affected = {*changed, *_changed_places(writer)}
    if needles:
        affected.update(path for path, text in writer.texts() if any(one in text.casefold() for one in needles))
    return [path for path in paths if path in affected]


def _changed_names(writer: Writer) -> Iterator[str]:
    """Give the names that came, went or name another object, case-folded."""
    for fact_class, columns in NAME_COLUMNS.items():
        old, new = writer.changed(fact_class, columns)
        yield from (str(row[0]).casefold() for row in {*old} ^ {*new})


def _needle(name: str) -> str:
    """Return what every spelling of a name has: its last number without zeros, else its longest word."""
    if digits := _NUMBER.findall(name):
        return str(digits[-1])
    words: list[str] = _WORD.findall(name)
    return max(words or [name], key=len)


def _changed_places(writer: Writer) -> Iterator[str]:
    """Give the files with objects that came, went or moved."""
    for fact_class in fact_classes():
        if issubclass(fact_class, Object):
            old, new = writer.changed(fact_class, ("ref", *Span._fields))
            yield from (row[1] for row in {*old} ^ {*new})
