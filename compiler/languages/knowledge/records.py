"""Units: what the parsers make of one file.

All formats give the same records, already typed as one of the six types of entity. Ids, references and times are still
as the format has them: the linker makes ids unique, resolves references and compares times.
"""

from typing import NamedTuple

from compiler.languages.knowledge.record_values import UNKNOWN_TIMES, Times
from compiler.model.spans import Span


class Reference(NamedTuple):
    """One entity names another: `source -relation-> target`, or target -> source when `is_reversed`.

    `relation` is one of the six relation types. A task that depends on a target is the reversed case: the target
    blocks it. `word` is the word of the source (`depends on`), `target` the name as written.

    `is_path`: the target is a path below the root, or the name of a note. `is_title`: the target may be a title.
    `is_quiet`: no diagnostic when there is no such entity. `created_at` is when the relation was made, `instant` the
    same in microseconds for formats that make several relations in one second, else 0. `gate` is the gate of a Beads
    `waits-for`. `beside` is the line that the reference stands in, where a title may tell which of several entities
    is meant; "" where none does. `state` is what an export says of a target that it may not hold: "open", "done", or
    "" if it says nothing. Columns are UTF-8 bytes + 1.
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
    beside: str = ""
    state: str = ""

    def span(self, path: str) -> Span:
        """Return where it stands in its file."""
        return Span(path, self.line, self.column, self.line, self.end)


IN_REVIEW = "in review"  # the state of what is done but for a review
OF_FINISHED_PAGE = "finished page"  # the state of what is left open on a page that says that it is done


class Scheduling(NamedTuple):
    """The values of a task that decide whether it is ready, and its place in the queue.

    `state` is todo, in_progress, done, blocked, draft, archived, `IN_REVIEW`, `OF_FINISHED_PAGE`, or, for Beads and
    Task Master, the status as written. `rank` is the priority, 0 the highest. `created` is in microseconds since 1970,
    0 when unknown. `deferred_until` is a UTC time. `order` sorts tasks that are equal otherwise, as their format does.
    `kind` is the issue type of Beads. `undecided` says what of its dependencies or its status is not understood, so
    that it counts as not ready.
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
    undecided: str = ""


class EntityRecord(NamedTuple):
    """An entity as one file states it, on the lines `line` to `last_line`. Where a line may hold several, it stands
    between `column` and `last_column`, in UTF-8 bytes + 1, the end exclusive.

    `native_id` is "" in formats without ids. `properties` and `native` are JSON objects, as text. `content_line` is the
    line at which `content` begins if the file has it verbatim, else 0. `aliases` are further names. `scheduling` is
    None for what is no task (or is not tracked like one).
    """

    type: str
    native_id: str
    number: int | None
    name: str
    line: int
    last_line: int
    status: str
    properties: str
    native: str
    content: str | None = None
    content_line: int = 0
    tags: tuple[str, ...] = ()
    times: Times = UNKNOWN_TIMES
    created_by: str | None = None
    references: tuple[Reference, ...] = ()
    aliases: tuple[str, ...] = ()
    scheduling: Scheduling | None = None
    column: int = 1
    last_column: int = 1

    def span(self, path: str) -> Span:
        """Return where it stands in its file."""
        return Span(path, self.line, self.column, max(self.last_line, self.line), self.last_column)


class Document(NamedTuple):
    """The records of one file that share a format and a scope.

    `format` is named as in the facts. `scope` is the prefix of the ids (`001-login`), "" when ids are unique without.
    `root` is the folder of the collection. `gone` are ids of deleted entities, which references may still name. `text`
    is the text of the file where the linker compares it with a store (files of a Medulla snapshot), else "".
    """

    path: str
    format: str
    scope: str
    root: str
    records: tuple[EntityRecord, ...]
    gone: tuple[str, ...] = ()
    text: str = ""


class NamedFiles(NamedTuple):
    """What a table of `frieze.toml` says of `kind`, which is decisions or tasks: patterns of their files, and words of
    statuses, case-folded, each with what it means."""

    kind: str
    patterns: tuple[str, ...] = ()
    words: tuple[tuple[str, str], ...] = ()


class Settings(NamedTuple):
    """What a file of settings says about the collections of `format` at `root`. Fields that it does not set are empty.

    `statuses` are the statuses of Backlog.md in their order, or the custom ones of Beads as `name:category`. `folders`
    are the folders of decisions, each with the package that it belongs to. `counts` are the numbers of entities that an
    overview of Medulla states, `in_progress` the numbers of its tasks that are in progress. `gone` are ids of deleted
    entities. `is_unread_store`: the file is a store of Medulla, and the package that reads stores is not installed.
    `prefix` is the prefix of the ids of tasks in Backlog.md, or the text by which Obsidian's Tasks finds tasks.
    `current_tag` is the tag that Task Master works on. `has_branches`: tasks may stand on other branches, at which
    Backlog.md looks too. `named` are the tables of `frieze.toml` (format frieze). `listed` are the statuses that an
    index of decisions gives to pages.
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
    prefix: str = ""
    current_tag: str = ""
    has_branches: bool = False
    named: tuple["NamedFiles", ...] = ()
    listed: tuple[tuple[str, str], ...] = ()


class Unit(NamedTuple):
    """What parsing makes of one file: its documents and its settings. `shown` is the text that stands for a binary
    file."""

    documents: tuple[Document, ...] = ()
    settings: tuple[Settings, ...] = ()
    shown: str = ""


def with_content_of(text: str, unit: Unit) -> Unit:
    """Return a unit whose contents are the lines of another text, of as many lines: the one that was translated."""
    lines = text.split("\n")

    def contents(record: EntityRecord) -> str:
        return "\n".join(lines[record.content_line - 1 : record.last_line]).strip("\n").rstrip()

    documents = (
        document._replace(
            records=tuple(
                record._replace(content=contents(record)) if record.content else record for record in document.records
            )
        )
        for document in unit.documents
    )
    return unit._replace(documents=tuple(documents))
