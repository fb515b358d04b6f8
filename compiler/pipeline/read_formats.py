"""The formats that were read in a source though few know them, each with what proves it: for `get_snapshot_info`."""

import sqlite3

import orjson

from compiler.languages.knowledge.facts import Decision, Task
from compiler.languages.knowledge.tracker_registry import TRACKERS
from compiler.languages.requirements.facts import RequirementProject
from compiler.model.facts import sql_table

PROPOSALS = {
    "kep": "KEP",
    "pep": "PEP and the like",
    "eip": "EIP and the like",
    "sep": "SEP",
    "otep": "OTEP",
    "rfc": "RFC",
    "structurizr": "Structurizr",
    "y-statement": "Y-statements",
    "arc42": "arc42",
}


def read_formats(database: sqlite3.Connection) -> list[str]:
    """Return a line a format of requirements, such as `OpenFastTrace: doc/a.md:4: a line begins with …`, one a format
    of proposals, and one a tracker. Elspais's has none."""
    rows = database.execute(f"SELECT formats FROM {sql_table(RequirementProject.table)}")
    found = [f"{one['title']}: {one['reason']}" for (formats,) in rows for one in orjson.loads(formats)]
    titles = ((Decision.table, PROPOSALS), (Task.table, {one.name: one.title for one in TRACKERS}))
    for table, named in titles:
        for name, title in named.items():
            first = database.execute(
                f"SELECT file, json_extract(native, '$.recognised_by') FROM {sql_table(table)} "
                "WHERE format = ? ORDER BY file LIMIT 1",
                (name,),
            ).fetchone()
            found += [f"{title}: {first[0]}: {first[1]}"] if first and first[1] else []
    return found
