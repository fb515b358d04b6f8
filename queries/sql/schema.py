"""The schema that `query_facts` prints: a line for each relation that has rows, dense enough to ask right at once."""

from collections.abc import Iterator, Mapping
from typing import Any

from compiler.store.snapshot import Snapshot
from queries.sql.examples import examples
from queries.sql.relations import ColumnValues, RelationContents, contents
from queries.tools.render import size

MAX_BYTES = 3_400  # of the relations of one language, so that the whole schema has at most 5 KB
FUNCTIONS = (
    "text REGEXP 're2'. JSON lists for json_each: dependents(ref[, depth]), dependencies(ref[, depth]) give refs as"
    " get_impact follows links; reachable(diagram, node, 'forward'|'backward') gives node ids, itself included;"
    " loop(diagram, node) those on a loop with it."
)
RULES = (
    "SQLite. ref joins object, link, mention, tag; keys inside a language are native ids, with their scope (world,"
    " diagram, branch, collection). Booleans 0/1, times ISO 8601 UTC. Without ORDER BY the rows of one relation come in"
    " source order. In {}: all values with counts."
)


def schema(snapshot: Snapshot) -> dict[str, Any]:
    """Return the schema: how to read it, the relations with rows, the names of the empty ones, the functions, and
    examples."""
    known = contents(snapshot)
    languages = {*(snapshot.meta.get("languages") or {})} - {"documents"}  # pages are in most sources
    most = MAX_BYTES * max(1, len(languages))
    return {
        "rules": RULES,
        "relations": snapshot.memoize("queries.sql.schema", lambda _: fitting_lines(known, most)),
        "empty": ", ".join(name for name, relation in known.items() if relation.row_count == 0),
        "functions": FUNCTIONS,
        "examples": snapshot.memoize("queries.sql.examples", lambda _: examples(known)),
    }


def fitting_lines(known: Mapping[str, RelationContents], most: int) -> list[str]:
    """Return the lines of the relations, in `most` bytes where that is possible: with two samples, with one, or with
    one and without what stands behind a semicolon of a promise, or without any."""
    ways = ((2, False), (1, False), (1, True), (0, True))
    tried = (list(_lines(known, samples, is_short)) for samples, is_short in ways)
    lines: list[str] = []
    for lines in tried:
        if size(lines) <= most:
            break
    return lines


def _lines(known: Mapping[str, RelationContents], samples: int, is_short: bool) -> Iterator[str]:
    """Yield the lines of the relations with rows: `task (812): id, …, status {todo 600, done 212}, … e.g. T-1, T-2`."""
    for name, relation in known.items():
        if relation.row_count != 0:
            columns = ", ".join(column_text(column) for column in relation.columns)
            shown = f" e.g. {', '.join(relation.samples[:samples])}." if relation.samples[:samples] else ""
            promise = relation.relation.promise
            count = "computed when asked" if relation.row_count is None else relation.row_count
            yield f"{name} ({count}): {columns}.{shown} {promise.partition(';')[0] if is_short else promise}"


def column_text(column: ColumnValues) -> str:
    """Return a column with its values: `status {todo 600, done 212}`."""
    values = ", ".join(f"{_shown(value)} {count}" for value, count in column.values)
    return f"{column.name} {{{values}}}" if values else column.name


def _shown(value: Any) -> str:
    if value is None:
        return "NULL"
    return f"'{value}'" if isinstance(value, str) and (not value or not value.isprintable()) else str(value)
