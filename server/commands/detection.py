"""`frieze check --explain-detection`: which format was taken for which files, and what proves it."""

from collections.abc import Iterator
from dataclasses import fields

from compiler.languages.registry import LANGUAGES
from compiler.model.facts import Fact, Object, sql_table
from compiler.model.language import Language
from compiler.store.snapshot import Snapshot
from queries.tools.render import visible

MAX_SHOWN = 3  # files of one format

Files = dict[str, dict[str, int]]  # format -> file -> its objects


def detection(snapshot: Snapshot) -> str:
    """Return a line for each format of each language that was read: how many files and objects it has, the first files,
    and what proves it; and a line for each tool whose format is not read."""
    found = [line for language in LANGUAGES for line in _of_language(snapshot, language)]
    found += [f"{visible(tool)}: its format is not read" for tool in snapshot.meta.get("other_tools", ())]
    return "\n".join(found or ["No format was found."]) + "\n"


def _of_language(snapshot: Snapshot, language: Language) -> Iterator[str]:
    read = snapshot.meta.get("languages", {}).get(language.name)
    if not read:
        return
    proofs = language.proofs()
    formats = _files_by_format(snapshot, language) if "" not in proofs else {}
    for name, files in sorted(formats.items()):
        shown = ", ".join(visible(one) for one in list(files)[:MAX_SHOWN])
        more = f" and {len(files) - MAX_SHOWN} more" if len(files) > MAX_SHOWN else ""
        objects = sum(files.values())
        counts = f"{_count(len(files), 'file')}, {_count(objects, 'object')}"
        proof = _own_reason(snapshot, language, name) or proofs.get(name, "")
        yield f"{language.name}: {name}: {counts}: {shown}{more}; proof: {visible(proof)}"
    if not formats:
        yield f"{language.name}: {_count(read['files'], 'file')}; proof: {proofs.get('', 'settings alone')}"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _files_by_format(snapshot: Snapshot, language: Language) -> Files:
    """The files of each format, in the order of their paths."""
    found: Files = {}
    for one in language.fact_classes():
        if issubclass(one, Object) and "format" in _fields(one):
            rows = snapshot.rows(f"SELECT format, file, COUNT(*) FROM {sql_table(one.table)} GROUP BY 1, 2 ORDER BY 2")
            for name, file, count in rows:
                files = found.setdefault(name, {})
                files[file] = files.get(file, 0) + count
    return {name: dict(sorted(files.items())) for name, files in found.items()}


def _fields(one: type[Fact]) -> set[str]:
    return {field.name for field in fields(one)}


def _own_reason(snapshot: Snapshot, language: Language, name: str) -> str:
    """The reason that the first object of a format gives itself, with its file; "" if it gives none."""
    tables = {one.table for one in language.fact_classes() if {"native", "format"} <= _fields(one)}
    for table in sorted(tables):
        statement = (
            f"SELECT file, json_extract(native, '$.recognised_by') FROM {sql_table(table)} "
            "WHERE format = ? AND json_extract(native, '$.recognised_by') IS NOT NULL ORDER BY file LIMIT 1"
        )
        for file, reason in snapshot.rows(statement, (name,)):
            return f"{file}: {reason}"
    formats = snapshot.meta.get("formats", ())
    return next((line.partition(": ")[2] for line in formats if line.casefold().startswith(f"{name}: ")), "")
