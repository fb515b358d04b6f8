"""Examples of questions in SQL that have an answer in the snapshot at hand: its own ids and values stand in them."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from queries.sql.relations import RelationContents

SHOWN = 3

Known = Mapping[str, RelationContents]


def examples(known: Known, shown: int = SHOWN) -> list[str]:
    """Return the first examples whose relations have rows."""
    return [sql for needed, sql in _candidates(known) if all(known[name].row_count for name in needed)][:shown]


_VALUE = re.compile(r"\{root\}|\{priority\}")
# The relations that an example needs, and its SQL, the most telling examples first. `{root}` and `{priority}` stand for
# values of the source.
_EXAMPLES: tuple[tuple[tuple[str, ...], str], ...] = (
    (
        ("requirement", "derives"),
        "WITH RECURSIVE below(id) AS (SELECT child FROM derives WHERE parent = "
        "{root} UNION SELECT child FROM derives JOIN below ON parent = below.id)"
        " SELECT id, title, level, file, line FROM requirement JOIN below USING (id)",
    ),
    (
        ("requirement", "assertion"),
        "SELECT id, text, file, line FROM assertion WHERE is_counted AND NOT is_tested ORDER BY id",
    ),
    (
        ("task",),
        "SELECT id, title, status, file, line FROM task WHERE is_ready AND priority = {priority} ORDER BY id",
    ),
    (
        ("decision", "supersession"),
        "WITH RECURSIVE chain(id) AS (SELECT newer FROM supersession UNION SELECT s.newer FROM supersession s JOIN"
        " chain ON s.older = chain.id) SELECT d.id, d.title, d.status FROM decision d JOIN chain USING (id)",
    ),
    (
        ("node", "edge"),
        "SELECT diagram, id, label FROM node WHERE id IN (SELECT value FROM json_each(loop(diagram, id)))"
        " ORDER BY diagram, id",
    ),
    (
        ("message", "participant"),
        "SELECT m.diagram, m.number, m.source, m.target, m.text FROM message m ORDER BY m.diagram, m.number",
    ),
    (
        ("location", "exit"),
        "SELECT l.world, l.id, count(e.ref) AS exits FROM location l LEFT JOIN exit e ON e.world = l.world AND"
        " e.location = l.id GROUP BY 1, 2 ORDER BY exits DESC",
    ),
    (
        ("condition", "effect"),
        "SELECT c.entity, c.property, count(*) AS reads FROM condition c WHERE NOT EXISTS (SELECT 1 FROM effect e WHERE"
        " e.world = c.world AND e.entity = c.entity AND e.property = c.property) GROUP BY 1, 2",
    ),
    (
        ("memory_fact",),
        "SELECT branch, category, count(*) AS facts FROM memory_fact WHERE is_active GROUP BY 1, 2 ORDER BY 3 DESC",
    ),
    (
        ("mention",),
        "SELECT target_id, count(*) AS cited FROM mention WHERE target IS NOT NULL GROUP BY 1 ORDER BY 2 DESC LIMIT 10",
    ),
    (
        ("object", "link"),
        "SELECT o.kind, o.id, count(*) AS dependents FROM link l JOIN object o ON o.ref = l.target WHERE NOT l.dangling"
        " GROUP BY l.target ORDER BY 3 DESC LIMIT 10",
    ),
    (("object",), "SELECT kind, count(*) FROM object GROUP BY kind ORDER BY 2 DESC"),
    (("file",), "SELECT path, lines FROM file ORDER BY lines DESC LIMIT 10"),
    (("diagnostic",), "SELECT code, count(*) FROM diagnostic GROUP BY code"),
)


def _candidates(known: Known) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the relations that an example needs, and its SQL with values of the source."""
    values = {"{root}": _sample(known, "requirement"), "{priority}": _value(known, "task", "priority")}
    for relations, sql in _EXAMPLES:
        yield relations, _VALUE.sub(lambda found: values[found[0]], sql)


def _sample(known: Known, name: str) -> str:
    samples = known[name].samples
    return _quoted(samples[0]) if samples else "''"


def _value(known: Known, name: str, column: str) -> str:
    values = next(
        (column_contents.values for column_contents in known[name].columns if column_contents.name == column), ()
    )
    return _quoted(values[0][0]) if values else "''"


def _quoted(value: Any) -> str:
    return "'" + str(value).replace("'", "''") + "'"
