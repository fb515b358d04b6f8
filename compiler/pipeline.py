"""The way of the data: discover, parse, link, freeze.

`compile_source` reads top-down as the phases do. A phase takes what the one before it gave and never looks back.
"""

import gc
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from compiler.diagnostics import SEVERITIES, Diagnostic
from compiler.facts import Fact, File, LinkKind, file_ref
from compiler.kept import load, paths_read, save
from compiler.language import InFolder, Language, Linked
from compiler.languages import LANGUAGES
from compiler.links import cross_links
from compiler.snapshot import Contents, Snapshot, freeze, thaw
from compiler.sources import (
    LEADS_OUTSIDE,
    NOT_REGULAR,
    NOTHING_TO_COMPILE,
    Source,
    SourceError,
    SourceFile,
    discover,
    open_source,
)
from compiler.spans import Span, whole_file
from compiler.version import VERSION


def compile_source(path: str | os.PathLike[str], *, keep: bool = False) -> Snapshot:
    """The snapshot of a file or directory. Raises SourceError when there is nothing there to compile.

    A source with errors compiles too: what can be had of it is in the snapshot, with the diagnostics. `keep` opens the
    snapshot that an earlier run kept of the same source, and keeps this one for later runs.
    """
    with _paused_garbage_collector():
        if keep and (kept := kept_snapshot(path)):
            return kept
        source = open_source(path)
        parsed = parse_files(source)
        linked = link_languages(source, parsed)
        snapshot = freeze(contents(source, parsed, linked))
        if keep and not source.lists_folders:
            save(source, snapshot.id, snapshot.serialized)
        return snapshot


def kept_snapshot(path: str | os.PathLike[str]) -> Snapshot | None:
    """The snapshot that was kept of this source, when the source is what it was then."""
    source = open_source(path)
    for one in {*paths_read(source), *_paths(source)}:
        for language in _claiming(one):
            source.read(one, language.max_bytes)
    database = load(_identity(source))
    return thaw(database, _fact_classes, _link_kinds) if database else None


@dataclass(slots=True)
class ParsedFiles:
    """The units of each language, by path in bytewise order, and what parsing found."""

    units: dict[str, dict[str, Any]] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)


def parse_files(source: Source) -> ParsedFiles:
    """Reads and parses each file that a language claims; of a single-file source also the files that it imports."""
    parsed = ParsedFiles({language.name: {} for language in LANGUAGES})
    for path in _paths(source):
        for language in _claiming(path):
            _parse_with_imports(source, language, path, parsed)
        source.diagnostics += _unread(source, path)
    for units in parsed.units.values():
        ordered = sorted(units.items(), key=lambda one: one[0].encode())
        units.clear()
        units.update(ordered)
    if not any(parsed.units.values()) and not source.problems:
        source.diagnostics.append(NOTHING_TO_COMPILE.at(whole_file(""), kinds=_kinds()))
    return parsed


def link_languages(source: Source, parsed: ParsedFiles) -> Linked:
    """The facts, links and diagnostics of all languages, one after the other, and the links between languages."""
    whole = Linked(diagnostics=[*source.diagnostics, *parsed.diagnostics])
    for language in LANGUAGES:
        units = parsed.units[language.name]
        if units or source.problems:
            linked = language.link(source, units)
            whole.facts += linked.facts
            whole.links += linked.links
            whole.diagnostics += linked.diagnostics
            whole.as_of = max(filter(None, (whole.as_of, linked.as_of)), default=None)
            whole.pages |= linked.pages
    whole.links += cross_links(whole.facts)
    whole.diagnostics = _once_a_file(source, whole.diagnostics)
    return whole


def _once_a_file(source: Source, found: list[Diagnostic]) -> list[Diagnostic]:
    """The diagnostics, of which one says that a file cannot be read, though several languages may have wanted it: the
    most severe, the first of equals."""
    unread: dict[str, Diagnostic] = {}
    about_files = {
        id(one) for one in found if one.span.file in source.problems and one.span == whole_file(one.span.file)
    }
    for one in found:
        if id(one) in about_files:
            kept = unread.setdefault(one.span.file, one)
            if SEVERITIES.index(one.severity) < SEVERITIES.index(kept.severity):
                unread[one.span.file] = one
    return [one for one in found if id(one) not in about_files or unread[one.span.file] is one]


def contents(source: Source, parsed: ParsedFiles, linked: Linked) -> Contents:
    """All that goes into the snapshot, with its identity."""
    claimed = linked.pages | {path: name for name, units in parsed.units.items() for path in units}
    files = [_file_fact(source.files[path], name) for path, name in sorted(claimed.items())]
    return Contents(
        meta=_meta(source, claimed) | {"as_of": linked.as_of},
        facts=[*files, *linked.facts],
        links=linked.links,
        diagnostics=linked.diagnostics,
        texts={path: source.files[path].text for path in sorted(claimed)},
        fact_classes=_fact_classes(),
        link_kinds=_link_kinds(),
    )


def _fact_classes() -> list[type[Fact]]:
    return [File, *(one for language in LANGUAGES for one in language.fact_classes())]


def _link_kinds() -> list[LinkKind]:
    return [one for language in LANGUAGES for one in language.link_kinds()]


def _paths(source: Source) -> Iterator[str]:
    """The files to begin with: the one named, or all that the directory holds."""
    if source.entry is None:
        yield from discover(source, lambda path: bool(_claiming(path)))
    elif _claiming(source.entry):
        yield source.entry
    else:
        raise SourceError(f"'{source.entry}' is no file that Frieze reads. It reads {_kinds()}.")


def _claiming(path: str) -> list[Language]:
    return [language for language in LANGUAGES if language.claims(path)]


def _kinds() -> str:
    return ", ".join(language.kinds for language in LANGUAGES)


def _parse_with_imports(source: Source, language: Language, path: str, parsed: ParsedFiles) -> None:
    """Parses a file, and then what it imports, until nothing new is named."""
    units = parsed.units[language.name]
    waiting = [path]
    while waiting:
        path = waiting.pop()
        if path in units:
            continue
        file = source.read(path, language.max_bytes)
        if file is None:
            continue
        unit, diagnostics = language.parse(path, file.text)
        parsed.diagnostics += diagnostics
        if unit is not None:
            units[path] = unit
            waiting += _wanted(source, language.imports(path, unit))


def _wanted(source: Source, imports: Iterable[str | InFolder]) -> Iterator[str]:
    """The paths of the files that are imported. Folders are looked into for single files only: else all was found."""
    for one in imports:
        if isinstance(one, str):
            yield one
        elif source.entry is not None:
            prefix = f"{one.folder}/" if one.folder else ""
            yield from (prefix + name for name in source.names(one.folder) if one.accepts(name))


def _unread(source: Source, path: str) -> list[Diagnostic]:
    """What discovery says of a path that it found and may not read; all other problems are the language's to report."""
    problem = source.problem(path)
    if problem and problem.kind == "outside":
        return [LEADS_OUTSIDE.at(whole_file(path), path=path)]
    if problem and problem.kind == "not_regular":
        return [NOT_REGULAR.at(whole_file(path), path=path)]
    return []


def _file_fact(file: SourceFile, language: str) -> File:
    lines = file.text.count("\n") + (not file.text.endswith("\n") and file.text != "")
    span = Span(file.path, 1, 1, max(lines, 1), 1)
    return File(
        span=span,
        ref=file_ref(file.path),
        path=file.path,
        language=language,
        sha256=file.sha256,
        size=file.size,
        lines=lines,
    )


def _meta(source: Source, claimed: Mapping[str, str]) -> dict[str, Any]:
    languages = {
        language.name: {"version": language.version, "files": sum(name == language.name for name in claimed.values())}
        for language in LANGUAGES
    }
    return {
        "id": _identity(source),
        "source": source.name,
        "entry": source.entry,
        "revision": None,
        "as_of": None,
        "compiler_version": VERSION,
        "languages": {name: one for name, one in languages.items() if one["files"]},
        "unread": {path: problem.reason for path, problem in sorted(source.problems.items())},
    }


def _identity(source: Source) -> str:
    """Names what was compiled by what: the compiler, the languages, the entry, and every file by path and content."""
    files = {path: file.sha256 for path, file in source.files.items()}
    problems = {path: problem.kind for path, problem in source.problems.items()}
    parts = [
        VERSION,
        *(f"{language.name} {language.version}" for language in LANGUAGES),
        source.entry or "",
        *(f"{path}\0{content}" for path, content in sorted((files | problems).items())),
    ]
    return sha256("\n".join(parts).encode()).hexdigest()


@contextmanager
def _paused_garbage_collector() -> Iterator[None]:
    """Compiling makes many objects and few cycles: collecting in between costs much and frees little."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
