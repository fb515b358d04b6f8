"""Fact classes as SQLite tables: one column a field, in the order of the fields.

str, int, float and bool are stored as they are; a span as its five columns; everything else (lists, maps, JSON values)
as JSON text. `Table` converts both ways and is made once a class.
"""

import types
import typing
from collections.abc import Callable
from dataclasses import fields
from typing import Any, Generic, TypeVar

import orjson

from compiler.facts import Fact
from compiler.spans import Span

F = TypeVar("F", bound=Fact)

SPAN_COLUMNS = Span._fields
_SQL_TYPES: dict[type | None, str] = {str: "TEXT", int: "INTEGER", float: "REAL", bool: "INTEGER"}


class Table(Generic[F]):
    """The table of one fact class.

    `columns` are the column names without the span's, `create` the statement that makes the table, `insert` the one
    that fills it with `row(fact)`, `select` the beginning of a query whose rows `fact(row)` reads back.
    """

    def __init__(self, fact_class: type[F]) -> None:
        hints = typing.get_type_hints(fact_class)
        self.fact_class = fact_class
        self.name = fact_class.table
        self.columns = tuple(one.name for one in fields(fact_class) if one.name != "span")
        self._types = tuple(_plain_type(hints[name]) for name in self.columns)
        self._tuples = tuple(_holds_tuple(hints[name]) for name in self.columns)
        all_columns = [*self.columns, *SPAN_COLUMNS]
        listed = ", ".join(f'"{name}"' for name in all_columns)
        self.select = f'SELECT {listed} FROM "{self.name}"'
        self.insert = f'INSERT INTO "{self.name}" ({listed}) VALUES ({", ".join("?" * len(all_columns))})'
        typed = [
            f'"{name}" {_SQL_TYPES.get(kind, "TEXT")}' for name, kind in zip(self.columns, self._types, strict=True)
        ]
        span = [f"{name} {'TEXT' if name == 'file' else 'INTEGER'}" for name in SPAN_COLUMNS]
        self.create = f'CREATE TABLE "{self.name}" ({", ".join(typed + span)})'
        self._encoders = tuple(None if kind else _encode for kind in self._types)
        self._decoders: tuple[Callable[[Any], Any] | None, ...] = tuple(
            bool if kind is bool else (None if kind else (_decode_tuple if has_tuple else orjson.loads))
            for kind, has_tuple in zip(self._types, self._tuples, strict=True)
        )

    def row(self, fact: F) -> tuple[Any, ...]:
        """The fact as values for `insert`."""
        values = [
            getattr(fact, name) if encode is None else encode(getattr(fact, name))
            for name, encode in zip(self.columns, self._encoders, strict=True)
        ]
        return (*values, *fact.span)

    def fact(self, row: tuple[Any, ...]) -> F:
        """The fact of a row of `select`."""
        width = len(self.columns)
        values = {
            name: value if decode is None or value is None else decode(value)
            for name, decode, value in zip(self.columns, self._decoders, row[:width], strict=True)
        }
        return self.fact_class(span=Span(*row[width:]), **values)


_TABLES: dict[str, Table[Any]] = {}


def table_of(fact_class: type[F]) -> Table[F]:
    """The table of a fact class, made once: its name is unique."""
    if fact_class.table not in _TABLES:
        _TABLES[fact_class.table] = Table(fact_class)
    return _TABLES[fact_class.table]


def _plain_type(hint: Any) -> type | None:
    """str, int, float or bool when the field is one, or one or None; None when it is stored as JSON."""
    if isinstance(hint, types.UnionType):
        others = [one for one in typing.get_args(hint) if one is not types.NoneType]
        return _plain_type(others[0]) if len(others) == 1 else None
    return hint if hint in _SQL_TYPES else None


def _holds_tuple(hint: Any) -> bool:
    if isinstance(hint, types.UnionType):
        return any(_holds_tuple(one) for one in typing.get_args(hint))
    return typing.get_origin(hint) is tuple


def _encode(value: Any) -> str | None:
    return None if value is None else orjson.dumps(value).decode()


def _decode_tuple(text: str) -> tuple[Any, ...]:
    return tuple(orjson.loads(text))
