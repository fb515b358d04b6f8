"""The other revisions of a source, as queries see them.

`compiler.history` answers from the source's git repository; a snapshot that was made without one has none.
"""

from collections.abc import Collection
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

if TYPE_CHECKING:
    from compiler.store.snapshot import Snapshot


class RevisionRow(NamedTuple):
    """A branch, a tag or a commit. `at` is when its commit was made (RFC 3339, UTC), `subject` the first line of its
    message. Of a branch: `parent`, the branch it forked off from, and `forked_at`, the commit at which; `merged`,
    whether the default branch has all of its commits; all None for the default branch, and for what is no branch. One
    that `is_archived`, `archive/x`, is kept as `refs/archive/x`, behind the others."""

    kind: Literal["branch", "tag", "commit"]
    name: str
    commit: str
    at: str
    subject: str
    parent: str | None = None
    forked_at: str | None = None
    merged: bool | None = None
    is_current: bool = False
    is_archived: bool = False


class RevisionRows(NamedTuple):
    """The revisions of a source: branches, the default one first; tags and commits, newest first. `is_cut` when the
    repository is a shallow clone, whose history ends early."""

    rows: tuple[RevisionRow, ...]
    is_cut: bool


class Opened(NamedTuple):
    """A revision that was opened: the commit that its name stands for, and its snapshot."""

    commit: str
    at: str
    subject: str
    snapshot: "Snapshot"


class RevisionError(Exception):
    """There is no such revision. The message says what is wrong and which there are."""


class NoRevisionsError(RevisionError):
    """There are no revisions at all: no repository, or no commit in it."""


class Revisions(Protocol):
    """The other revisions of a source."""

    def listed(self, commits: int) -> RevisionRows:
        """The branches, tags and newest commits. Raises RevisionError when there is no history."""

    def prepare(self, names: Collection[str]) -> None:
        """Makes those that will be opened at the same time, where that is quicker. What is wrong is said later."""

    def open(self, name: str) -> Opened:
        """The source as it was. Raises RevisionError."""

    def common(self, one: str, other: str) -> str | None:
        """The nearest commit that two revisions have in their history, if there is one. Raises RevisionError."""

    def holding(self, commits: Collection[str], paths: Collection[str], language: str) -> frozenset[str]:
        """The commits, by their ids, that hold one of the source's files of a language: something at one of its paths,
        its content in one of these commits under another name, or a file whose name says that it is of the language.
        Raises RevisionError."""
