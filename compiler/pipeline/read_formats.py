"""The formats of requirements that were read in a source, each with what proves it: for `get_snapshot_info`."""

import sqlite3

import orjson

from compiler.languages.requirements.facts import RequirementProject
from compiler.model.facts import sql_table


def read_formats(database: sqlite3.Connection) -> list[str]:
    """Return a line a format, such as `OpenFastTrace: doc/a.md:4: a line begins with …`. Elspais's has none."""
    rows = database.execute(f"SELECT formats FROM {sql_table(RequirementProject.table)}")
    return [f"{one['title']}: {one['reason']}" for (formats,) in rows for one in orjson.loads(formats)]
