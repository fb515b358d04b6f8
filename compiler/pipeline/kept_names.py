"""The names of the snapshots that this process built last. Most edits change no name but a title: the next build takes
the others over from the snapshot that it starts from, which its id names.
"""

from collections import OrderedDict

import orjson

from compiler.languages.knowledge.facts import EntityName
from compiler.mentions.names import READ_COLUMNS, Names
from compiler.store.writer import Writer

MAX_KEPT = 3  # a server's snapshot, the one before, and a proposal

_kept: OrderedDict[str, Names] = OrderedDict()  # by the id of the snapshot, the last one at the end


def names_of(writer: Writer) -> Names:
    """Return the names of all objects that are written."""
    if writer.is_new:
        return Names(writer)
    (stated,) = writer.database.execute("SELECT value FROM meta WHERE key = 'id'").fetchone()  # of the one copied
    names = _kept.get(orjson.loads(stated))
    changed = [read for read in READ_COLUMNS.items() if not writer.changes.is_same(*read)] if names else []
    if names and changed and {one for one, _ in changed} == {EntityName}:
        old, new = map(set, writer.changes.columns(*changed[0]))
        names = names.with_titles(old - new, new - old)
    elif changed:
        names = None
    return names or Names(writer)


def keep_names(snapshot_id: str, names: Names) -> None:
    """Keep the names of a snapshot for those that are built from it."""
    _kept[snapshot_id] = names
    _kept.move_to_end(snapshot_id)
    while len(_kept) > MAX_KEPT:
        _kept.popitem(last=False)
