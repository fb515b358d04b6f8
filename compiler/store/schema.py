"""Fact classes as SQLite tables: one column a field, in the order of the fields.

str, int, float and bool are stored as they are, a span as five columns (`STORED_SPAN`), everything else (lists, maps,
JSON values) as JSON text. `Table` converts both ways. There is one for each class.

The rows of a class stand in a table `fact_…_row`, which has the number of a shared text in place of the text
(`compiler.store.shared_strings`), and a packed one compressed. Refs and paths are shared in every class. The view
`fact_…` has the texts. A text that is the title of an object is stored with that alone.
"""

import types
import typing
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cached_property
from typing import Any, Generic, TypeVar

import orjson

from compiler.model.fact_class import positional_constructor
from compiler.model.facts import Fact, Object, sql_table
from compiler.model.spans import Span
from compiler.store.packed_texts import UNPACKED, packed

F = TypeVar("F", bound=Fact)

SPAN_COLUMNS = Span._fields
# In place of the last line stands how many lines there are below the first: most often 0, which takes no byte.
STORED_SPAN = ("file", "start_line", "start_col", "more_lines", "end_col")
_FIRST_LINE, _MORE_LINES = (STORED_SPAN.index(name) - len(STORED_SPAN) for name in ("start_line", "more_lines"))
SHARED_BY_ALL = ("ref", "file")  # fields whose texts every class shares
_SQL_TYPES: dict[type | None, str] = {str: "TEXT", int: "INTEGER", float: "REAL", bool: "INTEGER"}
# What SQLite is told of tables with an index of two fields, the second of which is a scope such as a diagram.
MANY, MANY_SHARE_A_SCOPE, MANY_SHARE_A_NAME, FEW_SHARE_BOTH = 1_000_000, 2_000, 300, 2
_STATED = {"end_line": "f.start_line + f.more_lines"}  # columns of a view that its table has in another form
_TITLE = 'coalesce(f."{}", ref_text.title, ref_text.own_id)'
_EMPTY: dict[type, str] = {tuple: "[]", list: "[]", dict: "{}"}


class Table(Generic[F]):
    """The table of one fact class.

    `name` is what is read, a view, `plain` a view without packed texts, and `stored` the table of its rows. `create`,
    `views` and `create_indexes` are statements. `insert` takes a row number and the values
    of a fact, as `rows` gives them. `select` begins a query whose rows `fact(row)` reads back. `columns` are the fields
    except the span and those that are only searched. `column_types` are their types in SQL, and `json_columns` those of
    them that are JSON text, `text_columns` those whose facts have a text. `shared` are the fields whose texts have
    numbers. `statistics` are rows of `sqlite_stat1`.
    """

    def __init__(self, fact_class: type[F]) -> None:
        hints: dict[str, Any] = {field.name: field.type for field in fields(fact_class)}
        self.fact_class = fact_class
        self.name = sql_table(fact_class.table)
        self.stored = f"{self.name}_row"
        self.plain = f"{self.name}_plain" if fact_class.packed else self.name
        shared = {*fact_class.shared, *SHARED_BY_ALL}
        self.columns = tuple(name for name in hints if name not in ("span", *fact_class.only_searched))
        kinds = [_plain_type(hints[name]) for name in self.columns]
        all_columns = [*self.columns, *SPAN_COLUMNS]
        listed = ", ".join(f'"{name}"' for name in all_columns)
        self.select = f'SELECT {listed} FROM "{self.name}"'
        inserted = ", ".join(f'"{name}"' for name in (*self.columns, *STORED_SPAN))
        marks = ", ".join("?" * (len(all_columns) + 1))
        self.insert = f'INSERT INTO "{self.stored}" (rowid, {inserted}) VALUES ({marks})'
        self.column_types = [
            (name, _SQL_TYPES.get(kind, "TEXT")) for name, kind in zip(self.columns, kinds, strict=True)
        ]
        stored = {**dict.fromkeys(shared, "INTEGER"), **dict.fromkeys(fact_class.packed, "BLOB")}
        typed = [f'"{name}" {stored.get(name, kind)}' for name, kind in self.column_types]
        span = [f"{name} {stored.get(name, 'TEXT') if name == 'file' else 'INTEGER'}" for name in STORED_SPAN]
        self.text_columns = [name for name, kind in zip(self.columns, kinds, strict=True) if kind is str]
        self.json_columns = [name for name, kind in zip(self.columns, kinds, strict=True) if kind is None]
        self.create = f'CREATE TABLE "{self.stored}" ({", ".join(typed + span)})'
        title = _titled_by(fact_class, hints, shared) if issubclass(fact_class, Object) else ""
        self.views = [_view(self.name, self.stored, all_columns, shared, fact_class, title)]
        if fact_class.packed:
            unpacked = [name for name in all_columns if name not in fact_class.packed]
            self.views.append(_view(self.plain, self.stored, unpacked, shared, fact_class, title))
        self.create_indexes = tuple(
            f'CREATE INDEX "{self.name}_{names[0]}" ON "{self.stored}" ({", ".join(names)})'
            for names in map(str.split, fact_class.indexed)
        )
        self.statistics = tuple(_statistics(self.name, self.stored, fact_class.indexed))
        self.shared = shared
        self.has_floats = float in kinds
        self._kinds = kinds
        self._shared = tuple(at for at, name in enumerate(all_columns, 1) if name in shared)
        self._title = all_columns.index(title) + 1 if title else None
        self._packed = tuple(at for at, name in enumerate(all_columns, 1) if name in fact_class.packed)
        self._decoders = tuple(
            (at, decode)
            for at, (name, kind) in enumerate(zip(self.columns, kinds, strict=True))
            if (decode := _decoder(kind, hints[name])) is not None
        )

    @property
    def statements(self) -> tuple[str, ...]:
        """All that create the table, its views and its indexes."""
        return self.create, *self.views, *self.create_indexes

    def rows(self, numbers: Iterable[int], facts: Iterable[F]) -> list[tuple[Any, ...]]:
        """Return facts with their row numbers as values for `insert`."""
        return self._rows(numbers, facts)

    def stored_rows(
        self, rows: Sequence[tuple[Any, ...]], numbers: Mapping[str, int], first: int = 0
    ) -> Sequence[tuple[Any, ...]]:
        """Return rows of `rows` as they are stored, from the row `first` on. `numbers` are those of shared texts."""
        found = []
        for row in rows:
            values = [*row]
            values[0] += first
            for at in self._shared:
                if values[at] is not None:
                    values[at] = numbers[values[at]]
            if self._title and values[self._title]:
                values[self._title] = None
            for at in self._packed:
                values[at] = packed(values[at])
            values[_MORE_LINES] -= values[_FIRST_LINE]
            found.append(tuple(values))
        return found

    def as_made(self, row: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return a stored row, which begins with its number, as `rows` made it: with bool for 0 and 1."""
        if bool not in self._kinds:
            return row
        values = [*row]
        for at, kind in enumerate(self._kinds, 1):
            if kind is bool and values[at] is not None:
                values[at] = bool(values[at])
        return tuple(values)

    def fact(self, row: tuple[Any, ...]) -> F:
        """Return the fact in a row of `select`."""
        own = len(self.columns)
        values: list[Any] = [*row[:own], Span(*row[own:])]
        for at, decode in self._decoders:
            if values[at] is not None:
                values[at] = decode(values[at])
        return self._made(*values, *[""] * len(self.fact_class.only_searched))

    # Both are compiled for the class when first used: a process that queries a snapshot makes facts of few classes.

    @cached_property
    def _rows(self) -> Callable[[Iterable[int], Iterable[F]], list[tuple[Any, ...]]]:
        values = (
            f"fact.{name}" if kind else f"text(fact.{name})"
            for name, kind in zip(self.columns, self._kinds, strict=True)
        )
        row = f"(number, {', '.join(values)}, *fact.span)"
        source = f"lambda numbers, facts: [{row} for number, fact in zip(numbers, facts)]"
        made: Callable[[Iterable[int], Iterable[F]], list[tuple[Any, ...]]] = eval(source, {"text": _text})
        return made

    @cached_property
    def _made(self) -> Callable[..., F]:
        return positional_constructor(self.fact_class, (*self.columns, "span", *self.fact_class.only_searched))


def _text(value: Any) -> str | None:
    """Return a value as JSON text, None for None. Most values are empty."""
    if value is None:
        return None
    return (not value and _EMPTY.get(type(value))) or orjson.dumps(value).decode()


def _view(
    name: str, stored: str, columns: Sequence[str], shared: Collection[str], fact_class: type[Fact], title: str
) -> str:
    """Return the statement that creates the view of a table, with its shared and packed texts, and with the texts of
    the column `title`, which stand with the objects. Its rows have the numbers of the stored ones.

    Where a shared text has an index, it is joined: SQLite goes from a text to its number and on to the rows. The others
    are looked up row by row, because a SELECT may have 64 joins.
    """
    indexed = {column for names in fact_class.indexed for column in names.split()}
    joined = [column for column in columns if column in shared and (column in indexed or column in SHARED_BY_ALL)]
    values = [
        f'"{column}_text".string AS "{column}"'
        if column in joined
        else f'{_TITLE.format(column)} AS "{column}"'
        if column == title
        else f'{stored_text(column, is_shared=column in shared, is_packed=column in fact_class.packed)} AS "{column}"'
        for column in columns
    ]
    joins = [f'LEFT JOIN link_string AS "{column}_text" ON "{column}_text".id = f."{column}"' for column in joined]
    listed = ", ".join(["f.rowid AS rowid", *values])
    return f'CREATE VIEW "{name}" AS SELECT {listed} FROM "{stored}" AS f {" ".join(joins)}'.rstrip()


def _titled_by(fact_class: type[Object], hints: Mapping[str, Any], shared: Collection[str]) -> str:
    """Return the column whose texts, where they are not empty, are the titles of the objects of a class; "" for none.
    It is looked up by no index, and search does not read it of the facts."""
    name = fact_class.title_fields[0] if fact_class.title_fields else ""
    is_stated = fact_class.title is Object.title and fact_class.is_listed is Object.is_listed
    indexed = [column for names in fact_class.indexed for column in names.split()]
    others = {*shared, *indexed, *fact_class.packed, *fact_class.body_fields, *fact_class.context_fields}
    return name if is_stated and hints.get(name) is str and name not in {*others, *fact_class.only_searched} else ""


def stored_text(column: str, *, is_shared: bool, is_packed: bool) -> str:
    """Return the SQL for a column of a view, of the stored row `f`."""
    if is_shared:
        return f'(SELECT string FROM link_string WHERE id = f."{column}")'
    return f'{UNPACKED}(f."{column}")' if is_packed else _STATED.get(column, f'f."{column}"')


def _statistics(name: str, table: str, indexed: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    """Yield rows of `sqlite_stat1` for a table with an index of two fields.

    Without them SQLite takes every index for about as selective, reads all edges of a diagram for each step of a
    recursive query, and needs minutes where milliseconds do. The numbers are no counts: the same for every snapshot.
    """
    columns = [names.split() for names in indexed]
    if any(len(names) > 1 for names in columns):
        for names in columns:
            rows = f"{MANY} {MANY_SHARE_A_NAME} {FEW_SHARE_BOTH}" if len(names) > 1 else f"{MANY} {MANY_SHARE_A_SCOPE}"
            yield table, f"{name}_{names[0]}", rows


_TABLES: dict[str, Table[Any]] = {}


def table_of(fact_class: type[F]) -> Table[F]:
    """Return the table of a fact class. Its name is unique."""
    if fact_class.table not in _TABLES:
        _TABLES[fact_class.table] = Table(fact_class)
    return _TABLES[fact_class.table]


def statements(*scripts: str) -> list[str]:
    """The statements of scripts that have no semicolon inside of one."""
    return [statement.strip() for script in scripts for statement in script.split(";") if statement.strip()]


def _plain_type(hint: Any) -> type | None:
    """Return str, int, float or bool if that is the type of the field, None aside. None if it is stored as JSON."""
    if isinstance(hint, types.UnionType):
        others = [arg for arg in typing.get_args(hint) if arg is not types.NoneType]
        return _plain_type(others[0]) if len(others) == 1 else None
    return hint if hint in _SQL_TYPES else None


def _decoder(kind: type | None, hint: Any) -> Callable[[Any], Any] | None:
    """Return what makes a stored value a field again; None if it is one already."""
    if kind is not None:
        return bool if kind is bool else None
    return _decode_tuple if _holds_tuple(hint) else orjson.loads


def _holds_tuple(hint: Any) -> bool:
    if isinstance(hint, types.UnionType):
        return any(_holds_tuple(arg) for arg in typing.get_args(hint))
    return typing.get_origin(hint) is tuple


def _decode_tuple(text: str) -> tuple[Any, ...]:
    return tuple(orjson.loads(text))
