"""Which files of a source a pattern matches, and whether there is any, read or not."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from compiler.languages.instructions.formats import FORMATS, place_of
from compiler.languages.instructions.records import Outline
from compiler.model.source import Problem, Source
from compiler.text.path_globs import Matches, fixed_folder, matches_below, path_matcher

MAX_SHOWN = 100  # files that are told of a pattern
MAX_TESTS = 1_000_000  # of a path with a pattern, in one source: of some microseconds each
MAX_PATHS = 100_000  # of files that no language reads
_NOT_SEARCHED = frozenset([".git", "node_modules", ".venv", "venv", "__pycache__"])
_WILD = frozenset("*?[{")
_LAST = "\U0010ffff"


class Scope(NamedTuple):
    """Where a pattern holds: below a folder, "" for the root. `names_anywhere` is that of its format."""

    folder: str
    names_anywhere: bool


class Found(NamedTuple):
    """What a pattern matches: files that were read, at most MAX_SHOWN; whether it is valid; and whether anything in the
    source is matched, None if that is not known. `missing` is the folder or file that it names and that does not
    exist, "" if there is none."""

    paths: tuple[str, ...]
    is_valid: bool = True
    is_alive: bool | None = True
    missing: str = ""


def scope_of(path: str) -> Scope:
    """Return where the patterns of a file hold."""
    place = place_of(path)
    return Scope(place.folder, FORMATS[place.format].names_anywhere) if place else Scope("", False)


class Patterns:
    """The patterns of one source. Each is looked for once."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._read = sorted(source.files)
        self._found: dict[tuple[str, Scope], Found] = {}
        self._tests = 0

    def found(self, path: str, pattern: str) -> Found:
        """Return what a pattern of a file matches."""
        key = pattern, scope_of(path)
        if key not in self._found:
            self._found[key] = self._look_for(*key)
        return self._found[key]

    def _look_for(self, pattern: str, scope: Scope) -> Found:
        matches = path_matcher(pattern.removeprefix("!"), names_anywhere=scope.names_anywhere)
        if matches is None:
            return Found((), is_valid=False)
        paths = tuple(self._matching(self._read, pattern, scope, matches))
        if paths or pattern.startswith("!"):
            return Found(paths)
        is_alive = self._is_alive(pattern, scope, matches)
        return Found((), is_alive=is_alive, missing=self._missing(pattern, scope) if is_alive is False else "")

    def _missing(self, pattern: str, scope: Scope) -> str:
        """The folder or file that a pattern without a match names and that does not exist, "" if all do: a pattern such
        as `**/*.py` is for files that may yet come."""
        written = pattern.removeprefix("./").removeprefix("/")
        if not set(written) & _WILD and ("/" in written or not scope.names_anywhere):
            return written
        folder = fixed_folder(written)
        bases = {folder, f"{scope.folder}/{folder}".lstrip("/")}
        exists = any(_below(paths, base) for paths in (self._read, self._others or ()) for base in bases)
        return "" if exists or not folder else folder

    def _matching(self, paths: Sequence[str], pattern: str, scope: Scope, matches: Matches) -> Iterator[str]:
        count = 0
        for path_there in _below(paths, scope.folder or fixed_folder(pattern)):
            self._tests += 1
            if self._tests > MAX_TESTS:
                return
            if matches_below(scope.folder, matches, path_there):
                yield path_there
                count += 1
                if count == MAX_SHOWN:
                    return

    def _is_alive(self, pattern: str, scope: Scope, matches: Matches) -> bool | None:
        """Whether something that was not read is matched, or may be where nobody looks."""
        others = self._others
        if others is None or self._tests > MAX_TESTS or self._source.entry is not None:
            return None
        witness = next(self._matching(others, pattern, scope, matches), None)
        if witness is not None:
            return self._source.exists(witness)
        written = pattern.removeprefix("./").removeprefix("/")
        for base in {"", f"{scope.folder}/" if scope.folder else ""}:
            fixed = base + fixed_folder(written)
            if any(f"{fixed}/".startswith(f"{folder}/") for folder in self._closed):
                return None
            if self._source.is_ignored(f"{fixed}/any.name".lstrip("/")) or self._source.is_ignored(base + written):
                return None
        self._source.absent.add(f"**/{pattern}")  # the snapshot depends on it
        return False

    @cached_property
    def _others(self) -> list[str] | None:
        """The paths of files that were not read; None if there are too many."""
        found: list[str] = []
        waiting = [""]
        while waiting:
            folder = waiting.pop()
            prefix = f"{folder}/" if folder else ""
            found += (prefix + name for name in self._source.names(folder))
            if len(found) > MAX_PATHS:
                return None
            listed = self._source.tree.listing(folder)
            for entry in () if isinstance(listed, Problem) else listed:
                if entry.kind == "folder" and entry.name not in _NOT_SEARCHED:
                    waiting.append(prefix + entry.name)
                elif entry.kind != "file":
                    self._closed.add(prefix + entry.name)
        return sorted(set(found) - self._source.files.keys())

    @cached_property
    def _closed(self) -> set[str]:
        """Folders in which nobody looks: links, other repositories, those of dependencies."""
        return set(_NOT_SEARCHED)


def survey(source: Source, outlines: Mapping[str, Outline]) -> tuple[tuple[str, str, Found], ...]:
    """Return what the patterns of all files match, with the files and the patterns."""
    patterns = Patterns(source)
    return tuple(
        (path, text, patterns.found(path, text)) for path, outline in outlines.items() for text in outline.patterns
    )


def _below(paths: Sequence[str], folder: str) -> Sequence[str]:
    """The paths in a folder, of sorted ones."""
    if not folder:
        return paths
    return paths[bisect_left(paths, f"{folder}/") : bisect_left(paths, f"{folder}/{_LAST}")]
