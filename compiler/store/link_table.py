"""The links of a snapshot as tables: `link_row` holds numbers, `link_word` the words that they stand for, each once,
and the view `link` puts them together.

Refs are long and stand in many links: written out, with two indexes, they would be a third of a snapshot. Whoever reads
asks `link`; SQLite finds the words asked for and goes from there to the rows. `link_count` says how many links of each
kind there are: to count them takes longer than all else that the first question to a snapshot needs.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from compiler.store.batch_insert import Inserts
from compiler.store.part_rows import Row

LINK_SCHEMA = """
CREATE TABLE link_word (id INTEGER PRIMARY KEY, word TEXT);
CREATE TABLE link_row (source INTEGER, target INTEGER, kind INTEGER, dangling INTEGER,
  file INTEGER, start_line INTEGER, start_col INTEGER, end_line INTEGER, end_col INTEGER);
CREATE TABLE link_count (kind INTEGER PRIMARY KEY, many INTEGER);
CREATE VIEW link AS SELECT link_row.rowid AS rowid, source.word AS source, target.word AS target, kind.word AS kind,
  link_row.dangling AS dangling, file.word AS file, link_row.start_line AS start_line, link_row.start_col AS start_col,
  link_row.end_line AS end_line, link_row.end_col AS end_col
  FROM link_row
  LEFT JOIN link_word AS source ON source.id = link_row.source
  LEFT JOIN link_word AS target ON target.id = link_row.target
  LEFT JOIN link_word AS kind ON kind.id = link_row.kind LEFT JOIN link_word AS file ON file.id = link_row.file;
"""
LINK_INDEXES = """
CREATE UNIQUE INDEX link_word_word ON link_word (word);
CREATE INDEX link_source ON link_row (source);
CREATE INDEX link_target ON link_row (target);
CREATE INDEX link_dangling ON link_row (dangling) WHERE dangling;
"""
_COLUMNS = "rowid, source, target, kind, file, start_line, start_col, end_line, end_col"
_INSERT, _ROW = f"INSERT INTO link_row ({_COLUMNS}, dangling)", "(?, ?, ?, ?, ?, ?, ?, ?, ?, 0)"
_LINK_ROW = f"{_INSERT} VALUES {_ROW}"
_KIND = 3  # its place in such a row
_COUNT = """
INSERT INTO link_count (kind, many) VALUES (?, ?) ON CONFLICT (kind) DO UPDATE SET many = many + excluded.many
"""
_NEW_WORD = "INSERT INTO link_word (id, word)"


class Words(dict[str, int]):
    """The numbers of words. One that is met first gets the next number; `write` writes those down, `flush` the last."""

    def __init__(self, database: sqlite3.Connection) -> None:
        super().__init__()
        self._database = database
        self._inserts = Inserts(database, _NEW_WORD, "(?, ?)")
        self._new: list[tuple[int, str]] = []

    def __missing__(self, word: str) -> int:
        number = self[word] = len(self) + 1
        self._new.append((number, word))
        return number

    def numbered(self, links: Iterable[Row], words: Iterable[str]) -> list[Row]:
        """The links of a part (`PartRows`) as rows, with numbers for source, target, kind and file."""
        numbers = [self[word] for word in words]
        return [
            (row, numbers[source], numbers[target], numbers[kind], numbers[file], line, column, end_line, end_column)
            for row, source, target, kind, file, line, column, end_line, end_column in links
        ]

    def write(self) -> None:
        """Writes the words that are new, or lets them wait for others."""
        self._inserts.add(self._new)
        self._new.clear()

    def flush(self) -> None:
        """Writes all that are new."""
        self.write()
        self._inserts.flush()


class WrittenWords(Words):
    """The numbers of words in a database that has some already, and their index."""

    def load(self, rows: range) -> None:
        """Looks up the words of the links in some rows at once: most of the next ones to be numbered are among them."""
        within = "FROM link_row WHERE rowid BETWEEN :first AND :last"
        numbers = " UNION ".join(f"SELECT {one} {within}" for one in ("source", "target", "kind", "file"))
        sql = f"SELECT word, id FROM link_word WHERE id IN ({numbers})"
        self.update(self._database.execute(sql, {"first": rows.start, "last": rows.stop - 1}))

    def __missing__(self, word: str) -> int:
        found = self._database.execute("SELECT id FROM link_word WHERE word = ?", (word,)).fetchone()
        if found is None:
            found = self._database.execute("SELECT coalesce(max(id), 0) + 1 FROM link_word").fetchone()
            self._database.execute(f"{_NEW_WORD} VALUES (?, ?)", (*found, word))
        self[word] = number = found[0]
        return int(number)


def link_inserts(database: sqlite3.Connection) -> Inserts:
    """What writes many numbered links, none of them dangling yet."""
    return Inserts(database, _INSERT, _ROW)


def kinds_of(links: Iterable[Row]) -> Iterator[int]:
    """The numbers of the kinds of numbered links."""
    return (row[_KIND] for row in links)


def count_links(database: sqlite3.Connection, by_kind: Mapping[int, int]) -> None:
    """Adds to the numbers of links of each kind."""
    database.executemany(_COUNT, by_kind.items())


def write_links(database: sqlite3.Connection, links: Sequence[Row]) -> None:
    """Writes numbered links, none of them dangling yet."""
    database.executemany(_LINK_ROW, links)
    count_links(database, Counter(kinds_of(links)))


def delete_links(database: sqlite3.Connection, links: Sequence[Row]) -> None:
    """Takes numbered links out again."""
    database.executemany("DELETE FROM link_row WHERE rowid = ?", [(row[0],) for row in links])
    count_links(database, {kind: -many for kind, many in Counter(kinds_of(links)).items()})
    database.execute("DELETE FROM link_count WHERE many = 0")


def mark_dangling(database: sqlite3.Connection, rows: Iterable[int]) -> None:
    database.executemany("UPDATE link_row SET dangling = 1 WHERE rowid = ?", [(row,) for row in rows])


def link_rows(database: sqlite3.Connection, rows: range) -> list[Row]:
    """The numbered links that stand in these rows."""
    sql = f"SELECT {_COLUMNS} FROM link_row WHERE rowid BETWEEN ? AND ? ORDER BY rowid"
    return database.execute(sql, (rows.start, rows.stop - 1)).fetchall()


def mark_dangling_targets(database: sqlite3.Connection, targets: Iterable[int]) -> None:
    """Marks the links to these words; the indexes must be there."""
    database.executemany("UPDATE link_row SET dangling = 1 WHERE target = ?", [(target,) for target in targets])


def set_dangling(database: sqlite3.Connection, links: Iterable[tuple[bool, str]]) -> None:
    """Says of each target whether the links to it dangle."""
    one = "UPDATE link_row SET dangling = ? WHERE target = (SELECT id FROM link_word WHERE word = ?)"
    database.executemany(one, links)
