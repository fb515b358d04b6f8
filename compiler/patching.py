"""A snapshot made of the one before: where little has changed, only the parts that did are linked and written again.

In a copy of the database of the previous snapshot of the same source the rows of the changed parts are replaced, and
what is global (which links dangle, the numbers of objects) is put right. The result holds what a whole compilation
would, row by row.
"""

import sqlite3
from collections.abc import Sequence
from typing import Any, TypeVar, cast

from compiler.facts import Fact, Link, Object
from compiler.freezing import OBJECT_COLUMNS, SETTINGS, renumber_objects, write_objects
from compiler.language import Linked
from compiler.link_table import WrittenWords, delete_links, link_rows, mark_dangling, set_dangling, write_links
from compiler.rows import Row, by_class, fact_rows, object_rows, rows_of
from compiler.schema import table_of

F = TypeVar("F", bound=Fact)
Rows = list[Row]


class Patch:
    """Replaces parts in the copy of a database: `replace` part by part, in their order, then `finish`."""

    def __init__(self, database: sqlite3.Connection, fact_classes: Sequence[type[Fact]]) -> None:
        self.database = database
        self._fact_classes = fact_classes
        self._old_refs: set[str] = set()  # of the objects that were replaced, and of those in their place
        self._new_refs: set[str] = set()
        self._has_gaps = False
        self._words = WrittenWords(database)
        database.executescript(SETTINGS)
        database.execute("BEGIN")

    @property
    def refs_changed(self) -> bool:
        """Whether there are objects that there were not, or the other way round."""
        return self._old_refs != self._new_refs

    def refs(self, part: int) -> set[str]:
        """The refs of the objects in the parts before one."""
        found = self.database.execute("SELECT ref FROM object WHERE fact_row < ?", (rows_of(part).start,))
        return {ref for (ref,) in found}

    def replace(self, part: int, linked: Linked) -> None:
        """Puts the facts and links of a part in the place of those that it had."""
        members = by_class(linked.facts)
        for fact_class in self._fact_classes:
            self._replace_facts(part, fact_class, members.get(fact_class, []))
        self._replace_links(part, linked.links)

    def finish(self) -> None:
        """Puts right which links dangle, and the numbers of objects."""
        set_dangling(self.database, [(not self.has(ref), ref) for ref in sorted(self._old_refs ^ self._new_refs)])
        if self._has_gaps:
            renumber_objects(self.database, self._fact_classes)

    def facts(self, fact_class: type[F], **where: Any) -> list[F]:
        """The facts of a class with given values."""
        table = table_of(fact_class)
        condition = "".join(f' AND "{name}" = ?' for name in where)
        found = self.database.execute(f"{table.select} WHERE true{condition} ORDER BY rowid", tuple(where.values()))
        return [table.fact(row) for row in found]

    def has(self, ref: str) -> bool:
        """Whether there is an object of this ref."""
        return self.database.execute("SELECT 1 FROM object WHERE ref = ?", (ref,)).fetchone() is not None

    def _replace_links(self, part: int, links: Sequence[Link]) -> None:
        """Those that stay are not looked at: `finish` puts right which of them dangle."""
        rows = rows_of(part)
        self._words.load(rows)
        before = link_rows(self.database, rows)
        after = self._words.numbered(rows, [(*one[:3], *one.span) for one in links])
        old, new = _different(before, after)
        delete_links(self.database, old)
        write_links(self.database, new)
        mark_dangling(self.database, [row[0] for row in new if not self.has(links[row[0] - rows.start].target)])

    def _replace_facts(self, part: int, fact_class: type[Fact], facts: Sequence[Fact]) -> None:
        table, rows = table_of(fact_class), rows_of(part)
        select = table.select.replace("SELECT", "SELECT rowid,", 1)
        within = f"{select} WHERE rowid BETWEEN ? AND ? ORDER BY rowid"
        before = self.database.execute(within, (rows.start, rows.stop - 1)).fetchall()
        after = fact_rows(part, fact_class, facts)
        if not before and not after:
            return
        old, new = _different(before, after)
        if not old and not new:
            return
        if issubclass(fact_class, Object):
            at = table.columns.index("ref") + 1
            refs = [row[at] for row in before]
            self._replace_objects(refs, object_rows(part, cast(Sequence[Object], facts)))
        self.database.executemany(f'DELETE FROM "{table.name}" WHERE rowid = ?', [(row[0],) for row in old])
        self.database.executemany(table.insert, new)

    def _replace_objects(self, refs: list[str], objects: Rows) -> None:
        """Replaces the objects of one class and part. They keep their numbers while there are as many as before; else
        they are put behind all others, until all are numbered anew."""
        self._old_refs.update(refs)
        self._new_refs.update(one[0] for one in objects)
        before = self._objects(refs)
        if len(before) == len(objects):
            first = before[0][0]
        else:
            first = self.database.execute("SELECT max(rowid) + 1 FROM object").fetchone()[0]
            self._has_gaps = True
        after = list(enumerate(objects, first))
        old, new = _different(before, [(row, *one) for row, one in after])
        for name in ("object", "search"):
            self.database.executemany(f"DELETE FROM {name} WHERE rowid = ?", [(row[0],) for row in old])
        changed = {row[0] for row in new}
        write_objects(self.database, [one for one in after if one[0] in changed])

    def _objects(self, refs: list[str]) -> Rows:
        """The objects of these refs as they stand in the tables of all objects, numbers first."""
        if not refs:
            return []
        (first,) = self.database.execute("SELECT rowid FROM object WHERE ref = ?", (refs[0],)).fetchone()
        columns = f"object.rowid, {', '.join(f'object.{name}' for name in OBJECT_COLUMNS.split(', '))}"
        sql = f"SELECT {columns}, search.body, search.context FROM object JOIN search ON search.rowid = object.rowid"
        last = first + len(refs) - 1
        return self.database.execute(
            f"{sql} WHERE object.rowid BETWEEN ? AND ? ORDER BY object.rowid", (first, last)
        ).fetchall()


def _different(before: Rows, after: Rows) -> tuple[Rows, Rows]:
    """The rows that are not the same before and after, numbers included."""
    if before == after:
        return [], []
    if [row[0] for row in before] == [row[0] for row in after]:
        changed = [pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]]
        return [old for old, _ in changed], [new for _, new in changed]
    old, new = set(before), set(after)
    return [row for row in before if row not in new], [row for row in after if row not in old]
