"""What an operation promises of entities and relations, and the check that an edit leads to it and to nothing else.

A text may be read as something else than was meant: a title as a flag, a line of content as another task. So each
operation compares what is read before its edit with what is read after it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import orjson

from compiler.languages.knowledge.facts import ENTITY_CLASSES
from compiler.model.facts import sql_table
from compiler.store.snapshot import Snapshot
from queries.errors import QueryError
from queries.operations.draft import Draft

Values = Mapping[str, Any]
Edge = tuple[str, str, str]  # two refs, with the type of the relation between them

_PROPERTIES = ("priority", "due_date", "assignee", "note_type")
_SHOWN = 5  # differences that an error tells


class _Row(NamedTuple):
    """An entity, as far as no edit may change it unasked. The id of a positional one is its place in its list, which
    changes when others come or go."""

    ref: str
    file: str
    is_positional: bool
    values: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Promise:
    """What an edit changes. `changed` and `added` are values of entities by ref, `removed` refs, `renamed` new refs by
    old ones; `came` and `went` are relations, `free` those that may come or go. Contents and times may change as they
    like."""

    changed: Mapping[str, Values] = field(default_factory=dict)
    added: Mapping[str, Values] = field(default_factory=dict)
    removed: frozenset[str] = frozenset()
    renamed: Mapping[str, str] = field(default_factory=dict)
    came: frozenset[Edge] = frozenset()
    went: frozenset[Edge] = frozenset()
    free: frozenset[Edge] = frozenset()

    def check(self, before: Draft, after: Draft) -> None:
        """Raise QueryError unless the source differs in what is promised, and in nothing else."""
        kept = [one for one in _rows_of(before.snapshot) if one.ref not in self.removed]
        promised = [self._changed(one) for one in kept]
        found = _rows_of(after.snapshot)
        old_keys = dict(zip((one.ref for one in kept), _keys(promised), strict=True))
        new_keys = dict(zip((one.ref for one in found), _keys(found), strict=True))
        wanted = {old_keys[old.ref]: new.values for old, new in zip(kept, promised, strict=True)}
        wanted |= {new_keys.get(ref, ref): dict(values) for ref, values in self.added.items()}
        wrong = _differences(wanted, {new_keys[one.ref]: one.values for one in found})
        wrong += self._wrong_relations(before.snapshot, after.snapshot, old_keys, new_keys)
        if wrong:
            problem = "After this edit the files would be read in another way than was asked for"
            hint = "Look for signs that mean something in this format, or edit the text itself."
            raise QueryError("unavailable", problem, differences=wrong[:_SHOWN], hint=hint)

    def _changed(self, row: _Row) -> _Row:
        values = row.values | dict(self.changed.get(row.ref, {}))
        return row._replace(ref=self.renamed.get(row.ref, row.ref), values=values)

    def _wrong_relations(
        self, before: Snapshot, after: Snapshot, old_keys: Mapping[str, str], new_keys: Mapping[str, str]
    ) -> list[str]:
        wanted = Counter(_keyed(self._without(_relations_of(before), self.went | self.free), old_keys))
        found = Counter(_keyed(self._without(_relations_of(after), self.free), new_keys))
        promised = Counter(_keyed(self.came, new_keys))
        lost, extra = wanted + promised - found, found - promised - wanted
        if self.added or self.removed:
            # What comes may be what a relation meant that led nowhere, and what goes leaves such relations.
            there = {*old_keys.values()} & {*new_keys.values()}
            lost = Counter({one: 1 for one in lost if one in promised or {one[0], one[2]} <= there})
            extra = Counter({one: 1 for one in extra if {one[0], one[2]} <= there})
        return [
            *(f"the relation {' '.join(one)} would not be there" for one in sorted(lost)),
            *(f"the relation {' '.join(one)} would come" for one in sorted(extra)),
        ]

    @staticmethod
    def _without(edges: Iterable[Edge], others: frozenset[Edge]) -> list[Edge]:
        return [one for one in edges if one not in others]


def _keys(rows: Iterable[_Row]) -> list[str]:
    """Return a key for each entity: its ref, or the file and the title of one whose id is only its place."""
    counts: Counter[tuple[str, str]] = Counter()
    found = []
    for one in rows:
        title = str(one.values["name"])
        counts[one.file, title] += 1
        found.append(f"{one.file}: {title} ({counts[one.file, title]})" if one.is_positional else one.ref)
    return found


def _keyed(edges: Iterable[Edge], keys: Mapping[str, str]) -> list[Edge]:
    return [(keys.get(source, source), kind, keys.get(target, target)) for source, kind, target in edges]


def _differences(wanted: Mapping[str, Values], found: Mapping[str, Values]) -> list[str]:
    wrong = [f"{key} would not be there" for key in sorted(wanted.keys() - found.keys())]
    wrong += [f"{key} would come" for key in sorted(found.keys() - wanted.keys())]
    for key in sorted(wanted.keys() & found.keys()):
        wrong += [
            f"{key} would have the {name} {orjson.dumps(found[key].get(name)).decode()}, and not "
            f"{orjson.dumps(value).decode()}"
            for name, value in wanted[key].items()
            if found[key].get(name) != value
        ]
    return wrong


def _rows_of(snapshot: Snapshot) -> list[_Row]:
    return snapshot.memoize("queries.operations.knowledge.rows", _read_rows)


def _read_rows(snapshot: Snapshot) -> list[_Row]:
    found: list[_Row] = []
    for one in ENTITY_CLASSES:
        sql = f"SELECT ref, file, native_id, name, status, tags, properties FROM {sql_table(one.table)} ORDER BY rowid"
        for ref, file, native_id, name, status, tags, properties in snapshot.rows(sql):
            stated = orjson.loads(properties)
            values = {"name": name, "status": status, "tags": orjson.loads(tags)}
            values |= {each: stated.get(each) for each in _PROPERTIES}
            found.append(_Row(ref, file, native_id.startswith("#"), values))
    return found


def _relations_of(snapshot: Snapshot) -> list[Edge]:
    sql = "SELECT source, relation_type, target FROM fact_knowledge_relation ORDER BY rowid"
    return [(source, kind, target) for source, kind, target in snapshot.rows(sql)]
