"""The description of `query_facts` for one source: its relations, so that a SELECT is right without a first look.

Values may be words of the source, and a description is read as if the server said it. So only single short words are
shown (`_WORD`), and of a column with any other value none.
"""

import re
from collections.abc import Iterator

from compiler.store.snapshot import Snapshot
from queries.sql.relations import ColumnValues, RelationContents, summary

MAX_VALUES = 8  # of a column whose values are shown
_WORD = re.compile(r"[\w.-]{1,24}", re.ASCII)
BEGIN = "Relations here, with rows, and in {} all values of a column: "
OTHERS = "Others: "


def relations_text(snapshot: Snapshot, most: int) -> str:
    """Return the relations with rows in at most `most` bytes: the largest with columns and values, then the names of
    the others. "" if there is no room for any."""
    known = sorted((one for one in summary(snapshot).values() if one.row_count), key=lambda one: -one.row_count)
    whole = [_line(one) for one in known]
    names = [one.relation.name for one in known]
    for count in range(len(known), -1, -1):
        others = f"{OTHERS}{', '.join(names[count:])}." if names[count:] else ""
        text = " ".join(filter(None, [*whole[:count], others]))
        if text and len((BEGIN + text).encode()) <= most:
            return BEGIN + text
    return ""


def _line(one: RelationContents) -> str:
    """Return a relation as `task (812): id, title, status {todo, done}.`"""
    return f"{one.relation.name} ({one.row_count}): {', '.join(map(_column, one.columns))}."


def _column(column: ColumnValues) -> str:
    values = list(_shown(column))
    return f"{column.name} {{{', '.join(values)}}}" if values else column.name


def _shown(column: ColumnValues) -> Iterator[str]:
    """Yield the values of a column; none if there are many, if one is no word, or if it is a boolean."""
    values = ["NULL" if value is None else str(value) for value, _ in column.values]
    if len(values) <= MAX_VALUES and not {*values} <= {"0", "1", "NULL"} and all(map(_WORD.fullmatch, values)):
        yield from values
