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
from queries.errors.query_error import QueryError
from queries.operations.draft import Draft

Values = Mapping[str, Any]
Edge = tuple[str, str, str]  # two refs, with the type of the relation between them

_PROPERTIES = ("priority", "due_date", "assignee", "note_type")
_ONE_A_FILE = ("decision", "note")  # types of which a page of markdown holds one
_SHOWN = 5  # differences that an error tells


class _Row(NamedTuple):
    """An entity: its ref, its key, and what no edit may change unasked. Its ref may change when another one comes, its
    key may not."""

    ref: str
    file: str
    native_id: str
    key: str
    values: dict[str, Any]
    properties: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Promise:
    """What an edit changes. `changed` are values of entities by ref, `removed` refs, `renamed` new refs by old ones,
    `moved` new paths of files by old ones. `added` are the files and values of entities that come. `came` and `went`
    are relations, `free` those that may come or go, such as all of the entity `free_of`. Contents and times may change
    as they like, and the tags of what stands in the file `tags_of`, where titles hold tags."""

    changed: Mapping[str, Values] = field(default_factory=dict)
    added: tuple[tuple[str, Values], ...] = ()
    removed: frozenset[str] = frozenset()
    renamed: Mapping[str, str] = field(default_factory=dict)
    moved: Mapping[str, str] = field(default_factory=dict)
    came: frozenset[Edge] = frozenset()
    went: frozenset[Edge] = frozenset()
    free: frozenset[Edge] = frozenset()
    free_of: str = ""
    tags_of: str = ""

    def check(self, before: Draft, after: Draft) -> None:
        """Raise QueryError unless the source differs in what is promised, and in nothing else."""
        old, new = _rows_of(before.snapshot), _rows_of(after.snapshot)
        new_keys = {one.ref: one.key for one in new}
        old_keys = {one.ref: self._new_key(one, new_keys) for one in old}
        wanted = {
            old_keys[one.ref]: one.values | dict(self.changed.get(one.ref, {}))
            for one in old
            if one.ref not in self.removed
        }
        for one in old:
            if one.file == self.tags_of and one.ref not in self.removed:
                wanted[old_keys[one.ref]].pop("tags", None)
        comers = [one for one in new if one.key not in wanted]
        wrong = _differences(wanted, {one.key: one.values for one in new})
        wrong += self._wrong_comers(comers)
        wrong += self._wrong_relations(before.snapshot, after.snapshot, old_keys, new_keys)
        if wrong:
            problem = "After this edit the files would be read in another way than was asked for"
            hint = "Look for signs that mean something in this format, or edit the text itself."
            raise QueryError("unavailable", problem, differences=wrong[:_SHOWN], hint=hint)

    def _new_key(self, row: _Row, new_keys: Mapping[str, str]) -> str:
        if row.ref in self.renamed:
            return new_keys.get(self.renamed[row.ref], self.renamed[row.ref])
        name = self.changed.get(row.ref, {}).get("name")
        key = row.key.replace(str(row.values["name"]), str(name)) if name and row.native_id[:1] == "#" else row.key
        return key.replace(f" of {row.file}", f" of {self.moved[row.file]}") if row.file in self.moved else key

    def _wrong_comers(self, comers: list[_Row]) -> list[str]:
        left = [*comers]
        wrong = []
        for file, values in self.added:
            found = next((one for one in left if one.file == file and not _unequal(values, one)), None)
            if found:
                left.remove(found)
                continue
            near = next((one for one in left if one.file == file), None)
            if near:
                left.remove(near)
                wrong += _unequal(values, near)
            else:
                wrong.append(f"nothing new would be read in {file}")
        return [*wrong, *(f"{one.key} would come" for one in left)]

    def _wrong_relations(
        self, before: Snapshot, after: Snapshot, old_keys: Mapping[str, str], new_keys: Mapping[str, str]
    ) -> list[str]:
        wanted = Counter(_keyed(self._bound(_relations_of(before), self.went | self.free), old_keys))
        found = Counter(_keyed(self._bound(_relations_of(after), self.free), new_keys))
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

    def _bound(self, edges: Iterable[Edge], others: frozenset[Edge]) -> list[Edge]:
        """Return the relations that may not change as they like."""
        return [one for one in edges if one not in others and self.free_of not in (one[0], one[2])]


def _keyed(edges: Iterable[Edge], keys: Mapping[str, str]) -> list[Edge]:
    return [(keys.get(source, source), kind, keys.get(target, target)) for source, kind, target in edges]


def _differences(wanted: Mapping[str, Values], found: Mapping[str, Values]) -> list[str]:
    wrong = [f"{key} would not be there" for key in sorted(wanted.keys() - found.keys())]
    for key in sorted(wanted.keys() & found.keys()):
        wrong += _told(key, wanted[key], found[key])
    return wrong


def _unequal(wanted: Values, row: _Row) -> list[str]:
    return _told(row.key, wanted, row.properties | row.values | {"native_id": row.native_id})


def _told(key: str, wanted: Values, found: Values) -> list[str]:
    return [
        f"{key} would have the {name} {orjson.dumps(found.get(name)).decode()}, and not {orjson.dumps(value).decode()}"
        for name, value in wanted.items()
        if found.get(name) != value
    ]


def _rows_of(snapshot: Snapshot) -> list[_Row]:
    return snapshot.memoize("queries.operations.knowledge.rows", _read_rows)


def _read_rows(snapshot: Snapshot) -> list[_Row]:
    found: list[_Row] = []
    counts: Counter[str] = Counter()
    for one in ENTITY_CLASSES:
        columns = "ref, file, native_id, collection, name, status, tags, properties, native"
        sql = f"SELECT {columns} FROM {sql_table(one.table)} ORDER BY rowid"
        for ref, file, native_id, collection, name, status, tags, properties, native in snapshot.rows(sql):
            stated = orjson.loads(properties)
            values = {"name": name, "status": status, "tags": sorted(orjson.loads(tags))}
            values |= {each: stated.get(each) for each in _PROPERTIES}
            if one.kind == "decision":
                values["states_status"] = bool(orjson.loads(native).get("status"))
            key = _key(one.kind, file, collection, native_id, name)
            counts[key] += 1
            key = f"{key} ({counts[key]})" if counts[key] > 1 else key
            found.append(_Row(ref, file, native_id, key, values, stated))
    return found


def _key(kind: str, file: str, collection: str, native_id: str, name: str) -> str:
    """Return what names an entity whatever else comes or goes."""
    if kind in _ONE_A_FILE and file.lower().endswith((".md", ".markdown", ".mdx", ".qmd")):
        return f"the {kind} of {file}"
    tag = f"#{collection.rpartition('#')[2]}" if "#" in collection else ""
    # The id of a box without one is its place.
    return f"{kind} {name if native_id.startswith('#') else native_id} of {file}{tag}"


def _relations_of(snapshot: Snapshot) -> list[Edge]:
    """Return the relations, without those that follow from the order of a list: they change with what is done."""
    sql = (
        "SELECT source, relation_type, target FROM fact_knowledge_relation "
        "WHERE NOT (is_derived AND relation_type = 'blocks') ORDER BY rowid"
    )
    return [(source, kind, target) for source, kind, target in snapshot.rows(sql)]
