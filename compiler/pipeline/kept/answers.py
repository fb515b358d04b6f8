"""What languages said of all files of a source in the build before, for a process that builds one source again and
again.

A language is asked of its files together: which parts they make, what linking depends on, which files have a role. The
answer depends on the outlines of its files and on what it asks of the source, and most edits change neither. So all
that it asks is recorded, and the answer is taken again where each question would be answered as it was.
"""

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple, TypeVar

from compiler.model.source import Entry, Problem, Source, SourceFile, Stamp, Tree
from compiler.pipeline.kept.same_values import is_same

MAX_KEPT = 40  # answers: those of a few sources
MAX_FILES = 20_000  # of a source whose answers are kept

T = TypeVar("T")
Outlines = Mapping[str, Any]


class _Files(dict[str, SourceFile]):
    """The files of a source, which note whose content was asked for."""

    def __init__(self, files: Mapping[str, SourceFile]) -> None:
        super().__init__(files)
        self.asked: dict[str, str] = {}  # their hashes, by path

    def _noted(self, file: SourceFile) -> SourceFile:
        self.asked[file.path] = file.sha256
        return file

    def __getitem__(self, path: str) -> SourceFile:
        return self._noted(super().__getitem__(path))

    def get(self, path: str, default: Any = None) -> Any:
        """Return the file at a path."""
        found = super().get(path)
        return default if found is None else self._noted(found)

    def values(self) -> Any:
        """Return all files."""
        return [self._noted(one) for one in super().values()]

    def items(self) -> Any:
        """Return all paths and files."""
        return [(path, self._noted(one)) for path, one in super().items()]


class _Tree:
    """A tree that notes which folders were listed (`compiler.model.source.Tree`)."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self.is_worktree = tree.is_worktree
        self.asked: dict[str, Collection[Entry] | Problem] = {}

    def listing(self, folder: str) -> Collection[Entry] | Problem:
        """Return what a folder holds, or why it cannot be listed."""
        found = self.asked[folder] = self._tree.listing(folder)
        return found

    def read(self, path: str, max_bytes: int, *, binary: bool = False) -> SourceFile | Problem:
        """Return a file, or why it cannot be read."""
        raise NotImplementedError  # a language reads files of its source

    def names(self, folder: str) -> list[str]:
        """Return the names of the files in one folder."""
        return self._tree.names(folder)

    def stamp(self, path: str) -> Stamp | None:
        """Return what changes when the file does."""
        raise NotImplementedError


@dataclass(slots=True)
class _AskedSource(Source):
    """A source that notes what is asked of it, beside the fields that are compared as a whole."""

    asked_names: dict[str, list[str]] = field(default_factory=dict)
    asked_ignored: dict[str, bool] = field(default_factory=dict)

    def names(self, folder: str) -> list[str]:
        """Return the names of the files in a folder, in bytewise order; none if it cannot be listed."""
        found = self.asked_names[folder] = Source.names(self, folder)
        return found

    def is_ignored(self, path: str) -> bool:
        """Whether a `.gitignore` of the source selects a path."""
        found = self.asked_ignored[path] = Source.is_ignored(self, path)
        return found


class _Kept(NamedTuple):
    """An answer, and all that it depends on."""

    answer: Any
    outlines: Outlines
    state: tuple[Any, ...]
    contents: Mapping[str, str]
    listings: Mapping[str, Collection[Entry] | Problem]
    names: Mapping[str, list[str]]
    ignored: Mapping[str, bool]
    sets: tuple[frozenset[str], ...]  # what was added to those of the source

    def is_still_right(self, source: Source, outlines: Outlines) -> bool:
        """Whether the same would be answered now."""
        files = source.files
        return (
            self.state == _state(source)
            and _are_same(self.outlines, outlines)
            and all(files[path].sha256 == sha256 for path, sha256 in self.contents.items())
            and all(source.names(folder) == found for folder, found in self.names.items())
            and all(source.tree.listing(folder) == found for folder, found in self.listings.items())
            and all(source.is_ignored(path) == found for path, found in self.ignored.items())
        )


class KeptAnswers:
    """The answers of the build before."""

    def __init__(self, max_kept: int = MAX_KEPT) -> None:
        """`max_kept` is how many answers are kept; with 0 each question is asked each time."""
        self._max_kept = max_kept
        self._kept: OrderedDict[tuple[Any, ...], _Kept] = OrderedDict()  # the one used last at the end

    def of_all(self, question: str, source: Source, outlines: Outlines, ask: Callable[[Source], T]) -> T:
        """Return `ask(source)`, or what it returned in the build before if that is still right. `ask` depends on the
        source and the outlines alone; nobody changes its answer. `question` names it and the language. Raises what
        `ask` raises."""
        if not self._max_kept or len(source.files) > MAX_FILES:
            return ask(source)
        key = (question, source.root, source.entry, source.exclude, source.tree.is_worktree)
        kept = self._kept.get(key)
        if kept is not None and kept.is_still_right(source, outlines):
            kept = kept._replace(outlines=dict(outlines))
        else:
            kept = _answered(source, outlines, ask)
        _add(kept.sets, source)
        self._kept[key] = kept
        self._kept.move_to_end(key)
        while len(self._kept) > self._max_kept:
            self._kept.popitem(last=False)
        return kept.answer  # type: ignore[no-any-return]


def _answered(source: Source, outlines: Outlines, ask: Callable[[Source], Any]) -> _Kept:
    """Ask, and note all that the answer depends on."""
    asked, files, tree = _asked(source)
    answer = ask(asked)
    sets = tuple(frozenset(one) for one in (asked.absent, asked.present, asked.ignored))
    noted = (files.asked, tree.asked, asked.asked_names, asked.asked_ignored)
    return _Kept(answer, dict(outlines), _state(source), *noted, sets)


def _asked(source: Source) -> tuple[_AskedSource, _Files, _Tree]:
    """A view of a source that notes what is asked of it, and its files and tree, which do so too."""
    files, tree = _Files(source.files), _Tree(source.tree)
    values = {one.name: getattr(source, one.name) for one in fields(Source)}
    values |= {"files": files, "tree": tree, "absent": set(), "present": set(), "ignored": set()}
    return _AskedSource(**values), files, tree


def _add(sets: tuple[frozenset[str], ...], source: Source) -> None:
    """Add to a source what was looked for: it belongs to its identity."""
    for own, found in zip((source.absent, source.present, source.ignored), sets, strict=True):
        own |= found


def _state(source: Source) -> tuple[Any, ...]:
    """What languages may know of a source without asking for it, as it is now: a build goes on to add to some of it."""
    return (
        source.discovered,
        source.name,
        (*source.files,),
        (*source.chosen,),
        dict(source.problems),
        dict(source.examples),
        dict(source.links),
        dict(source.twins),
    )


def _are_same(before: Outlines, after: Outlines) -> bool:
    return len(before) == len(after) and all(_pairs_are_same(before, after))


def _pairs_are_same(before: Outlines, after: Outlines) -> Iterator[bool]:
    for (path, one), (other_path, other) in zip(before.items(), after.items(), strict=True):
        yield path == other_path and is_same(one, other)
