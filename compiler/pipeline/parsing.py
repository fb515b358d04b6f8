"""The parse phase: from the files of a source to their units.

A file that was parsed before is taken from the unit cache. The others are parsed (`compiler.pipeline.parse_work`). The
unit of a file depends on that file alone, so the result is the same.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeVar

from compiler.disk.spill_file import SpillFile
from compiler.languages.registry import LANGUAGES
from compiler.model.diagnostics import Diagnostic
from compiler.model.examples import Example
from compiler.model.language import InFolder, Language
from compiler.model.source import Source
from compiler.model.spans import whole_file
from compiler.pipeline.budget import Budget
from compiler.pipeline.deadline import seconds_for
from compiler.pipeline.discovery import (
    LEADS_OUTSIDE,
    NOT_REGULAR,
    NOTHING_TO_COMPILE,
    claiming,
    file_kinds,
    within_limits,
)
from compiler.pipeline.failures import Culprit, FailedError, finding, guarded
from compiler.pipeline.options import CompileOptions
from compiler.pipeline.parse_work import parse_missing
from compiler.pipeline.parsed_files import CacheKey, ParsedFiles, ParseTask, Units
from compiler.pipeline.settings.settings_file import NO_SETTINGS, SETTINGS_FILE, Settings, read_settings
from compiler.store.cache.unit_cache import Head, UnitCache
from compiler.text.example_texts import FOLDER_OF_COPIES
from compiler.text.examples import ExamplePaths

T = TypeVar("T")


def parse_files(source: Source, paths: Sequence[str], options: CompileOptions, cache: UnitCache | None) -> ParsedFiles:
    """Read and parse the discovered files; for a single-file source also the files that it imports."""
    settings = read_settings(source, _own_codes) if SETTINGS_FILE in paths else NO_SETTINGS
    bodies = SpillFile()
    parsed = ParsedFiles({language.name: Units(cache, bodies) for language in LANGUAGES}, bodies, cache, settings)
    parsed.diagnostics += settings.diagnostics
    tasks = [*_read(source, _claims(source, paths, options.budget)), *_of_settings(settings)]
    while tasks:
        imported: dict[tuple[str, str], tuple[Language, str]] = {}
        for task, head in _parse(tasks, parsed, options):
            language = task.language
            paths_of_task = _imported_paths(source, task, parsed.units[language.name], head)
            imported |= {(language.name, path): (language, path) for path in paths_of_task}
        seen = {(task.language.name, task.file.path) for task in tasks}
        tasks = [
            task
            for task in _read(source, imported.values())
            if task.file.path not in parsed.units[task.language.name]
            and (task.language.name, task.file.path) not in seen
        ]
    roles: set[tuple[str, str, str]] = set()  # that files were parsed in: what has one may give others theirs
    while tasks := [task for task in _further_tasks(source, parsed) if _role_key(task) not in roles]:
        roles |= {_role_key(task) for task in tasks}
        for _ in _parse(tasks, parsed, options):
            pass
    for language in LANGUAGES:
        if source.entry is None:  # a file that is given by its name is wanted
            parsed.units[language.name].remove(_unneeded(language, parsed))
        parsed.units[language.name].sort()
    source.examples = _examples(source, paths, parsed)
    if not source.files.keys() - {SETTINGS_FILE} and not source.problems:
        source.diagnostics.append(NOTHING_TO_COMPILE.at(whole_file(""), kinds=file_kinds()))
    return parsed


def _of_settings(settings: Settings) -> Iterator[ParseTask]:
    """The settings as a file of each language of which they say something."""
    if settings.file:
        yield from (ParseTask(language, settings.file) for language in LANGUAGES if language.name in settings.languages)


def _role_key(task: ParseTask) -> tuple[str, str, str]:
    return task.language.name, task.file.path, task.role


def _own_codes() -> frozenset[str]:
    from compiler.pipeline.codes import own_codes

    return own_codes()


def _claims(source: Source, paths: Iterable[str], budget: Budget | None) -> Iterator[tuple[Language, str]]:
    for path in within_limits(source, paths, budget):
        yield from ((language, path) for language in claiming(source, path))
        source.diagnostics += _unreadable(source, path)


def _unreadable(source: Source, path: str) -> list[Diagnostic]:
    """Report a discovered path that may not be read. All other problems are reported by the language of the file."""
    problem = source.problem(path)
    if problem and problem.kind == "outside":
        return [LEADS_OUTSIDE.at(whole_file(path), path=path)]
    if problem and problem.kind == "not_regular":
        return [NOT_REGULAR.at(whole_file(path), path=path)]
    return []


def _read(source: Source, claims: Iterable[tuple[Language, str]]) -> Iterator[ParseTask]:
    """Read the files that can be read."""
    for language, path in claims:
        file = source.read(path, language.max_bytes, binary=language.is_binary(path))
        if file is not None:
            yield ParseTask(language, file)


def _imported_paths(source: Source, task: ParseTask, units: Units, head: Head) -> Iterator[str]:
    """The paths that a file imports. Folders are listed for single-file sources only: else discovery found all."""
    if not head.has_unit:
        return
    if source.entry is None:
        yield from head.imports
        return
    for wanted in task.language.imports(task.file.path, units[task.file.path]):
        if isinstance(wanted, InFolder):
            prefix = f"{wanted.folder}/" if wanted.folder else ""
            yield from (prefix + name for name in source.names(wanted.folder) if wanted.accepts(name))
        else:
            yield wanted


def _examples(source: Source, paths: Sequence[str], parsed: ParsedFiles) -> dict[str, Example]:
    """Return the files that are not the project, judged by their paths, else by their texts. A source of one file is
    what was asked for, and what the settings call the project is."""
    if source.entry is not None:
        return {}
    judge = ExamplePaths(paths, source.exists)
    by_text = {path: Example(reason) for path, reason in parsed.examples.items()}
    copies = {
        path.rpartition("/")[0]: example
        for path, example in by_text.items()
        if example.reason.startswith(FOLDER_OF_COPIES)
    }
    judged = (path for path in source.files if not (source.is_project and source.is_project(path)))
    found = {path: judge.example(path) or by_text.get(path) or _below(path, copies) for path in judged}
    return {path: example for path, example in sorted(found.items()) if example}


def _below(path: str, copies: Mapping[str, Example]) -> Example | None:
    """Return why a file is a copy, as the README of a folder above says."""
    folder = path.rpartition("/")[0] if copies else ""
    while folder and folder not in copies:
        folder = folder.rpartition("/")[0]
    return copies.get(folder)


def _further_tasks(source: Source, parsed: ParsedFiles) -> Iterator[ParseTask]:
    """The files whose role is known only from the units of other files."""
    for language in LANGUAGES:
        if parsed.units[language.name]:
            found = _of_all(language, parsed, partial(_further, language, source, parsed))
            yield from (ParseTask(language, source.files[path], role) for path, role in found)


def _further(language: Language, source: Source, parsed: ParsedFiles) -> list[tuple[str, str]]:
    return list(language.further(source.files, parsed.outlines(language)))


def _unneeded(language: Language, parsed: ParsedFiles) -> Collection[str]:
    return _of_all(language, parsed, lambda: list(language.unneeded(parsed.units[language.name])))


def _of_all(language: Language, parsed: ParsedFiles, ask: Callable[[], list[T]]) -> list[T]:
    """Return what a language says of all its files together; nothing if it fails, which is reported."""
    try:
        size = parsed.units[language.name].size
        with guarded(seconds_for(size), size):
            return ask()
    except FailedError as failure:
        parsed.diagnostics.append(finding(Culprit("", failure), "looking at all files together", language.name))
        return []


def _parse(
    tasks: Sequence[ParseTask], parsed: ParsedFiles, options: CompileOptions
) -> Iterator[tuple[ParseTask, Head]]:
    """Parse each file, or take it from the cache, and add its unit. Gives the tasks, in order, and their heads."""
    cache = parsed.cache
    keys = [cache.key(task.language, task.file.path, task.file.sha256, task.role) if cache else b"" for task in tasks]
    cached = cache.heads(keys) if cache else {}
    missing = [task for task, key in zip(tasks, keys, strict=True) if key not in cached]
    results = parse_missing(missing, parsed, options)
    for task, key in zip(tasks, keys, strict=True):
        head, unit = (cached[key], CacheKey(key)) if key in cached else next(results)
        parsed.diagnostics += head.diagnostics
        if head.example:
            parsed.examples[task.file.path] = head.example
        if head.has_unit:
            parsed.units[task.language.name].add(task, head, unit)
        yield task, head
    if cache:
        cache.flush()
