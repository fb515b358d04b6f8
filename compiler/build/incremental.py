"""From parts to a database that is the copy of the one before: only those that changed are linked and written again.

It comes to hold the same rows as one to which all of them were written (`compiler.build.full_build`).
"""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from compiler.build.cross_links import cross_links_again
from compiler.build.full_build import Work, made_by
from compiler.build.link_workers import Made, jobs_to_link_again, made
from compiler.build.linking import LinkedPart, file_facts
from compiler.build.metadata import found_before, meta_of, paths_of, texts_of
from compiler.languages.registry import classes_of, fact_classes
from compiler.model.facts import File
from compiler.model.source import MISSING
from compiler.store.connection import connect
from compiler.store.part_rows import part_rows
from compiler.store.patch import Patch
from compiler.store.vectors import write_vectors
from compiler.store.writer import DIAGNOSTIC_COLUMNS, Found, columns, diagnostic_row, insert, row_order, write_meta
from compiler.workspace.embeddings import embedder

MOST_CHANGED = 0.7  # of the bytes of a source: beyond, freezing all of it takes no longer


class Changes(NamedTuple):
    """The parts with another key than before: those to be linked again, and those of which linking sees no change."""

    parts: Sequence[LinkedPart]
    unseen: Sequence[LinkedPart]


def changes_since(previous: Path, work: Work) -> Changes | None:
    """What is not as it was in a database. None when the one of `work` cannot be made of it: when they have not the
    same files and parts, or most of them changed, or some cannot be read, for of those languages speak together."""
    if any(problem.kind != "missing" for problem in work.source.problems.values()):
        return None
    try:  # another process may have put a newer one in its place since it was found
        with closing(connect(f"{previous.absolute().as_uri()}?mode=ro&immutable=1")) as database:
            unread = orjson.loads(database.execute("SELECT value FROM meta WHERE key = 'unread'").fetchone()[0])
            before = database.execute("SELECT number, language, name, key FROM linked_part ORDER BY number").fetchall()
            hashes: dict[str, str] = dict(columns(database, File, ("path", "sha256")))
    except sqlite3.Error:
        return None
    if {*unread.values()} - {MISSING.reason} or list(hashes) != paths_of(work.parsed):
        return None
    if [row[:3] for row in before] != [(one.number, one.language, one.part.name) for one in work.parts]:
        return None
    parts: list[LinkedPart] = []
    unseen: list[LinkedPart] = []
    for one, (*_, key) in zip(work.parts, before, strict=True):
        if one.key != key:
            (unseen if _is_as_before(work, one, key, hashes) else parts).append(one)
    changed = {path for one in parts for path in one.part.paths}
    size = sum(work.source.files[path].size for path in changed)
    return Changes(parts, unseen) if size <= MOST_CHANGED * work.source.total_bytes else None


def _is_as_before(work: Work, part: LinkedPart, key: str, hashes: Mapping[str, str]) -> bool:
    """Whether nothing is another than when a part had a key but files, of which linking sees no difference. `hashes`
    are those of before."""
    if part.key_of(hashes) != key:
        return False
    units, files = work.parsed.units[part.language], work.source.files
    changed = [path for path in part.part.paths if files[path].sha256 != hashes[path]]
    return all(units.is_as_before(path, hashes[path]) for path in changed)


def linked_again(work: Work, parts: Sequence[LinkedPart]) -> AbstractContextManager[Iterator[tuple[LinkedPart, Made]]]:
    """With what linking makes of some parts, in order, save of those that look at others."""
    free = [part for part in parts if not part.part.reads_refs]
    return made_by(jobs_to_link_again(work.jobs, free), free, tuple, work)


def link_and_patch(
    database: sqlite3.Connection, work: Work, changes: Changes, all_made: Iterator[tuple[LinkedPart, Made]]
) -> None:
    """Replaces what was made of the parts that changed; of them those that look at others are linked now.

    Raises sqlite3.Error.
    """
    source, parsed, parts = work.source, work.parsed, work.parts
    patch = Patch(database, fact_classes())
    counted: dict[str, int] = dict(patch.columns(File, ("sha256", "lines")))
    patch.replace(0, part_rows(0, file_facts(source, parsed, counted)), [File])
    found = {0: [diagnostic_row(one) for one in found_before(source, parsed)]}
    for part, made_of in _all_made(work, patch, changes.parts, all_made):
        patch.replace(part.number, made_of.rows, classes_of(part.language))
        found[part.number] = [diagnostic_row(Found(part.number, one)) for one in made_of.diagnostics]
        renewed = (part.key, made_of.as_of, part.number)
        database.execute("UPDATE linked_part SET key = ?, as_of = ? WHERE number = ?", renewed)
    keys = [(part.key, part.number) for part in changes.unseen]
    database.executemany("UPDATE linked_part SET key = ? WHERE number = ?", keys)
    before = patch.links(len(parts) + 1)
    after = cross_links_again(patch, before)
    if after != before:
        patch.replace(len(parts) + 1, part_rows(len(parts) + 1, (), after), ())
    patch.finish()
    _replace_diagnostics(database, found)
    _, others = patch.changed(File, ("path",))
    for path, text in texts_of(source, parsed, {path for (path,) in others}).items():
        database.execute("UPDATE source_text SET text = ? WHERE path = ?", (text, path))
    database.execute("DELETE FROM meta")
    times = [time for (time,) in database.execute("SELECT as_of FROM linked_part")]
    vectors = write_vectors(database, fact_classes(), embedder.installed())
    write_meta(database, meta_of(source, parsed, times, vectors))
    database.execute("COMMIT")


def _all_made(
    work: Work, patch: Patch, changed: Sequence[LinkedPart], all_made: Iterator[tuple[LinkedPart, Made]]
) -> Iterator[tuple[LinkedPart, Made]]:
    """What is made of the parts that changed, and of those that look at refs of which some came or went."""
    numbers = {part.number for part in changed}
    for part in work.parts:
        if not part.part.reads_refs and part.number in numbers:
            yield next(all_made)
        elif part.number in numbers or (part.part.reads_refs and patch.other_refs):
            yield part, made(part, lambda number=part.number: patch.refs(number))  # type: ignore[misc]
        work.progress(part.number / len(work.parts))


def _replace_diagnostics(database: sqlite3.Connection, found: dict[int, list[tuple[Any, ...]]]) -> None:
    """Puts the findings of parts in the place of those that they had, all in order."""
    before = database.execute(f"SELECT {DIAGNOSTIC_COLUMNS} FROM diagnostic ORDER BY rowid").fetchall()
    of_parts = [row for row in before if row[-1] not in found] + [row for rows in found.values() for row in rows]
    after = sorted(sorted(of_parts, key=lambda row: row[-1]), key=row_order)
    if after != before:
        database.execute("DELETE FROM diagnostic")
        insert(database, "diagnostic", after)
