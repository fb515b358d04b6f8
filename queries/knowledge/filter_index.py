"""The values by which entities are filtered: statuses, tags, priorities, people and types.

The index is built at the first query that filters, and kept with the snapshot.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

import orjson

from compiler.store.snapshot import Snapshot
from queries.knowledge.entities import TABLES, heads_of

FieldValue = tuple[str, str]  # field and value: ("tag", "api")


class FilterIndex(NamedTuple):
    """The refs of the entities by field and value. `exact` has values as written, `folded` case-folded and without the
    sign of a tag or a person."""

    exact: Mapping[FieldValue, Collection[str]]
    folded: Mapping[FieldValue, Collection[str]]

    def values(self, field: str, among: Collection[str]) -> list[str]:
        """The values of a field among some entities, sorted."""
        chosen = set(among)
        return sorted(value for (name, value), refs in self.exact.items() if name == field and chosen & set(refs))


def filter_index(snapshot: Snapshot) -> FilterIndex:
    """The index over all entities."""
    return snapshot.memoize("queries.knowledge.filter_index", _read_filter_index)


def _read_filter_index(snapshot: Snapshot) -> FilterIndex:
    heads_of(snapshot)
    exact: dict[FieldValue, dict[str, None]] = {}
    folded: dict[FieldValue, dict[str, None]] = {}
    for kind, table in TABLES.items():
        for ref, status, *texts in snapshot.rows(f"SELECT ref, status, tags, properties, native FROM {table}"):
            for field, value in _field_values(kind, status, *map(orjson.loads, texts)):
                if value:
                    exact.setdefault((field, value), {})[ref] = None
                    folded.setdefault((field, folded_value(field, value)), {})[ref] = None
    return FilterIndex(exact, folded)


def _field_values(kind: str, status: str, tags: list[str], properties: Any, native: Any) -> Iterator[FieldValue]:
    """The fields and values of one entity, in the words of the model and of its source."""
    yield "type", kind
    yield "status", status
    for tag in tags:
        yield "tag", tag
    for field, names, values in (
        ("type", ("issue_type", "type"), native),
        ("status", ("status",), native),
        ("priority", ("priority",), properties),
        ("priority", ("priority",), native),
        ("assignee", ("assignee", "owner"), properties),
    ):
        for name in names:
            value = values.get(name)
            if isinstance(value, str | int):
                yield field, str(value)


def folded_value(field: str, value: str) -> str:
    """A value as filters compare it."""
    return value.casefold().lstrip({"tag": "#", "assignee": "@"}.get(field, ""))
