"""The names in a source that a word may be the beginning of: ids, kinds, statuses.

They come from the snapshot of the last command on the source, as it is in the cache. Nothing is compiled and no file of
the source is read, so the answer takes the same time whatever the size of the source. Without that snapshot there are
no names.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from compiler.store.snapshot import Snapshot

MAX_NAMES = 200  # that are offered
WILD = str.maketrans({"%": r"\%", "_": r"\_", "\\": r"\\"})

Named = Sequence[tuple[str, str]]  # names, each with what it is called

SPACES = {  # the refs of the objects of a toolset begin so
    "world": "w:",
    "diagrams": "d:",
    "flow": "d:",
    "sequence": "d:",
    "walkthroughs": "d:",
    "requirements": "r:",
    "knowledge": "k:",
    "memory": "m:",
    "documents": "f:",
}


def ids(source: str, prefix: str, space: str = "", kind: str = "") -> Named:
    """Return the ids that begin with a prefix, or refs if it begins as a ref, each with its kind and title."""
    column = "ref" if prefix[1:2] == ":" and prefix[:1] in "dfkmrw" else "id"
    where = f"{column} LIKE ? ESCAPE '\\' AND ref LIKE ? AND kind LIKE ?"
    sql = f"SELECT {column}, min(kind), min(title) FROM object_row WHERE {where} GROUP BY 1 ORDER BY 1 LIMIT ?"
    with _last_snapshot(source) as snapshot:
        if snapshot is None:
            return []
        pattern = f"{prefix.translate(WILD)}%"
        found = snapshot.rows(sql, (pattern, f"{space}%", kind or "%", MAX_NAMES))
    return [(name, f"{kind}: {title}") for name, kind, title in found if name.isprintable()]


def kinds(source: str) -> Named:
    """Return the kinds of the objects of a source, each with how many there are."""
    with _last_snapshot(source) as snapshot:
        if snapshot is None:
            return []
        found = snapshot.rows("SELECT kind, count(*) FROM object_row GROUP BY 1 ORDER BY 1")
    return [(kind, f"{count:,}") for kind, count in found]


@contextmanager
def _last_snapshot(source: str) -> Iterator["Snapshot | None"]:
    from compiler.model.source import SourceError
    from compiler.workspace.last_snapshot import last_snapshot

    try:
        snapshot = last_snapshot(source)
    except SourceError:
        snapshot = None
    if snapshot is None:
        yield None
        return
    with snapshot:
        yield snapshot
