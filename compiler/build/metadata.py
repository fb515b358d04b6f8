"""What a snapshot holds beside what linking makes: findings of before, texts, and what it says of itself."""

from collections import Counter
from collections.abc import Collection, Iterable
from hashlib import sha256
from typing import Any

from compiler.build.parsing import ParsedFiles
from compiler.languages.registry import LANGUAGES, fact_classes
from compiler.model.source import Source, SourceFile
from compiler.model.version import VERSION
from compiler.store.schema import table_of
from compiler.store.vectors import META
from compiler.store.writer import Found


def found_before(source: Source, parsed: ParsedFiles) -> list[Found]:
    """What was found before linking."""
    return [Found(0, one) for one in (*source.diagnostics, *parsed.diagnostics)]


def texts_of(source: Source, parsed: ParsedFiles, paths: Collection[str]) -> dict[str, str]:
    """The text of each of some files, or what stands for the text of one that is none."""
    texts = {path: source.files[path].text for path in paths}
    for language in LANGUAGES:
        if binary := language.binary:
            units = parsed.units[language.name]
            shown = [path for path in texts if path in units and source.files[path].content is not None]
            texts |= {path: binary.shown(units[path]) for path in shown}
    return texts


def paths_of(parsed: ParsedFiles) -> list[str]:
    """The paths of all files that have a unit."""
    return sorted({path for units in parsed.units.values() for path in units})


def meta_of(
    source: Source, parsed: ParsedFiles, times: Iterable[str | None], vectors: dict[str, Any] | None
) -> dict[str, Any]:
    """What a snapshot says of itself; `times` are those of its parts."""
    claimed = Counter({path: name for name, units in parsed.units.items() for path in units}.values())
    return {
        "id": identity(source, vectors),
        "source": source.name,
        "entry": source.entry,
        "revision": None,
        "as_of": max((one for one in times if one), default=None),  # all are UTC and written alike
        "compiler_version": VERSION,
        "languages": {
            language.name: {"version": language.version, "files": claimed[language.name]}
            for language in LANGUAGES
            if claimed[language.name]
        },
        "unread": {path: problem.reason for path, problem in sorted(source.problems.items())},
        "tables": {one.table: table_of(one).columns for one in fact_classes()},
        **({META: vectors} if vectors else {}),
    }


def identity(source: Source, vectors: dict[str, Any] | None = None) -> str:
    """Names what was compiled by what: the compiler, the languages, the entry, and every file by path and content; and
    the model of the vectors, if there are any."""
    files = {path: f"{file.sha256}{_reader(file)}" for path, file in source.files.items()}
    problems = {path: problem.kind for path, problem in source.problems.items()}
    parts = [
        VERSION,
        *(f"{language.name} {language.version}" for language in LANGUAGES),
        source.entry or "",
        *(f"{path}\0{content}" for path, content in sorted((files | problems).items())),
        *([f"vectors {vectors['model']} {vectors['version']}"] if vectors else []),
    ]
    return sha256("\n".join(parts).encode()).hexdigest()


def _reader(file: SourceFile) -> str:
    """What a file that is no text is read with: who has it makes more of the file than who has not."""
    if file.content is None:
        return ""
    found = (one.binary.reader() for one in LANGUAGES if one.binary and one.binary.claims(file.path))
    return f" {next(found, '')}"
