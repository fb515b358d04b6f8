"""The type of each column of the relations. SQLite lets a column hold any kind of value; a Parquet file does not.

Files of several sources are read as one table, so a type must depend on the column alone and never on the rows.
"""

from collections.abc import Mapping, Sequence

from compiler.model.relations import Relation

NUMBER, TEXT, BOOLEAN = "BIGINT", "VARCHAR", "BOOLEAN"
LEFT_OUT = "search"  # the full-text index: MATCH is SQLite's
_NUMBERS = frozenset({
    "bytes",
    "end_line",
    "heading_level",
    "line",
    "lines",
    "matches",
    "number",
    "ready_order",
    "sections",
    "status_line",
    "unchecked_links",
})  # fmt: skip
_BOOLEANS = frozenset({"dangling", "expects_implementation"})
_IS = "is_"  # how all other columns of 0 and 1 begin


def exported(relations: Sequence[Relation]) -> list[Relation]:
    """Return the relations that have Parquet files: all but the full-text index."""
    return [relation for relation in relations if relation.name != LEFT_OUT]


def column_types(relation: Relation) -> Mapping[str, str]:
    """Return the type of each column of a relation in DuckDB's words, in the order of the columns."""
    return {column.name: _type_of(column.name) for column in relation.columns}


def _type_of(column: str) -> str:
    if column in _BOOLEANS or column.startswith(_IS):
        return BOOLEAN
    return NUMBER if column in _NUMBERS else TEXT
