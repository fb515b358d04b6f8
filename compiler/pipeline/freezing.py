"""The freeze phase: from parts to a database.

A build from nothing links all parts and writes them into an empty database. An incremental build replaces those that
changed in a copy of the previous snapshot's. Both lead to the same rows.
"""

import sqlite3
from collections.abc import Iterator
from functools import partial
from itertools import groupby
from typing import NamedTuple

from compiler.languages.registry import classes_of, fact_classes, link_kinds
from compiler.model.facts import ExampleFile, File, Link, Mention, Unread
from compiler.pipeline.cross_links import cross_links
from compiler.pipeline.deadline import seconds_for
from compiler.pipeline.failures import Culprit, FailedError, finding, guarded
from compiler.pipeline.file_contents import FileContents
from compiler.pipeline.incremental import Base
from compiler.pipeline.linking import LinkedParts
from compiler.pipeline.mentions import read_mentions
from compiler.pipeline.metadata import (
    about_the_project,
    diagnostics_before_linking,
    example_counts,
    meta_of,
    nothing_understood,
    one_per_unread_file,
    source_state,
)
from compiler.pipeline.numbering import PartNumbers
from compiler.pipeline.part_linking import LinkResult
from compiler.pipeline.parts import Build, LinkTask
from compiler.pipeline.settings.settings_file import Settings
from compiler.pipeline.unread import diagnostic_places, write_rows_by_name, write_unread
from compiler.store.diagnostic_table import PartDiagnostic
from compiler.store.part_rows import part_rows, placed_rows
from compiler.store.replaced_rows import ReplacedRows
from compiler.store.row_ranges import OF_CROSS_LINKS, place_of_file
from compiler.store.vectors import write_vectors
from compiler.store.writer import PartEntry, Writer

OF_RULES = -1  # the part of what rules find, which has diagnostics only


def freeze(
    database: sqlite3.Connection, build: Build, base: Base | None, contents: FileContents, linked: LinkedParts
) -> ReplacedRows | None:
    """Write a build into `database`: an empty one, or a copy of that of `base`, of which is returned what was replaced.
    A part is written before the next is taken from `linked`. Raises OSError and sqlite3.Error, for example if there is
    no room on the disk, and NoRoomError if a part that comes has no room between its neighbours."""
    source, parsed = build.source, build.parsed
    size = source.total_bytes
    writer = Writer(database, fact_classes(), link_kinds(), source_bytes=size)
    places = {path: place_of_file(part) for path, part in contents.parts.items()}
    writer.replace(0, placed_rows([*contents.facts, *contents.examples], places), [File, ExampleFile])
    contents.facts.clear()
    writer.complete([File, ExampleFile])
    gone = _remove_gone(writer, base, contents)
    found = diagnostics_before_linking(source, parsed)
    linked_again = _write_parts(writer, build, base, linked)
    found += linked_again.found
    found += _write_cross_links(writer, size)
    with read_mentions(writer, contents.parts, contents.texts, parsed.units, build.options) as mentions:
        writer.finish_objects()
        found += mentions.write()
    writer.finish()
    writer.write_texts(contents.texts)
    writer.write_source_state(source_state(source))
    found += [] if found else nothing_understood(database, source, parsed)
    written = {0, *gone, *linked_again.moved, *mentions.parts.values(), OF_RULES}
    written.update(part.number for part in linked_again.parts)
    told = diagnostic_places(writer)
    writer.write_diagnostics(written, about_the_project(source, one_per_unread_file(source, found)))
    write_unread(writer, contents, told, mentions.parts)
    write_rows_by_name(writer, source.telling)
    writer.write_parts(linked_again.parts)
    writer.write_keys((task.key, task.number) for task in (base.rekey if base else ()))
    times = [time for (time,) in database.execute("SELECT as_of FROM linked_part")]
    vectors = write_vectors(database, fact_classes(), build.options.embedder)
    meta = meta_of(source, parsed, times, vectors) | example_counts(writer)
    writer.write_meta(meta)
    writer.commit()
    if mentions.names and (resident := build.options.resident):
        resident.names.keep(meta["id"], mentions.names)
    if parsed.settings.rules:
        _write_findings(writer, parsed.settings)
    return writer.replaced((base.database.path, base.database.stamp)) if base else None


class _LinkedAgain(NamedTuple):
    """The parts that were linked, what was found in them, and the numbers that parts had before they outgrew their
    rows."""

    parts: list[PartEntry]
    found: list[PartDiagnostic]
    moved: list[int]


def _write_parts(writer: Writer, build: Build, base: Base | None, linked: LinkedParts) -> _LinkedAgain:
    """Write the parts of languages that differ, each before the next is taken. Raises NoRoomError."""
    written = _LinkedAgain([], [], [])
    numbers = PartNumbers([task.number for task in build.tasks], build.source.total_bytes)
    for task, result in _relinked(build, base, writer, linked, numbers):
        number = numbers.number(task.number, result.rows.most)
        if 0 < task.number != number:
            writer.remove(task.number, classes_of(task.language))
            written.moved.append(task.number)
        writer.replace(number, result.rows, classes_of(task.language))
        written.found.extend(PartDiagnostic(number, diagnostic) for diagnostic in result.diagnostics)
        written.parts.append(PartEntry(number, task.language, task.part.name, task.key, result.as_of))
    return written


def _relinked(
    build: Build, base: Base | None, writer: Writer, linked: LinkedParts, numbers: PartNumbers
) -> Iterator[tuple[LinkTask, LinkResult]]:
    """Give the parts that differ, in order, and the results of linking them: all parts, or those that changed since
    `base` and those that read refs of which some came or went."""
    relink = {task.number for task in (base.relink if base else build.tasks)}
    done = 0
    for language, tasks in groupby(build.tasks, key=lambda task: task.language):
        for task in tasks:
            done += 1
            if task.number in relink or _reads_changed(task, writer):
                refs = partial(writer.refs_before, numbers.end_before(task.number), task.part.reads_refs)
                yield task, linked.result(task, refs)
            build.options.progress(done / len(build.tasks))
        writer.complete(classes_of(language))


def _reads_changed(task: LinkTask, writer: Writer) -> bool:
    """Whether a part reads refs of which some came or went."""
    begin = task.part.reads_refs
    return bool(begin) and any(ref.startswith(begin) for ref in writer.changed_refs)


def _remove_gone(writer: Writer, base: Base | None, contents: FileContents) -> list[int]:
    """Remove the parts of the snapshot before that are no more, and the texts of such files. Return their numbers."""
    for number, language in base.gone if base else ():
        writer.remove(number, classes_of(language))
    for path, number in contents.gone.items():
        writer.remove(number, [Mention, Unread])
        writer.remove_text(path)
    return [*(part.number for part in base.gone), *contents.gone.values()] if base else []


def _write_cross_links(writer: Writer, size: int) -> list[PartDiagnostic]:
    """Write the links between languages, as a part of their own. Return what is to be reported. `size` is that of the
    source."""
    part, found = OF_CROSS_LINKS, list[PartDiagnostic]()
    links: list[Link] = []
    try:
        with guarded(seconds_for(size), size):
            links = list(cross_links(writer))
    except FailedError as failure:
        found.append(PartDiagnostic(part, finding(Culprit("", failure), "linking across languages", "Frieze")))
    if writer.is_new or links != writer.links(part):
        writer.replace(part, part_rows((), links), ())
    return found


def _write_findings(writer: Writer, settings: Settings) -> None:
    """Run the rules of the project over all that is written, and write what they find."""
    from compiler.pipeline.rule_findings import findings  # few sources have rules

    found = [PartDiagnostic(OF_RULES, broken) for broken in findings(settings.rules, writer.database)]
    writer.begin()
    writer.write_diagnostics({OF_RULES}, found)
    writer.commit()
