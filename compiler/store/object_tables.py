"""All objects, whatever their language: in the view `object_row` and the full-text index `search_index`.

Their rows stand class by class, and in a class in the order of the parts: the number of an object is that of its class
before that of its fact. Search relies on that order.

The full-text index holds no texts of its own: it reads them from the view `search_index_text`. Ids and titles are those
of the objects (`compiler.store.shared_strings`), and most other texts stand in columns of facts
(`compiler.store.searched_texts`); `search_index_body` has the rest.
"""

import marshal
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain

import orjson

from compiler.disk.spill_file import Read, SpillFile
from compiler.model.facts import Fact
from compiler.store.part_rows import PartObjects, Row
from compiler.store.row_chunks import stored
from compiler.store.row_ranges import object_number
from compiler.store.schema import statements
from compiler.store.searched_texts import NO_OWN, OWN_BODY, OWN_CONTEXT, stated_sql
from compiler.store.shared_strings import OBJECT_INDEXES, ObjectValues, SharedStrings

MAX_WAITING_BYTES = 32_000_000  # of objects that wait for their class to be complete
OBJECT_COLUMNS = "ref, kind, id, title, file, start_line, end_line, fact_table, fact_row"
# FTS5 writes its index out whenever it holds so many bytes in memory. Fewer and larger pieces need less merging, and
# a question has to look at fewer.
SEARCH_BUFFER_BYTES = 8_000_000
_INSERT_BODY = "INSERT INTO search_index_body (rowid, body, context) VALUES (?, ?, ?)"
_INSERT_SEARCH = "INSERT INTO search_index (rowid, id, title, body, context) VALUES (?, ?, ?, ?, ?)"
# Body, context and `own_texts` of the objects `o`.
SEARCHED = f"""
texts.body, texts.context, (own.body IS NOT NULL) * {OWN_BODY} + (own.context IS NOT NULL) * {OWN_CONTEXT}
FROM object_row AS o JOIN search_index_text AS texts ON texts.rowid = o.rowid
LEFT JOIN search_index_body AS own ON own.rowid = o.rowid
"""


def search_schema(fact_classes: Sequence[type[Fact]]) -> str:
    """Return the statements that create the full-text index and the view of its texts, for a snapshot of these
    classes."""
    body = stated_sql(fact_classes, lambda stated: stated.body)
    context = stated_sql(fact_classes, lambda stated: stated.context)
    return f"""
CREATE TABLE search_index_body (body TEXT, context TEXT);
CREATE VIEW search_index_text AS SELECT o.object AS rowid, o.own_id AS id, ifnull(o.title, o.own_id) AS title,
  coalesce(texts.body, {body}, '') AS body, coalesce(texts.context, {context}, '') AS context
  FROM link_string AS o LEFT JOIN search_index_body AS texts ON texts.rowid = o.object WHERE o.object IS NOT NULL;
CREATE VIRTUAL TABLE search_index USING fts5(id, title, body, context, content = "search_index_text",
  tokenize = "porter unicode61");
"""


def create_object_tables(database: sqlite3.Connection, fact_classes: Sequence[type[Fact]]) -> None:
    """Create the full-text index in a new database that has its objects already."""
    for statement in statements(search_schema(fact_classes)):
        database.execute(statement)
    database.execute("INSERT INTO search_index (search_index, rank) VALUES ('hashsize', ?)", (SEARCH_BUFFER_BYTES,))


class ObjectTables:
    """Writes objects: `add` and `complete` into a new database, `replace` changes some of them."""

    def __init__(
        self, database: sqlite3.Connection, strings: SharedStrings, fact_classes: Iterable[type[Fact]]
    ) -> None:
        self._database = database
        self._strings = strings
        self._places = {fact_class.table: place for place, fact_class in enumerate(fact_classes)}
        self._waiting: dict[str, list[list[Read]]] = {}  # what reads the chunks of each part
        self._waiting_bytes: dict[str, int] = {}
        self._file = SpillFile(MAX_WAITING_BYTES)

    def add(self, table: str, chunks: Iterable[PartObjects], note: Callable[[list[str]], object]) -> None:
        """Write the objects of one class and part, and `note` their refs. What is searched of them waits for their
        class to be complete: FTS5 indexes rows fastest in the order of their numbers."""
        self._waiting.setdefault(table, []).append([])
        self._strings.write_objects(chain.from_iterable(self._values(table, chunk, note) for chunk in chunks))
        if sum(self._waiting_bytes.values()) > MAX_WAITING_BYTES:
            self.complete(list(self._waiting))

    def _values(self, table: str, objects: PartObjects, note: Callable[[list[str]], object]) -> Iterator[ObjectValues]:
        """Let what is searched of a chunk wait, and give what is stored of its objects."""
        rows, searched = objects.rows()
        numbers = [object_number(self._places[table], row[-1]) for row in rows]
        body = marshal.dumps((numbers, searched))
        self._waiting[table][-1].append(stored(self._file, body))
        self._waiting_bytes[table] = self._waiting_bytes.get(table, 0) + len(body)
        note([row[0] for row in rows])
        self._strings.flush_if_many()
        return map(_values, numbers, rows)

    def complete(self, tables: Iterable[str]) -> None:
        """Write what is searched of the objects of these classes."""
        for table in sorted(tables, key=self._places.__getitem__):
            for chunks in self._waiting.pop(table, ()):
                self._write_searched(chunks)
            self._waiting_bytes.pop(table, None)
        if not self._waiting:
            self._file = SpillFile(MAX_WAITING_BYTES)

    def _write_searched(self, chunks: Sequence[Read]) -> None:
        """Write what is searched of the objects of one class and part: all rows of one table, then those of another, so
        that the pages of the database do not depend on the chunks."""
        read = [marshal.loads(chunk()) for chunk in chunks] if len(chunks) == 1 else None
        for numbers, searched in read or map(marshal.loads, (chunk() for chunk in chunks)):
            # Many rows a statement would take longer here.
            self._database.executemany(_INSERT_SEARCH, _searched(zip(numbers, searched, strict=True)))
        for numbers, searched in read or map(marshal.loads, (chunk() for chunk in chunks)):
            self._database.executemany(_INSERT_BODY, _own(zip(numbers, searched, strict=True)))

    def finish(self, *, makes_indexes: bool) -> None:
        """Write all that waits, and create the indexes of objects if they are not there."""
        self.complete(list(self._waiting))
        self._strings.flush()
        for statement in statements(OBJECT_INDEXES) if makes_indexes else ():
            self._database.execute(statement)

    def replace(self, table: str, old: Sequence[int], new: Sequence[int], objects: Sequence[PartObjects]) -> None:
        """Replace the objects of the facts in the rows `old` of a class by those in the rows `new`, which are among
        `objects`. An object that stays the same is not written again."""
        before = self._read([object_number(self._places[table], row) for row in old])
        rows = [row for part_objects in objects for row in part_objects.of(new)]
        after = {object_number(self._places[table], row[-4]): row for row in rows}
        gone = [(number,) for number, row in before.items() if after.get(number) != row]
        for name in ("search_index", "search_index_body"):  # the index reads what it forgets
            self._database.executemany(f"DELETE FROM {name} WHERE rowid = ?", gone)
        self._strings.remove_objects(gone)
        self._insert([(number, row) for number, row in after.items() if before.get(number) != row])

    def _insert(self, numbered: Sequence[tuple[int, Row]]) -> None:
        self._strings.write_objects(_values(number, row) for number, row in numbered)
        self._strings.flush()
        texts = [(number, (row[2], row[3], *row[-3:])) for number, row in numbered]
        self._database.executemany(_INSERT_SEARCH, _searched(texts))
        self._database.executemany(_INSERT_BODY, _own(numbered))

    def _read(self, numbers: Sequence[int]) -> Mapping[int, Row]:
        """The objects of these numbers, as `object_rows` makes them."""
        columns = f"o.rowid, {', '.join(f'o.{name}' for name in OBJECT_COLUMNS.split(', '))}"
        sql = f"SELECT {columns}, {SEARCHED} WHERE o.rowid IN (SELECT value FROM json_each(?))"
        found = self._database.execute(sql, (orjson.dumps(numbers).decode(),))
        return {row[0]: row[1:] for row in found}


def _searched(numbered: Iterable[tuple[int, Row]]) -> Iterator[Row]:
    """Give what the full-text index reads of objects: of id, title, body, context and `own_texts` all but the last."""
    return ((number, *row[:-1]) for number, row in numbered)


def _own(numbered: Iterable[tuple[int, Row]]) -> Iterator[Row]:
    """Give the rows of `search_index_body` for objects. Theirs end with body, context and `own_texts`."""
    for number, (*_, body, context, own) in numbered:
        if own != NO_OWN:
            yield number, body if own & OWN_BODY else None, context if own & OWN_CONTEXT else None


def _values(number: int, row: Row) -> ObjectValues:
    """Return what is stored of an object of this number, of its row as `object_rows` makes it."""
    ref, _, own_id, title, file, first, last = row[:7]
    return number, ref, own_id, title, file, first, last
