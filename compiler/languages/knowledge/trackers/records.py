"""What an export of a tracker states, in words that all trackers share."""

from collections.abc import Mapping
from typing import Any, NamedTuple

Json = Any


class Place(NamedTuple):
    """Where a record stands in its file: lines from 1, columns in UTF-8 bytes + 1, the end exclusive."""

    line: int
    column: int
    last_line: int
    last_column: int


class IssueLink(NamedTuple):
    """An issue names another: `relation` is blocks, belongs_to or references, and runs from the issue to `target`, or
    from `target` to the issue if `is_reversed`.

    `word` is the word of the export, `target` the id as `Issue.id` writes it. `state` is what the export says of the
    target beside its id: "open", "done", or "" if it says nothing. `is_quiet`: nobody misses a target that is not in
    the source.
    """

    relation: str
    is_reversed: bool
    word: str
    target: str
    state: str = ""
    is_quiet: bool = False


class Issue(NamedTuple):
    """One issue. `id` is unique in its file: `lamp/pier#12`, `PIER-3`; `name` is what the tracker shows: `#12`.

    `state` is todo, in_progress, done, blocked, draft or archived. `word` is the status as written, `is_known` whether
    its meaning is. `priority` and the times are as written, "" without any; `times` are further ones at which something
    happened. `native` is what the export says beyond that.
    """

    id: str
    name: str
    number: int | None
    title: str
    place: Place
    state: str
    word: str
    is_known: bool = True
    priority: str = ""
    due: str = ""
    created: str = ""
    updated: str = ""
    times: tuple[str, ...] = ()
    assignee: str = ""
    author: str = ""
    labels: tuple[str, ...] = ()
    content: str = ""
    native: Mapping[str, Json] = {}
    links: tuple[IssueLink, ...] = ()


class Unread(NamedTuple):
    """A record that is no issue, and why."""

    place: Place
    reason: str


class IssueFile(NamedTuple):
    """All that one file states. `reason` says what proved the tracker."""

    reason: str
    issues: tuple[Issue, ...]
    unread: tuple[Unread, ...] = ()
