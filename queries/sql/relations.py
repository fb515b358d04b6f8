"""The relations of a snapshot as an agent needs to know them before it asks: how many rows, which values, which ids."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from compiler.model.relations import Relation
from compiler.store.select.pool import relations_of
from compiler.store.snapshot import Snapshot, memoized

MAX_VALUES = 12  # of a column whose values are listed
MAX_VALUE_LENGTH = 40  # characters of a value that is listed
SAMPLED_ROWS = 500  # which tell the columns that may have few values
MAX_ROWS_IN_MEMORY = 200_000
MAX_SUMMARISED_ROWS = 20_000
# Names, places and texts: their values are never listed, even where a small source has few.
_UNLISTED = frozenset(
    (
        *("ref", "id", "title", "text", "label", "message", "name", "value", "tag", "hash", "search", "rank"),
        *("file", "line", "end_line", "path", "lines", "bytes", "number", "fork_point"),
        *("sections", "heading_level", "heading_path"),
        *("source", "source_id", "target", "target_id"),
        *("date", "at", "created_at", "updated_at", "due_at", "valid_from", "valid_to"),
    )
)


class ColumnValues(NamedTuple):
    """A column and its values with their counts, the most frequent first; no values if there are too many."""

    name: str
    values: tuple[tuple[Any, int], ...]


class RelationContents(NamedTuple):
    """What a relation holds: its declaration, the number of rows, its columns, and sample ids. The rows of a relation
    that is computed are not counted: None."""

    relation: Relation
    row_count: int | None
    columns: tuple[ColumnValues, ...]
    samples: tuple[str, ...]


@memoized
def contents(snapshot: Snapshot) -> Mapping[str, RelationContents]:
    """Return what each relation of a snapshot holds. It is computed at the first question and kept by the snapshot."""
    return {relation.name: _of_relation(snapshot, relation) for relation in relations_of(snapshot)}


@memoized
def summary(snapshot: Snapshot) -> Mapping[str, RelationContents]:
    """Return the same for the list of tools, which must not take long: no values of relations with more than
    MAX_SUMMARISED_ROWS rows."""
    return {relation.name: _of_relation(snapshot, relation, MAX_SUMMARISED_ROWS) for relation in relations_of(snapshot)}


@memoized
def relation_columns(snapshot: Snapshot) -> Mapping[str, Sequence[str]]:
    """Return the columns of each relation by its name."""
    return {relation.name: tuple(column.name for column in relation.columns) for relation in relations_of(snapshot)}


def _of_relation(snapshot: Snapshot, relation: Relation, most: float = math.inf) -> RelationContents:
    names = [column.name for column in relation.columns]
    if relation.name == "search":  # its columns cannot be read without a MATCH
        return RelationContents(relation, _count(snapshot, "object"), _without_values(names), ())
    if relation.is_computed:
        return RelationContents(relation, None, _without_values(names), ())
    count = _count(snapshot, relation.name)
    if not 0 < count <= most:
        return RelationContents(relation, count, _without_values(names), ())
    sample = snapshot.rows(f'SELECT * FROM "{relation.name}" LIMIT {SAMPLED_ROWS}')
    by_name = {name: [row[at] for row in sample] for at, name in enumerate(names)}
    candidates = [name for name, values in by_name.items() if name not in _UNLISTED and _may_be_listed(values)]
    listed = _values(snapshot, relation.name, candidates, count)
    columns = tuple(ColumnValues(name, listed.get(name, ())) for name in names)
    return RelationContents(relation, count, columns, _samples(by_name))


def _without_values(names: Sequence[str]) -> tuple[ColumnValues, ...]:
    return tuple(ColumnValues(name, ()) for name in names)


def _count(snapshot: Snapshot, name: str) -> int:
    return int(snapshot.rows(f'SELECT count(*) FROM "{name}"')[0][0])


def _may_be_listed(values: Sequence[Any]) -> bool:
    """Whether the values of a column are few, short, and stand for more than one row each."""
    distinct = set(values)
    is_short = all(not isinstance(value, str) or len(value) <= MAX_VALUE_LENGTH for value in distinct)
    return is_short and len(distinct) <= min(MAX_VALUES, max(2, len(values) // 2)) and distinct != {None}


def _values(
    snapshot: Snapshot, name: str, columns: Sequence[str], count: int
) -> dict[str, tuple[tuple[Any, int], ...]]:
    """Return the values of those columns that have at most MAX_VALUES, with their counts."""
    counted: dict[str, Counter[Any]] = {}
    if columns and count <= MAX_ROWS_IN_MEMORY:
        listed = ", ".join(f'"{column}"' for column in columns)
        together = Counter(snapshot.rows(f'SELECT {listed} FROM "{name}"'))
        for at, column in enumerate(columns):
            counted[column] = Counter()
            for row, number in together.items():
                counted[column][row[at]] += number
    else:
        for column in columns:
            sql = f'SELECT "{column}", count(*) FROM "{name}" GROUP BY 1 LIMIT {MAX_VALUES + 1}'
            counted[column] = Counter(dict(snapshot.rows(sql)))
    return {
        column: tuple(sorted(values.items(), key=lambda counted_value: (-counted_value[1], str(counted_value[0]))))
        for column, values in counted.items()
        if len(values) <= MAX_VALUES
    }


def _samples(by_name: Mapping[str, Sequence[Any]]) -> tuple[str, ...]:
    """Return two ids of the relation, or else two of the refs that it joins."""
    column = next((name for name in ("id", "ref", "source", "text", "path") if name in by_name), None)
    found = dict.fromkeys(str(value)[:60] for value in by_name.get(column or "", ()) if value not in (None, ""))
    return tuple(found)[:2]
