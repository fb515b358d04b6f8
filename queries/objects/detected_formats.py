"""Which formats were read in a source, in which files, and what proves each."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields

import orjson

from compiler.languages.registry import LANGUAGES
from compiler.languages.requirements.facts import RequirementProject
from compiler.model.facts import Fact, Object, sql_table
from compiler.model.language import Language
from compiler.store.snapshot import Snapshot, memoized


@dataclass(frozen=True, slots=True)
class DetectedFormat:
    """A format of a language: its files in the order of their paths, with how many objects each has, and what proves
    it: `at` is a file of it, with a line if that is known."""

    language: str
    name: str
    files: dict[str, int]
    at: str
    proof: str

    @property
    def object_count(self) -> int:
        return sum(self.files.values())


@memoized
def detected_formats(snapshot: Snapshot) -> tuple[DetectedFormat, ...]:
    """Return the formats of each language that knows several, by their names. Of other languages each file is one."""
    read = snapshot.meta.get("languages", {})
    tables = {name for (name,) in snapshot.rows("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")}
    return tuple(
        found
        for language in LANGUAGES
        if language.name in read and "" not in language.proofs()
        for found in _of_language(
            snapshot,
            language,
            [fact_class for fact_class in language.fact_classes() if sql_table(fact_class.table) in tables],
        )
    )


def _of_language(snapshot: Snapshot, language: Language, classes: Sequence[type[Fact]]) -> Iterator[DetectedFormat]:
    proofs = language.proofs()
    stated = _stated_proofs(snapshot) if RequirementProject in classes else {}
    for name, files in sorted(_files_by_format(snapshot, classes).items()):
        at, proof = stated.get(name) or _own_proof(snapshot, classes, name) or (next(iter(files)), "")
        if snapshot.sources:
            at = _qualified(at, files)
        yield DetectedFormat(language.name, name, files, at, proof or proofs.get(name, ""))


def _files_by_format(snapshot: Snapshot, classes: Iterable[type[Fact]]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for fact_class in classes:
        if issubclass(fact_class, Object) and "format" in _fields(fact_class):
            rows = snapshot.rows(
                f"SELECT format, file, count(*) FROM {sql_table(fact_class.table)} GROUP BY 1, 2 ORDER BY 2"
            )
            for name, file, count in rows:
                files = found.setdefault(name, {})
                files[file] = files.get(file, 0) + count
    return {name: dict(sorted(files.items())) for name, files in found.items()}


def _fields(fact_class: type[Fact]) -> set[str]:
    return {field.name for field in fields(fact_class)}


def _stated_proofs(snapshot: Snapshot) -> dict[str, tuple[str, str]]:
    """By format of requirements: the file and line that prove it, and how."""
    rows = snapshot.rows(f"SELECT formats FROM {sql_table(RequirementProject.table)}")
    stated = [listed for (formats,) in rows for listed in orjson.loads(formats)]
    return {listed["format"]: _divided(listed["reason"]) for listed in reversed(stated)}


def _qualified(at: str, files: Iterable[str]) -> str:
    """Return `at`, which its source states without its own name, as the workspace names it."""
    path, colon, line = at.partition(":")
    return next((f"{file}{colon}{line}" for file in files if file.endswith(f"/{path}")), at)


def _divided(reason: str) -> tuple[str, str]:
    at, _, proof = reason.partition(": ")
    return at, proof


def _own_proof(snapshot: Snapshot, classes: Iterable[type[Fact]], name: str) -> tuple[str, str] | None:
    """The first file of a format whose object says itself how it was recognised, and what it says; else None."""
    for table in sorted(fact_class.table for fact_class in classes if {"native", "format"} <= _fields(fact_class)):
        statement = (
            f"SELECT file, json_extract(native, '$.recognised_by') FROM {sql_table(table)} "
            "WHERE format = ? AND json_extract(native, '$.recognised_by') IS NOT NULL ORDER BY file LIMIT 1"
        )
        for file, proof in snapshot.rows(statement, (name,)):
            return file, proof
    return None
