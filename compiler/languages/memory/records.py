"""Units: what the parser makes of one file of memory.

All formats give the same entries, with the record types and field names of the canonical form. What depends on other
entries (versions, branches, forks) is left to the linker.
"""

from typing import Any, NamedTuple

from compiler.model.spans import Span

Json = Any


class Moment(NamedTuple):
    """A time in UTC, as text (`2026-03-01T09:00:00Z`) and in microseconds since 1970. `last` is the last microsecond
    that may be meant: the end of the day for a bare date, else `us`. `is_zoned`: the source names a zone, or only a
    date."""

    text: str
    us: int
    last: int
    is_zoned: bool = True


class LineSpan(NamedTuple):
    """A `Span` without its file. Lines count from 1, columns are UTF-8 bytes + 1, the end column is exclusive."""

    start_line: int
    start_col: int
    end_line: int
    end_col: int

    def in_file(self, path: str) -> Span:
        return Span(path, *self)


class RecordEntry(NamedTuple):
    """A record as one line or note states it.

    `type` is a type of the canonical form, `op` is put or retract. `has_id`: the source gives the id; otherwise it is a
    hash of the content. `fields` are under their canonical names, with times as `Moment`s. `extra` holds the fields
    that the canonical form does not know.
    """

    type: str
    id: str
    has_id: bool
    op: str
    span: LineSpan
    fields: dict[str, Json]
    extra: dict[str, Json]


class IndexLink(NamedTuple):
    """A link of a `MEMORY.md` to a file: the path as written, its title, and the words behind it (`hook`)."""

    target: str
    title: str
    hook: str
    span: LineSpan


class Unit(NamedTuple):
    """A file of memory. `format` is jsonl, mcp, basic-memory, auto-memory, claude or codex.

    `unknown_types` and `unknown_fields` pair the names that are not understood with their counts. `index_links` are
    the links of a `MEMORY.md`.
    """

    path: str
    format: str
    entries: tuple[RecordEntry, ...]
    project: str | None = None
    default_branch: str | None = None
    unknown_types: tuple[tuple[str, int], ...] = ()
    unknown_fields: tuple[tuple[str, int], ...] = ()
    index_links: tuple[IndexLink, ...] = ()
