"""The public relations of a merged snapshot: those of a snapshot of one source, with the column `source_name` behind
the others.

Most are the same views. Those that join facts by native ids, which two sources may share, are tables here, which are
filled source by source.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence

from compiler.languages.registry import relations
from compiler.languages.relations import SPACE
from compiler.model.facts import Fact, sql_table
from compiler.model.relations import Column, Relation
from compiler.model.source_names import COLUMN
from compiler.store.inserted_rows import insert_rows
from compiler.store.merged.source_rows import Naming
from compiler.store.snapshot import Snapshot
from compiler.store.views import first_objects

# Relations that join by native ids, or make refs of them.
BY_NATIVE_ID = frozenset(
    (
        *("document_section", "location", "exit", "property", "assertion", "code_reference", "test_reference"),
        "task_dependency",
    )
)
_SPACE_BEHIND_NAME = "substr(ref, instr(ref, '::') + 2, 2)"
_ROWS = sql_table("rows")  # named like a table of facts, so that the guard of foreign SELECTs knows whose it is
_PATHS = ("file", "path", "document")  # columns, of which the first that a relation has tells the source
_REFS = ("ref", "instruction")
_REFS_IN_TABLES = frozenset(("ref", "parent_ref"))
_EXTRA_REFS: Mapping[str, tuple[str, ...]] = {"document_section": ("parent",)}
SOURCE_NAME = Column(COLUMN, "name of the source in the workspace file; NULL for what is about the workspace itself")


def merged_relations() -> list[Relation]:
    """Return the relations of a merged snapshot, with their columns."""
    return [relation._replace(columns=(*relation.columns, SOURCE_NAME)) for relation in relations()]


def create_merged_views(database: sqlite3.Connection, fact_classes: Iterable[type[Fact]]) -> None:
    """Put the relations of a merged snapshot in the place of those that its database has."""
    for relation in relations():
        database.execute(f'DROP VIEW "{relation.name}"')
    for statement in merged_statements(fact_classes):
        database.execute(statement)


def merged_statements(fact_classes: Iterable[type[Fact]]) -> Iterator[str]:
    """Give the statements that create the relations of a merged snapshot."""
    numbers = first_objects(fact_classes)
    for relation in relations():
        if relation.name in BY_NATIVE_ID:
            listed = ", ".join(f'"{column.name}"' for column in relation.columns)
            yield f'CREATE TABLE "{_table(relation)}" ({listed}, {COLUMN} TEXT)'
            yield f'CREATE INDEX "{_table(relation)}_source" ON "{_table(relation)}" ({COLUMN})'
            yield f'CREATE VIEW "{relation.name}" AS SELECT * FROM "{_table(relation)}"'
        else:
            yield _view(relation, numbers)


def write_relations(database: sqlite3.Connection, snapshot: Snapshot, naming: Naming) -> None:
    """Put the rows of a source into the relations that are tables, in the place of those that it had."""
    for relation in relations():
        if relation.name not in BY_NATIVE_ID:
            continue
        columns = [column.name for column in relation.columns]
        refs = {*_REFS_IN_TABLES, *_EXTRA_REFS.get(relation.name, ())}
        edits = [naming.ref if name in refs else naming.path if name in _PATHS else None for name in columns]
        remove_relations(database, naming.name, (relation,))
        rows = snapshot.rows(f'SELECT * FROM "{relation.name}"')
        insert_rows(
            database,
            f'"{_table(relation)}"',
            (
                (
                    *(
                        edit(value) if edit and value is not None else value
                        for edit, value in zip(edits, row, strict=True)
                    ),
                    naming.name,
                )
                for row in rows
            ),
        )


def remove_relations(database: sqlite3.Connection, name: str, chosen: Sequence[Relation] = ()) -> None:
    """Remove the rows of a source from the relations that are tables, or from some of them."""
    for relation in chosen or relations():
        if relation.name in BY_NATIVE_ID:
            database.execute(f'DELETE FROM "{_table(relation)}" WHERE {COLUMN} = ?', (name,))


def _table(relation: Relation) -> str:
    return f"merged_{relation.name}"


def _view(relation: Relation, numbers: dict[str, int]) -> str:
    """Return the statement that creates a view with the name of the source."""
    if relation.name == "search":  # its hidden columns do not pass through another view
        select = relation.select.replace(".search_index\n", f".search_index, {_of_ref('o.ref')}\n", 1)
        named = relation._replace(columns=(*relation.columns, SOURCE_NAME), select=select)
        return named.create(numbers)
    inner = relation._replace(select=relation.select.replace(SPACE, _SPACE_BEHIND_NAME))
    columns = ", ".join(f'"{column.name}"' for column in relation.columns)
    _, _, select = inner.create(numbers).partition(") AS ")
    return (
        f'CREATE VIEW "{relation.name}" ({columns}, {COLUMN}) AS'
        f" WITH {_ROWS} ({columns}) AS ({select}) SELECT {columns}, {_source_of(relation)} FROM {_ROWS}"
    )


def _source_of(relation: Relation) -> str:
    """Return SQL for the name of the source of a row."""
    names = {column.name for column in relation.columns}
    for name in _PATHS:
        if name in names:
            return f'iif(instr("{name}", \'/\'), substr("{name}", 1, instr("{name}", \'/\') - 1), NULL)'
    name = next(name for name in _REFS if name in names)
    return _of_ref(f'"{name}"')


def _of_ref(column: str) -> str:
    return f"substr({column}, 1, instr({column}, '::') - 1)"
