"""The arguments `fields` and `format`: which fields of its rows an answer shows, and whether rows come as a table.

Every tool that returns rows takes both (`queries.tools.tool`). Rows are the elements of the answer's lists of objects.
A query returns whole rows; the projection is applied to the rows of its page, last of all. `page` asks how large a row
will be when it is shown, so that a page of few fields holds more rows.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from queries.tools.parameters import Parameter

FIELDS = Parameter(
    "fields",
    "strings",
    "Only these fields of each row, in this order; properties.owner is a field of a nested object.",
    max_length=200,
)
FORMAT = Parameter(
    "format",
    "string",
    "objects, or table: {columns, rows} in place of each list of objects; null where a row has no such field.",
    default="objects",
    choices=("objects", "table"),
)


MAX_INNER = 50  # rows whose nested fields are looked at for the names to suggest

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Projection:
    """`fields` of each row, in this order, or all if there are none; as a table if `is_table`.

    A name with dots reaches into an object: `properties.owner`. `inside` is the field of an element that holds the row,
    where elements are more than the row (`queries.diagrams.parallel_lists`).
    """

    fields: tuple[str, ...] = ()
    is_table: bool = False
    inside: str = ""

    def __bool__(self) -> bool:
        return bool(self.fields) or self.is_table

    def of_field(self, name: str) -> "Projection":
        """Return the projection of elements that hold their row in a field."""
        return replace(self, inside=name)

    def row(self, row: Row) -> dict[str, Any]:
        """Return a row with the chosen fields only. A field that the row does not have is left out."""
        if not self.fields:
            return dict(row)
        found = ((name, value_at(row, name)) for name in self.fields)
        return {name: value for name, value in found if value is not ABSENT}

    def shown(self, rows: Sequence[Any]) -> Any:
        """Return the rows as the answer has them: a list of objects, or `{columns, rows}`."""
        chosen = [self.row(row) for row in rows]
        return table(chosen, self.fields) if self.is_table else chosen

    def measured(self, elements: Sequence[Any]) -> list[Any]:
        """Return what the elements of a page take in the answer, one for each, to be measured."""
        if not self or not all(isinstance(element, Mapping) for element in elements):
            return list(elements)
        rows = [self.row(element[self.inside] if self.inside else element) for element in elements]
        as_shown: list[Any] = table(rows, self.fields)["rows"] if self.is_table else rows
        if not self.inside:
            return as_shown
        return [{**element, self.inside: row} for element, row in zip(elements, as_shown, strict=True)]


class _Absent:
    """The type of the value of a field that a row does not have."""


ABSENT = _Absent()


def value_at(row: Row, name: str) -> Any:
    """Return the value of a field, or of a field of a nested object by its dotted name; ABSENT if there is none."""
    if name in row:
        return row[name]
    outer, dot, inner = name.partition(".")
    nested = row.get(outer) if dot else None
    return value_at(nested, inner) if isinstance(nested, Mapping) else ABSENT


def table(rows: Sequence[Row], fields: Sequence[str]) -> dict[str, Any]:
    """Return rows as `{"columns": ["id", "title"], "rows": [["a", "A"]]}`. Without `fields`, the columns are the fields
    of all rows, in the order in which they first occur. A field that a row does not have is null."""
    columns = list(fields or dict.fromkeys(name for row in rows for name in row))
    return {"columns": columns, "rows": [[row.get(name) for name in columns] for row in rows]}


def names_in(rows: Iterable[Any]) -> dict[str, None]:
    """Return the names of the fields that rows have, in the order in which they first occur; behind them those of
    nested objects, with dots."""
    outer: dict[str, None] = {}
    inner: dict[str, None] = {}
    for at, row in enumerate(rows):
        for name, value in row.items() if isinstance(row, Mapping) else ():
            outer[name] = None
            if at < MAX_INNER and isinstance(value, Mapping):
                inner |= dict.fromkeys(f"{name}.{field}" for field in value)
    return outer | inner


def named_fields(written: Iterable[str]) -> tuple[str, ...]:
    """Return the names of fields, each once. One text may hold several: `id,title`."""
    return tuple(dict.fromkeys(part.strip() for name in written for part in name.split(",")))
