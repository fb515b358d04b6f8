"""By what entities are chosen: their statuses, tags, priorities, people and types, as written and in small letters.

Read for all entities at the first question that filters, and kept with the snapshot.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

import orjson

from compiler.store.snapshot import Snapshot
from queries.knowledge.entities import TABLES, heads_of

Trait = tuple[str, str]  # field and value: ("tag", "api")


class Traits(NamedTuple):
    """The refs of the entities with each trait: by the value as written, and by the value in small letters, there
    without the sign of a tag or a person."""

    exact: Mapping[Trait, Collection[str]]
    folded: Mapping[Trait, Collection[str]]

    def values(self, field: str, among: Collection[str]) -> list[str]:
        """The values of a field that occur among some entities, sorted."""
        chosen = set(among)
        return sorted(value for (name, value), refs in self.exact.items() if name == field and chosen & set(refs))


def traits_of(snapshot: Snapshot) -> Traits:
    """The traits of all entities."""
    return snapshot.memoize("queries.knowledge.traits", _traits_of)


def _traits_of(snapshot: Snapshot) -> Traits:
    heads_of(snapshot)
    exact: dict[Trait, dict[str, None]] = {}
    folded: dict[Trait, dict[str, None]] = {}
    for kind, table in TABLES.items():
        for ref, status, *texts in snapshot.rows(f"SELECT ref, status, tags, properties, native FROM {table}"):
            for field, value in _stated(kind, status, *map(orjson.loads, texts)):
                if value:
                    exact.setdefault((field, value), {})[ref] = None
                    folded.setdefault((field, plain(field, value)), {})[ref] = None
    return Traits(exact, folded)


def _stated(kind: str, status: str, tags: list[str], properties: Any, native: Any) -> Iterator[Trait]:
    """What one entity is chosen by: in the model's words, and in its source's."""
    yield "type", kind
    yield "status", status
    for tag in tags:
        yield "tag", tag
    for field, names, told in (
        ("type", ("issue_type", "type"), native),
        ("status", ("status",), native),
        ("priority", ("priority",), properties),
        ("priority", ("priority",), native),
        ("assignee", ("assignee", "owner"), properties),
    ):
        for name in names:
            value = told.get(name)
            if isinstance(value, str | int):
                yield field, str(value)


def plain(field: str, value: str) -> str:
    """A value as queries compare it."""
    return value.casefold().lstrip({"tag": "#", "assignee": "@"}.get(field, ""))
