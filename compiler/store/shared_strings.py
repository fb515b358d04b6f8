"""The strings that stand in many rows, each with a number, and the objects: the table `link_string`.

Links and the `shared` fields of facts have the numbers of strings. Nearly every ref stands in links, so that an object
is stored in the row of its ref: what it is called, and where it stands. Nearly
every ref ends with the native id of its object: then `stored_id` is the number of its characters, else the id.

`object` is its number among all objects, NULL in the row of another string; its class, and so its kind and the table of
its fact, follow from it. The view `object_row` shows the objects. It joins nothing, for SQLite looks nothing up in a
view of joins behind a LEFT JOIN.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence

from compiler.model.facts import Fact, Object
from compiler.store.row_ranges import MAX_FACT_ROW, object_number

STRING_INDEX = "CREATE UNIQUE INDEX link_string_string ON link_string (string)"
OBJECT_INDEXES = """
CREATE UNIQUE INDEX object_number ON link_string (object) WHERE object IS NOT NULL;
CREATE INDEX object_kind ON link_string (kind, object) WHERE object IS NOT NULL;
CREATE INDEX object_id ON link_string (own_id) WHERE object IS NOT NULL;
"""
MAX_KNOWN = 400_000  # strings whose numbers are in memory, where they take about 300 bytes each
_OWN_COLUMNS = "object, stored_id, title, file, start_line, more_lines"
_NO_OBJECT = (None,) * 6
_INSERT = f"INSERT INTO link_string (id, string, {_OWN_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_SET = f"UPDATE link_string SET ({_OWN_COLUMNS}) = (?, ?, ?, ?, ?, ?)"

ObjectValues = tuple[int, str, str, str, str, int, int]  # number, ref, id, title, file, first and last line


def string_schema(fact_classes: Sequence[type[Fact]]) -> str:
    """Return the statements that create the table and the view, for a snapshot of these classes."""
    placed = [(place, fact_class) for place, fact_class in enumerate(fact_classes) if issubclass(fact_class, Object)]
    kind = _by_class([(place, fact_class.kind) for place, fact_class in placed])
    table = _by_class([(place, fact_class.table) for place, fact_class in placed])
    return f"""
CREATE TABLE link_string (id INTEGER PRIMARY KEY, string TEXT, object INTEGER, stored_id, title TEXT, file INTEGER,
  start_line INTEGER, more_lines INTEGER, kind TEXT AS ({kind}), fact_table TEXT AS ({table}),
  fact_row INTEGER AS (object & {MAX_FACT_ROW}), end_line INTEGER AS (start_line + more_lines),
  own_id TEXT AS (iif(typeof(stored_id) = 'integer', substr(string, -stored_id), stored_id)));
CREATE VIEW object_row AS SELECT object AS rowid, string AS ref, kind, own_id AS id, ifnull(title, own_id) AS title,
  (SELECT path.string FROM link_string AS path WHERE path.id = link_string.file) AS file, start_line, end_line,
  fact_table, fact_row FROM link_string WHERE object IS NOT NULL;
"""


def _by_class(names: Sequence[tuple[int, str]]) -> str:
    """Return the SQL expression that names the class of `object`: the fewest comparisons."""
    if not names:
        return "NULL"
    if len(names) == 1:
        return f"'{names[0][1]}'"
    middle = len(names) // 2
    first = object_number(names[middle][0], 0)
    return f"iif(object < {first}, {_by_class(names[:middle])}, {_by_class(names[middle:])})"


class SharedStrings(dict[str, int]):
    """The numbers of strings. A string that is met first gets the next number; `flush` writes it.

    Those of new tables are in memory while they are few; then they are looked up, as those of copied tables are.
    """

    def __init__(
        self, database: sqlite3.Connection, *, is_new: bool, has_index: bool, first: Iterable[str] = ()
    ) -> None:
        """Of new tables, `first` are the strings that get the smallest numbers, which take a byte each."""
        super().__init__()
        self._database = database
        self._has_all = is_new
        self._has_index = has_index
        (self._last,) = database.execute("SELECT coalesce(max(id), 0) FROM link_string").fetchone()
        self._new: dict[int, tuple[str, Sequence[object]]] = {}  # strings and what their rows have of objects
        for string in first if is_new else ():
            self[string]

    def __missing__(self, string: str) -> int:
        number = None if self._has_all else self._stored(string)
        if number is None:
            number = self._last = self._last + 1
            self._new[number] = string, _NO_OBJECT
        self[string] = number
        return number

    def known(self, strings: Iterable[str]) -> dict[str, int]:
        """Return the numbers of those strings that have one."""
        if self._has_all:
            return {string: self[string] for string in strings if string in self}
        numbers = ((string, self._stored(string)) for string in strings)
        return {text: number for text, number in numbers if number is not None}

    def flush(self) -> None:
        """Write the new strings."""
        if self._new:
            rows = ((number, string, *values) for number, (string, values) in self._new.items())
            self._database.executemany(_INSERT, rows)
            self._new.clear()
        if len(self) > MAX_KNOWN:
            self.make_index()
            self.clear()
            self._has_all = False

    def flush_if_many(self) -> None:
        """Write the new strings if they are so many that they should wait no longer, in the middle of a part."""
        if len(self._new) > MAX_KNOWN:
            self.flush()

    def make_index(self) -> None:
        """Create the index by which strings are looked up, if it is not there."""
        if not self._has_index:
            self._database.execute(STRING_INDEX)
        self._has_index = True

    def finish_index(self) -> None:
        """Create the index of new tables, or make it anew: strings that came one by one left room in its pages, which
        the indexes to come take."""
        if self._has_index:
            self._database.execute("REINDEX link_string_string")
        self.make_index()

    def write_objects(self, objects: Iterable[ObjectValues]) -> None:
        """Write objects into the rows of their refs. Raises sqlite3.IntegrityError where a ref has one already."""
        late: list[Sequence[object]] = []
        for text in self._late(objects):
            late.append(text)
            if len(late) >= MAX_KNOWN:
                self._set(late)
                late = []
        self._set(late)

    def _set(self, late: Sequence[Sequence[object]]) -> None:
        """Put objects into the rows of their refs, which are written, or wait to be written."""
        if late:
            self.flush()
            found = self._database.executemany(f"{_SET} WHERE id = ? AND object IS NULL", late)
            if found.rowcount < len(late):
                raise sqlite3.IntegrityError("two objects have one ref")

    def _late(self, objects: Iterable[ObjectValues]) -> Iterator[Sequence[object]]:
        """Put objects beside the strings that wait; yield what is to be set in rows that are written."""
        for number, ref, own_id, title, file, first, last in objects:
            at = self[ref]
            named = _stored_id(ref, own_id), None if title == own_id else title
            values = (number, *named, self[file], first, last - first)
            if at not in self._new:
                yield (*values, at)
            else:
                self._new[at] = ref, values

    def remove_objects(self, numbers: Iterable[tuple[int]]) -> None:
        """Take objects out of the rows of their refs, which stay."""
        self._database.executemany(f"{_SET} WHERE object = ?", [(*_NO_OBJECT, number) for (number,) in numbers])

    def _stored(self, string: str) -> int | None:
        found = self._database.execute("SELECT id FROM link_string WHERE string = ?", (string,)).fetchone()
        return int(found[0]) if found else None

    def load(self, numbers: str, parameters: Mapping[str, int]) -> None:
        """Look up the strings at once whose numbers a SELECT gives."""
        sql = f"SELECT string, id FROM link_string WHERE id IN ({numbers})"
        self.update(self._database.execute(sql, parameters))


def _stored_id(ref: str, own_id: str) -> str | int:
    """Return the id of an object as it is stored. SQLite takes no part of a text behind a NUL."""
    return len(own_id) if own_id and ref.endswith(own_id) and "\0" not in ref else own_id
