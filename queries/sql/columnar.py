"""Questions to a source that has relations only, in files of columns: `query_facts`, and what there is."""

from collections.abc import Mapping
from typing import Any

from compiler.store.select.bounds import Parameters, Selection
from compiler.store.select.errors import SelectError
from compiler.workspace.interface import ColumnStore, Workspace
from queries.errors.query_error import SCHEMA_VERSION, QueryError
from queries.sql.schema import FUNCTIONS
from queries.sql.sql_errors import query_error
from queries.tools.tool import Tool

RULES = (
    "DuckDB's SQL over Parquet files. ref joins object, link, mention, tag; keys inside a language are native ids, with"
    " their scope and source_name. Booleans, times ISO 8601 UTC. Without ORDER BY rows come in any order."
)
ANSWERED = ("query_facts", "get_snapshot_info")
_COUNTS = {
    "objects": "SELECT kind, count(*) FROM object GROUP BY kind ORDER BY kind",
    "links": "SELECT kind, count(*) FROM link GROUP BY kind ORDER BY kind",
}
_SEVERITIES = "SELECT severity, count(*) FROM diagnostic GROUP BY severity"


def answer_of_columns(tool: Tool, workspace: Workspace, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer of a tool. Raises QueryError for one that needs more than relations."""
    store = workspace.columnar
    assert store is not None
    if tool.name == "query_facts":
        return tool.answer(workspace, arguments)
    if tool.name == "get_snapshot_info":
        tool.check(arguments)
        return {"schema_version": SCHEMA_VERSION, **_info(workspace, store)}
    raise QueryError(
        "unavailable",
        f"{tool.name} needs a source, and these are Parquet files of its relations",
        hint="query_facts answers in SQL; without sql it lists the relations.",
    )


def schema(store: ColumnStore) -> dict[str, Any]:
    """Return how to ask: the relations with rows, and those without."""
    lines = [f"{name} ({store.counts[name]}): {', '.join(columns)}" for name, columns in store.columns.items()]
    filled = [line for line, name in zip(lines, store.columns, strict=True) if store.counts[name]]
    empty = ", ".join(name for name, count in store.counts.items() if not count)
    return {"rules": RULES, "relations": filled, "empty": empty, "functions": FUNCTIONS, "examples": []}


def select(
    store: ColumnStore, sql: str, parameters: Parameters | None = None, *, skip: int = 0, limit: int | None = None
) -> Selection:
    """Run a SELECT. Raises QueryError."""
    try:
        return store.select(sql, parameters or (), skip=skip, limit=limit)
    except SelectError as error:
        raise query_error(error, sql, store.columns) from None


def _info(workspace: Workspace, store: ColumnStore) -> dict[str, Any]:
    meta = workspace.snapshot.meta
    counted = {name: {str(kind): count for kind, count in select(store, sql).rows} for name, sql in _COUNTS.items()}
    found = {str(severity): count for severity, count in select(store, _SEVERITIES).rows}
    return {
        "snapshot_id": workspace.snapshot.id,
        "source": meta["source"],
        **({"as_of": meta["as_of"]} if meta.get("as_of") else {}),
        "compiler_version": meta["compiler_version"],
        **counted,
        "dangling_links": select(store, "SELECT count(*) FROM link WHERE dangling").rows[0][0],
        "diagnostics": {
            "errors": found.get("error", 0),
            "warnings": found.get("warning", 0),
            "info": found.get("info", 0),
        },
        "packs": ["core"],
        "file_count": store.counts.get("file", 0),
    }
