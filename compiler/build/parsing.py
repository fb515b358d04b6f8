"""The parse phase: from the files of a source to their units.

A file that was parsed before is taken from the kept units; the others are parsed here, or, when there are many, by
workers as well (`compiler.build.parse_workers`). What one file is made into depends on that file alone, so none of this
shows.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from compiler.build.discovery import LEADS_OUTSIDE, NOT_REGULAR, NOTHING_TO_COMPILE, discover
from compiler.build.parse_workers import parse_in_workers, worker_count
from compiler.languages.registry import LANGUAGES
from compiler.model.diagnostics import Diagnostic
from compiler.model.language import InFolder, Language
from compiler.model.source import Source, SourceError, SourceFile
from compiler.model.spans import whole_file
from compiler.store import codec
from compiler.store.unit_cache import Encoded, Head, KeptUnits, decoded_head, encoded, key_of

HELD_BYTES = 1_000_000  # of files whose units this process simply holds; those of more are held as bytes

Progress = Callable[[float], None]  # told what part of the work is done


@dataclass(frozen=True, slots=True)
class Means:
    """With what a source is compiled: the kept units, if any; how many processes (None: by the size of the source and
    the machine); who is told what part of the phase is done."""

    kept: KeptUnits | None = None
    jobs: int | None = None
    progress: Progress = lambda _: None


class Task(NamedTuple):
    """A file that a language is to parse, in a role if others give it one."""

    language: Language
    file: SourceFile
    role: str = ""

    def parse(self) -> tuple[Head, Any]:
        """The head and the unit of the file."""
        language, (path, text) = self.language, (self.file.path, self.file.text)
        if self.file.content is not None and language.binary:
            unit, diagnostics = language.binary.parse(path, self.file.content)
        elif self.role and language.parse_as:
            unit, diagnostics = language.parse_as(path, text, self.role)
        else:
            unit, diagnostics = language.parse(path, text)
        if unit is None:
            return Head(False, (), tuple(diagnostics), None), None
        imports = tuple(one for one in language.imports(path, unit) if isinstance(one, str))
        return Head(True, imports, tuple(diagnostics), language.outline(path, unit)), unit


class Units(Mapping[str, Any]):
    """The units of one language by their paths. One that is held as bytes becomes a unit whenever it is asked for."""

    def __init__(self, kept: KeptUnits | None) -> None:
        self._kept = kept
        self._held: dict[str, tuple[Task, Any]] = {}  # the unit, its bytes, or the key of the kept one
        self.heads: dict[str, Head] = {}

    def hold(self, task: Task, head: Head, held: Any) -> None:
        """Adds the unit of a file: itself, as `Encoded`, or as a `KeptKey`."""
        self._held[task.file.path] = task, held
        self.heads[task.file.path] = head

    def sort(self) -> None:
        """Puts the paths into bytewise order."""
        paths = sorted(self._held, key=str.encode)
        self._held = {path: self._held[path] for path in paths}
        self.heads = {path: self.heads[path] for path in paths}

    def __getitem__(self, path: str) -> Any:
        task, held = self._held[path]
        if isinstance(held, KeptKey):
            try:
                return self._kept.unit(held.key) if self._kept else task.parse()[1]
            except LookupError:  # another process made room, or the entry is damaged
                return task.parse()[1]
        return codec.decode(held.body) if isinstance(held, Encoded) else held

    def __contains__(self, path: object) -> bool:
        return path in self._held

    def __iter__(self) -> Iterator[str]:
        return iter(self._held)

    def __len__(self) -> int:
        return len(self._held)

    def file(self, path: str) -> SourceFile:
        """The file of a unit."""
        return self._held[path][0].file

    def is_as_before(self, path: str, sha256: str) -> bool:
        """Whether linking sees no difference between a file and what it was when it had a hash: its unit is the same,
        as that of many a file of code in which nothing is cited. False where the unit of before is not kept."""
        task = self._held[path][0]
        if self._kept is None:
            return False
        try:
            before = self._kept.unit(key_of(task.language, path, sha256, task.role))
        except LookupError:
            return False
        unit = self[path]
        written = codec.canonical(unit)
        return task.language.unit_tells_all(unit) and written is not None and written == codec.canonical(before)


class KeptKey(NamedTuple):
    """Where a unit is kept."""

    key: bytes


@dataclass(slots=True)
class ParsedFiles:
    """The units of each language, by path in bytewise order, and what parsing found."""

    units: dict[str, Units]
    diagnostics: list[Diagnostic] = field(default_factory=list)
    kept: KeptUnits | None = None

    def reopen(self) -> None:
        """Makes the kept units fit for a process that was forked."""
        if self.kept:
            self.kept.reopen()


def parse_files(source: Source, means: Means) -> ParsedFiles:
    """Reads and parses each file that a language claims; of a single-file source also the files that it imports."""
    parsed = ParsedFiles({language.name: Units(means.kept) for language in LANGUAGES}, kept=means.kept)
    tasks = list(_read(source, _claims(source)))
    while tasks:
        wanted: dict[tuple[str, str], tuple[Language, str]] = {}
        for task, head, held in _heads(tasks, means):
            language = task.language
            parsed.diagnostics += head.diagnostics
            if head.has_unit:
                units = parsed.units[language.name]
                units.hold(task, head, held)
                wanted |= {(language.name, one): (language, one) for one in _wanted(source, task, units, head)}
        seen = {(task.language.name, task.file.path) for task in tasks}
        tasks = [
            task
            for task in _read(source, wanted.values())
            if task.file.path not in parsed.units[task.language.name]
            and (task.language.name, task.file.path) not in seen
        ]
    for task, head, held in _heads(list(_further(source, parsed)), means):
        parsed.diagnostics += head.diagnostics
        if head.has_unit:
            parsed.units[task.language.name].hold(task, head, held)
    for language_units in parsed.units.values():
        language_units.sort()
    if not any(parsed.units.values()) and not source.problems:
        source.diagnostics.append(NOTHING_TO_COMPILE.at(whole_file(""), kinds=_kinds()))
    return parsed


def claiming(path: str) -> list[Language]:
    """The languages that want to read a file of this name."""
    return [language for language in LANGUAGES if language.claims(path)]


def first_paths(source: Source) -> Iterator[str]:
    """The files to begin with: the one named, or all that the directory holds."""
    if source.entry is None:
        yield from discover(source, lambda path: any(language.claims(path) for language in LANGUAGES))
    elif claiming(source.entry):
        yield source.entry
    else:
        raise SourceError(f"'{source.entry}' is no file that Frieze reads. It reads {_kinds()}.")


def _kinds() -> str:
    return ", ".join(language.kinds for language in LANGUAGES)


def _claims(source: Source) -> Iterator[tuple[Language, str]]:
    for path in first_paths(source):
        yield from ((language, path) for language in claiming(path))
        source.diagnostics += _unread(source, path)


def _read(source: Source, claims: Iterable[tuple[Language, str]]) -> Iterator[Task]:
    """The files that can be read."""
    for language, path in claims:
        file = source.read(path, language.max_bytes, binary=language.is_binary(path))
        if file is not None:
            yield Task(language, file)


def _further(source: Source, parsed: ParsedFiles) -> Iterator[Task]:
    """The files of which only the units of others tell what they are."""
    for language in LANGUAGES:
        outlines = {path: head.outline for path, head in parsed.units[language.name].heads.items()}
        for path, role in language.further(source.files, outlines) if outlines else ():
            yield Task(language, source.files[path], role)


def _unread(source: Source, path: str) -> list[Diagnostic]:
    """What discovery says of a path that it found and may not read; all other problems are the language's to report."""
    problem = source.problem(path)
    if problem and problem.kind == "outside":
        return [LEADS_OUTSIDE.at(whole_file(path), path=path)]
    if problem and problem.kind == "not_regular":
        return [NOT_REGULAR.at(whole_file(path), path=path)]
    return []


def _wanted(source: Source, task: Task, units: Units, head: Head) -> Iterator[str]:
    """The paths of the files that a file imports. Folders are looked into for single files only: else all was found."""
    if source.entry is None:
        yield from head.imports
        return
    for one in task.language.imports(task.file.path, units[task.file.path]):
        if isinstance(one, InFolder):
            prefix = f"{one.folder}/" if one.folder else ""
            yield from (prefix + name for name in source.names(one.folder) if one.accepts(name))
        else:
            yield one


def _heads(tasks: Sequence[Task], means: Means) -> Iterator[tuple[Task, Head, Any]]:
    """Each task, in order, with its head and what is to be held of its unit."""
    keys = [key_of(task.language, task.file.path, task.file.sha256, task.role) if means.kept else b"" for task in tasks]
    known = means.kept.heads(keys) if means.kept else {}
    found = [known.get(key) for key in keys]
    missing = [at for at, head in enumerate(found) if head is None]
    done, total = 0, sum(tasks[at].file.size for at in missing)
    jobs = worker_count(means.jobs, total)
    holds = _Holds(0 if means.kept else HELD_BYTES)
    entries = iter(
        parse_in_workers([tasks[at] for at in missing], jobs, means.progress, holds)
        if jobs > 1
        else [None] * len(missing)
    )
    for task, key, head in zip(tasks, keys, found, strict=True):
        if head is not None:
            yield task, head, KeptKey(key)
            continue
        yield task, *_parsed(task, key, next(entries), means.kept, holds)
        if jobs == 1:
            done += task.file.size
            means.progress(done / max(total, 1))
    if means.kept:
        means.kept.flush()


class _Holds:
    """Says whether the unit of another file may be held as it is, until as much is held as may be."""

    def __init__(self, most_bytes: int) -> None:
        self._left = most_bytes

    def __call__(self, task: Task) -> bool:
        self._left -= task.file.size
        return self._left >= 0


def _parsed(
    task: Task, key: bytes, entry: Encoded | tuple[Head, Any] | None, kept: KeptUnits | None, holds: _Holds
) -> tuple[Head, Any]:
    """The head of a file and what is to be held of its unit: of `entry`, when it has been parsed."""
    if isinstance(entry, Encoded):
        head = decoded_head(entry.head)
    else:
        head, unit = entry or task.parse()
        if entry or holds(task) or (entry := encoded(head, unit)) is None:
            return head, unit
    is_kept = bool(kept and kept.put(key, entry))
    return head, KeptKey(key) if is_kept else entry
