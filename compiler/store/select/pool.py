"""SELECTs of others over the relations of a snapshot, which processes run (`compiler.store.select.processes`)."""

from collections.abc import Sequence

from compiler.model.relations import Relation
from compiler.store.select.check import Relations
from compiler.store.select.processes import Database, RemoteSelect, forget, new_key
from compiler.store.snapshot import Snapshot


class _Keys:
    """What the processes call a snapshot, by the id of the other one that is attached ("" without one)."""

    def __init__(self) -> None:
        self._keys: dict[str, int] = {}

    def of(self, snapshot: Snapshot, base: Snapshot | None) -> int:
        """Return the name. The processes close what it names with the snapshot."""
        if not self._keys:
            snapshot.close_with_this(self._forget)
        return self._keys.setdefault(base.id if base is not None else "", new_key())

    def _forget(self) -> None:
        keys, self._keys = self._keys, {}
        for key in keys.values():
            forget(key)


def declared_relations() -> Sequence[Relation]:
    """Every relation of the public schema, in the order of its declaration."""
    from compiler.languages.registry import relations  # not every question needs the languages

    return relations()


def relations_of(snapshot: Snapshot) -> Sequence[Relation]:
    """The relations of a snapshot: in a merged one each has the column `source_name` too."""
    if not snapshot.sources:
        return declared_relations()
    from compiler.store.merged.views import merged_relations

    return merged_relations()


def guarded_select(snapshot: Snapshot, relations: Relations, base: Snapshot | None = None) -> RemoteSelect:
    """Return what runs SELECTs of others over the relations of a snapshot. `base` is another snapshot, whose relations
    then stand in the schema `base`."""
    key = snapshot.memoize("store.select_keys", lambda _: _Keys()).of(snapshot, base)
    kinds = tuple(snapshot.link_kinds.values())
    return RemoteSelect(_database(snapshot), relations, kinds, _database(base) if base is not None else None, key)


def _database(snapshot: Snapshot) -> Database:
    return Database(snapshot.recipe, snapshot.stored_meta, lambda: snapshot.serialized)
