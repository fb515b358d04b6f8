"""`frieze sql`: one SELECT over the relations of a source, as a table, CSV or JSON; and the schema for people."""

import csv
import io
import textwrap
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from compiler.store.select_bounds import BOUNDS
from compiler.workspace.interface import Workspace
from queries.errors import QueryError
from queries.sql.query_facts import json_rows, selection
from queries.sql.relations import contents
from queries.sql.schema import FUNCTIONS, RULES, column_text
from queries.work_budget import WorkBudget
from server.commands.table import table_text
from server.protocol.json_bytes import json_bytes

MAX_STEPS = 1_000_000_000  # of the work of a request: the bounds of a SELECT are lower
MAX_BYTES = 500_000_000  # of the rows that are printed
WIDTH = 100


class Result(NamedTuple):
    """The rows of a SELECT as JSON values, and how many there are in all."""

    columns: tuple[str, ...]
    rows: list[list[Any]]
    total: int


def run(workspace: Workspace, sql: str, base: str | None, limit: int | None) -> Result:
    """Run a SELECT. Raises QueryError."""
    request = workspace.for_request(WorkBudget(max_steps=MAX_STEPS).charge)
    found, _ = selection(request, sql, base, limit=limit, bounds=BOUNDS._replace(kept_bytes=MAX_BYTES))
    return Result(found.columns, json_rows(found.rows), found.total)


def problem(error: QueryError) -> str:
    """An error as text: what is wrong, what was perhaps meant, and what to do."""
    near = error.fields.get("did_you_mean")
    meant = [f"Did you mean {', '.join(near)}?"] if near else []
    known = [f"{name}: {', '.join(columns)}" for name, columns in error.fields.get("columns", {}).items()]
    return "\n".join([error.error, *meant, *known, *([error.fields["hint"]] if error.fields.get("hint") else [])])


def as_table(result: Result) -> str:
    """Columns side by side, numbers to the right, long values cut."""
    return table_text(result.columns, result.rows)


def as_csv(result: Result) -> str:
    """CSV with a header (RFC 4180, but lines end with a newline alone). NULL is empty."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(result.columns)
    writer.writerows(result.rows)
    return written.getvalue().rstrip("\n")


def as_json(result: Result) -> str:
    """`{"columns": […], "rows": [[…]], "total": 3}`."""
    return json_bytes(result._asdict()).decode(errors="replace")


FORMATS: Mapping[str, Callable[[Result], str]] = {"table": as_table, "csv": as_csv, "json": as_json}


def schema_text(workspace: Workspace) -> str:
    """The relations for people: what a row is, the columns with their values, and how many rows there are."""
    known = contents(workspace.snapshot)
    lines = [*textwrap.wrap(RULES, WIDTH), "", *textwrap.wrap(f"Functions: {FUNCTIONS}", WIDTH), ""]
    for name, one in known.items():
        if one.row_count:
            columns = ", ".join(map(column_text, one.columns))
            lines += [f"{name} ({one.row_count})", *_indented(one.relation.meaning), *_indented(columns), ""]
    empty = ", ".join(name for name, one in known.items() if not one.row_count)
    return "\n".join([*lines, *textwrap.wrap(f"Without rows: {empty}.", WIDTH)])


def _indented(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent="    ", subsequent_indent="    ")
