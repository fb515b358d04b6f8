"""The link phase: from the units of all files to facts, links and findings, language by language and part by part."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from compiler.build.parsing import ParsedFiles
from compiler.languages.registry import LANGUAGES
from compiler.model.diagnostics import SEVERITIES, Diagnostic
from compiler.model.facts import File, file_ref
from compiler.model.language import READS_REFS, Language, Linked, Part, Refs
from compiler.model.source import Source, SourceFile
from compiler.model.spans import Span, whole_file
from compiler.store import codec
from compiler.store.fingerprint import digest
from compiler.store.writer import Found


class LinkedPart(NamedTuple):
    """A part that is to be linked, in its place. `number` counts the parts of all languages from 1.

    `key` names all that its facts depend on: parts of one key have the same facts, unless it begins with `READS_REFS`.
    `key_of` gives the one that it would have if its files, by their paths, had other hashes.
    """

    number: int
    language: str
    part: Part
    key: str
    size: int  # of its files, in bytes
    link: Callable[[Refs], Linked]
    key_of: Callable[[Mapping[str, str]], str]


def parts_of(source: Source, parsed: ParsedFiles) -> Iterator[LinkedPart]:
    """What is to be linked, in order: the languages one after the other, each in its parts."""
    number = 0
    for language in LANGUAGES:
        units = parsed.units[language.name]
        if not units and not source.problems:
            continue
        for part in language.parts(source, {path: head.outline for path, head in units.heads.items()}):
            number += 1
            files = [units.file(path) for path in part.paths]
            key_of = _key_of(source, language, part)
            key = key_of({file.path: file.sha256 for file in files})
            size = sum(file.size for file in files)
            yield LinkedPart(number, language.name, part, key, size, _linker(source, language, units, part), key_of)


def _linker(source: Source, language: Language, units: Mapping[str, Any], part: Part) -> Callable[[Refs], Linked]:
    return lambda refs: language.linked(source, {path: units[path] for path in part.paths}, part, refs)


def _key_of(source: Source, language: Language, part: Part) -> Callable[[Mapping[str, str]], str]:
    """What makes the key of a part of the hashes of its files; a context without an exact form in bytes is like no
    other."""
    # A language of one part may look at which files there are, and what could not be read; others say in the context
    # what they saw of it.
    seen = () if language.link_part else (tuple(sorted(source.files)), tuple(sorted(source.problems.items())))
    context = codec.canonical((part.context, seen))
    told = context.hex() if context is not None else str(id(part))
    fixed = (language.name, language.version, part.name, told)
    mark = READS_REFS if part.reads_refs else ""

    def key_of(hashes: Mapping[str, str]) -> str:
        return mark + digest([*fixed, *(word for path in part.paths for word in (path, hashes.get(path, "")))])

    return key_of


def file_facts(source: Source, parsed: ParsedFiles, counted: Mapping[str, int] = MappingProxyType({})) -> list[File]:
    """The files that have a unit, in the order of their paths, each with the last of its languages. `counted` are the
    numbers of lines that are known already, by the hashes of the files."""
    claimed = {path: name for name, units in parsed.units.items() for path in units}
    return [_file_fact(source.files[path], name, counted) for path, name in sorted(claimed.items())]


def _file_fact(file: SourceFile, language: str, counted: Mapping[str, int]) -> File:
    lines = counted.get(file.sha256)
    if lines is None:
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


def once_a_file(source: Source, found: list[Found]) -> list[Found]:
    """The diagnostics, of which one says that a file cannot be read, though several languages may have wanted it: the
    most severe, the first of equals."""
    unread: dict[str, Found] = {}
    about_files = [one for one in found if _is_about_unread(source, one.diagnostic)]
    for one in about_files:
        kept = unread.setdefault(one.diagnostic.span.file, one)
        if SEVERITIES.index(one.diagnostic.severity) < SEVERITIES.index(kept.diagnostic.severity):
            unread[one.diagnostic.span.file] = one
    dropped = {id(one) for one in about_files} - {id(one) for one in unread.values()}
    return [one for one in found if id(one) not in dropped]


def _is_about_unread(source: Source, one: Diagnostic) -> bool:
    return one.span.file in source.problems and one.span == whole_file(one.span.file)
