"""The formats that were read in a source though few know them, each with what proves it: for `get_snapshot_info`."""

import sqlite3

import orjson

from compiler.languages.knowledge.facts import Task
from compiler.languages.knowledge.tracker_registry import TRACKERS
from compiler.languages.requirements.facts import RequirementProject
from compiler.model.facts import sql_table


def read_formats(database: sqlite3.Connection) -> list[str]:
    """Return a line a format of requirements, such as `OpenFastTrace: doc/a.md:4: a line begins with …`, and a line a
    tracker. Elspais's has none."""
    rows = database.execute(f"SELECT formats FROM {sql_table(RequirementProject.table)}")
    found = [f"{one['title']}: {one['reason']}" for (formats,) in rows for one in orjson.loads(formats)]
    for tracker in TRACKERS:
        first = database.execute(
            f"SELECT file, json_extract(native, '$.recognised_by') FROM {sql_table(Task.table)} "
            "WHERE format = ? ORDER BY file LIMIT 1",
            (tracker.name,),
        ).fetchone()
        found += [f"{tracker.title}: {first[0]}: {first[1]}"] if first else []
    return found
