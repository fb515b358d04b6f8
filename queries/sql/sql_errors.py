"""Errors of a SELECT as answers: the nearest table, column or function, and which ones there are. And hints for a
question that found nothing because it asked for a value that no row has."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from compiler.store.select.check import BASE, FUNCTIONS
from compiler.store.select.errors import SelectError
from queries.errors.near import nearest
from queries.errors.query_error import QueryError
from queries.sql.relations import RelationContents

_WORD = re.compile(r"\w+")
_COMPARED = re.compile(r"\b(\w++)\s*(?:==?|<>|!=|\bIS\b|\bLIKE\b|\bIN\s*\()\s*'((?:[^']|'')*)'", re.IGNORECASE)


def query_error(error: SelectError, sql: str, relations: Mapping[str, Sequence[str]]) -> QueryError:
    """Return the error answer: `invalid_argument` for a wrong statement, `too_large` for one beyond a bound."""
    if error.kind == "bound":
        return QueryError("too_large", f"{error.message}.", bound=error.bound, hint=error.hint or None)
    near = _near(error.unknown, sql, relations) if error.unknown is not None else {}
    hint = None if "relations" in near else error.hint or None  # it would name the relations too
    return QueryError("invalid_argument", f"{error.message}.", hint=hint, **near)


def _near(unknown: tuple[str, str], sql: str, relations: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Return the near names of an unknown one, and all names of its kind."""
    kind, written = unknown
    name = written.rsplit(".", 1)[-1].strip("\"'`[]")
    if kind == "table":
        if written.lower().startswith(f"{BASE}.") and name in relations:
            return {}
        return {"did_you_mean": nearest(name, relations), "relations": sorted(relations)}
    if kind == "function":
        return {"did_you_mean": nearest(name, FUNCTIONS)}
    named = {word.lower() for word in _WORD.findall(sql)} & relations.keys()
    known = {relation: list(relations[relation]) for relation in sorted(named)}
    near = nearest(name, {column for columns in (known or relations).values() for column in columns})
    elsewhere = [f"{relation}.{name}" for relation, columns in relations.items() if name in columns][:3]
    return {"did_you_mean": near or elsewhere, "columns": known}


def no_rows_hint(sql: str, asked: Collection[str], known: Mapping[str, RelationContents]) -> str:
    """Return which compared values no row has, with those that there are; "" when all compared values exist."""
    return " ".join(dict.fromkeys(_missing_values(sql, asked, known)))


def _missing_values(sql: str, asked: Collection[str], known: Mapping[str, RelationContents]) -> Iterator[str]:
    for column, value in _COMPARED.findall(sql):
        for relation in sorted(asked):
            for one in known[relation].columns if relation in known else ():
                values = [str(each) for each, _ in one.values]
                if one.name == column.lower() and values and value not in values and "%" not in value:
                    yield f"No {relation} has {column} '{value[:50]}': there are {', '.join(values)}."
