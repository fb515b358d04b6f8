"""`frieze sql` for people: the rows of one SELECT over the relations of a source, and these relations."""

import textwrap

from compiler.store.select.bounds import BOUNDS
from compiler.workspace.interface import Workspace
from queries.sql.query_facts import json_rows, selection
from queries.sql.relations import contents
from queries.sql.schema import FUNCTIONS, RULES, column_text
from queries.tools.work_budget import WorkBudget
from server.people.answers import answer_of
from server.people.view import Table, Text, View

MAX_STEPS = 1_000_000_000  # of the work of a request: the bounds of a SELECT are lower
MAX_BYTES = 500_000_000  # of the rows that are printed
WIDTH = 100


def rows_view(workspace: Workspace, sql: str, base: str | None, limit: int | None) -> View:
    """Show the rows of a SELECT. The answer is `{"columns": […], "rows": [[…]], "total": 3}`. Raises QueryError."""
    request = workspace.for_request(WorkBudget(max_steps=MAX_STEPS).charge)
    found, _ = selection(request, sql, base, limit=limit, bounds=BOUNDS._replace(kept_bytes=MAX_BYTES))
    rows = json_rows(found.rows)
    told = f"{len(rows):,} of {found.total:,} rows" if len(rows) < found.total else ""
    answer = {"columns": found.columns, "rows": rows, "total": found.total}
    return View([Table(found.columns, rows, is_exact=True)], answer, told)


def relations_view(workspace: Workspace) -> View:
    """Show the relations: what a row is, the columns with their values, and how many rows there are."""
    known = contents(workspace.snapshot)
    lines = [*textwrap.wrap(RULES, WIDTH), "", *textwrap.wrap(f"Functions: {FUNCTIONS}", WIDTH), ""]
    for name, relation in known.items():
        if relation.row_count != 0:
            columns = ", ".join(map(column_text, relation.columns))
            count = "computed when asked" if relation.row_count is None else relation.row_count
            lines += [f"{name} ({count})", *_indented(relation.relation.meaning), *_indented(columns), ""]
    empty = ", ".join(name for name, relation in known.items() if relation.row_count == 0)
    text = "\n".join([*lines, *textwrap.wrap(f"Without rows: {empty}.", WIDTH)])
    return View([Text(text)], answer_of(workspace, "query_facts", {}))


def _indented(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent="    ", subsequent_indent="    ")
