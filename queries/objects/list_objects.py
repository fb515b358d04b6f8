"""The objects of a kind, filtered by the fields of their facts: `list_objects`."""

from collections.abc import Mapping, Sequence
from typing import Any

from compiler.model.facts import Object, sql_table
from compiler.store.snapshot import Snapshot
from queries.errors.query_error import QueryError
from queries.lookup.by_name import check_kinds, object_counts, object_kinds, object_row, searched
from queries.objects.field_filters import (
    OF_EVERY_OBJECT,
    PRIORITY,
    SPELLED,
    STATUS,
    TAG,
    VALUES,
    Condition,
    Filter,
    conditions_of,
    field_types,
)
from queries.objects.object_get import fields_of
from queries.tools.not_understood import ALL
from queries.tools.paging import CURSOR, LIMIT, Cursor, Rows, page
from queries.tools.parameters import Parameter, echoed
from queries.tools.render import abbreviated
from queries.tools.schemas import DID_YOU_MEAN, OBJECT, SEARCHED, mapping, objects, string
from queries.tools.tool import tool

EMPTY: tuple[Any, ...] = ("", [], {})
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
        STATUS,
        PRIORITY,
        TAG,
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
            "In the order of the source.",
            **OBJECT,
            fields=mapping("The fields of the fact, without empty ones, long texts shortened."),
        ),
        "searched": SEARCHED,
        "values": VALUES,
        "did_you_mean": DID_YOU_MEAN,
    },
    looks_like=ALL,
)
def list_objects(
    snapshot: Snapshot,
    *,
    kind: str,
    status: str | None,
    priority: str | None,
    tag: str | None,
    where: dict[str, Any] | None,
    limit: int,
    cursor: Cursor,
) -> dict[str, Any]:
    """All objects of a kind with their fields, filtered by values. For joins and counts take query_facts.

    Use it for inventories: all entities, all choices that are sticky, all files of a language. status, priority and tag
    fit in any spelling, the word of the model or that of the source. where compares exactly, and without regard to
    case, spaces and hyphens when no object has a text exactly; of a list one element must fit; null means absent. ref,
    id, title and file can be compared too. Long texts are shortened, empty fields left out; object_get has all. 50 a
    page.
    """
    check_kinds([kind], object_kinds(snapshot), "object")
    compared = _check_types(object_kinds(snapshot)[kind], where or {})
    conditions = conditions_of(compared, status=status, priority=priority, tag=tag)
    refs = _matching_refs(snapshot, kind, conditions)
    rows = Rows(
        len(refs),
        lambda start, count: [_row(snapshot, fact) for fact in snapshot.facts_of(refs[start : start + count])],
    )
    answer: dict[str, Any] = {"kind": kind, "objects": rows}
    if not refs:
        answer |= _no_matches(snapshot, kind, conditions)
    return page(answer, "objects", limit=limit, cursor=cursor)


def _row(snapshot: Snapshot, fact: Object) -> dict[str, Any]:
    said = {name: value for name, value in fields_of(fact).items() if value not in EMPTY}
    shown = {name: abbreviated(value, FIELD_SHOWN, "object_get shows them") for name, value in said.items()}
    return {**object_row(snapshot, fact), "fields": shown}


def _filter_of(snapshot: Snapshot, kind: str, conditions: list[Condition]) -> Filter:
    return Filter(snapshot, (kind,), conditions, what=kind)


def _matching_refs(snapshot: Snapshot, kind: str, conditions: list[Condition]) -> Sequence[str]:
    """Return the refs of the objects that meet the conditions. Without conditions they are fetched as they are read.

    SQL compares plain fields, which is quicker than an index when there are many objects.
    """
    fact_class = object_kinds(snapshot)[kind]
    if not conditions:
        return Rows(object_counts(snapshot).get(kind, 0), lambda start, count: _refs(snapshot, kind, start, count))
    compared = [condition for condition in conditions if _is_compared_by_sql(snapshot, fact_class, condition)]
    others = [condition for condition in conditions if condition not in compared]
    refs = [ref for (ref,) in snapshot.rows(*_selection(fact_class, compared))]
    return _filter_of(snapshot, kind, others).kept(refs) if others else refs


def _is_compared_by_sql(snapshot: Snapshot, fact_class: type[Object], condition: Condition) -> bool:
    """Whether SQL can compare a field: it is a plain one, and if it is compared with a text, an object has exactly this
    text."""
    if condition.field in SPELLED or _plain_types(fact_class).get(condition.field) is None:
        return False
    if not isinstance(condition.value, str):
        return True
    sql, values = _selection(fact_class, [condition])
    return bool(snapshot.rows(f"{sql} LIMIT 1", values))


def _selection(fact_class: type[Object], conditions: Sequence[Condition]) -> tuple[str, list[Any]]:
    table = sql_table(fact_class.table)
    tests = ["object_row.kind = ?", *(f"{_column(condition.field)} IS ?" for condition in conditions)]
    joined = f'object_row JOIN "{table}" AS fact ON fact.rowid = object_row.fact_row WHERE {" AND ".join(tests)}'
    sql = f"SELECT object_row.ref FROM {joined} ORDER BY object_row.rowid"
    return sql, [fact_class.kind, *(condition.value for condition in conditions)]


def _column(field: str) -> str:
    return f'object_row."{field}"' if field in OF_EVERY_OBJECT else f'fact."{field}"'


def _plain_types(fact_class: type[Object]) -> Mapping[str, type | None]:
    return {**field_types(fact_class), **dict.fromkeys(OF_EVERY_OBJECT, str)}


def _check_types(fact_class: type[Object], where: Mapping[str, Any]) -> dict[str, Any]:
    """Return a `where` with its numbers as the fields have them. Raises QueryError for values of the wrong type."""
    types = _plain_types(fact_class)
    return {name: _checked(name, value, types.get(name)) for name, value in where.items()}


def _checked(name: str, value: Any, plain: type | None) -> Any:
    if plain is None or name in SPELLED:
        return value
    if plain is int and type(value) is float and value.is_integer() and abs(value) < 2**63:
        value = int(value)  # JSON does not tell integers from other numbers
    if value is not None and (type(value) not in _ACCEPTED[plain] or (type(value) is int and value > 2**63 - 1)):
        error = f"The field {name} holds a {_WORDS[plain]}"
        raise QueryError("invalid_argument", error, where=name, value=echoed(value))
    return value


_WORDS = {str: "string", int: "whole number", float: "number", bool: "boolean"}
_ACCEPTED: dict[type, tuple[type, ...]] = {str: (str,), int: (int,), float: (int, float), bool: (bool,)}


def _refs(snapshot: Snapshot, kind: str, start: int, count: int) -> list[str]:
    sql = "SELECT ref FROM object_row WHERE kind = ? ORDER BY rowid LIMIT ? OFFSET ?"
    return [ref for (ref,) in snapshot.rows(sql, (kind, count, start))]


def _no_matches(snapshot: Snapshot, kind: str, conditions: list[Condition]) -> dict[str, Any]:
    """Explain why there are none: the source has no object of the kind, or none with the value of a field."""
    found: dict[str, Any] = {"searched": searched(snapshot, [kind])}
    if not object_counts(snapshot).get(kind, 0):
        existing = ", ".join(object_counts(snapshot)) or "none"
        return found | {"hint": f"This source has no {kind}. Kinds that it has: {existing}."}
    return found | _filter_of(snapshot, kind, conditions).no_match(row.ref for row in snapshot.objects(kind=kind))
