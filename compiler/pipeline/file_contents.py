"""What a snapshot holds of its files: a fact each, and their texts."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from compiler.languages.registry import LANGUAGES
from compiler.model.facts import ExampleFile, File, file_ref
from compiler.model.source import Source, SourceFile
from compiler.model.spans import Span
from compiler.pipeline.discovery import claiming
from compiler.pipeline.file_texts import FileTexts
from compiler.pipeline.incremental import Base
from compiler.pipeline.numbering import mention_orders, spread
from compiler.pipeline.parts import Build
from compiler.store.row_ranges import MENTION_PARTS


class FileContents(NamedTuple):
    """The facts of all files that have a unit, and of the settings, in the order of their paths; and which of them are
    not the project."""

    facts: list[File]
    examples: list[ExampleFile]
    parts: dict[str, int]  # of their mentions, by path
    texts: FileTexts  # of those that changed
    gone: dict[str, int]  # the parts of files that are no more, or have another part now, by path


def read_contents(build: Build, base: Base | None) -> FileContents:
    """Return what the snapshot holds of files. What did not change since `base` is not read again."""
    files = build.source.files
    claimed = {path: name for name, units in build.parsed.units.items() for path in units}  # by the last language
    if settings := build.parsed.settings.file:
        claimed[settings.path] = "settings"
    claimed = dict(sorted(claimed.items()))
    before = base.files if base else {}
    lines = {file.sha256: file.lines for file in before.values()}
    facts = [_file_fact(build.source, files[path], name, lines) for path, name in claimed.items()]
    changed = [fact.path for fact in facts if fact.path not in before or before[fact.path].sha256 != fact.sha256]
    shown: dict[str, str] = {}
    for language in LANGUAGES:
        if binary := language.binary:
            units = build.parsed.units[language.name]
            read = [path for path in changed if path in units and files[path].content is not None]
            shown |= {path: binary.shown(units[path]) for path in read}
    texts = FileTexts({path: files[path] for path in changed}, shown)
    numbers = base.file_parts if base else spread([*mention_orders(build.source, claimed).values()], MENTION_PARTS)
    parts = {fact.path: number for fact, number in zip(facts, numbers, strict=True)}
    gone = {path: file.part for path, file in before.items() if parts.get(path) != file.part}
    return FileContents(facts, [*_example_facts(build.source, facts)], parts, texts, gone)


def _example_facts(source: Source, files: Iterable[File]) -> Iterator[ExampleFile]:
    for file in files:
        if example := source.examples.get(file.path):
            yield ExampleFile(span=file.span, path=file.path, reason=example.reason, only_work=example.only_work)


def _file_fact(source: Source, file: SourceFile, language: str, known_lines: dict[str, int]) -> File:
    lines = known_lines.get(file.sha256)
    if lines is None:
        lines = file.text.count("\n") + (not file.text.endswith("\n") and file.text != "")
    return File(
        span=Span(file.path, 1, 1, max(lines, 1), 1),
        ref=file_ref(file.path),
        path=file.path,
        language=language,
        sha256=file.sha256,
        size=file.size,
        lines=lines,
        is_page=any(language.makes_file_object(file.path) for language in claiming(source, file.path)),
    )
