"""Units: what parsing makes of one file of memory.

All formats give the same records: entries of the types of the canonical form, with its field names and values of the
types that these have. What an entry means beside others (versions, branches, forks) is the linker's to say.
"""

from typing import Any, NamedTuple

Json = Any


class Moment(NamedTuple):
    """A time in UTC (`2026-03-01T09:00:00Z`) and in microseconds since 1970; `last` is the last microsecond that may be
    meant, that of the day where only the day is written. `is_zoned`: the source said which zone, or only a day."""

    text: str
    us: int
    last: int
    is_zoned: bool = True


class Place(NamedTuple):
    """A stretch of one line, or of several from the beginning of the first: columns are UTF-8 bytes + 1."""

    line: int
    column: int
    last: int
    end: int


class Entry(NamedTuple):
    """A record as one line or note states it.

    `type` is a type of the canonical form, `op` is put or retract. `has_id`: the source has an id of its own (else it
    was made of the content). `fields` are by canonical names, times among them as `Moment`s; `extra` what the source
    says beyond.
    """

    type: str
    id: str
    has_id: bool
    op: str
    place: Place
    fields: dict[str, Json]
    extra: dict[str, Json]


class Listed(NamedTuple):
    """A link of an index to a file of memory: the path as written, and the words about it."""

    target: str
    title: str
    hook: str
    place: Place


class Document(NamedTuple):
    """The unit of a file. `format` is jsonl, mcp, basic-memory, auto-memory, claude or codex.

    `unknown_types` and `unknown_fields` count what was kept and not understood. `listed` are the files of an index.
    """

    path: str
    format: str
    entries: tuple[Entry, ...]
    project: str | None = None
    default_branch: str | None = None
    unknown_types: tuple[tuple[str, int], ...] = ()
    unknown_fields: tuple[tuple[str, int], ...] = ()
    listed: tuple[Listed, ...] = ()
