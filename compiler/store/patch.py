"""A snapshot made of the one before: where little has changed, only the parts that did are linked and written again.

In a copy of the database of the previous snapshot of the same source the rows of the changed parts are replaced, and
what is global (which links dangle) is put right. The result holds what a whole compilation would, row by row.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

import orjson

from compiler.model.facts import Fact, Link, Object
from compiler.model.spans import Span
from compiler.store.link_table import WrittenWords, delete_links, link_rows, mark_dangling, set_dangling, write_links
from compiler.store.object_tables import OBJECT_COLUMNS, write_objects
from compiler.store.part_rows import LINKS, PartObjects, PartRows, Row, object_number, rows_of
from compiler.store.schema import SPAN_COLUMNS, table_of
from compiler.store.writer import SETTINGS, columns, write_digests

Rows = list[Row]

_LINKS = f"SELECT source, target, kind, {', '.join(Span._fields)} FROM link"


class Patch:
    """Replaces parts in the copy of a database: `replace` part by part, in their order, then `finish`."""

    def __init__(self, database: sqlite3.Connection, fact_classes: Sequence[type[Fact]]) -> None:
        self.database = database
        self._fact_classes = fact_classes
        self._old_refs: set[str] = set()  # of the objects that were replaced, and of those in their place
        self._new_refs: set[str] = set()
        self._changed: dict[
            type[Fact], tuple[Rows, Rows]
        ] = {}  # the facts that were replaced, and those in their place
        self._words = WrittenWords(database)
        database.executescript(SETTINGS)
        database.execute("BEGIN")

    @property
    def other_refs(self) -> set[str]:
        """The refs of objects that there were not, or are no more."""
        return self._old_refs ^ self._new_refs

    def refs(self, part: int) -> set[str]:
        """The refs of the objects in the parts before one."""
        found = self.database.execute("SELECT ref FROM object WHERE fact_row < ?", (rows_of(part).start,))
        return {ref for (ref,) in found}

    def replace(self, part: int, made: PartRows, fact_classes: Iterable[type[Fact]]) -> None:
        """Puts the facts and links of a part in the place of those that it had; it can have facts of these classes."""
        facts, objects = dict(made.facts), {one.table: one for one in made.objects}
        digests = _Digests(self.database, part, made.digests)
        for fact_class in fact_classes:
            table = fact_class.table
            if not digests.agree(table):
                self._replace_facts(part, fact_class, facts.get(table, []), objects.get(table))
        if not digests.agree(LINKS):
            self._replace_links(part, made.links, made.words)
        digests.write()

    def finish(self) -> None:
        """Puts right which links dangle."""
        set_dangling(self.database, [(not self.has(ref), ref) for ref in sorted(self.other_refs)])

    def columns(self, fact_class: type[Fact], names: Sequence[str], **where: Any) -> list[Row]:
        """Some columns of the facts of a class with given values."""
        return columns(self.database, fact_class, names, **where)

    def changed(self, fact_class: type[Fact], names: Sequence[str]) -> tuple[list[Row], list[Row]]:
        """Some columns of the facts of a class that were replaced, and of those in their place."""
        listed = (*table_of(fact_class).columns, *SPAN_COLUMNS)
        at = [listed.index(name) + 1 for name in names]
        old, new = self._changed.get(fact_class, ([], []))
        return [tuple(row[one] for one in at) for row in old], [tuple(row[one] for one in at) for row in new]

    def links(self, part: int) -> list[Link]:
        """The links of a part."""
        rows = rows_of(part)
        found = self.database.execute(
            f"{_LINKS} WHERE rowid BETWEEN ? AND ? ORDER BY rowid", (rows.start, rows.stop - 1)
        )
        return [Link(source, target, kind, Span(*span)) for source, target, kind, *span in found]

    def has(self, ref: str) -> bool:
        """Whether there is an object of this ref."""
        return self.database.execute("SELECT 1 FROM object WHERE ref = ?", (ref,)).fetchone() is not None

    def _replace_links(self, part: int, links: Rows, words: Sequence[str]) -> None:
        """Those that stay are not looked at: `finish` puts right which of them dangle."""
        rows = rows_of(part)
        self._words.load(rows)
        before = link_rows(self.database, rows)
        after = self._words.numbered(links, words)
        old, new = _different(before, after)
        delete_links(self.database, old)
        write_links(self.database, new)
        mark_dangling(self.database, [row[0] for row in new if not self.has(words[links[row[0] - rows.start][2]])])

    def _replace_facts(self, part: int, fact_class: type[Fact], after: Rows, objects: PartObjects | None) -> None:
        table, rows = table_of(fact_class), rows_of(part)
        select = table.select.replace("SELECT", "SELECT rowid,", 1)
        within = f"{select} WHERE rowid BETWEEN ? AND ? ORDER BY rowid"
        before = self.database.execute(within, (rows.start, rows.stop - 1)).fetchall()
        if not before and not after:
            return
        old, new = _different(before, after)
        if not old and not new:
            return
        if issubclass(fact_class, Object):
            self._replace_objects(fact_class, old, new, objects)
        all_old, all_new = self._changed.setdefault(fact_class, ([], []))
        all_old += old
        all_new += new
        self.database.executemany(f'DELETE FROM "{table.name}" WHERE rowid = ?', [(row[0],) for row in old])
        self.database.executemany(table.insert, new)

    def _replace_objects(self, fact_class: type[Object], old: Rows, new: Rows, objects: PartObjects | None) -> None:
        """Replaces the objects of one class and part whose facts are others."""
        at = table_of(fact_class).columns.index("ref") + 1
        place = self._fact_classes.index(fact_class)
        changed = [row[0] for row in new]
        numbers = [object_number(place, row) for row in changed]
        written = objects.of(changed) if objects else []
        self._old_refs.update(row[at] for row in old)
        self._new_refs.update(row[at] for row in new)
        before = self._objects([object_number(place, row[0]) for row in old])
        after = list(zip(numbers, written, strict=True))
        kept = {number for number, row in after if before.get(number) == row}
        gone = [(number,) for number in before if number not in kept]
        for name in ("object", "search"):
            self.database.executemany(f"DELETE FROM {name} WHERE rowid = ?", gone)
        write_objects(self.database, [one for one in after if one[0] not in kept])

    def _objects(self, numbers: Sequence[int]) -> dict[int, Row]:
        """The objects of these numbers as they stand in the tables of all objects."""
        columns = f"object.rowid, {', '.join(f'object.{name}' for name in OBJECT_COLUMNS.split(', '))}"
        sql = f"SELECT {columns}, search.body, search.context FROM object JOIN search ON search.rowid = object.rowid"
        within = "WHERE object.rowid IN (SELECT value FROM json_each(?))"
        found = self.database.execute(f"{sql} {within}", (orjson.dumps(numbers).decode(),))
        return {row[0]: row[1:] for row in found}


class _Digests:
    """What names the rows that a part has in the tables where they are many, before and after."""

    def __init__(self, database: sqlite3.Connection, part: int, after: Iterable[tuple[int, str, bytes]]) -> None:
        self._database, self._part = database, part
        sql = "SELECT name, digest FROM part_digest WHERE part = ?"
        self._before: dict[str, bytes] = dict(database.execute(sql, (part,)))
        self._after = {name: digest for _, name, digest in after}

    def agree(self, name: str) -> bool:
        """Whether the part has the same rows in a table as before. False where there is no digest to tell."""
        return name in self._after and self._before.get(name) == self._after[name]

    def write(self) -> None:
        """Puts the new digests in the place of the old ones."""
        if self._after != self._before:
            self._database.execute("DELETE FROM part_digest WHERE part = ?", (self._part,))
            write_digests(self._database, [(self._part, name, digest) for name, digest in self._after.items()])


def _different(before: Rows, after: Rows) -> tuple[Rows, Rows]:
    """The rows that are not the same before and after, numbers included."""
    if before == after:
        return [], []
    if [row[0] for row in before] == [row[0] for row in after]:
        changed = [pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]]
        return [old for old, _ in changed], [new for _, new in changed]
    old, new = set(before), set(after)
    return [row for row in before if row not in new], [row for row in after if row not in old]
