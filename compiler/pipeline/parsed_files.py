"""The result of the parse phase: the units of each language, held in memory, as bytes, or in the unit cache. Bytes go
to a temporary file if they are many."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from compiler.disk.spill_file import Piece, SpillFile
from compiler.model.diagnostics import Diagnostic
from compiler.model.language import Language
from compiler.model.source import SourceFile
from compiler.pipeline.deadline import FILE_SECONDS
from compiler.pipeline.failures import Culprit, FailedError, finding, guarded
from compiler.pipeline.settings.settings_file import NO_SETTINGS, Settings
from compiler.store import codec
from compiler.store.cache.unit_cache import Head, UnitCache, key_of
from compiler.text.example_texts import example_by_text

PARSING = "parsing it"
CLAIMS_ALL_PAGES = "documents"  # the language; with its files each text is judged once


class ParseTask(NamedTuple):
    """A file that a language is to parse, in a role if other files give it one (`Language.further`)."""

    language: Language
    file: SourceFile
    role: str = ""

    @property
    def key(self) -> bytes:
        """The key of the parsed file in the unit cache."""
        return key_of(self.language, self.file.path, self.file.sha256, self.role)

    def parse(self) -> tuple[Head, Any]:
        """Return the head and the unit of the file. A file at which parsing fails has a finding and no unit."""
        try:
            with guarded(FILE_SECONDS, self.file.size):
                return self._parsed()
        except FailedError as failure:
            return self.failed(failure), None

    def failed(self, failure: FailedError) -> Head:
        """Return the head of the file if parsing failed."""
        found = finding(Culprit(self.file.path, failure), PARSING, self.language.name)
        return Head(False, (), (found,), None, "")

    def _parsed(self) -> tuple[Head, Any]:
        language, (path, text) = self.language, (self.file.path, self.file.text)
        if self.file.content is not None and language.binary:
            unit, diagnostics = language.binary.parse(path, self.file.content)
        elif self.role and language.parse_as:
            unit, diagnostics = language.parse_as(path, text, self.role)
        else:
            unit, diagnostics = language.parse(path, text)
        example = example_by_text(path, text) if language.name == CLAIMS_ALL_PAGES else ""
        if unit is None:
            return Head(False, (), tuple(diagnostics), None, example), None
        imports = tuple(imported for imported in language.imports(path, unit) if isinstance(imported, str))
        return Head(True, imports, tuple(diagnostics), language.outline(path, unit), example), unit


class CacheKey(NamedTuple):
    """Stands for a unit that is in the unit cache."""

    key: bytes


class Units(Mapping[str, Any]):
    """The units of one language by path. A unit that is not in memory is decoded each time that it is asked for."""

    def __init__(self, cache: UnitCache | None, bodies: SpillFile) -> None:
        """`bodies` has those that became bytes."""
        self._cache = cache
        self._bodies = bodies
        self._units: dict[str, tuple[ParseTask, Any]] = {}
        self.heads: dict[str, Head] = {}

    def add(self, task: ParseTask, head: Head, unit: Any) -> None:
        """Add the unit of a file: itself, a `Piece` of the bodies, or a `CacheKey`."""
        self._units[task.file.path] = task, unit
        self.heads[task.file.path] = head

    def remove(self, paths: Iterable[str]) -> None:
        """Remove the units of files."""
        for path in paths:
            del self._units[path], self.heads[path]

    def sort(self) -> None:
        """Sort the paths bytewise."""
        paths = sorted(self._units, key=str.encode)
        self._units = {path: self._units[path] for path in paths}
        self.heads = {path: self.heads[path] for path in paths}

    def __getitem__(self, path: str) -> Any:
        task, unit = self._units[path]
        if isinstance(unit, CacheKey):
            try:
                return self._cache.unit(unit.key) if self._cache else task.parse()[1]
            except LookupError:  # another process evicted the entry, or it is damaged
                return task.parse()[1]
        return codec.decode(self._bodies.get(unit)) if isinstance(unit, Piece) else unit

    def __contains__(self, path: object) -> bool:
        return path in self._units

    def __iter__(self) -> Iterator[str]:
        return iter(self._units)

    def __len__(self) -> int:
        return len(self._units)

    @property
    def size(self) -> int:
        """The bytes of all files."""
        return sum(task.file.size for task, _ in self._units.values())

    def encoded(self, path: str) -> bytes | None:
        """Return the unit of a file as bytes; None if it has no exact form in bytes."""
        unit = self._units[path][1]
        if isinstance(unit, Piece):
            return self._bodies.get(unit)
        if isinstance(unit, CacheKey) and self._cache and (body := self._cache.encoded(unit.key)):
            return body
        return codec.encode(self[path])

    def file(self, path: str) -> SourceFile:
        """Return the file of a unit."""
        return self._units[path][0].file

    def is_unchanged(self, path: str, sha256: str) -> bool:
        """Whether the unit of a file equals the one it had with the hash `sha256`, as that of most code that cites
        nothing. False also if that one is not in the cache."""
        task = self._units[path][0]
        if self._cache is None:
            return False
        try:
            before = codec.canonical(self._cache.unit(key_of(task.language, path, sha256, task.role)))
        except LookupError:
            return False
        return before is not None and before == codec.canonical(self[path])


@dataclass(slots=True)
class ParsedFiles:
    """The units of each language by name, the settings of the source, and what parsing found.

    `examples` says of files whose text says that they are not the project why.
    """

    units: dict[str, Units]
    bodies: SpillFile
    cache: UnitCache | None = None
    settings: Settings = NO_SETTINGS
    diagnostics: list[Diagnostic] = field(default_factory=list)
    examples: dict[str, str] = field(default_factory=dict)

    def outlines(self, language: Language) -> dict[str, Any]:
        """Return the outlines of the files of a language, by path."""
        return {path: head.outline for path, head in self.units[language.name].heads.items()}

    def forget_heads(self) -> None:
        """Forget what only telling the parts apart needed of each file."""
        for units in self.units.values():
            units.heads.clear()

    def reopen_cache(self) -> None:
        """Make the units usable in a forked process."""
        if self.cache:
            self.cache.reopen()
