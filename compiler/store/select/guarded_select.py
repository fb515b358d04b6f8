"""Runs one SELECT of anybody's over the relations of a snapshot: nothing else can be read, and it ends.

Two guards stand before the data. A statement is first compiled where there is nothing but the relations
(`compiler.store.select.check`). Then it runs on a connection of its own, whose authorizer allows private tables only
from inside a relation's view. Every resource has a bound (`compiler.store.select.bounds`); the error says which bound
was hit, and how far the statement came. The bound on steps counts what SQLite's machine does, so that a statement ends
at the same place everywhere; time and memory are bounded as the last resort.
"""

import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

import orjson

from compiler.disk.resident_memory import resident_bytes
from compiler.model.facts import LinkKind, sql_table
from compiler.store.packed_texts import UNPACKED
from compiler.store.select.bounds import BOUNDS, MAX_COPIES, MAX_SQL, Bounds, Parameters, Selection
from compiler.store.select.check import BASE, ROW_SOURCES, Relations, SelectCheck
from compiler.store.select.cte_expansion import copies
from compiler.store.select.errors import SelectError, sql_error
from compiler.store.select.functions import ARGUMENTS, SelectFunctions
from compiler.store.select.functions_allowed import FUNCTIONS

CACHE_KILOBYTES = 16_000  # of pages: recursive questions look up the same pages again and again
CHECK_STEPS = 1_000  # of SQLite's machine between two looks at the bounds
# What one statement may be made of; SQLite itself holds these. A value may be longer if a file of the source is.
SQLITE_LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: 1_000_000,
    sqlite3.SQLITE_LIMIT_COLUMN: 200,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 100,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 100,
    sqlite3.SQLITE_LIMIT_FUNCTION_ARG: 100,
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 300,
    sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER: 1_000,
    sqlite3.SQLITE_LIMIT_WORKER_THREADS: 0,
}
__all__ = ["BOUNDS", "Bounds", "GuardedSelect", "Parameters", "SelectError", "Selection"]

_FACTS = sql_table("")
_OBJECTS = "object_row"
_LINKS = "link_full"
_HIDDEN_INDEX = "search_index"  # FTS5 reads this table and those beside it by statements of its own


class GuardedSelect:
    """A connection on which anybody's SELECT may run. One thread at a time may use it."""

    def __init__(
        self,
        database: sqlite3.Connection,
        relations: Relations,
        link_kinds: Callable[[], Sequence[LinkKind]],
        *,
        has_base: bool = False,
    ) -> None:
        """Take over a connection to a finished database, which has the views `relations`. With `has_base` another
        snapshot is attached as the schema `base`. `link_kinds` is called when a function first needs it."""
        self._database = database
        self._names = frozenset(name.lower() for name in relations)
        self._run: _Run | None = None
        self._is_inside_function = False
        self._numbers = count()
        _connect_tables(database, ["main", BASE][: 1 + has_base], self._names)
        self._longest = max(SQLITE_LIMITS[sqlite3.SQLITE_LIMIT_LENGTH], 2 * _largest_file(database, self._names))
        database.text_factory = _text
        database.execute("PRAGMA temp_store = MEMORY")  # so that what grows is memory, which is bounded, not a disk
        database.execute("PRAGMA query_only = ON")
        for schema in ("main", BASE)[: 1 + has_base]:
            database.execute(f"PRAGMA {schema}.cache_size = {-CACHE_KILOBYTES}")
        for category, most in SQLITE_LIMITS.items():
            database.setlimit(category, most)
        database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, self._longest)
        # Both have connections of their own, so they are made behind all that may fail on a damaged database.
        self._check = SelectCheck(relations, has_base=has_base, functions=ARGUMENTS)
        self._functions = SelectFunctions(self._own_rows, link_kinds, self._count, self._longest)
        self._functions.install(database)
        database.set_authorizer(self._authorize)
        database.set_progress_handler(self._progress, CHECK_STEPS)

    def close(self) -> None:
        """Close the connection."""
        self._check.close()
        self._functions.close()
        self._database.close()

    def select(
        self,
        sql: str,
        parameters: Parameters = (),
        *,
        skip: int = 0,
        limit: int | None = None,
        bounds: Bounds = BOUNDS,
        charge: Callable[[int], None] = lambda _: None,
    ) -> Selection:
        """Run one SELECT, and return up to `limit` of its rows behind the first `skip`.

        Lists and maps among the parameters are passed as JSON. `charge` is told of the steps as they are taken, and
        may end the statement by raising. Raises SelectError.
        """
        relations = self.relations_of(sql)
        self._functions.begin()
        self._run = run = _Run(bounds, charge)
        try:
            # A statement that is prepared anew counts its steps from zero; a cached one goes on counting. The comment
            # that tells them apart stands in front: one behind would be a part of the name of the last column.
            cursor = self._database.execute(f"-- {next(self._numbers)}\n{sql}", _bound(parameters))
            columns = tuple(name for name, *_ in cursor.description)
            kept = list(self._kept(cursor, run, skip, limit))
            cursor.close()
            run.end()
        except Exception as error:
            raise self._failure(error, sql, run) from None
        finally:
            self._run = None
        return Selection(columns, kept, run.rows, run.steps, relations)

    def relations_of(self, sql: str) -> frozenset[str]:
        """The relations that a statement reads. Raises SelectError if it is not one SELECT over the relations."""
        if len(sql) > MAX_SQL:
            message = f"The statement has {len(sql):,} characters; at most {MAX_SQL:,} are read"
            raise SelectError(
                "bound", message, "Pass long lists as a parameter, and read them by json_each(:name).", bound="sql"
            )
        if copies(sql, MAX_COPIES) > MAX_COPIES:
            message = (
                f"The statement names its common table expressions so often that it has over {MAX_COPIES:,} copies"
            )
            hint = "Give each a name of its own, and name each fewer times in those that build on it."
            raise SelectError("bound", message, hint, bound="copies")
        return self._check.check(sql).relations

    def _kept(self, cursor: sqlite3.Cursor, run: "_Run", skip: int, limit: int | None) -> Iterator[tuple[Any, ...]]:
        """The rows that are asked for. All rows are counted."""
        end, room = (None if limit is None else skip + limit), run.bounds.kept_bytes
        for row in cursor:
            position, run.rows = run.rows, run.rows + 1
            if run.rows > run.bounds.rows:
                raise run.beyond(
                    "rows", f"{run.bounds.rows:,} rows", "Add LIMIT, or count: SELECT count(*) … GROUP BY."
                )
            if position >= skip and (end is None or position < end) and room > 0:
                room -= sum(len(value) if isinstance(value, str | bytes) else 8 for value in row)
                yield row

    def _failure(self, error: Exception, sql: str, run: "_Run") -> Exception:
        """The error to raise for one that ended a statement."""
        stopped = run.stopped or self._functions.error
        if stopped is not None:
            return stopped
        if isinstance(error, sqlite3.Error | sqlite3.Warning | MemoryError | OverflowError | ValueError | TypeError):
            return sql_error(error, sql, self._names)
        return error

    def _progress(self) -> bool:
        """Called by SQLite every CHECK_STEPS steps. True ends the statement."""
        run = self._run
        if run is None:
            return False
        try:
            run.add(CHECK_STEPS)
            run.check_time_and_memory()
        except Exception as error:
            run.stopped = error
            return True
        return False

    def _count(self, steps: int) -> None:
        """Count the work of a function. Raises what ends the statement."""
        if self._run is not None:
            self._run.add(steps)

    def _own_rows(self, sql: str, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
        """The rows of a statement of a function's own, which may read private tables."""
        self._is_inside_function = True
        try:
            return self._database.execute(sql, parameters).fetchall()
        finally:
            self._is_inside_function = False

    def _authorize(
        self, action: int, first: str | None, second: str | None, _schema: str | None, context: str | None
    ) -> int:
        """The second guard. Private tables are read from inside a relation only; FTS5 reads its own tables."""
        if action in (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_RECURSIVE):
            return sqlite3.SQLITE_OK
        if action == sqlite3.SQLITE_FUNCTION:
            is_of_texts = second == UNPACKED and (context or "").startswith(_HIDDEN_INDEX)
            return sqlite3.SQLITE_OK if is_of_texts or (second or "").lower() in FUNCTIONS else sqlite3.SQLITE_DENY
        if action == sqlite3.SQLITE_PRAGMA:  # FTS5 asks for it of its own accord
            return sqlite3.SQLITE_OK if (first, second) == ("data_version", None) else sqlite3.SQLITE_DENY
        if action != sqlite3.SQLITE_READ or first is None:
            return sqlite3.SQLITE_DENY
        name = first.lower()
        is_open = name in self._names or name in ROW_SOURCES or name.startswith(_HIDDEN_INDEX)
        # Views of objects, links, a class of facts and the texts of FTS5 stand between a relation and the tables.
        view = (context or "").lower()
        is_behind = (
            view in self._names or view.startswith((_OBJECTS, _LINKS, _FACTS, _HIDDEN_INDEX))
        ) and not name.startswith("sqlite_")
        # A view of which no column is needed is read without a context, and without a column.
        is_counted = second == "" and not name.startswith(("sqlite_", "pragma_"))
        is_allowed = is_open or is_behind or is_counted or self._is_inside_function
        return sqlite3.SQLITE_OK if is_allowed else sqlite3.SQLITE_DENY


class _Run:
    """One statement on its way: what it has taken so far, and what ended it early."""

    def __init__(self, bounds: Bounds, charge: Callable[[int], None]) -> None:
        self.bounds = bounds
        self.steps = 0
        self.rows = 0
        self.stopped: Exception | None = None
        self._charge = charge
        self._started = time.process_time()  # a busy machine takes none of it
        self._resident = resident_bytes()

    def add(self, steps: int) -> None:
        """Count steps. Raises SelectError beyond the bound, and whatever `charge` raises."""
        self.steps += steps
        self._charge(steps)
        if self.steps > self.bounds.steps:
            hint = "Join by equal columns, start a recursion from few rows and end it by UNION, or add a WHERE."
            raise self.beyond("steps", f"{self.bounds.steps:,} steps", hint)

    def check_time_and_memory(self) -> None:
        """Raise SelectError beyond the bounds of the last resort."""
        if time.process_time() - self._started > self.bounds.seconds:
            raise self.beyond("seconds", f"{self.bounds.seconds:g} seconds", "Ask for less: a WHERE, or fewer joins.")
        if resident_bytes() - self._resident > self.bounds.memory:
            hint = "Select fewer or shorter columns: sorting, DISTINCT and UNION hold whole rows."
            raise self.beyond("memory", f"{self.bounds.memory // 1_000_000} MB of memory", hint)

    def end(self) -> None:
        """Raise what a callback wanted to end the statement by, if SQLite was done before it could."""
        if self.stopped is not None:
            raise self.stopped

    def beyond(self, bound: str, most: str, hint: str) -> SelectError:
        """The error of a bound, with how far the statement came."""
        so_far = f"after {self.steps:,} steps and {min(self.rows, self.bounds.rows):,} rows"
        return SelectError("bound", f"The statement takes more than {most}; it was stopped {so_far}", hint, bound=bound)


def _bound(parameters: Parameters) -> Parameters:
    """Parameters as SQLite takes them: lists and maps as JSON text."""
    if isinstance(parameters, Mapping):
        return {name.lstrip(":@$"): _value(value) for name, value in parameters.items()}
    return [_value(value) for value in parameters]


def _value(value: Any) -> Any:
    return orjson.dumps(value).decode() if isinstance(value, list | tuple | dict) else value


def _text(value: bytes) -> str:
    return value.decode(errors="replace")


def _connect_tables(database: sqlite3.Connection, schemas: Sequence[str], names: frozenset[str]) -> None:
    """Connect the virtual tables, which SQLite refuses once only reads are allowed."""
    for name in ROW_SOURCES:
        database.execute(f"SELECT value FROM {name}('[]')").close()
    for schema in schemas if "search" in names else ():
        database.execute(f"SELECT * FROM {schema}.search LIMIT 0").close()


def _largest_file(database: sqlite3.Connection, names: frozenset[str]) -> int:
    """The size of the largest file of the source in bytes: texts of relations are parts of files."""
    if "file" not in names:
        return 0
    return int(database.execute("SELECT coalesce(max(bytes), 0) FROM file").fetchone()[0])
