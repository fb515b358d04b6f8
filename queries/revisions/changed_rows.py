"""The rows in which two snapshots may differ. All others need not be read for a difference.

Of a snapshot that was just built from the other one it is known which rows were replaced. Of two others:
A part (what was linked together) has a key. Parts with the same key have the same rows in all tables; a part without a
key may always differ. A part with many rows in a table also has a digest of these rows, so that of a part with another
key only the changed tables are read.
"""

from collections.abc import Collection, Iterator
from functools import cached_property
from typing import Any, NamedTuple

import orjson

from compiler.model.facts import Object, language_of, sql_table
from compiler.store.replaced_rows import Numbers
from compiler.store.schema import SPAN_COLUMNS, table_of
from compiler.store.snapshot import LINK_TABLE, Snapshot

LAST_ROW = 2**62  # above every rowid
Row = tuple[Any, ...]

_WITHIN = """
FROM json_each(?) AS range CROSS JOIN "{table}"
WHERE "{table}".rowid BETWEEN json_extract(range.value, '$[0]') AND json_extract(range.value, '$[1]')
"""
_LISTED = "rowid IN (SELECT value FROM json_each(?))"
_LINK = "SELECT source, target, kind, dangling, file, start_line, start_col"
_DANGLING = f"""
{_LINK} FROM link_full WHERE rowid IN (
  SELECT link_row.rowid FROM json_each(?) AS ref CROSS JOIN link_string ON string = ref.value
  CROSS JOIN link_row ON target = link_string.id WHERE +dangling)
"""
_SAME_LINK = """
SELECT 1 FROM link_full
WHERE source = ? AND target = ? AND kind = ? AND dangling = ? AND file = ? AND start_line = ? AND start_col = ?
"""


class ComparedSnapshot:
    """One of two snapshots that are compared. Rows that both have are skipped, unless `read_all`."""

    def __init__(self, snapshot: Snapshot, *, read_all: bool = False, rows: Numbers | None = None) -> None:
        """`rows` are all that the other one has not, if that is known."""
        self._snapshot = snapshot
        self.rows = rows
        self._parts = {} if read_all or rows is not None else snapshot.parts()
        self._runs_against: tuple[ComparedSnapshot, list[_Run]] | None = None

    @cached_property
    def _digests(self) -> dict[tuple[str, str, str], bytes]:
        return self._snapshot.part_digests()

    def facts(self, other: "ComparedSnapshot", fact_class: type[Object]) -> list[Row]:
        """Return the facts of a class that the other snapshot may not have: ref, file, line and all columns."""
        table, language = fact_class.table, language_of(fact_class)
        if self.rows is not None and table not in self.rows:
            return []
        if self._parts and language and not self._has_changes(other, language, table):
            return []
        stored = sql_table(table)
        columns = ", ".join(f'"{stored}"."{name}"' for name in (*table_of(fact_class).columns, *SPAN_COLUMNS))
        select = f"SELECT ref, file, start_line, {columns}"
        if self.rows is not None:
            sql = f'{select} FROM "{stored}" WHERE {_LISTED}'
            return self._snapshot.rows(sql, (orjson.dumps(self.rows[table]).decode(),))
        sql = f"{select} {_WITHIN.format(table=stored)}"
        return self._snapshot.rows(sql, (orjson.dumps([*self._changed_ranges(other, table)]).decode(),))

    def _has_changes(self, other: "ComparedSnapshot", language: str, table: str) -> bool:
        """Whether a part of a language may have rows of a table that the other snapshot does not have."""
        changed = (name for run in self._runs(other) for name in run.changed if name[0] == language)
        return any(not self.is_unchanged(other, name, table) for name in changed)

    def links(self, other: "ComparedSnapshot", refs: Collection[str]) -> set[Row]:
        """Return the links that the other snapshot may not have: ends, kind, whether they dangle, file, line, column.
        `refs` are all that only one of both has an object of: also a link in an unchanged part dangles in one of them
        if it leads to such a ref, and the dangling one is among them."""
        found = self._snapshot.rows(_DANGLING, (orjson.dumps([*refs]).decode(),)) if refs else []
        if self.rows is not None:
            listed = orjson.dumps(self.rows.get(LINK_TABLE, [])).decode()
            return {*found, *self._snapshot.rows(f"{_LINK} FROM link_full WHERE {_LISTED}", (listed,))}
        for range_ in self._changed_ranges(other, LINK_TABLE):
            found += self._snapshot.rows(f"{_LINK} FROM link_full WHERE rowid BETWEEN ? AND ?", range_)
        return {*found}

    def has(self, link: Row) -> bool:
        """Whether the snapshot has exactly this link: same ends, kind, dangling, file, line and column."""
        return bool(self._snapshot.rows(_SAME_LINK, link))

    def _changed_ranges(self, other: "ComparedSnapshot", table: str) -> Iterator[tuple[int, int]]:
        """Yield the first and last row of each range that may differ. Rows outside of parts may always differ."""
        start = 0
        for run in self._runs(other):
            if all(self.is_unchanged(other, name, table) for name in run.changed):
                if start < run.start:
                    yield start, run.start - 1
                start = run.stop
        yield start, LAST_ROW

    def _runs(self, other: "ComparedSnapshot") -> list["_Run"]:
        """All parts in order: neighbours with the keys that they have in the other snapshot as one run, any other part
        by itself. Between two parts there are no rows."""
        if self._runs_against is None or self._runs_against[0] is not other:
            self._runs_against = other, [*self._new_runs(other)]
        return self._runs_against[1]

    def _new_runs(self, other: "ComparedSnapshot") -> Iterator["_Run"]:
        kept = self._kept(other)
        run: _Run | None = None  # of parts that are kept
        parts = [rows for _, rows in self._parts.values()]
        stops = [*(rows.start for rows in parts[1:]), *(rows.stop for rows in parts[-1:])]
        for name, rows, stop in zip(self._parts, parts, stops, strict=True):
            if name in kept:
                run = _Run(run.start if run else rows.start, stop)
                continue
            if run:
                yield run
                run = None
            yield _Run(rows.start, stop, (name,))
        if run:
            yield run

    def _kept(self, other: "ComparedSnapshot") -> set[tuple[str, str]]:
        """The parts with the key that they have in the other snapshot."""
        keys = {name: key for name, (key, _) in other._parts.items()}
        return {name for name, (key, _) in self._parts.items() if key and keys.get(name) == key}

    def is_unchanged(self, other: "ComparedSnapshot", name: tuple[str, str], table: str) -> bool:
        """Whether a part has the same rows of a table in both snapshots."""
        if self._has_same_key(other, name):
            return True
        digest = (*name, table)
        return name in other._parts and digest in self._digests and self._digests[digest] == other._digests.get(digest)

    def _has_same_key(self, other: "ComparedSnapshot", name: tuple[str, str]) -> bool:
        key, _ = self._parts[name]
        return key != "" and name in other._parts and key == other._parts[name][0]


class _Run(NamedTuple):
    """Parts that stand beside each other: their rows, and the part that has another key, if it is one."""

    start: int
    stop: int
    changed: tuple[tuple[str, str], ...] = ()
