"""The links of a snapshot as tables: `link_row` holds numbers, `link_string` each string that they stand for once
(`compiler.store.shared_strings`), and the view `link_full` joins them.

Refs are long and stand in many links: written out, with two indexes, they would be a third of a snapshot. Readers query
`link_full`; SQLite finds the strings and goes from there to the rows. `more_lines` is how many lines a link goes on
below its first: most often 0, which takes no byte. `link_count` holds how many links there are of each kind: counting
them would take longer than all else that the first question to a snapshot needs.
"""

import sqlite3
from array import array
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Set
from typing import NamedTuple

import orjson

from compiler.model.facts import Link
from compiler.model.spans import Span
from compiler.store.part_rows import LinkChunk, Row, row_changes
from compiler.store.replaced_rows import only_there
from compiler.store.row_ranges import rows_of
from compiler.store.schema import statements
from compiler.store.shared_strings import SharedStrings

LINK_SCHEMA = """
CREATE TABLE link_row (source INTEGER, target INTEGER, kind INTEGER, dangling INTEGER,
  file INTEGER, start_line INTEGER, start_col INTEGER, more_lines INTEGER, end_col INTEGER);
CREATE TABLE link_count (kind INTEGER PRIMARY KEY, count INTEGER);
CREATE VIEW link_full AS SELECT link_row.rowid AS rowid,
  source.string AS source, target.string AS target, kind.string AS kind, link_row.dangling AS dangling,
  file.string AS file, link_row.start_line AS start_line, link_row.start_col AS start_col,
  link_row.start_line + link_row.more_lines AS end_line, link_row.end_col AS end_col
  FROM link_row
  LEFT JOIN link_string AS source ON source.id = link_row.source
  LEFT JOIN link_string AS target ON target.id = link_row.target
  LEFT JOIN link_string AS kind ON kind.id = link_row.kind LEFT JOIN link_string AS file ON file.id = link_row.file;
"""
LINK_INDEXES = """
CREATE INDEX link_source ON link_row (source);
CREATE INDEX link_target ON link_row (target);
CREATE INDEX link_dangling ON link_row (dangling) WHERE dangling;
"""
_COLUMNS = "rowid, source, target, kind, file, start_line, start_col, more_lines, end_col"
_INSERT = f"INSERT INTO link_row ({_COLUMNS}, dangling) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)"
_KIND = 3  # its place in such a row
_COUNT = """
INSERT INTO link_count (kind, count) VALUES (?, ?) ON CONFLICT (kind) DO UPDATE SET count = count + excluded.count
"""
_ALL_DANGLING = """
UPDATE link_row SET dangling = 1 WHERE target IN (SELECT id FROM link_string WHERE object IS NULL)
"""
_PAIRS = """
WITH ends (id) AS (SELECT value FROM json_each(:ends))
SELECT file.string, link_row.start_line, source.string, target.string FROM link_row
  JOIN link_string AS file ON file.id = link_row.file
  JOIN link_string AS source ON source.id = link_row.source
  JOIN link_string AS target ON target.id = link_row.target
  WHERE (link_row.target IN ends OR link_row.source IN ends) AND link_row.kind IS NOT :kind
  ORDER BY link_row.rowid
"""
_LINKS = (
    f"SELECT source, target, kind, {', '.join(Span._fields)} FROM link_full WHERE rowid BETWEEN ? AND ? ORDER BY rowid"
)


class LinkPlace(NamedTuple):
    """What a link joins, and where that is stated."""

    file: str
    line: int
    source: str
    target: str


class LinkTable:
    """Writes the links of parts into new tables (`add`), or replaces those of a part (`replace`); then `finish`."""

    def __init__(
        self, database: sqlite3.Connection, strings: SharedStrings, *, is_new: bool, makes_indexes: bool
    ) -> None:
        self._database = database
        self._is_new = is_new
        self._makes_indexes = makes_indexes
        self._strings = strings
        self._changed_files: set[int] = set()  # in which replaced links stand
        self._replaced: tuple[list[Row], list[Row]] = [], []  # those that went, and those in their place
        self._counts: Counter[int] = Counter()  # of links by kind: how many more there are than before

    def add(self, links: Iterable[LinkChunk], first: int) -> None:
        """Add the links of a part (`PartRows`) from the row `first` on, none of them dangling yet."""
        numbers = array("q")  # of the strings of all chunks
        for rows, strings in links:
            numbered = self._numbered(rows, strings, numbers, first)
            self._database.executemany(_INSERT, numbered)
            self._counts.update(row[_KIND] for row in numbered)
            self._strings.flush_if_many()
        self._strings.flush()

    def replace(self, part: int, links: Iterable[LinkChunk], has: Callable[[str], bool]) -> None:
        """Replace the links of a part. Of the new ones those dangle whose target is no object (`has`); those that stay
        are not looked at."""
        rows = rows_of(part)
        self._load(rows)
        sql = f"SELECT {_COLUMNS} FROM link_row WHERE rowid BETWEEN ? AND ? ORDER BY rowid"
        before = self._database.execute(sql, (rows.start, rows.stop - 1)).fetchall()
        numbers, strings, after = array("q"), list[str](), list[Row]()
        targets: list[int] = []  # indexes into the strings
        for linked, met in links:
            after += self._numbered(linked, met, numbers, rows.start)
            strings += met
            targets += [row[2] for row in linked]
        old, new = row_changes(before, after)
        changed = {_stated(row) for row in old} ^ {_stated(row) for row in new}
        self._changed_files.update(file for _, _, file, _ in changed)
        self._replaced[0].extend(old)
        self._replaced[1].extend(new)
        self._database.executemany("DELETE FROM link_row WHERE rowid = ?", [(row[0],) for row in old])
        self._database.executemany(_INSERT, new)
        self._counts.update(row[_KIND] for row in new)
        self._counts.subtract(row[_KIND] for row in old)
        dangling = [(row[0],) for row in new if not has(strings[targets[row[0] - rows.start]])]
        self._database.executemany("UPDATE link_row SET dangling = 1 WHERE rowid = ?", dangling)

    def replaced(self) -> tuple[list[int], list[int]]:
        """Return the rows of the links that went, and of those that came. One that only got another number did neither,
        nor one that only dangles now, or no longer."""
        old, new = self._replaced
        return only_there(old, new), only_there(new, old)

    def changed_files(self) -> list[str]:
        """Return the files in which links came or went, by what they join and their lines."""
        self._strings.flush()
        listed = orjson.dumps(sorted(self._changed_files)).decode()
        sql = "SELECT string FROM link_string WHERE id IN (SELECT value FROM json_each(?))"
        return [file for (file,) in self._database.execute(sql, (listed,))]

    def links(self, part: int) -> list[Link]:
        """Return the links of a part."""
        rows = rows_of(part)
        found = self._database.execute(_LINKS, (rows.start, rows.stop - 1))
        return [Link(source, target, kind, Span(*span)) for source, target, kind, *span in found]

    def touching(self, refs: Collection[str], except_kind: str) -> list[LinkPlace]:
        """Return the links that have one of the refs at an end, but those of one kind."""
        self._strings.flush()
        known = self._strings.known({*refs, except_kind})
        kind = known.pop(except_kind, None)
        found = self._database.execute(_PAIRS, {"kind": kind, "ends": orjson.dumps(list(known.values())).decode()})
        return [LinkPlace(*row) for row in found]

    def finish(self, refs: Set[str], has: Callable[[str], bool]) -> None:
        """Write what waits, and which links dangle. `refs` are those of the objects that came or went, by `has`, in
        copied tables."""
        self._strings.flush()
        self._database.executemany(_COUNT, self._counts.items())
        self._database.execute("DELETE FROM link_count WHERE count = 0")
        if self._makes_indexes:
            self._strings.finish_index()
            for statement in statements(LINK_INDEXES):
                self._database.execute(statement)
        if self._is_new:
            self._database.execute(_ALL_DANGLING)
        else:
            sql = "UPDATE link_row SET dangling = ? WHERE target = (SELECT id FROM link_string WHERE string = ?)"
            self._database.executemany(sql, [(not has(ref), ref) for ref in sorted(refs)])

    def _numbered(self, links: Iterable[Row], strings: Iterable[str], numbers: "array[int]", first: int) -> list[Row]:
        """Return a chunk of links (`PartRows`) with numbers for source, target, kind and file, from the row `first` on.
        Those of its `strings` are added to the numbers of the chunks before."""
        numbers.extend([self._strings[string] for string in strings])
        return [
            (first + row, numbers[source], numbers[target], numbers[kind], numbers[file], line, col, end - line, last)
            for row, source, target, kind, file, line, col, end, last in links
        ]

    def _load(self, rows: range) -> None:
        """Look up the strings of the links in some rows: the next links have most of them too."""
        within = "FROM link_row WHERE rowid BETWEEN :first AND :last"
        numbers = " UNION ".join(f"SELECT {column} {within}" for column in ("source", "target", "kind", "file"))
        self._strings.load(numbers, {"first": rows.start, "last": rows.stop - 1})


def _stated(row: Row) -> tuple[int, int, int, int]:
    """Return what a row of `link_row` joins, and where: source, target, file and line."""
    return row[1], row[2], row[4], row[5]
