"""All rows of a snapshot, to compare an incremental build with a whole one."""

from compiler.store.snapshot import Snapshot

BARE = ("meta", "part_digest", "source_state", "vector")  # tables whose rows have no numbers
Rows = list[tuple[object, ...]]


def tables(snapshot: Snapshot) -> dict[str, Rows]:
    """The rows of all tables, in order, with their numbers. Of the full-text index it is what was indexed, and the
    links are read by the view `link`."""
    names = snapshot.rows(
        "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'search%' "
        "AND name NOT LIKE 'link_%' OR name = 'linked_part' ORDER BY name"
    )
    found = {
        name: snapshot.rows(f'SELECT rowid, * FROM "{name}" ORDER BY rowid') for (name,) in names if name not in BARE
    }
    found["search"] = snapshot.rows("SELECT rowid, id, title, body, context FROM search_index ORDER BY rowid")
    return found | {
        name: snapshot.rows(f"SELECT * FROM {name} ORDER BY 1, 2")
        for name in ("part_digest", "source_state", "vector")
        if (name,) in names
    }


def comparable(snapshot: Snapshot) -> dict[str, Rows]:
    """The rows that are the same in every build of a source, and what the snapshot says of itself as `meta`."""
    found = tables(snapshot)
    found["diagnostic"] = [row[1:] for row in found["diagnostic"]]  # numbered anew whenever one comes or goes
    return found | {"meta": sorted(snapshot.meta.items())}


def differing(one: dict[str, Rows], other: dict[str, Rows]) -> list[str]:
    """The names of the tables whose comparable rows differ, sorted."""
    return sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))


def different_tables(one: Snapshot, other: Snapshot) -> list[str]:
    """The names of the tables whose rows differ, sorted. `meta` counts as one."""
    return differing(comparable(one), comparable(other))
