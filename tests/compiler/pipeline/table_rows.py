"""All rows of a snapshot, to compare an incremental build with a whole one."""

from compiler.store.snapshot import Snapshot

BARE = ("meta", "part_digest", "source_state", "vector")  # tables whose rows have no numbers
Rows = list[tuple[object, ...]]


def tables(snapshot: Snapshot) -> dict[str, Rows]:
    """The rows of all tables, in order, with their numbers. The tables of the full-text index are left out, and those
    of the links are read by the view `link`."""
    names = snapshot.rows(
        "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'search_index_%' "
        "AND name NOT LIKE 'link_%' OR name = 'linked_part' ORDER BY name"
    )
    found = {
        name: snapshot.rows(f'SELECT rowid, * FROM "{name}" ORDER BY rowid') for (name,) in names if name not in BARE
    }
    return found | {
        name: snapshot.rows(f"SELECT * FROM {name} ORDER BY 1, 2")
        for name in ("part_digest", "source_state", "vector")
        if (name,) in names
    }


def different_tables(one: Snapshot, other: Snapshot) -> list[str]:
    """The names of the tables whose rows differ, sorted. `meta` counts as one."""
    rows, others = tables(one), tables(other)
    for found in (rows, others):  # diagnostics are numbered anew whenever one comes or goes
        found["diagnostic"] = [row[1:] for row in found["diagnostic"]]
    named = {name for name in rows.keys() | others.keys() if rows.get(name) != others.get(name)}
    return sorted(named | ({"meta"} if one.meta != other.meta else set()))
