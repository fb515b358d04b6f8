"""A database of Datasette whose tables are the relations, and whose statements are guarded SELECTs of the server."""

import sqlite3
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from datasette.database import Database, QueryInterrupted, Results

from compiler.store.select.bounds import BOUNDS, Selection
from compiler.store.select.pool import declared_relations
from compiler.workspace.interface import Workspace
from queries.errors.query_error import QueryError
from queries.sql.query_facts import selection
from queries.tools.work_budget import WorkBudget
from server.explorer.site.asking import Check
from server.explorer.site.run import Run

NAME = "relations"
# What Datasette itself asks of any database: answered by the schema without rows.
OF_SCHEMA = (
    "PRAGMA schema_version",
    "select * from sqlite_master WHERE type = 'table'",
    "select name from sqlite_master where type in ('table', 'view') and name = ? collate nocase",
)
STOPPED = ("too_large", "unavailable")  # codes of errors of a statement that would take too long


class Row(tuple[Any, ...]):
    """A row as sqlite3.Row is: by position and by the name of a column."""

    names: Sequence[str] = ()

    @classmethod
    def of(cls, names: Sequence[str], values: Sequence[Any]) -> "Row":
        """Return a row of values with their names."""
        row = cls(values)
        row.names = names
        return row

    def keys(self) -> Sequence[str]:
        """Return the names of the columns."""
        return self.names

    def __getitem__(self, key: Any) -> Any:
        return super().__getitem__(self.names.index(key) if isinstance(key, str) else key)


class RelationsDatabase(Database):  # type: ignore[misc]  # of the extra, which mypy does not read
    """The relations of whichever snapshot is served."""

    def __init__(self, datasette: Any, run: Run) -> None:
        super().__init__(datasette, is_memory=True)
        self._run = run

    def connect(self, write: bool = False) -> sqlite3.Connection:
        """Return a connection to the relations without their rows, by which Datasette looks up columns."""
        assert not write
        schema = sqlite3.connect(":memory:", check_same_thread=False)
        for one in declared_relations():
            schema.execute(one.create_empty())
        schema.execute("PRAGMA query_only = ON")
        return schema

    async def execute(
        self,
        sql: str,
        params: Mapping[str, Any] | Sequence[Any] | None = None,
        truncate: bool = False,
        custom_time_limit: float | None = None,  # milliseconds
        page_size: int | None = None,
        log_sql_errors: bool = True,
    ) -> Any:
        """Run a statement by the server. Raises QueryInterrupted at a bound, and sqlite3.OperationalError for what is
        no SELECT over the relations."""
        del page_size, log_sql_errors
        if sql in OF_SCHEMA:
            return await super().execute(sql, params)
        most = self.ds.max_returned_rows
        seconds = min(custom_time_limit / 1_000, BOUNDS.seconds) if custom_time_limit else BOUNDS.seconds
        ask = partial(_selected, sql=sql.strip().rstrip(";"), parameters=params, limit=most + 1, seconds=seconds)
        try:
            found: Selection = await self._run(ask)
        except QueryError as error:
            if error.code in STOPPED:
                raise QueryInterrupted(error, sql, params) from None
            raise sqlite3.OperationalError(error.error) from None
        rows = [Row.of(found.columns, values) for values in found.rows]
        if found.total > most and not truncate:  # what asks for all rows would take these for all
            raise QueryInterrupted(sqlite3.OperationalError("too many rows"), sql, params)
        return Results(rows[:most], found.total > most, [(name,) for name in found.columns])

    async def table_names(self) -> list[str]:
        """Return no table: the relations are views."""
        return []

    async def table_exists(self, table: str) -> bool:
        """Return whether there is such a table: there is none."""
        del table
        return False

    async def view_names(self) -> list[str]:
        """Return the names of the relations."""
        return [one.name for one in declared_relations()]

    async def get_table_definition(self, table: str, type_: str = "table") -> str | None:
        """Return the columns of a relation; how it is computed is private."""
        named = {one.name: one for one in declared_relations()}
        if type_ != "view" or table not in named:
            return None
        listed = ", ".join(column.name for column in named[table].columns)
        return f"-- a relation of Frieze\n{table} ({listed})"

    async def hidden_table_names(self) -> list[str]:
        """Return no hidden table."""
        return []

    async def attached_databases(self) -> list[Any]:
        """Return no attached database."""
        return []


def _selected(
    workspace: Workspace,
    check: Check,
    *,
    sql: str,
    parameters: Mapping[str, Any] | Sequence[Any] | None,
    limit: int,
    seconds: float,
) -> Selection:
    """Run a statement over the relations of a workspace. Raises QueryError."""
    request = workspace.for_request(WorkBudget(check).charge)
    bounds = BOUNDS._replace(seconds=seconds)
    return selection(request, sql, parameters=parameters, limit=limit, bounds=bounds)[0]
