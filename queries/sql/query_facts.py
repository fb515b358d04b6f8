"""SQL over the facts: `query_facts`."""

import math
from collections.abc import Sequence
from typing import Any

from compiler.store.select.bounds import BOUNDS, MAX_SQL, Bounds, Parameters, Selection
from compiler.store.select.errors import SelectError
from compiler.store.select.pool import guarded_select
from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Workspace
from queries.revisions.opening import open_revision
from queries.sql.basis import BASIS, basis
from queries.sql.relations import contents, relation_columns
from queries.sql.schema import schema
from queries.sql.sql_errors import escapes_hint, no_rows_hint, query_error, quoted_hint, refs_hint
from queries.tools.paging import CURSOR, Cursor, Rows, limit_of, page
from queries.tools.parameters import Parameter
from queries.tools.schemas import DID_YOU_MEAN, string, strings
from queries.tools.tool import tool

VALUE = {"maxLength": 40_000, "description": "A text, a number or null."}  # no type: clients refuse a choice of types
STEPS_PER_CHARGE = 20  # of SQLite's machine, in one step of the work of a request


@tool(
    title="SQL over the facts",
    pack="core",
    may_run_long=True,
    needs_workspace=True,
    parameters=(
        Parameter(
            "sql",
            "string",
            "One SELECT; leave it out for the schema.",
            max_length=MAX_SQL,
            brief="One SELECT; without it, the relations.",
            aliases=("query", "statement"),
        ),
        Parameter(
            "base",
            "string",
            "A revision, worktree or source:NAME; its relations are base.task, base.requirement, …",
            brief="A revision, worktree or source:NAME, as base.task, …",
        ),
        Parameter(
            "parameters",
            "values",
            'Values of the SQL: {"level": "DEV"} for :level, or a list for each ?.',
            brief='{"level": "DEV"} for :level',
            aliases=("params",),
        ),
        limit_of(200, 1_000),
        CURSOR,
    ),
    result={
        "columns": strings("The names of the columns."),
        "rows": {"type": "array", "items": {"type": "array", "items": VALUE}, "description": "The values of each."},
        "rules": string("How to read the schema."),
        "relations": strings("Each relation with rows: its columns, their values, sample ids, what it promises."),
        "empty": string("Relations without a row."),
        "functions": string("Functions beyond SQLite's."),
        "examples": strings("Questions that have an answer here."),
        "basis": BASIS,
        "did_you_mean": DID_YOU_MEAN,
    },
)
def query_facts(
    workspace: Workspace,
    *,
    sql: str | None,
    base: str | None,
    parameters: dict[str, Any] | list[Any] | None,
    limit: int,
    cursor: Cursor,
) -> dict[str, Any]:
    """Answers any question in one SELECT over relations (requirement, task, decision, diagram, link, mention, …). Use
    it for what combines, filters, counts or compares. Without sql it answers all relations with samples and
    examples.

    The relations are those of requirements, tasks, decisions, diagrams, worlds and memory, and of all links and
    citations between them.
    basis says what the answer stands on: where its counts are 0, nothing was missed and nothing else need be searched.
    """
    snapshot = workspace.snapshot
    if sql is None:
        other = _base(workspace, base)
        return {**schema(snapshot), "basis": basis(snapshot, ("link", "mention"), other)}
    found, other = selection(workspace, sql, base, parameters, skip=cursor.position, limit=limit)
    rows = Rows(found.total, lambda start, count: json_rows(found.rows[start - cursor.position :][:count]))
    answer: dict[str, Any] = {"columns": list(found.columns), "rows": rows}
    hints = [quoted_hint(sql, found.relations, relation_columns(snapshot))]
    if _is_nothing(found):
        hints += [
            escapes_hint(sql, parameters),
            refs_hint(snapshot, sql),
            no_rows_hint(sql, found.relations, contents(snapshot)),
        ]
    answer |= {"hint": " ".join(filter(None, hints))} if any(hints) else {}
    return page(answer | {"basis": basis(snapshot, found.relations, other)}, "rows", limit=limit, cursor=cursor)


def _is_nothing(found: Selection) -> bool:
    """Whether there are no rows, or a single one that counts none."""
    return not found.total or (found.total == 1 and not any(any(row) for row in found.rows))


def selection(
    workspace: Workspace,
    sql: str,
    base: str | None = None,
    parameters: Parameters | None = None,
    *,
    skip: int = 0,
    limit: int | None = None,
    bounds: Bounds = BOUNDS,
) -> tuple[Selection, Snapshot | None]:
    """Run a SELECT over the relations of a workspace's snapshot. Return its result, and the snapshot of `base`. Raises
    QueryError."""
    snapshot, other = workspace.snapshot, _base(workspace, base)
    relations = relation_columns(snapshot)

    def charge(steps: int) -> None:
        snapshot.charge(steps // STEPS_PER_CHARGE)

    try:
        select = guarded_select(snapshot, relations, other)
        found = select.select(sql, parameters or (), skip=skip, limit=limit, bounds=bounds, charge=charge)
    except SelectError as error:
        raise query_error(error, sql, relations) from None
    return found, other


def _base(workspace: Workspace, base: str | None) -> Snapshot | None:
    return None if base is None else open_revision(workspace, base, "base").snapshot


def json_rows(rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Return rows of SQLite as JSON values: bytes as hexadecimal digits, infinite numbers as text."""
    return [[_json(value) for value in row] for row in rows]


def _json(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value if value is None or isinstance(value, str | int | float) else str(value)
