"""Which files of the source a map or a matrix names: `src/a.c`, `src/**/*.py`, `tests/test_a.py::test_opens`, or the
name of a file or test alone."""

import posixpath
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from compiler.languages.requirements.formats.records import DECISION
from compiler.languages.requirements.linking.result_matching import LinkedTest
from compiler.model.source import Source
from compiler.text.path_globs import fixed_folder, path_matcher

MAX_NAMED = 2_000  # files that one pattern may stand for
_SIGNS_OF_PATTERNS = frozenset("*?{[")
_LINES = re.compile(r"(?::\d+(?:[-:]\d+)?|#L?\d+(?:-L?\d+)?)$")


_NUMBERED_DECISION = re.compile(rf"{DECISION} (\d{{1,5}})")
_DECISIONS = re.compile(r"adr|decision|rfc", re.IGNORECASE)  # in the folders of a decision
_DECISION_PAGE = re.compile(
    r"(?:adr|rfc|decision)?[-_ ]?0{0,5}+(\d{1,5})[-_. ][^/]*\.(?:md|adoc|rst|mdx)", re.IGNORECASE
)


class Covering(NamedTuple):
    """What a name in a map stands for: a file or folder, or with `test` a test."""

    path: str
    test: str = ""


class FilesOfMaps:
    """The files that names in the maps of a source stand for, as far as they were asked."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._paths = sorted(source.files)
        self._found: dict[tuple[str, str], tuple[str, ...]] = {}
        self._by_name: dict[str, list[str]] = defaultdict(list)
        for path in self._paths:
            name = path.rpartition("/")[2]
            self._by_name[name].append(path)
            if (stem := name.partition(".")[0]) != name:
                self._by_name[stem].append(path)

    def named(self, name: str, at: str) -> tuple[str, ...]:
        """Return the files, or the folder, that a name in the map `at` stands for."""
        key = name, at.rpartition("/")[0]
        if key not in self._found:
            self._found[key] = tuple(self._look_up(*key))
        return self._found[key]

    def is_file(self, path: str) -> bool:
        """Return whether a path is that of a file that was read."""
        return path in self._source.files

    def _look_up(self, name: str, folder: str) -> Iterable[str]:
        path = _LINES.sub("", name).partition("::")[0].partition("#")[0].removesuffix("()").lstrip("/")
        if not path:
            return ()
        if found := _NUMBERED_DECISION.fullmatch(name):
            return self._decision(found[1].lstrip("0") or "0")
        if not _SIGNS_OF_PATTERNS.isdisjoint(path):
            return next(filter(None, map(self._matching, _bases(path, folder))), ())
        if "/" in path or "." in path:
            for base in _bases(path, folder):
                if base in self._source.files or self._has_below(base) or self._is_there(base):
                    return (base,)
        near = self._by_name.get(path, ()) if "/" not in path else ()
        return near if len(near) == 1 else ()

    def _decision(self, number: str) -> Sequence[str]:
        """The page of the decision with a number, if one alone has it."""
        found = [path for path in self._paths if _number_of_decision(path) == number]
        return found if len(found) == 1 else ()

    def _is_there(self, path: str) -> bool:
        """Whether a path with a name of its own is there, though no language reads it."""
        return not path.startswith("..") and path not in ("", ".") and self._source.exists(path)

    def _has_below(self, folder: str) -> bool:
        at = bisect_left(self._paths, f"{folder}/")
        return at < len(self._paths) and self._paths[at].startswith(f"{folder}/")

    def _matching(self, pattern: str) -> Sequence[str]:
        matches = path_matcher(pattern)
        if matches is None or pattern.startswith(".."):
            return ()
        before = f"{folder}/" if (folder := fixed_folder(pattern)) else ""
        at = bisect_left(self._paths, before)
        found: list[str] = []
        while at < len(self._paths) and self._paths[at].startswith(before) and len(found) < MAX_NAMED:
            if matches(self._paths[at]):
                found.append(self._paths[at])
            at += 1
        return found


def _number_of_decision(path: str) -> str:
    """The number of a decision by its path, "" if it is none."""
    folder, _, name = path.rpartition("/")
    found = _DECISION_PAGE.fullmatch(name) if _DECISIONS.search(folder) else None
    return found[1] if found else ""


def _bases(path: str, folder: str) -> Iterator[str]:
    """Give a path from each folder above that of the map, the nearest first, from the root, and from the map's own."""
    above = folder
    while above:
        above = above.rpartition("/")[0]
        yield posixpath.normpath(posixpath.join(above, path))
    yield posixpath.normpath(posixpath.join(folder, path))


class Covered:
    """What names in maps stand for: tests by their names, else files."""

    def __init__(self, files: FilesOfMaps, tests: Mapping[str, LinkedTest]) -> None:
        self._files = files
        self._tests: dict[str, list[LinkedTest]] = defaultdict(list)
        for test in tests.values():
            self._tests[test.function.name].append(test)

    def by(self, name: str, at: str) -> list[Covering]:
        """Return what a name in the map `at` stands for; nothing if that is not there, or cannot be told."""
        bare = name.removesuffix("()")
        rest = bare.partition("::")[2]
        function = re.split(r"::|\.", rest or bare)[-1]
        found = self._files.named(name, at)
        tests = self._tests.get(function, ()) if rest or not found else ()
        if rest and found:
            tests = [test for test in tests if test.path in found]
        if len(tests) == 1 or (rest and tests):
            return [Covering(test.path, test.id) for test in tests]
        return [Covering(path) for path in found]

    def decisions(self, name: str, at: str) -> list[str]:
        """Return the page of a decision that the map `at` names; nothing if that cannot be told."""
        return [path for path in self._files.named(name, at) if self._files.is_file(path)]

    def is_file(self, path: str) -> bool:
        """Return whether a path is that of a file that was read."""
        return self._files.is_file(path)
