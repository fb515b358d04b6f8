"""From parts to a database: all of them linked and written."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from itertools import groupby
from typing import NamedTuple

from compiler.build.cross_links import cross_links
from compiler.build.link_workers import Made, made, made_in_workers
from compiler.build.linking import LinkedPart, file_facts, once_a_file
from compiler.build.metadata import found_before, meta_of, paths_of, texts_of
from compiler.build.object_worker import objects_elsewhere
from compiler.build.parse_workers import worker_count
from compiler.build.parsing import ParsedFiles, Progress
from compiler.disk.temporary import MEMORY, scratch_database
from compiler.languages.registry import classes_of, fact_classes
from compiler.model.facts import Fact, File
from compiler.model.language import Refs
from compiler.model.source import Source
from compiler.store.object_tables import Objects, ObjectTables, places_of
from compiler.store.part_rows import part_rows
from compiler.store.vectors import write_vectors
from compiler.store.writer import Found, Writer
from compiler.workspace.embeddings import embedder

IN_MEMORY_BYTES = 2_000_000  # of source


class Work(NamedTuple):
    """What is to be linked and frozen, and who is told what part of it is done."""

    source: Source
    parsed: ParsedFiles
    parts: Sequence[LinkedPart]
    progress: Progress
    jobs: int | None = None  # how many processes link


def link_and_freeze(database: sqlite3.Connection, work: Work, *, in_memory: bool) -> None:
    """Links part by part, so that the facts of a part are written before those of the next are made. Nothing is written
    to files, but for the database, when all is to be in memory. Raises OSError and sqlite3.Error where there is no
    room."""
    source, parsed, parts = work.source, work.parsed, work.parts
    found = found_before(source, parsed)
    rows: list[tuple[int, str, str, str, str | None]] = []
    classes = fact_classes()  # loaded before workers are forked, so that they have them too
    with _made(work, lambda: writer.refs) as all_made, _objects(work, classes, in_memory=in_memory) as objects:
        writer = Writer(database, classes, objects)
        writer.add(part_rows(0, file_facts(source, parsed)))
        writer.complete([File])
        for language, of_language in groupby(all_made, lambda one: one[0].language):
            for part, made_of in of_language:
                writer.add(made_of.rows)
                found += [Found(part.number, one) for one in made_of.diagnostics]
                rows.append((part.number, language, part.part.name, part.key, made_of.as_of))
                work.progress(part.number / len(parts))
            writer.complete(classes_of(language))
        writer.add(part_rows(len(parts) + 1, (), cross_links(writer)))
        vectors = write_vectors(database, fact_classes(), embedder.installed())
        writer.finish(
            meta_of(source, parsed, (row[-1] for row in rows), vectors),
            once_a_file(source, found),
            texts_of(source, parsed, paths_of(parsed)),
            rows,
        )


def _made(work: Work, refs: Refs) -> AbstractContextManager[Iterator[tuple[LinkedPart, Made]]]:
    """With what linking makes of each part, in order: here, or in workers too."""
    return made_by(_jobs(work), work.parts, refs, work)


def made_by(
    jobs: int, parts: Sequence[LinkedPart], refs: Refs, work: Work
) -> AbstractContextManager[Iterator[tuple[LinkedPart, Made]]]:
    """With what linking makes of some parts, in order, by so many processes."""
    if jobs > 1:
        return made_in_workers(parts, refs, jobs, work.parsed.reopen)
    return nullcontext((part, made(part, refs)) for part in parts)


@contextmanager
def _objects(work: Work, classes: Sequence[type[Fact]], *, in_memory: bool) -> Iterator[Objects]:
    """With what writes the objects: here, or a process of its own."""
    places = places_of(classes)
    with nullcontext(MEMORY) if in_memory else scratch_database() as file:
        elsewhere = file != MEMORY and _jobs(work) > 1
        with objects_elsewhere(file, places) if elsewhere else closing(ObjectTables(file, places)) as objects:
            yield objects


def fits_in_memory(work: Work) -> bool:
    """Whether all that is made of a source is small enough to stand in memory."""
    return work.source.total_bytes <= IN_MEMORY_BYTES


def _jobs(work: Work) -> int:
    return worker_count(work.jobs, sum(part.size for part in work.parts))
