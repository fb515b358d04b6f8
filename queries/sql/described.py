"""The description of `query_facts` for one source: its relations, so that a SELECT is right without a first look.

Values may be words of the source, and a description is read as if the server said it. So only single short words are
shown (`_WORD`), and of a column with any other value none.
"""

import re
from collections.abc import Iterator

from compiler.store.snapshot import Snapshot
from queries.sql.relations import ColumnValues, RelationContents, summary

MAX_VALUES = 8  # of a column whose values are shown
BEGIN = "Relations here, with rows, and in {} all values of a column; those with * also have id, ref, file, line: "
OTHERS = "Others, whose columns SELECT * FROM name LIMIT 1 shows: "
COMMON = ("id", "ref", "file", "line")  # columns of nearly all objects, told once
_WORD = re.compile(r"[\w.-]{1,24}", re.ASCII)


def relations_text(snapshot: Snapshot, most: int) -> str:
    """Return the relations with rows in at most `most` bytes: the largest with columns and values, then the names of
    the others, as many as fit. "" if there is no room for any."""
    known = sorted((contents for contents in summary(snapshot).values() if contents.row_count), key=_rank)
    whole = [_line(contents) for contents in known]
    computed = (contents for contents in summary(snapshot).values() if contents.row_count is None)
    names = [contents.relation.name for contents in (*known, *computed)]
    for count in range(len(known), -1, -1):
        others = f"{OTHERS}{', '.join(names[count:])}." if names[count:] else ""
        text = BEGIN + " ".join(filter(None, [*whole[:count], others]))
        if len(text.encode()) <= most:
            return text
    shown = text[: max(most - len(" …"), 0)].rpartition(",")[0]
    return f"{shown} …" if len(shown) > len(BEGIN) else ""


def _rank(relation: RelationContents) -> tuple[bool, int]:
    """Return what orders relations: the largest first, and last the index of words, which has a row an object."""
    return relation.relation.name == "search", -(relation.row_count or 0)


def _line(relation: RelationContents) -> str:
    """Return a relation as `task* (812): status {todo, done}, priority.`"""
    names = {column.name for column in relation.columns}
    has_common = names >= {*COMMON}
    columns = [_column(column) for column in relation.columns if not (has_common and column.name in COMMON)]
    name = f"{relation.relation.name}{'*' if has_common else ''}"
    return f"{name} ({_roughly(relation.row_count or 0)}): {', '.join(columns)}."


def _roughly(count: int) -> str:
    """Return a count, above 99 in two digits: an edit that adds a row must not change what clients keep of the list."""
    return str(count) if count < 100 else f"~{round(count, 2 - len(str(count)))}"


def _column(column: ColumnValues) -> str:
    values = list(_shown(column))
    return f"{column.name} {{{', '.join(values)}}}" if values else column.name


def _shown(column: ColumnValues) -> Iterator[str]:
    """Yield the values of a column; none if there are many, if one is no word, or if it is a boolean."""
    values = ["NULL" if value is None else str(value) for value, _ in column.values]
    if len(values) <= MAX_VALUES and not {*values} <= {"0", "1", "NULL"} and all(map(_WORD.fullmatch, values)):
        yield from values
