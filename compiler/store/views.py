"""The public relations of a snapshot (`compiler.model.relations`) as views of its database.

They are written with the tables, so every snapshot and every frozen file has them.
"""

import sqlite3
from collections.abc import Iterable

from compiler.languages.registry import relations
from compiler.model.facts import Fact
from compiler.store.row_ranges import object_number
from compiler.store.schema import table_of


def create_views(database: sqlite3.Connection, fact_classes: Iterable[type[Fact]]) -> None:
    """Create every relation in a new database. One whose tables are not among those of `fact_classes` is empty."""
    classes = list(fact_classes)
    existing = {
        name
        for fact_class in classes
        for name in (table_of(fact_class).name, table_of(fact_class).plain, table_of(fact_class).stored)
    }
    numbers = first_objects(classes)
    for relation in relations():
        is_whole = relation.tables <= existing
        database.execute(relation.create(numbers) if is_whole else relation.create_empty())


def create_missing_views(database: sqlite3.Connection, fact_classes: Iterable[type[Fact]]) -> None:
    """Create, for this connection alone, the relations that an older Frieze did not know."""
    existing = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'view'")}
    missing = [relation for relation in relations() if relation.name not in existing]
    numbers = first_objects(fact_classes) if missing else {}
    for relation in missing:
        database.execute(relation.create(numbers, "TEMP"))


def first_objects(fact_classes: Iterable[type[Fact]]) -> dict[str, int]:
    """The number before those of the objects of each class, by the class's `table`."""
    return {fact_class.table: object_number(place, 0) for place, fact_class in enumerate(fact_classes)}
