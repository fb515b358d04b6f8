"""Which files make up a world, in which order, and which of them sees which.

`gather` follows the imports from the entry of a world. A file that cannot be had costs its own facts and no other's:
the import that names it is reported, and the world goes on without it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from itertools import combinations

from compiler.languages.world import codes
from compiler.languages.world.linking.imports import LEFT_OUT, as_path, locate
from compiler.languages.world.linking.slugs import file_stem
from compiler.languages.world.records import Import, Unit
from compiler.model.diagnostics import Diagnostic, Related
from compiler.model.source import Source
from compiler.model.spans import NOWHERE, whole_file
from compiler.text.near_names import NearNames

MAX_CHAIN = 64
MAX_FILES = 256
MAX_DISCOVERED = 4 * MAX_FILES  # where the search for the files of one world ends


@dataclass(slots=True)
class Compilation:
    """The files of one world.

    `files` stand in topological order, what is imported first and the entry last. `visible` holds the files that a file
    imports directly. `failed` are the files with an import that could not be followed.
    """

    entry: str
    files: list[str] = field(default_factory=list)
    visible: dict[str, set[str]] = field(default_factory=dict)
    failed: set[str] = field(default_factory=set)
    diagnostics: list[Diagnostic] = field(default_factory=list)


def gather(source: Source, units: Mapping[str, Unit], entry: str, paths: NearNames) -> Compilation:
    """The files of the world of an entry. `paths` are the names that a missing file may have meant."""
    search = _Search(source, units, paths, Compilation(entry))
    if entry in units:
        search.follow(entry)
    world = search.world
    _limit_files(world, search.loaded)
    world.files = list(_topological(search.loaded, search.edges, entry))
    world.diagnostics += _stem_collisions(world.files)
    return world


@dataclass(slots=True)
class _Search:
    """The depth-first search along the imports. `chain` are the files from the entry to the one being read."""

    source: Source
    units: Mapping[str, Unit]
    paths: NearNames
    world: Compilation
    loaded: dict[str, None] = field(default_factory=dict)
    edges: dict[str, set[str]] = field(default_factory=dict)
    chain: dict[str, None] = field(default_factory=dict)

    def follow(self, path: str) -> None:
        """Loads a file and all that it imports. The chain is limited, so the recursion is."""
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
        target = locate(importer, record)
        if target == importer:
            return codes.SELF_IMPORT.at(record.span, written=as_path(record))
        if isinstance(target, str) and target in self.chain:
            # The names stay visible both ways, so that the cycle is the only finding.
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
        """Why an imported file cannot be part of the world; None when it can."""
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
                return codes.IMPORT_OUTSIDE.at(record.span, written=as_path(record), suggestion=LEFT_OUT)
            case "io" | "not_regular" if problem:
                return codes.IMPORT_IO.at(record.span, path=target, reason=problem.reason, suggestion=LEFT_OUT)
        near = self.paths.nearest(target)
        suggestion = LEFT_OUT if near is None else f"Did you mean the file '{near}'? {LEFT_OUT}"
        return codes.IMPORT_NOT_FOUND.at(
            record.span,
            written=as_path(record),
            importer=importer,
            line=record.span.start_line,
            suggestion=suggestion,
        )


def _limit_files(world: Compilation, loaded: dict[str, None]) -> None:
    """Keeps the files that were found first, when there are too many."""
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


def _topological(loaded: Mapping[str, None], edges: Mapping[str, set[str]], entry: str) -> Iterator[str]:
    """Imported files before their importers, bytewise among those that are ready, the entry last."""
    waiting = {path: sum(one in loaded for one in edges[path]) for path in loaded}
    importers: dict[str, list[str]] = {path: [] for path in loaded}
    for path in loaded:
        for one in edges[path]:
            if one in loaded:
                importers[one].append(path)
    ready = [(path.encode(), path) for path, count in waiting.items() if not count]
    heapify(ready)
    while ready:
        path = heappop(ready)[1]
        if path != entry:
            yield path
        for importer in importers[path]:
            waiting[importer] -= 1
            if not waiting[importer]:
                heappush(ready, (importer.encode(), importer))
    if entry in loaded:
        yield entry


def _stem_collisions(files: Iterable[str]) -> Iterator[Diagnostic]:
    by_stem: dict[str, list[str]] = {}
    for path in sorted(files, key=str.encode):
        by_stem.setdefault(file_stem(path), []).append(path)
    for stem, paths in sorted(by_stem.items(), key=lambda one: one[0].encode()):
        for first, second in combinations(paths, 2):
            places = [Related("the first file", whole_file(first)), Related("the second file", whole_file(second))]
            yield codes.STEM_COLLISION.at(NOWHERE, stem=stem, first=first, second=second, related=places)
