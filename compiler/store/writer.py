"""Write a snapshot: facts, links and diagnostics into the tables of a SQLite database.

What is linked together is written together, as a numbered *part*: the rows of its facts and links stand in a range of
their own, `rows_of(part)`, in the order of the parts. `Writer` puts parts into an empty database, or replaces them in a
copy of the snapshot before. Both ways lead to the same rows.
"""

import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain, groupby
from typing import Any, NamedTuple

import orjson

from compiler.model.facts import Fact, Link, LinkKind, Object
from compiler.store.changed_facts import ChangedFacts
from compiler.store.diagnostic_table import PartDiagnostic, write_diagnostics
from compiler.store.empty_snapshot import copy_empty_snapshot
from compiler.store.fact_columns import columns, columns_of_files
from compiler.store.inserted_rows import insert_rows
from compiler.store.known_refs import KnownRefs
from compiler.store.link_table import LinkPlace, LinkTable
from compiler.store.object_tables import ObjectTables
from compiler.store.packed_texts import packed
from compiler.store.part_rows import LINKS, PartObjects, PartRows, Row, part_rows, row_changes
from compiler.store.replaced_rows import DatabaseName, ReplacedRows
from compiler.store.row_ranges import check_room, rows_of
from compiler.store.schema import table_of
from compiler.store.shared_strings import SharedStrings

CACHE_KIB = 16_384
SMALL_BYTES = 1_000_000  # of source: to keep indexes up to date takes less time than to create them at the end
SETTINGS = f"""
PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -{CACHE_KIB};
"""
_WRITE_TEXT = """
INSERT INTO source_text_row (path, text) VALUES (?, ?) ON CONFLICT (path) DO UPDATE SET text = excluded.text
"""
_WRITE_PART = """
INSERT INTO linked_part (number, language, name, key, as_of) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (number) DO UPDATE SET key = excluded.key, as_of = excluded.as_of
"""


class PartEntry(NamedTuple):
    """What the snapshot records of a part. `as_of` is the newest time at which something in it happened."""

    number: int
    language: str
    name: str
    key: str
    as_of: str | None


class Writer:
    """Writes one snapshot: `replace` part by part, in their order, `complete` class by class, `finish`, then the other
    tables (`write_…`), at last `commit`. All may raise sqlite3.Error."""

    def __init__(
        self,
        database: sqlite3.Connection,
        fact_classes: Sequence[type[Fact]],
        link_kinds: Iterable[LinkKind] = (),
        *,
        source_bytes: int = 0,
    ) -> None:
        """`database` is empty, or a copy of a snapshot in which parts that stay have the same numbers. The indexes of a
        source of few bytes are there from the beginning, those of others are made when their tables are filled."""
        self.database = database
        self.is_new = database.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)
        is_small = source_bytes <= SMALL_BYTES
        self._makes_indexes = self.is_new and not is_small
        self._incomplete = list(fact_classes)
        self._has_all_objects = False
        self._changes = ChangedFacts()
        self._new_refs = KnownRefs()  # of a new database
        database.executescript(SETTINGS)
        if self.is_new:
            copy_empty_snapshot(database, fact_classes, is_indexed=is_small, source_bytes=source_bytes)
        kinds = [kind.name for kind in link_kinds]
        self._strings = SharedStrings(database, is_new=self.is_new, has_index=not self._makes_indexes, first=kinds)
        self._objects = ObjectTables(database, self._strings, fact_classes)
        self._links = LinkTable(database, self._strings, is_new=self.is_new, makes_indexes=self._makes_indexes)
        self._tables = {fact_class.table: table_of(fact_class) for fact_class in fact_classes}
        self._filled = set[str]()  # tables of a new database that have rows
        self.begin()

    @property
    def changed_refs(self) -> set[str]:
        """The refs of objects that came or went."""
        return self._changes.refs

    def refs_before(self, before: int, begin: str) -> Collection[str]:
        """Return the refs that begin so of the objects whose facts stand before a row, of which all are written."""
        self._strings.flush()
        end = begin[:-1] + chr(ord(begin[-1]) + 1)  # so that the index of strings finds them
        sql = "SELECT string FROM link_string WHERE string >= ? AND string < ? AND +object IS NOT NULL AND fact_row < ?"
        found = self.database.execute(sql, (begin, end, before))
        return {ref for (ref,) in found}

    def replace(self, part: int, rows: PartRows, fact_classes: Iterable[type[Fact]]) -> None:
        """Put the facts and links of a part in the place of those that it had. It has facts of these classes only.
        Raises TooManyRowsError."""
        check_room(part, rows.most)
        for objects in rows.objects:
            objects.first_row = rows_of(part).start
        if self.is_new:
            self._add(part, rows)
            return
        sql = "SELECT name, digest FROM part_digest WHERE part = ?"
        before: dict[str, bytes] = dict(self.database.execute(sql, (part,)))
        after = dict(rows.digests)
        unchanged = {name for name, digest in after.items() if before.get(name) == digest}
        facts, listed = dict(rows.facts), _by_table(rows.objects)
        for fact_class in fact_classes:
            table = fact_class.table
            if table not in unchanged:
                after_rows = [*chain.from_iterable(facts.get(table, ()))]
                self._replace_facts(part, fact_class, after_rows, listed.get(table, ()))
        if LINKS not in unchanged:
            self._links.replace(part, rows.links, self.has)
        if before != after:
            self.database.execute("DELETE FROM part_digest WHERE part = ?", (part,))
            self._write_digests(part, rows)

    def _write_digests(self, part: int, rows: PartRows) -> None:
        insert_rows(self.database, "part_digest", [(part, *digest) for digest in rows.digests])

    def remove(self, part: int, fact_classes: Iterable[type[Fact]]) -> None:
        """Remove a part of a copied database that is no more. It has facts of these classes only."""
        self.replace(part, part_rows(()), fact_classes)
        self.database.execute("DELETE FROM linked_part WHERE number = ?", (part,))

    def complete(self, fact_classes: Iterable[type[Fact]]) -> None:
        """Say that no part to come has facts of these classes. So that this work is done while workers still link, the
        indexes of a new table are created now."""
        classes = [fact_class for fact_class in fact_classes if fact_class in self._incomplete]
        self._incomplete = [fact_class for fact_class in self._incomplete if fact_class not in classes]
        if not self.is_new:
            return
        self._strings.flush()
        for fact_class in classes:
            for statement in table_of(fact_class).create_indexes if self._makes_indexes else ():
                self.database.execute(statement)
        self._objects.complete(fact_class.table for fact_class in classes)

    def finish_objects(self) -> None:
        """Say that no part to come has objects: write those that wait, and their indexes."""
        if self.is_new and not self._has_all_objects:
            self._objects.finish(makes_indexes=self._makes_indexes)
        self._has_all_objects = True

    def finish(self) -> None:
        """Say that all parts are written: write what waits, the remaining indexes, and which links dangle."""
        self.complete(self._incomplete)
        self.finish_objects()
        self._links.finish(self.changed_refs, self.has)

    def columns(self, fact_class: type[Fact], names: Sequence[str], **where: Any) -> list[Row]:
        """Return some columns of the facts of a class that have the given values, as stored, in the order of facts."""
        return [*self.each(fact_class, names, **where)]

    def each(self, fact_class: type[Fact], names: Sequence[str], **where: Any) -> Iterable[Row]:
        """Give what `columns` returns, row by row."""
        return columns(self.database, fact_class, names, **where) if self._has_rows(fact_class) else ()

    def columns_in(self, fact_class: type[Fact], names: Sequence[str], files: Sequence[str] | None) -> Iterable[Row]:
        """Give some columns of the facts of a class in some files, or in all, in the order of facts."""
        if not self._has_rows(fact_class):
            return ()
        if files is None:
            return columns(self.database, fact_class, names)
        return columns_of_files(self.database, fact_class, names, files)

    def _has_rows(self, fact_class: type[Fact]) -> bool:
        """Whether the table of a class may have rows. Those that wait are written now. Most classes have none in most
        sources, and to prepare a statement takes longer than to read a few rows."""
        if not self.is_new:
            return True
        self._strings.flush()
        return fact_class.table in self._filled

    def links_touching(self, refs: Collection[str], except_kind: str) -> list[LinkPlace]:
        """Return the links that have one of the refs at an end, but those of one kind."""
        return self._links.touching(refs, except_kind)

    def changed_link_files(self) -> list[str]:
        """Return the files in which links were replaced by others. Of a copied database only."""
        return self._links.changed_files()

    def text(self, path: str) -> str:
        """Return the text of a file in a copied database; "" if there is none."""
        found = self.database.execute("SELECT text FROM source_text WHERE path = ?", (path,)).fetchone()
        return str(found[0]) if found else ""

    def has(self, ref: str) -> bool:
        """Whether there is an object of this ref."""
        if self.is_new:
            return ref in self._new_refs
        return self.database.execute("SELECT 1 FROM object_row WHERE ref = ?", (ref,)).fetchone() is not None

    def links(self, part: int) -> list[Link]:
        """Return the links of a part."""
        return self._links.links(part)

    @property
    def changes(self) -> ChangedFacts:
        """What came and went. Of a copied database only."""
        return self._changes

    def replaced(self, base: DatabaseName) -> ReplacedRows:
        """Return which rows were replaced in the copy of `base`."""
        links = (LINKS, *self._links.replaced())
        tables = [changed for changed in (*self._changes.replaced(), links) if changed[1] or changed[2]]
        return ReplacedRows(base, {name: gone for name, gone, _ in tables}, {name: new for name, _, new in tables})

    def write_diagnostics(self, parts: Collection[int], found: Iterable[PartDiagnostic]) -> None:
        """Put what was found in some parts in the place of what was found in them before, and sort all. Diagnostics
        that tie stay in the order of the parts, and of `found`."""
        write_diagnostics(self.database, parts, found)

    def write_texts(self, texts: Mapping[str, str]) -> None:
        """Write the texts of files, by path."""
        self.database.executemany(_WRITE_TEXT, ((path, packed(text)) for path, text in texts.items()))

    def remove_text(self, path: str) -> None:
        """Remove the text of a file that is no more."""
        self.database.execute("DELETE FROM source_text_row WHERE path = ?", (path,))

    def write_source_state(self, rows: Iterable[tuple[str, str, str]]) -> None:
        """Write what the source was when it was read: path, state and value (`compiler.pipeline.metadata`)."""
        self.database.execute("DELETE FROM source_state")
        insert_rows(self.database, "source_state", rows)

    def write_parts(self, parts: Iterable[PartEntry]) -> None:
        """Write what is recorded of parts."""
        self.database.executemany(_WRITE_PART, parts)

    def write_keys(self, keys: Iterable[tuple[str, int]]) -> None:
        """Write new keys of parts whose rows stay as they are, by number."""
        self.database.executemany("UPDATE linked_part SET key = ? WHERE number = ?", keys)

    def write_meta(self, meta: Mapping[str, Any]) -> None:
        """Write what the snapshot says of itself, JSON values by name."""
        self.database.execute("DELETE FROM meta")
        insert_rows(self.database, "meta", ((key, orjson.dumps(value).decode()) for key, value in meta.items()))

    def begin(self) -> None:
        """Begin a transaction: the first one, or a further one after `commit`."""
        self.database.execute("BEGIN")

    def commit(self) -> None:
        """End the transaction."""
        self.database.execute("COMMIT")
        self.database.execute("ANALYZE sqlite_schema")  # reads the statistics, and counts nothing

    def _add(self, part: int, rows: PartRows) -> None:
        """Add a part to a new database."""
        first = rows_of(part).start
        for table, chunks in rows.facts:
            for numbered in chunks:
                self._filled.add(table)
                described = self._tables[table]
                self.database.executemany(described.insert, described.stored_rows(numbered, self._strings, first))
                self._strings.flush_if_many()
        for table, listed in groupby(rows.objects, key=lambda part_objects: part_objects.table):
            self._objects.add(table, listed, self._new_refs.add)
        self._links.add(rows.links, first)
        self._write_digests(part, rows)

    def _replace_facts(
        self, part: int, fact_class: type[Fact], after: list[Row], objects: Sequence[PartObjects]
    ) -> None:
        first = rows_of(part).start
        placed = [(row[0] + first, *row[1:]) for row in after]
        self.change(fact_class, *row_changes(self.rows(part, fact_class), placed), objects)

    def rows(self, part: int, fact_class: type[Fact], files: Collection[str] | None = None) -> list[Row]:
        """Return the rows of the facts of a class in a part, in some files or in all. Of a copied database only."""
        table, rows = table_of(fact_class), rows_of(part)
        select = table.select.replace("SELECT", "SELECT rowid,", 1)
        within = "" if files is None else " AND file IN (SELECT value FROM json_each(?))"
        values = (rows.start, rows.stop - 1, *(() if files is None else (orjson.dumps([*files]).decode(),)))
        sql = f"{select} WHERE rowid BETWEEN ? AND ?{within} ORDER BY rowid"
        return self.database.execute(sql, values).fetchall()

    def change(self, fact_class: type[Fact], old: list[Row], new: list[Row], objects: Sequence[PartObjects]) -> None:
        """Put rows of facts of a class in the place of others. The objects among the new ones are in `objects`."""
        table = table_of(fact_class)
        if not old and not new:
            return
        if issubclass(fact_class, Object):
            self._objects.replace(fact_class.table, [row[0] for row in old], [row[0] for row in new], objects)
        self._changes.note(fact_class, old, new)
        self.database.executemany(f'DELETE FROM "{table.stored}" WHERE rowid = ?', [(row[0],) for row in old])
        stored = table.stored_rows(new, self._strings)
        self._strings.flush()
        self.database.executemany(table.insert, stored)


def _by_table(objects: Iterable[PartObjects]) -> dict[str, list[PartObjects]]:
    found: dict[str, list[PartObjects]] = {}
    for part_objects in objects:
        found.setdefault(part_objects.table, []).append(part_objects)
    return found
