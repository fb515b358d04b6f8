"""The files among the hits of a search: objects stand before the file that holds them.

A path repeats the names of what is in the file, so a file would often come first and say less. It comes last when
something in it is a hit too, unless the query names the file itself.
"""

from collections.abc import Collection, Iterable

import orjson

from compiler.store.snapshot import Snapshot
from queries.name_indexes import name_index

LISTED = "(SELECT value FROM json_each(?))"


def file_ranges(snapshot: Snapshot, kinds: Collection[str] | None) -> list[tuple[int, int]]:
    """Return the first and last row of each range of files, none if a search is not for files and others."""
    if kinds and ("file" not in kinds or len(set(kinds)) == 1):
        return []
    return name_index(snapshot).ranges(["file"])


def files_of_hits(snapshot: Snapshot, hits: Collection[int], names: Iterable[str]) -> list[int]:
    """Return the rows of the files among the hits that hold another hit, in order. A file that has one of the names (in
    small letters) is left out: its path or the last part of it."""
    ranges = file_ranges(snapshot, None)
    files = {row for row in hits if any(first <= row <= last for first, last in ranges)}
    if not files or len(files) == len(hits):
        return []
    sql = f"SELECT rowid, file FROM object_row WHERE rowid IN {LISTED}"
    paths = dict(snapshot.rows(sql, (_json(files),)))
    others = [row for row in hits if row not in files]
    sql = f"SELECT DISTINCT file FROM object_row WHERE rowid IN {LISTED}"
    holding = {path for (path,) in snapshot.rows(sql, (_json(others),))}
    asked = set(names)
    return sorted(row for row, path in paths.items() if path in holding and not _is_named(path.casefold(), asked))


def _is_named(path: str, names: Collection[str]) -> bool:
    return path in names or path.rpartition("/")[2] in names


def _json(rows: Iterable[int]) -> str:
    return orjson.dumps(list(rows)).decode()
