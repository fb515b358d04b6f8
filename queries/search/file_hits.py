"""The pages and files among the hits of a search: objects stand before the page or file that holds them.

A path repeats the names of what is in the file, and a heading that of an object which begins there. So a file, a page
or a section would often come first and say less. It comes last when what it holds is a hit too, unless the query names
the file itself.
"""

from bisect import bisect_right
from collections.abc import Collection, Iterable
from typing import NamedTuple

import orjson

from compiler.store.snapshot import Snapshot
from queries.lookup.name_indexes import name_index

LISTED = "(SELECT value FROM json_each(?))"
WHOLE = ("file", "document")  # kinds of object that stand for a whole file
SECTION = "document_section"


class _Hit(NamedTuple):
    """A hit, and where it stands."""

    row: int
    file: str
    line: int
    end_line: int


def file_ranges(snapshot: Snapshot, kinds: Collection[str] | None) -> list[tuple[int, int]]:
    """Return the first and last row of each range of files, pages and sections; none if a search is for one kind, or
    for none of these."""
    asked = set(kinds or ())
    if kinds and (len(asked) == 1 or not asked.intersection((*WHOLE, SECTION))):
        return []
    return name_index(snapshot).ranges([*WHOLE, SECTION])


def files_of_hits(snapshot: Snapshot, hits: Collection[int], names: Iterable[str]) -> list[int]:
    """Return the rows of the files, pages and sections among the hits that hold another hit, in order.

    A file or page that has one of the names (in small letters) is left out: its path or the last part of it. A section
    holds an object of another language that begins at its heading, or that the heading is a part of.
    """
    whole, sections = _among(snapshot, hits, WHOLE), _among(snapshot, hits, [SECTION])
    if not (whole or sections) or len(whole) == len(hits) or len(sections) == len(hits):
        return []
    others = _placed(snapshot, [row for row in hits if row not in whole and row not in sections])
    found = _sections_held(_placed(snapshot, sections), others)
    if whole:
        holding = {other.file for other in others} | {hit.file for hit in _placed(snapshot, sections)}
        asked = set(names)
        paths = {hit.row: hit.file for hit in _placed(snapshot, whole)}
        found += [row for row, path in paths.items() if path in holding and not _is_named(path.casefold(), asked)]
    return sorted(found)


def _among(snapshot: Snapshot, hits: Iterable[int], kinds: Collection[str]) -> set[int]:
    ranges = name_index(snapshot).ranges(kinds)
    return {row for row in hits if any(first <= row <= last for first, last in ranges)} if ranges else set()


def _placed(snapshot: Snapshot, rows: Collection[int]) -> list[_Hit]:
    sql = f"SELECT rowid, file, start_line, end_line FROM object_row WHERE rowid IN {LISTED}"
    return [_Hit(*row) for row in snapshot.rows(sql, (_json(rows),))] if rows else []


def _sections_held(sections: Iterable[_Hit], others: Iterable[_Hit]) -> list[int]:
    """The sections whose heading is the first line, or a later one, of another hit."""
    spans: dict[str, list[tuple[int, int]]] = {}
    for hit in others:
        spans.setdefault(hit.file, []).append((hit.line, max(hit.line, hit.end_line)))
    reached = {file: _reached(sorted(found)) for file, found in spans.items()}
    held: list[int] = []
    for section in sections:
        starts, ends = reached.get(section.file, ((), ()))
        at = bisect_right(starts, section.line) - 1
        held += [section.row] if at >= 0 and ends[at] >= section.line else []
    return held


def _reached(spans: list[tuple[int, int]]) -> tuple[list[int], list[int]]:
    """The first lines of spans in order, and the last line that any span up to there reaches."""
    ends: list[int] = []
    for _, end in spans:
        ends.append(max(end, ends[-1] if ends else 0))
    return [start for start, _ in spans], ends


def _is_named(path: str, names: Collection[str]) -> bool:
    return path in names or path.rpartition("/")[2] in names


def _json(rows: Iterable[int]) -> str:
    return orjson.dumps(list(rows)).decode()
