"""The first guard of `compiler.store.select.guarded_select`: a statement is compiled against a schema that has the
relations and nothing else.

The schema is a database of its own without a row. A statement that names a private table, the schema table or a pragma
does not compile there, however the name is quoted or hidden. SQLite's authorizer alone cannot see this: it tells which
view a table is read through by name only, and a common table expression may have the name of a view.
"""

import re
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from compiler.store.select.errors import SelectError, sql_error
from compiler.store.select.functions_allowed import FUNCTIONS

Relations = Mapping[str, Sequence[str]]  # the columns of each relation by its name

BASE = "base"  # the schema of the other snapshot
ROW_SOURCES = frozenset({"json_each", "json_tree"})  # table-valued functions of SQLite

_LEADING = re.compile(r"(?:\s+|--[^\n]*(?:\n|$)|/\*.*?(?:\*/|$))*", re.DOTALL)
_FIRST_WORD = re.compile(r"[A-Za-z]+")


class Checked(NamedTuple):
    """What a statement reads: the names of relations, those of the other snapshot as `base.requirement`."""

    relations: frozenset[str]


class SelectCheck:
    """Compiles statements against the relations alone. One thread at a time may use it."""

    def __init__(self, relations: Relations, *, has_base: bool, functions: Mapping[str, int]) -> None:
        """`functions` maps the names of functions beyond SQLite's own to their number of arguments (-1: any)."""
        self._names = {name.lower(): name for name in relations}
        self._has_base = has_base
        self._read: set[str] = set()
        self._refused: SelectError | None = None
        self._database = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        for name, arguments in functions.items():
            self._database.create_function(name, arguments, lambda *_: None, deterministic=True)
        if has_base:
            self._database.execute(f"ATTACH ':memory:' AS {BASE}")
        for schema in ("main", BASE)[: 1 + has_base]:
            self._database.executescript(_schema(schema, relations))
        for name in ROW_SOURCES:  # connected now: later the authorizer refuses it
            self._database.execute(f"SELECT value FROM {name}('[]')")
        # A table without a column being read: a common table expression, or a table of a module, such as dbstat.
        self._modules = {name.lower() for (name,) in self._database.execute("PRAGMA module_list")} - ROW_SOURCES
        self._database.set_authorizer(self._authorize)

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    def check(self, sql: str) -> Checked:
        """Compile one statement, without running it. Raises SelectError if it is not one SELECT over the relations."""
        word = _FIRST_WORD.match(sql, _LEADING.match(sql).end())  # type: ignore[union-attr]
        if word is None or word[0].upper() not in ("SELECT", "WITH", "VALUES"):
            raise SelectError("invalid", "Only one SELECT, WITH or VALUES statement is answered", ONE_SELECT)
        self._read, self._refused = set(), None
        try:
            self._database.execute(f"EXPLAIN {sql}").close()
        except (sqlite3.Error, sqlite3.Warning, ValueError, MemoryError) as error:
            if "binding" not in str(error).lower():  # parameters are not known here
                raise self._error(error, sql) from None
        return Checked(frozenset(self._read))

    def _error(self, error: Exception, sql: str) -> SelectError:
        return self._refused or sql_error(error, sql, self._names.values())

    def _authorize(
        self, action: int, first: str | None, second: str | None, schema: str | None, _context: str | None
    ) -> int:
        if action in (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_RECURSIVE):
            return sqlite3.SQLITE_OK
        if action == sqlite3.SQLITE_FUNCTION and second is not None:
            if second.lower() in FUNCTIONS:
                return sqlite3.SQLITE_OK
            self._refused = SelectError(
                "invalid",
                f"The function {second}() is not available: {_why_no_function(second)}",
                unknown=("function", second),
            )
        elif action == sqlite3.SQLITE_READ and first is not None:
            name = first.lower()
            if name in self._names:
                self._read.add(f"{BASE}.{self._names[name]}" if schema == BASE else self._names[name])
                return sqlite3.SQLITE_OK
            is_expression = second == "" and name not in self._modules and not name.startswith(_OF_SQLITE)
            if name in ROW_SOURCES or name == _WORDS or is_expression:
                return sqlite3.SQLITE_OK
            self._refused = SelectError("invalid", f"There is no relation {first}", unknown=("table", first))
        else:
            self._refused = SelectError("invalid", "Only the relations can be read, and nothing else", ONE_SELECT)
        return sqlite3.SQLITE_DENY


ONE_SELECT = "Ask with one SELECT (WITH … SELECT, VALUES) over the relations; query_facts without sql lists them."
_CLOCK_OR_CHANCE = ("random", "current_", "julian")
_OF_SQLITE = ("sqlite_", "pragma_")
# An empty full-text index, so that MATCH compiles. No snapshot has a table of this name.
_WORDS = "words_of_no_snapshot"


def _why_no_function(name: str) -> str:
    depends = name.lower().startswith(_CLOCK_OR_CHANCE)
    return "an answer depends on the snapshot alone, not on clock or chance" if depends else "it is none of the listed"


def _schema(schema: str, relations: Relations) -> str:
    """The statements that create the relations as views without rows."""
    index = f"CREATE VIRTUAL TABLE {schema}.{_WORDS} USING fts5(words);"
    return index + "".join(_view(schema, name, columns) for name, columns in relations.items())


def _view(schema: str, name: str, columns: Sequence[str]) -> str:
    """A view without rows. In `search` two columns are hidden ones of a full-text index, which MATCH and rank need."""
    if name == "search":
        hidden = {"search": _WORDS, "rank": "rank"}
        values = ", ".join(f'{hidden.get(column, "NULL")} AS "{column}"' for column in columns)
        return f'CREATE VIEW {schema}."{name}" AS SELECT {values} FROM {_WORDS};'
    values = ", ".join(f'NULL AS "{column}"' for column in columns)
    return f'CREATE VIEW {schema}."{name}" AS SELECT {values} WHERE 0;'


def columns_of(database: sqlite3.Connection, names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The columns of relations, as a database has them. A relation that it lacks is left out."""
    there = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'view'")}
    return {
        name: tuple(column for (column,) in database.execute("SELECT name FROM pragma_table_info(?)", (name,)))
        for name in names
        if name in there
    }
