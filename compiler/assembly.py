"""From parts to a database: all of them linked and written, or in a copy of the one before those that changed.

Either way the database comes to hold the same rows.
"""

import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from compiler.database.connection import connect
from compiler.database.objects import Objects, ObjectTables, places_of
from compiler.database.patching import Patch
from compiler.database.rows import part_rows
from compiler.database.schema import table_of
from compiler.database.writing import DIAGNOSTIC_COLUMNS, Found, Writer, diagnostic_row, insert, row_order, write_meta
from compiler.facts import Fact, File
from compiler.language import Linked, Refs
from compiler.languages import LANGUAGES, fact_classes
from compiler.linking import LinkedPart, file_facts, once_a_file
from compiler.links import cross_links, cross_links_again
from compiler.meaning import embedder
from compiler.meaning.vectors import META, write_vectors
from compiler.parsing import ParsedFiles, Progress
from compiler.scratch import MEMORY, scratch_database
from compiler.sources import MISSING, Source, SourceFile
from compiler.version import VERSION
from compiler.workers.link import Made, made, made_in_workers
from compiler.workers.objects import objects_elsewhere
from compiler.workers.parse import worker_count

IN_MEMORY_BYTES = 2_000_000  # of source
MOST_CHANGED = 0.7  # of the bytes of a source: beyond, freezing all of it takes no longer


class Work(NamedTuple):
    """What is to be linked and frozen, and who is told what part of it is done."""

    source: Source
    parsed: ParsedFiles
    parts: Sequence[LinkedPart]
    progress: Progress
    jobs: int | None = None  # how many processes link


def link_and_freeze(database: sqlite3.Connection, work: Work) -> None:
    """Links part by part, so that the facts of a part are written before those of the next are made."""
    source, parsed, parts = work.source, work.parsed, work.parts
    found = _found_before(work)
    rows: list[tuple[int, str, str, str, str | None]] = []
    classes = fact_classes()  # loaded before workers are forked, so that they have them too
    with _made(work, lambda: writer.refs) as all_made, _objects(work, classes) as objects:
        writer = Writer(database, classes, objects)
        writer.add(part_rows(0, file_facts(source, parsed)))
        writer.complete([File])
        for language, of_language in groupby(all_made, lambda one: one[0].language):
            for part, made_of in of_language:
                writer.add(made_of.rows)
                found += [Found(part.number, one) for one in made_of.diagnostics]
                rows.append((part.number, language, part.part.name, part.key, made_of.as_of))
                work.progress(part.number / len(parts))
            writer.complete(_classes_of(language))
        writer.add(part_rows(len(parts) + 1, (), cross_links(writer)))
        vectors = write_vectors(database, fact_classes(), embedder.installed())
        writer.finish(
            _meta(source, parsed, _newest(row[-1] for row in rows), vectors),
            once_a_file(source, found),
            _texts(source, parsed, _paths(parsed)),
            rows,
        )


def _made(work: Work, refs: Refs) -> AbstractContextManager[Iterator[tuple[LinkedPart, Made]]]:
    """With what linking makes of each part, in order: here, or in workers too."""
    jobs = _jobs(work)
    if jobs > 1:
        return made_in_workers(work.parts, refs, jobs, work.parsed.reopen)
    return nullcontext((part, made(part, refs)) for part in work.parts)


@contextmanager
def _objects(work: Work, classes: Sequence[type[Fact]]) -> Iterator[Objects]:
    """With what writes the objects: here, or a process of its own."""
    places = places_of(classes)
    with nullcontext(MEMORY) if in_memory(work) else scratch_database() as file:
        elsewhere = file != MEMORY and _jobs(work) > 1
        with objects_elsewhere(file, places) if elsewhere else closing(ObjectTables(file, places)) as objects:
            yield objects


def in_memory(work: Work) -> bool:
    """Whether all that is made of a source is small enough to stand in memory."""
    return work.source.total_bytes <= IN_MEMORY_BYTES


def _jobs(work: Work) -> int:
    return worker_count(work.jobs, sum(part.size for part in work.parts))


def _classes_of(name: str) -> Sequence[type[Fact]]:
    """The classes of facts of a language."""
    return next(one.fact_classes() for one in LANGUAGES if one.name == name)


def may_patch(previous: Path, work: Work) -> bool:
    """Whether a database can be made into the one of `work`: the same files and parts, few of them changed, and none
    that cannot be read, for of those languages speak together."""
    if any(problem.kind != "missing" for problem in work.source.problems.values()):
        return False
    try:  # another process may have put a newer one in its place since it was found
        with closing(connect(f"{previous.absolute().as_uri()}?mode=ro&immutable=1")) as database:
            paths = [path for (path,) in database.execute("SELECT path FROM source_text ORDER BY rowid")]
            unread = orjson.loads(database.execute("SELECT value FROM meta WHERE key = 'unread'").fetchone()[0])
            before = _part_rows(database)
    except sqlite3.Error:
        return False
    if {*unread.values()} - {MISSING.reason} or paths != _paths(work.parsed):
        return False
    if [row[:3] for row in before] != [(one.number, one.language, one.part.name) for one in work.parts]:
        return False
    keys = {row[0]: row[3] for row in before}
    changed = {path for one in work.parts if one.key != keys[one.number] for path in one.part.paths}
    return sum(work.source.files[path].size for path in changed) <= MOST_CHANGED * work.source.total_bytes


def link_and_patch(database: sqlite3.Connection, work: Work) -> None:
    """Links the parts that are not what they were, and replaces what was made of them. Raises sqlite3.Error."""
    source, parsed, parts = work.source, work.parsed, work.parts
    keys = {row[0]: row[3] for row in _part_rows(database)}
    patch = Patch(database, fact_classes())
    counted: dict[str, int] = dict(patch.columns(File, ("sha256", "lines")))
    patch.replace(0, Linked(facts=[*file_facts(source, parsed, counted)]))
    found = {0: [diagnostic_row(one) for one in _found_before(work)]}
    for part in parts:
        if part.key != keys[part.number] or (part.part.reads_refs and patch.other_refs):
            linked = part.link(lambda number=part.number: patch.refs(number))  # type: ignore[misc]
            patch.replace(part.number, linked)
            found[part.number] = [diagnostic_row(Found(part.number, one)) for one in linked.diagnostics]
            row = (part.key, linked.as_of, part.number)
            database.execute("UPDATE linked_part SET key = ?, as_of = ? WHERE number = ?", row)
        work.progress(part.number / len(parts))
    before = patch.links(len(parts) + 1)
    after = cross_links_again(patch, before)
    if after != before:
        patch.replace(len(parts) + 1, Linked(links=after))
    patch.finish()
    _replace_diagnostics(database, found)
    _, changed = patch.changed(File, ("path",))
    for path, text in _texts(source, parsed, {path for (path,) in changed}).items():
        database.execute("UPDATE source_text SET text = ? WHERE path = ?", (text, path))
    database.execute("DELETE FROM meta")
    times = [time for (time,) in database.execute("SELECT as_of FROM linked_part")]
    vectors = write_vectors(database, fact_classes(), embedder.installed())
    write_meta(database, _meta(source, parsed, _newest(times), vectors))
    database.execute("COMMIT")


def _part_rows(database: sqlite3.Connection) -> list[tuple[int, str, str, str]]:
    return database.execute("SELECT number, language, name, key FROM linked_part ORDER BY number").fetchall()


def _replace_diagnostics(database: sqlite3.Connection, found: dict[int, list[tuple[Any, ...]]]) -> None:
    """Puts the findings of parts in the place of those that they had, all in order."""
    before = database.execute(f"SELECT {DIAGNOSTIC_COLUMNS} FROM diagnostic ORDER BY rowid").fetchall()
    of_parts = [row for row in before if row[-1] not in found] + [row for rows in found.values() for row in rows]
    after = sorted(sorted(of_parts, key=lambda row: row[-1]), key=row_order)
    if after != before:
        database.execute("DELETE FROM diagnostic")
        insert(database, "diagnostic", after)


def _found_before(work: Work) -> list[Found]:
    """What was found before linking."""
    return [Found(0, one) for one in (*work.source.diagnostics, *work.parsed.diagnostics)]


def _texts(source: Source, parsed: ParsedFiles, paths: Collection[str]) -> dict[str, str]:
    """The text of each file, or what stands for the text of one that is none."""
    texts = {path: source.files[path].text for path in paths}
    for language in LANGUAGES:
        if binary := language.binary:
            units = parsed.units[language.name]
            shown = [path for path in texts if path in units and source.files[path].content is not None]
            texts |= {path: binary.shown(units[path]) for path in shown}
    return texts


def _paths(parsed: ParsedFiles) -> list[str]:
    """The paths of all files that have a unit."""
    return sorted({path for units in parsed.units.values() for path in units})


def _newest(times: Iterable[str | None]) -> str | None:
    """The newest of the times at which something happened; all are UTC and written alike."""
    return max((one for one in times if one), default=None)


def _meta(source: Source, parsed: ParsedFiles, as_of: str | None, vectors: dict[str, Any] | None) -> dict[str, Any]:
    claimed = Counter({path: name for name, units in parsed.units.items() for path in units}.values())
    return {
        "id": identity(source, vectors),
        "source": source.name,
        "entry": source.entry,
        "revision": None,
        "as_of": as_of,
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
