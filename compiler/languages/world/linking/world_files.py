"""The files of a world: which they are, in which order, and which of them sees which.

`follow_imports` searches from the entry of a world. An import that cannot be followed is reported, and the world is
made of the other files.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from graphlib import TopologicalSorter
from heapq import heappop, heappush
from itertools import combinations

from compiler.languages.world import codes
from compiler.languages.world.linking.ids import file_stem
from compiler.languages.world.linking.imports import LEFT_OUT, resolve_path, written_path
from compiler.languages.world.records import Import, Unit
from compiler.model.diagnostics import Diagnostic, Related
from compiler.model.source import Source
from compiler.model.spans import NOWHERE, whole_file
from compiler.text.near_names import NearNames

MAX_CHAIN = 64
MAX_FILES = 256
MAX_DISCOVERED = 4 * MAX_FILES  # files that the search visits at most; those over MAX_FILES are only counted


@dataclass(slots=True)
class WorldFiles:
    """The files of one world.

    `files` are in topological order: imported files first, the entry last. `visible` maps each file to the files that
    it imports directly. `failed` holds the files with an import that could not be followed.
    """

    entry: str
    files: list[str] = field(default_factory=list)
    visible: dict[str, set[str]] = field(default_factory=dict)
    failed: set[str] = field(default_factory=set)
    diagnostics: list[Diagnostic] = field(default_factory=list)


def follow_imports(source: Source, units: Mapping[str, Unit], entry: str, paths: NearNames) -> WorldFiles:
    """The files of the world of an entry, with the diagnostics of their imports. `paths` suggest near file names."""
    search = _Search(source, units, paths, WorldFiles(entry))
    if entry in units:
        search.follow(entry)
    world = search.world
    _limit_files(world, search.loaded)
    world.files = list(_topological(search.loaded, search.edges))
    world.diagnostics += _stem_collisions(world.files)
    return world


@dataclass(slots=True)
class _Search:
    """The depth-first search along the imports. `chain` holds the files from the entry to the current one."""

    source: Source
    units: Mapping[str, Unit]
    paths: NearNames
    world: WorldFiles
    loaded: dict[str, None] = field(default_factory=dict)
    edges: dict[str, set[str]] = field(default_factory=dict)
    chain: dict[str, None] = field(default_factory=dict)

    def follow(self, path: str) -> None:
        """Visit a file and all that it imports. The recursion ends at `MAX_CHAIN` files."""
        self.loaded[path] = None
        self.edges[path] = set()
        self.world.visible[path] = set()
        self.chain[path] = None
        for record in self.units[path].imports:
            finding = self._import(path, record)
            if finding is not None:
                self.world.diagnostics.append(finding)
        del self.chain[path]

    def _import(self, importer: str, record: Import) -> Diagnostic | None:
        target = resolve_path(importer, record)
        if target == importer:
            return codes.SELF_IMPORT.at(record.span, written=written_path(record))
        if isinstance(target, str) and target in self.chain:
            # Both files still see each other, so that the cycle is the only finding.
            self.world.visible[importer].add(target)
            chain = list(self.chain)
            cycle = " → ".join([*chain[chain.index(target) :], target])
            suggestion = "Move what both need to a file that both import."
            return codes.IMPORT_CYCLE.at(record.span, cycle=cycle, suggestion=suggestion)
        finding = target if isinstance(target, Diagnostic) else self._unloadable(importer, record, target)
        if isinstance(target, Diagnostic) or finding is not None:
            self.world.failed.add(importer)
            return finding
        self.edges[importer].add(target)
        self.world.visible[importer].add(target)
        if target not in self.loaded and len(self.loaded) < MAX_DISCOVERED:
            self.follow(target)
        return None

    def _unloadable(self, importer: str, record: Import, target: str) -> Diagnostic | None:
        """Why an imported file cannot be part of the world, None when it can."""
        if len(self.chain) >= MAX_CHAIN:
            return codes.IMPORT_TOO_DEEP.at(record.span, suggestion=LEFT_OUT)
        if target in self.units:
            return None
        problem = self.source.problem(target)
        match problem.kind if problem else "missing":
            case "denied":
                return codes.IMPORT_DENIED.at(record.span, path=target, suggestion=LEFT_OUT)
            case "not_utf8":
                return codes.IMPORT_NOT_UTF8.at(record.span, path=target, suggestion=LEFT_OUT)
            case "too_large" if problem:
                return codes.IMPORT_TOO_LARGE.at(record.span, path=target, size=problem.size, suggestion=LEFT_OUT)
            case "outside":
                return codes.IMPORT_OUTSIDE.at(record.span, written=written_path(record), suggestion=LEFT_OUT)
            case "io" | "not_regular" if problem:
                return codes.IMPORT_IO.at(record.span, path=target, reason=problem.reason, suggestion=LEFT_OUT)
        near = self.paths.nearest(target)
        suggestion = LEFT_OUT if near is None else f"Did you mean the file '{near}'? {LEFT_OUT}"
        return codes.IMPORT_NOT_FOUND.at(
            record.span,
            written=written_path(record),
            importer=importer,
            line=record.span.start_line,
            suggestion=suggestion,
        )


def _limit_files(world: WorldFiles, loaded: dict[str, None]) -> None:
    """Drop the files that were found last, when there are too many."""
    if len(loaded) <= MAX_FILES:
        return
    beyond = list(loaded)[MAX_FILES:]
    for path in beyond:
        del loaded[path]
    world.failed |= {path for path in loaded if not world.visible[path].isdisjoint(beyond)}
    world.diagnostics.append(
        codes.TOO_MANY_FILES.at(
            NOWHERE,
            count=MAX_FILES + len(beyond),
            suggestion=f"The first {MAX_FILES} files that were found are in this world, the others are left out.",
        )
    )


def _topological(loaded: Mapping[str, None], edges: Mapping[str, set[str]]) -> Iterator[str]:
    """Imported files before their importers, bytewise where the imports leave a choice. The entry comes last."""
    sorter = TopologicalSorter({path: edges[path] & loaded.keys() for path in loaded})
    sorter.prepare()
    ready: list[tuple[bytes, str]] = []
    while sorter.is_active():
        for path in sorter.get_ready():
            heappush(ready, (path.encode(), path))
        path = heappop(ready)[1]
        sorter.done(path)
        yield path


def _stem_collisions(files: Iterable[str]) -> Iterator[Diagnostic]:
    by_stem: dict[str, list[str]] = {}
    for path in sorted(files, key=str.encode):
        by_stem.setdefault(file_stem(path), []).append(path)
    for stem, paths in sorted(by_stem.items(), key=lambda stem_and_paths: stem_and_paths[0].encode()):
        for first, second in combinations(paths, 2):
            places = [Related("the first file", whole_file(first)), Related("the second file", whole_file(second))]
            yield codes.STEM_COLLISION.at(NOWHERE, stem=stem, first=first, second=second, related=places)
