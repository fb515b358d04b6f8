"""Which files an incremental build reads for mentions again: those that changed, those whose objects came, went or
moved, and those whose text may cite an object that came or went."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import unquote

from compiler.languages.diagrams.facts import Diagram
from compiler.languages.registry import fact_classes
from compiler.mentions.names import NAME_COLUMNS, WORLD, Names
from compiler.model.facts import ExampleFile, File, Object
from compiler.model.spans import Span
from compiler.store.writer import Writer

MAX_NEEDLES = 20  # that unchanged texts are searched for; if more names changed, all texts are read again

_WORD = re.compile(r"\w+")
_NUMBER = re.compile(r"0*(\d+)")
_HEAD = re.compile(r"[^/#]*")


def affected_files(writer: Writer, names: Names, paths: Iterable[str], changed: Mapping[str, str]) -> Sequence[str]:
    """Return the files whose mentions may have changed since the snapshot before, in the order of `paths`. `names` are
    those of now."""
    listed, changed_names = list(paths), set(_changed_names(writer))
    old, new = writer.changes.columns(ExampleFile, ("path", "only_work"))
    if {*old} != {*new} or names.schemes_may_differ(changed_names):
        return listed  # any word may be written like an id now, or no longer
    if all(path.endswith(WORLD) for path in listed if path not in changed):
        return listed  # worlds are read for citations only beside something else, which may have come or gone
    # A ref is written out, and the refs of a file mostly begin alike.
    heads = {_HEAD.match(ref)[0].casefold() for ref in writer.changed_refs}  # type: ignore[index]
    needles = _Needles(changed_names, heads | {*_changed_files(writer)})
    if len(needles) > MAX_NEEDLES:
        return listed
    # A pair of objects that a language links in a file is not linked again as mentioned there.
    affected = {*changed, *_changed_places(writer), *writer.changed_link_files()}
    if needles:
        affected.update(path for path, text in writer.texts() if needles.are_in(text))
    return [path for path in listed if path in affected]


class _Needles:
    """What every spelling of some names has: of a name with digits its last number, of another its longest word."""

    def __init__(self, names: Iterable[str], words: Iterable[str]) -> None:
        needles = {_needle(name) for name in names}
        self._numbers = {one for one in needles if one.isdecimal()}
        self._words = (needles - self._numbers) | set(words)
        self._pattern = _number_pattern(self._numbers) if self._numbers else None

    def __len__(self) -> int:
        return len(self._numbers) + len(self._words)

    def are_in(self, text: str) -> bool:
        """Whether a text may spell one of the names. The address of a link may be percent-encoded."""
        if self._is_in(text):
            return True
        return "%" in text and self._is_in(unquote(text))

    def _is_in(self, text: str) -> bool:
        if self._pattern is not None and self._pattern.search(text):
            return True
        folded = text.casefold() if self._words else ""
        return any(one in folded for one in self._words)


def _number_pattern(numbers: Iterable[str]) -> Any:
    """A pattern for numbers with any zeros before them, and for the short ends of ranges: `REQ-p00186-9`."""
    import re2  # type: ignore[import-untyped]  # as in the prefilter

    whole = "|".join(sorted(numbers))
    ends = "|".join(sorted({one[at:] for one in numbers for at in range(len(one))}))
    return re2.compile(rf"(?:^|[^0-9])0*(?:{whole})(?:[^0-9]|$)|[0-9]-(?:{ends})(?:[^0-9]|$)")


def _changed_names(writer: Writer) -> Iterator[str]:
    """Give the names that came, went or name another object, case-folded."""
    for fact_class, columns in NAME_COLUMNS.items():
        old, new = writer.changes.columns(fact_class, columns)
        for row in {*old} ^ {*new}:
            yield str(row[0]).casefold()
            if fact_class is Diagram:  # a file that is one diagram is cited by its path
                yield row[2].casefold()


def _changed_files(writer: Writer) -> Iterator[str]:
    """Give what every citation of a file that came or went has, case-folded: its name, without the suffix of a page."""
    old, new = writer.changes.columns(File, ("path",))
    for (path,) in {*old} ^ {*new}:
        yield path.rpartition("/")[2].removesuffix(".md").casefold() or path.casefold()


def _needle(name: str) -> str:
    """Return what every spelling of a name has: its last number without zeros, else its longest word. A path is cited
    from near it without its folders, and without the suffix of a page."""
    name = name.rpartition("/")[2].removesuffix(".md") or name
    if digits := _NUMBER.findall(name):
        return str(digits[-1])
    words: list[str] = _WORD.findall(name)
    return max(words or [name], key=len)


def _changed_places(writer: Writer) -> Iterator[str]:
    """Give the files with objects that came, went or moved."""
    for fact_class in fact_classes():
        if issubclass(fact_class, Object):
            old, new = writer.changes.columns(fact_class, ("ref", *Span._fields))
            yield from (row[1] for row in {*old} ^ {*new})
