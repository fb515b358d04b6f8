"""Writes a merged snapshot: one part for each source, and one for what the texts of a source cite in others.

A new database gets the rows of all sources. In a copy of the merged snapshot before, only the rows of the sources that
changed are replaced (`compiler.store.writer`).
"""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from compiler.languages.registry import fact_classes, link_kinds
from compiler.model.diagnostics import Diagnostic
from compiler.model.facts import Link, Mention
from compiler.store.diagnostic_table import PartDiagnostic
from compiler.store.fingerprint import digest
from compiler.store.merged.source_rows import Naming, Resolved, source_rows
from compiler.store.merged.views import create_merged_views, write_relations
from compiler.store.part_rows import part_rows
from compiler.store.row_ranges import LANGUAGE_PARTS
from compiler.store.snapshot import Snapshot
from compiler.store.writer import Writer

MOST_SOURCES = (1 << 14) - 1
_ORDER = 20  # of their parts: each has room for 16.7 million rows
KEYS = "merged"  # in the meta: the keys of the sources, by name
_OBJECT_BYTES = 100  # of source, about: the sources themselves need not be there
_STATE = "SELECT path, state, value FROM source_state"


class MergedSource(NamedTuple):
    """A source to be merged: what it cites in others (`mentions`, `links`, `resolved`), and what was found about it,
    with the paths of the merged snapshot."""

    name: str
    snapshot: Snapshot
    resolved: Resolved
    mentions: Sequence[Mention]
    links: Sequence[Link]
    diagnostics: Sequence[Diagnostic]

    @property
    def key(self) -> str:
        """Names the rows of the source's own part."""
        resolved = (sorted(self.resolved.targets.items()), sorted(self.resolved.places.items()))
        return digest([self.snapshot.id, repr(resolved)])


def part_of_source(number: int) -> int:
    """Return the part of a source, by its place from 1."""
    return LANGUAGE_PARTS.number(number << _ORDER, _ORDER)


def part_of_citations(number: int) -> int:
    """Return the part of what the texts of a source cite in others. These parts stand behind those of sources."""
    return part_of_source(MOST_SOURCES + 1 + number)


def write_merged(
    database: sqlite3.Connection,
    sources: Sequence[MergedSource],
    found: Sequence[Diagnostic],
    meta: Mapping[str, Any],
) -> None:
    """Write the sources into an empty database, or those that differ into a copy of that of the same sources before.
    `found` is about the workspace itself. Raises sqlite3.Error and OSError."""
    classes = fact_classes()
    objects = sum(source.snapshot.rows("SELECT count(*) FROM object_row")[0][0] for source in sources)
    writer = Writer(database, classes, link_kinds(), source_bytes=objects * _OBJECT_BYTES)
    if writer.is_new:
        create_merged_views(database, classes)
    keys, before = {source.name: source.key for source in sources}, {} if writer.is_new else _keys(database)
    written: set[int] = {0}
    reported = [PartDiagnostic(0, diagnostic) for diagnostic in found]
    for number, source in enumerate(sources, 1):
        part = part_of_source(number)
        if keys[source.name] != before.get(source.name):
            _write_source(writer, part, source)
        written.add(part)
        reported += [PartDiagnostic(part, diagnostic) for diagnostic in source.diagnostics]
    for number, source in enumerate(sources, 1):
        part = part_of_citations(number)
        rows = part_rows(source.mentions, source.links)
        if rows.facts or rows.links or not writer.is_new:
            writer.replace(part, rows, (Mention,))
    writer.finish()
    writer.write_source_state(_states(sources))
    writer.write_diagnostics(written, reported)
    writer.write_meta({**meta, KEYS: keys})
    writer.commit()


def _keys(database: sqlite3.Connection) -> dict[str, str]:
    """Return the keys of the sources of a merged snapshot."""
    found = database.execute("SELECT value FROM meta WHERE key = ?", (KEYS,)).fetchone()
    return dict(orjson.loads(found[0])) if found else {}


def _write_source(writer: Writer, part: int, source: MergedSource) -> None:
    naming, snapshot = Naming(source.name), source.snapshot
    rows = source_rows(snapshot, naming, source.resolved)
    writer.replace(part, rows, snapshot.fact_classes.values())
    texts = {naming.path(path): text for path, text in snapshot.rows("SELECT path, text FROM source_text")}
    if not writer.is_new:
        sql = "SELECT path FROM source_text_row WHERE path >= ? AND path < ?"
        before = writer.database.execute(sql, (f"{source.name}/", f"{source.name}0")).fetchall()
        for (path,) in before:
            if path not in texts:
                writer.remove_text(path)
    writer.write_texts(texts)
    write_relations(writer.database, snapshot, naming)


def _states(sources: Iterable[MergedSource]) -> list[tuple[str, str, str]]:
    """Return what the builds of all sources depended on."""
    return [
        (Naming(source.name).path(path), state, value)
        for source in sources
        for path, state, value in source.snapshot.rows(_STATE)
    ]
