"""The objects of a kind, filtered by the fields of their facts: `list_objects`."""

from collections.abc import Sequence
from dataclasses import fields
from types import NoneType, UnionType
from typing import Any, get_args

from compiler.model.facts import Object, sql_table
from compiler.store.snapshot import Snapshot
from queries.errors import QueryError
from queries.naming import check_kinds, object_counts, object_kinds, object_row, searched
from queries.near import nearest
from queries.objects import fields_of
from queries.paging import CURSOR, LIMIT, Cursor, Rows, page
from queries.parameters import Parameter, echoed
from queries.render import abbreviated
from queries.schemas import DID_YOU_MEAN, OBJECT, SEARCHED, mapping, objects, string
from queries.tool import tool

FIELD_SHOWN = 160  # characters of a text field


@tool(
    title="Objects of a kind",
    pack="core",
    parameters=(
        Parameter(
            "kind",
            "string",
            "A kind of object, such as entity; get_snapshot_info counts them.",
            required=True,
            brief="get_snapshot_info counts them.",
            aliases=("type",),
        ),
        Parameter(
            "where",
            "object",
            'Only objects with these values, such as {"type": "Character"}.',
            brief='Such as {"type": "Character"}.',
            aliases=("filter", "filters"),
        ),
        LIMIT,
        CURSOR,
    ),
    result={
        "kind": string("The kind asked for."),
        "objects": objects(
            "In the order of the source.", **OBJECT, fields=mapping("The fields of the fact, long texts shortened.")
        ),
        "searched": SEARCHED,
        "did_you_mean": DID_YOU_MEAN,
    },
)
def list_objects(
    snapshot: Snapshot, *, kind: str, where: dict[str, Any] | None, limit: int, cursor: Cursor
) -> dict[str, Any]:
    """Returns all objects of one kind with their fields, or those whose fields have given values. Use it for
    inventories: all entities, all choices that are sticky, all files of a language.

    where compares exactly; for a field that holds a list, the value must be one of its elements; null means absent.
    ref, id, title and file can be compared too. Long texts are shortened; object_get has them whole. 50 a page.
    """
    check_kinds([kind], object_kinds(snapshot), "object")
    conditions = _conditions(object_kinds(snapshot)[kind], where or {})
    refs = _matching_refs(snapshot, kind, conditions)
    rows = Rows(len(refs), lambda start, count: [_row(one) for one in snapshot.facts_of(refs[start : start + count])])
    answer: dict[str, Any] = {"kind": kind, "objects": rows}
    if not refs:
        answer |= _no_matches(snapshot, kind, where)
    return page(answer, "objects", limit=limit, cursor=cursor)


def _row(fact: Object) -> dict[str, Any]:
    shown = {name: abbreviated(value, FIELD_SHOWN, "object_get shows them") for name, value in fields_of(fact).items()}
    return {**object_row(fact), "fields": shown}


class _Condition:
    """A field and the value it must have. `column` is the SQL column to compare; if it is "", `holds` checks the
    fact."""

    def __init__(self, name: str, value: Any, column: str) -> None:
        self.name, self.value, self.column = name, value, column

    def holds(self, fact: Object) -> bool:
        found = getattr(fact, self.name)
        return bool(found == self.value or (isinstance(found, tuple | list) and self.value in found))


def _conditions(fact_class: type[Object], where: dict[str, Any]) -> list[_Condition]:
    """Return the conditions of a `where`. Raises QueryError for unknown fields and for values of the wrong type."""
    hints: dict[str, Any] = {one.name: one.type for one in fields(fact_class) if one.name != "span"}
    hints |= dict.fromkeys(("ref", "id", "title", "file"), str)
    unknown = [name for name in where if name not in hints]
    if unknown:
        near = [other for name in unknown for other in nearest(name, hints, 1)]
        raise QueryError(
            "invalid_argument",
            f"Objects of kind {fact_class.kind} have no such field",
            where=[echoed(name) for name in unknown],
            did_you_mean=near,
            fields=sorted(hints),
        )
    return [_condition(name, value, hints[name]) for name, value in where.items()]


def _condition(name: str, value: Any, hint: Any) -> _Condition:
    plain = _plain(hint)
    if plain is None:
        return _Condition(name, value, "")
    if plain is int and type(value) is float and value.is_integer() and abs(value) < 2**63:
        value = int(value)  # JSON does not tell integers from other numbers
    if value is not None and (type(value) not in _ACCEPTED[plain] or (type(value) is int and value > 2**63 - 1)):
        error = f"The field {name} holds a {_WORDS[plain]}"
        raise QueryError("invalid_argument", error, where=name, value=echoed(value))
    table = "object_row" if name in ("ref", "id", "title", "file") else "fact"
    return _Condition(name, value, f'{table}."{name}"')


_WORDS = {str: "string", int: "whole number", float: "number", bool: "boolean"}
_ACCEPTED: dict[type, tuple[type, ...]] = {str: (str,), int: (int,), float: (int, float), bool: (bool,)}


def _plain(hint: Any) -> type | None:
    """Return the type of a field (str, int, float or bool, or None) that SQL can compare; None for any other field."""
    if isinstance(hint, UnionType):
        others = [one for one in get_args(hint) if one is not NoneType]
        return _plain(others[0]) if len(others) == 1 else None
    return hint if hint in _WORDS else None


def _matching_refs(snapshot: Snapshot, kind: str, conditions: list[_Condition]) -> Sequence[str]:
    """Return the refs of the objects that meet the conditions. Without conditions they are fetched as they are read."""
    fact_class = object_kinds(snapshot)[kind]
    if not conditions:
        return Rows(object_counts(snapshot).get(kind, 0), lambda start, count: _refs(snapshot, kind, start, count))
    compared = [one for one in conditions if one.column]
    others = [one for one in conditions if not one.column]
    tests = " AND ".join(["object_row.kind = ?", *(f"{one.column} IS ?" for one in compared)])
    joined = (
        f'object_row JOIN "{sql_table(fact_class.table)}" AS fact ON fact.rowid = object_row.fact_row WHERE {tests}'
    )
    sql = f"SELECT object_row.ref FROM {joined} ORDER BY object_row.rowid"
    chosen = [ref for (ref,) in snapshot.rows(sql, (kind, *(one.value for one in compared)))]
    if not others:
        return chosen
    held = {fact.ref for fact in snapshot.facts(fact_class) if all(one.holds(fact) for one in others)}
    return [ref for ref in chosen if ref in held]


def _refs(snapshot: Snapshot, kind: str, start: int, count: int) -> list[str]:
    sql = "SELECT ref FROM object_row WHERE kind = ? ORDER BY rowid LIMIT ? OFFSET ?"
    return [ref for (ref,) in snapshot.rows(sql, (kind, count, start))]


def _no_matches(snapshot: Snapshot, kind: str, where: dict[str, Any] | None) -> dict[str, Any]:
    """Explain why there are none: the source has no object of the kind, or none with the value of a field."""
    count = object_counts(snapshot).get(kind, 0)
    found: dict[str, Any] = {"searched": searched(snapshot, [kind])}
    if not count:
        existing = ", ".join(object_counts(snapshot)) or "none"
        return found | {"hint": f"This source has no {kind}. Kinds that it has: {existing}."}
    near = [
        name
        for field, value in (where or {}).items()
        if isinstance(value, str)
        for name in _values_near(snapshot, kind, field, value)
    ]
    return found | {"hint": f"None of {count} fits."} | ({"did_you_mean": near} if near else {})


def _values_near(snapshot: Snapshot, kind: str, field: str, value: str) -> list[str]:
    """Return the values of a field that are nearest to a value that no object has."""
    facts = [fact for row in snapshot.objects(kind=kind)[:2_000] if (fact := snapshot.fact_of(row.ref)) is not None]
    held = [fact.span.file if field == "file" else getattr(fact, field) for fact in facts]
    return nearest(value, {one for one in held if isinstance(one, str) and one != value})
