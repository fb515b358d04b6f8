"""All rows of a snapshot, to compare an incremental build with a whole one.

An incremental build numbers new parts between those that it keeps (`compiler.pipeline.numbering`): their numbers depend
on what was there before. So rows are compared by the place of their part among all parts, and their own in it.
"""

from bisect import bisect_right
from collections.abc import Iterator

from compiler.languages.registry import relations
from compiler.model.facts import File, sql_table
from compiler.store.merged.merged_database import part_of_citations, part_of_source
from compiler.store.row_ranges import OF_CROSS_LINKS, ROW_BITS, part_of_file, rows_of
from compiler.store.schema import SPAN_COLUMNS, table_of
from compiler.store.snapshot import Snapshot

BARE = ("meta", "part_digest", "source_state", "vector")  # tables whose rows have no numbers
Row = tuple[object, ...]
Rows = list[Row]


def tables(snapshot: Snapshot) -> dict[str, Rows]:
    """The rows of all tables, in order, with their numbers; of the full-text index, what was indexed. Packed tables
    are read by their views. Relations follow from the tables, so they are left out: each would be computed."""
    names = snapshot.rows(
        "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'search%' "
        "AND name NOT LIKE 'link_%' AND name NOT GLOB 'fact_*_row' AND name NOT GLOB 'fact_*_plain' "
        "AND name <> 'source_text_row' "
        "OR name = 'linked_part' ORDER BY name"
    )
    left_out = {*BARE, *(relation.name for relation in relations())}
    found = {name: snapshot.rows(_all_rows(snapshot, name)) for (name,) in names if name not in left_out}
    found |= {name: _without_order(rows) for name, rows in found.items() if _has_no_order(name, rows)}
    found["search"] = snapshot.rows("SELECT rowid, id, title, body, context FROM search_index ORDER BY rowid")
    return found | {
        name: snapshot.rows(f"SELECT * FROM {name} ORDER BY 1, 2")
        for name in ("part_digest", "source_state", "vector")
        if (name,) in names
    }


def _has_no_order(name: str, rows: Rows) -> bool:
    """Whether the order of rows says nothing: a view has no numbers, so that SQLite's plan decides, and in a workspace
    the relations of a source that changed are written behind the others."""
    return name.startswith("merged_") or (bool(rows) and rows[0][0] is None)


def _without_order(rows: Rows) -> Rows:
    return sorted(((None, *row[1:]) for row in rows), key=repr)


def _all_rows(snapshot: Snapshot, name: str) -> str:
    """The SELECT of all rows of a table or a view, after their numbers, which the view of a fact class has too."""
    stored = table_of(snapshot.fact_classes[name.removeprefix("fact_")]) if name.startswith("fact_") else None
    listed = ", ".join(f'"{one}"' for one in (*stored.columns, *SPAN_COLUMNS)) if stored else "*"
    return f'SELECT rowid, {listed} FROM "{name}" ORDER BY rowid'


def comparable(snapshot: Snapshot) -> dict[str, Rows]:
    """The rows that are the same in every build of a source, and what the snapshot says of itself as `meta`."""
    found, places = tables(snapshot), _Places(snapshot)
    for name, rows in found.items():
        if name.startswith("fact_") or name == "search":
            found[name] = [(places.of_row(row[0]), *row[1:]) for row in rows]
    # The view has its number as a column too.
    found["object_row"] = [(places.of_row(row[0]), *row[2:-1], places.of_row(row[-1])) for row in found["object_row"]]
    found["linked_part"] = [(places.of_part(row[1]), *row[2:]) for row in found["linked_part"]]
    found["part_digest"] = [(places.of_part(row[0]), *row[1:]) for row in found["part_digest"]]
    # Diagnostics are numbered anew whenever one comes or goes, and texts in the order in which their files came.
    found["diagnostic_row"] = [(*row[1:-1], places.of_part(row[-1])) for row in found["diagnostic_row"]]
    found["source_text"] = sorted(row[1:] for row in found["source_text"])
    if "vector" in found:
        found["vector"] = [(row[0], places.of_row(row[1]), *row[2:]) for row in found["vector"]]
    return found | {"links": list(_links(snapshot, places)), "meta": sorted(snapshot.meta.items())}


class _Places:
    """The places of parts among all parts of a snapshot. In a workspace of several sources a part is a source."""

    def __init__(self, snapshot: Snapshot) -> None:
        languages = snapshot.rows("SELECT number FROM linked_part")
        files = snapshot.rows(f'SELECT rowid FROM "{sql_table(File.table)}"')
        sources = range(1, len(snapshot.sources) + 1)
        is_merged = "merged" in snapshot.meta
        merged = {*map(part_of_source, sources), *map(part_of_citations, sources)} if is_merged else set[int]()
        of_files = () if merged else (part_of_file(row) for (row,) in files)
        numbers = sorted({0, OF_CROSS_LINKS, *merged, *(number for (number,) in languages), *of_files})
        numbers.sort(key=lambda number: rows_of(number).start)
        self._places = {number: place for place, number in enumerate(numbers)}
        self._first_rows = [rows_of(number).start for number in numbers]

    def of_part(self, number: object) -> object:
        """The place of a part; the number itself where it is of no part."""
        assert isinstance(number, int)
        return self._places[number] if number >= 0 else number

    def of_row(self, number: object) -> object:
        """The class of an object, if it is one, the place of its part, and its own place in that. In part 0 the row of
        a file has the number of its own part."""
        assert isinstance(number, int)
        fact_class, row = divmod(number, 1 << ROW_BITS)
        place = bisect_right(self._first_rows, row) - 1
        at = row - self._first_rows[place]
        return fact_class, place, self._places[part_of_file(row)] if row in rows_of(0) else at


def _links(snapshot: Snapshot, places: _Places) -> Iterator[Row]:
    """The links with the places of their rows."""
    for number, *link in snapshot.rows("SELECT * FROM link_full ORDER BY rowid"):  # its row first
        yield places.of_row(number), *link


def differing(one: dict[str, Rows], other: dict[str, Rows]) -> list[str]:
    """The names of the tables whose comparable rows differ, sorted."""
    return sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))


def different_tables(one: Snapshot, other: Snapshot) -> list[str]:
    """The names of the tables whose rows differ, sorted. `meta` counts as one."""
    return differing(comparable(one), comparable(other))
