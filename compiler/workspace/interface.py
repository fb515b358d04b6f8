"""The workspace as queries see it: what can be reached beside the snapshot that is served.

A `Snapshot` is a value and cannot compile. The revisions of its repository, the other sources that it may be compared
with, and the embedding model that searches it by meaning stand in a `Workspace`. Only the queries that need them are
given it.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, Protocol, TypeVar, cast

from compiler.store.snapshot import Snapshot
from compiler.workspace.embeddings.protocol import Similarity

T = TypeVar("T")

WORKTREE = "worktree"  # the name of the files as they are, where a revision is named
SNAPSHOT_ALONE = "This snapshot was asked alone: `open_workspace` opens a source with its revisions"
FROZEN_FILE = "This snapshot knows no revisions: it comes from a frozen file, which has none"


class Revision(NamedTuple):
    """A branch, a branch of a remote (`remote`), a tag or a commit. `at` is the time of its commit (RFC 3339, UTC),
    `subject` the first line of the
    commit's message.

    Of a branch: `parent` is the branch that it forked off from, `forked_at` the commit at which it did, and `merged`
    whether the default branch has all of its commits. All three are None for the default branch, a tag or a commit; of
    a remote branch there is `merged` alone. A branch that `is_archived` is called `archive/x` and stands in git as
    `refs/archive/x`.
    """

    kind: Literal["branch", "remote", "tag", "commit"]
    name: str
    commit: str
    at: str
    subject: str
    parent: str | None = None
    forked_at: str | None = None
    merged: bool | None = None
    is_current: bool = False
    is_archived: bool = False


class RevisionList(NamedTuple):
    """The revisions of a source: branches, the default one first; then remote ones; then tags and commits, newest
    first. `is_shallow` when the repository is a shallow clone, whose history ends early. `unreadable` are the refs that
    cannot be read, by name, and why."""

    revisions: tuple[Revision, ...]
    is_shallow: bool
    unreadable: tuple[tuple[str, str], ...] = ()


class OpenRevision(NamedTuple):
    """A revision with its snapshot. `commit` is what its name stands for, "" for files that are not committed."""

    commit: str
    at: str
    subject: str
    snapshot: Snapshot


class RevisionError(Exception):
    """There is no such revision. The message says what is wrong and which revisions there are."""


class NoRevisionsError(RevisionError):
    """There are no revisions at all: no repository, none that can be read, or no commit in it."""


class Revisions(Protocol):
    """The revisions of a source's repository."""

    def for_request(self, check: Callable[[], None]) -> "Revisions":
        """Return these revisions for one request. `check` is called while they are waited for; what it raises ends the
        work."""

    def list(self) -> RevisionList:
        """The branches, tags and newest commits, as they were at the first call. Raises RevisionError when there is no
        history."""

    def prebuild(self, names: Collection[str]) -> None:
        """Build the snapshots of several revisions at the same time, where that is quicker. Errors are raised later, by
        `open`."""

    def open(self, name: str) -> OpenRevision:
        """Open the source as it was in a revision, or as it is now for WORKTREE. Raises RevisionError."""

    def below_root(self) -> str:
        """The path of the source below the root of its repository, "" for the root. Raises RevisionError when there is
        no repository."""

    def merge_base(self, one: str, other: str) -> str | None:
        """The nearest commit that two revisions have in their history, if there is one. Raises RevisionError."""

    def containing(self, commits: Collection[str], paths: Collection[str], language: str) -> frozenset[str]:
        """Those of the commits that contain one of the source's files of a language: a file at one of the paths, a file
        with the content that one of them has in any of the commits, or a file whose name alone says that it is of the
        language. Raises RevisionError."""

    def close(self) -> None:
        """Close the snapshots that were opened."""


@dataclass(frozen=True, slots=True, eq=False)
class Workspace:
    """The snapshot that is served, and what can be reached beside it.

    `revisions` and `similarity` are None where there are none; `no_revisions` says why. `other_sources` are the
    snapshots to compare with, by the names that they were given. `compiled_at` is when a server compiled what it
    serves; None elsewhere, where answers tell no time. Closing a workspace closes all its snapshots.
    """

    snapshot: Snapshot
    revisions: Revisions | None = None
    no_revisions: str = SNAPSHOT_ALONE
    other_sources: Mapping[str, Snapshot] = field(default_factory=dict)
    similarity: Similarity | None = None
    compiled_at: str | None = None
    _memo: dict[str, Any] = field(default_factory=dict)

    def __enter__(self) -> "Workspace":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the snapshot, the revisions that were opened, and the other sources."""
        for closable in (self.snapshot, self.revisions, *self.other_sources.values()):
            if closable is not None:
                closable.close()

    def memoize(self, key: str, make: Callable[["Workspace"], T]) -> T:
        """Return what `make` derives from this workspace, made at the first call."""
        if key not in self._memo:
            self._memo[key] = make(self)
        return cast(T, self._memo[key])

    def for_request(self, charge: Callable[[int], None]) -> "Workspace":
        """Return this workspace for one request, whose steps are charged (`Snapshot.for_request`), and which may
        end what it waits for."""
        revisions = self.revisions.for_request(lambda: charge(0)) if self.revisions else None
        return replace(self.with_snapshot(self.snapshot.for_request(charge)), revisions=revisions)

    def with_snapshot(self, snapshot: Snapshot) -> "Workspace":
        """Return this workspace with another view of its snapshot, such as a worker's own reader."""
        return replace(self, snapshot=snapshot)


def as_workspace(source: Snapshot | Workspace) -> Workspace:
    """Return the workspace itself, or one that holds a snapshot and nothing beside it."""
    return source if isinstance(source, Workspace) else Workspace(source)
