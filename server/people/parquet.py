"""`frieze sql` of a folder of Parquet files: the rows of one SELECT, or what the folder holds."""

from pathlib import Path
from typing import Any

from compiler.store.parquet.manifest import Manifest
from compiler.store.parquet.reader import open_parquet
from compiler.store.select.errors import SelectError
from queries.errors.query_error import QueryError
from queries.sql.query_facts import json_rows
from server.people.view import Table, Text, View


def parquet_view(folder: Path, sql: str | None, limit: int | None) -> View:
    """Show the rows of a SELECT, or without one the relations of the folder. Raises QueryError, and SourceError if the
    folder cannot be read."""
    with open_parquet(folder) as relations:
        if sql is None:
            return _contents(relations.manifest)
        try:
            found = relations.select(sql, limit)
        except SelectError as error:
            is_bound = error.kind == "bound"
            raise QueryError("too_large" if is_bound else "invalid_argument", error.message, hint=error.hint) from None
    rows = [list(map(_plain, row)) for row in json_rows(found.rows)]
    told = f"{len(rows):,} of {found.total:,} rows" if len(rows) < found.total else ""
    answer = {"columns": found.columns, "rows": rows, "total": found.total}
    return View([Table(found.columns, rows, is_exact=True)], answer, told)


def _plain(value: Any) -> Any:
    """Return a value as JSON has it: dates, decimals and lists of DuckDB as text."""
    return value if value is None or isinstance(value, str | int | float) else str(value)


def _contents(manifest: Manifest) -> View:
    counted = {name: sum(one.rows for one in manifest.files if one.relation == name) for name in manifest.columns}
    rows = [[name, counted[name], ", ".join(types)] for name, types in manifest.columns.items()]
    columns = ("relation", "rows", "columns")
    told = f"The relations of {manifest.source}, of the snapshot {manifest.snapshot}."
    answer = {"source": manifest.source, "snapshot": manifest.snapshot, "columns": columns, "rows": rows}
    return View([Text(told), Table(columns, rows, is_exact=True)], answer)
