"""Units: what parsing makes of one file of knowledge.

All formats give the same records. An entry is already in words of the six types; its ids, references and times are
those of its format, for the linker to make unique, resolve and compare.
"""

from typing import NamedTuple


class Reference(NamedTuple):
    """An entry names another: `relation` is one of the six relations, from the entry to `target`, or the other way
    round when `is_reversed` (an entry that waits for a target is blocked by it).

    `word` is that of the source (`depends on`), `target` as written. `is_path`: the target is a path below the root, or
    a note's name; `is_title`: it may be a title too. `is_quiet`: nothing is wrong when there is no such entity.
    `created_at` is when the relation was made, `instant` the same in microseconds where a format tells relations of one
    second apart, else 0; `gate` is that of Beads. The columns are UTF-8 bytes + 1.
    """

    relation: str
    is_reversed: bool
    word: str
    target: str
    line: int
    column: int = 1
    end: int = 1
    is_path: bool = False
    is_title: bool = False
    is_quiet: bool = False
    created_at: str | None = None
    gate: str = ""
    instant: int = 0


class Work(NamedTuple):
    """What readiness and order of a task are judged by.

    `state` is todo, in_progress, done, blocked, draft, or, for Beads, its own word. `rank` is the priority, 0 the
    highest. `created` is in microseconds, 0 when unknown; `deferred_until` a UTC time. `order` is where the format
    itself sorts it among equals. `kind` is the type of an issue. `is_set_aside`: it is pinned or ephemeral.
    """

    state: str
    rank: int
    due: str | None = None
    created: int = 0
    deferred_until: str | None = None
    order: int = 0
    kind: str = ""
    is_pinned: bool = False
    is_ephemeral: bool = False


class Entry(NamedTuple):
    """An entity as one file states it, on the lines `line` to `last`.

    `native_id` is "" when the format has no ids of its own. `properties` and `native` are JSON objects, as text.
    `content_line` is the line where `content` begins, when it stands in the file as it is, else 0. `latest` is the
    newest time at which something happened, in microseconds, 0 when none is told. `parent` is the native id of what it
    is a part of. `aliases` are further names, `heading` the anchor or section that it stands under.
    """

    type: str
    native_id: str
    number: int | None
    name: str
    line: int
    last: int
    status: str
    properties: str
    native: str
    content: str | None = None
    content_line: int = 0
    tags: tuple[str, ...] = ()
    created_at: str | None = None
    updated_at: str | None = None
    created_by: str | None = None
    precision: str = ""
    latest: int = 0
    references: tuple[Reference, ...] = ()
    aliases: tuple[str, ...] = ()
    work: Work | None = None


class Document(NamedTuple):
    """The unit of a file. `format` as in facts; `scope` is what stands before the ids of its entries (`001-login`), ""
    where ids are unique without. `root` is the folder of its collection. `gone` are ids that once were and are not
    missed."""

    path: str
    format: str
    scope: str
    root: str
    entries: tuple[Entry, ...]
    gone: tuple[str, ...] = ()


class Settings(NamedTuple):
    """The unit of a file of settings. `format` is the one it is for; the lists are empty where it does not say.

    `statuses` are those of Backlog.md in their order, or custom ones of Beads as `name:category`; `folders` where
    decisions are kept, each with the package that it belongs to; `counts` what an overview says there is.
    `gone` are ids that once were. `is_unread_store`: nothing that is installed reads this file, which holds all that
    its exports do.
    """

    path: str
    format: str
    root: str
    statuses: tuple[str, ...] = ()
    folders: tuple[tuple[str, str], ...] = ()
    counts: tuple[tuple[str, int], ...] = ()
    is_stale_export: bool = False
    in_progress: tuple[int, ...] = ()
    is_unread_store: bool = False
    gone: tuple[str, ...] = ()


class Unit(NamedTuple):
    """The unit of a file: what it holds of each format and scope, and the settings it makes. `shown` is the text that
    stands for a file that is none."""

    documents: tuple[Document, ...] = ()
    settings: tuple[Settings, ...] = ()
    shown: str = ""
