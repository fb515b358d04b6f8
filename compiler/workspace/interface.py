"""The workspace as queries see it: what can be reached beside the snapshot that is served.

A `Snapshot` is a value and cannot compile. The revisions of its repository, the other sources that it may be compared
with, and the embedding model that searches it by meaning stand in a `Workspace`. Only the queries that need them are
given it.
"""

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, cast

from compiler.model.language import imported
from compiler.model.source import FileDifference
from compiler.store.snapshot import Snapshot
from compiler.workspace.embeddings.protocol import Similarity
from compiler.workspace.git.logged import ChangeLog
from compiler.workspace.git.revision import Revision
from compiler.workspace.work_process import Check, WorkProcess, nothing

if TYPE_CHECKING:
    from compiler.languages.diagrams.facts.written import WrittenFlowchart

T = TypeVar("T")

WRITTEN_FLOWCHART = imported("compiler.languages.diagrams.syntax.flowchart.written:written_flowchart")
WORKTREE = "worktree"  # the name of the files as they are, where a revision is named
SNAPSHOT_ALONE = "This snapshot was asked alone: `open_workspace` opens a source with its revisions"
SEVERAL = "A workspace of several sources has no revisions of its own: name one of its sources with `source`"
FROZEN_FILE = "This snapshot knows no revisions: it comes from a frozen file, which has none"


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


class History(NamedTuple):
    """The history of a source, as long as one answer reads it: until the time `end` of the system's monotonic clock.

    `files` compiles some files of the source as a commit has them, or as they are for WORKTREE; whoever asked closes
    the snapshot. `texts` returns the texts of files by git's ids of them, without those that cannot be read. Both raise
    RevisionError.
    """

    log: ChangeLog
    files: Callable[[str, Collection[str]], Snapshot]
    texts: Callable[[Collection[str]], Mapping[str, str]]
    end: float

    @property
    def is_over(self) -> bool:
        """Whether the time for reading is over, so that the answer ends where it is."""
        return time.monotonic() > self.end


class Revisions(Protocol):
    """The revisions of a source's repository."""

    def for_request(self, check: Callable[[], None]) -> "Revisions":
        """Return these revisions for one request. `check` is called while they are waited for; what it raises ends the
        work."""

    def list(self) -> RevisionList:
        """The branches, tags and newest commits, as they were at the first call. Raises RevisionError when there is no
        history."""

    def open(self, name: str) -> OpenRevision:
        """Open the source as it was in a revision, or as it is now for WORKTREE. Raises RevisionError."""

    def below_root(self) -> str:
        """The path of the source below the root of its repository, "" for the root. Raises RevisionError when there is
        no repository."""

    def merge_base(self, one: str, other: str) -> str | None:
        """The nearest commit that two revisions have in their history, if there is one. Raises RevisionError."""

    def history(self, limit: int) -> History:
        """The history before what is served, or before the commit that is checked out where files are served: at most
        `limit` commits. Raises RevisionError."""

    def containing(self, commits: Collection[str], paths: Collection[str], language: str) -> frozenset[str]:
        """Those of the commits that contain one of the source's files of a language: a file at one of the paths, a file
        with the content that one of them has in any of the commits, or a file whose name alone says that it is of the
        language. Raises RevisionError."""

    def retire(self) -> None:
        """Close each snapshot that was opened when nobody uses it any more."""

    def close(self) -> None:
        """Close the snapshots that were opened."""


class RefreshError(Exception):
    """The source cannot be compiled as it is. The message says why."""


class Edit(NamedTuple):
    """An edit of one file. Either `old_text`, which occurs once in the file, becomes `new_text`; or the whole file gets
    `content`; or it is deleted. With `line`, both texts are whole lines, each with its line end: the old ones begin at
    that line, from 1. New lines that are `is_indented` begin as the line before which they stand does. With `is_new`
    the file must not be there, or be blank."""

    file: str
    old_text: str | None = None
    new_text: str | None = None
    content: str | None = None
    delete: bool = False
    line: int | None = None
    is_indented: bool = False
    is_new: bool = False


class EditError(Exception):
    """An edit cannot be made. `at` is its place in the list, from 0; `details` say more, by name."""

    def __init__(self, at: int, problem: str, details: Mapping[str, object] | None = None) -> None:
        super().__init__(problem)
        self.at = at
        self.details = dict(details or {})


class ProposalError(Exception):
    """The source cannot be compiled, with the edit or without it. The message says why."""


class Proposal(NamedTuple):
    """Edits that are only proposed: the source as it is, the source after the edits, the files that change, and a
    unified diff. Whoever asked for it closes both snapshots."""

    base: Snapshot
    overlay: Snapshot
    files: tuple[FileDifference, ...]
    patch: bytes


class SourceStatus(NamedTuple):
    """Whether the source is still what the snapshot was made of. `files` are those that differ, in order of their
    paths; `problem` says why the source cannot be read any more, "" if it can."""

    files: tuple[FileDifference, ...] = ()
    problem: str = ""

    @property
    def is_stale(self) -> bool:
        """Whether the snapshot is not that of the source as it is."""
        return bool(self.files or self.problem)


class CheckedOut(NamedTuple):
    """The commit that is checked out, its branch ("" if there is none), and the files of the source that differ from
    it, in order of their paths. `problem` says why they could not be compared, "" if they were."""

    commit: str = ""
    branch: str = ""
    files: tuple[FileDifference, ...] = ()
    problem: str = ""


class Refreshed(NamedTuple):
    """What a refresh did: the snapshot before it and the one after it, and the files that differed. Both snapshots are
    the same if the source had not changed."""

    before: Snapshot
    after: Snapshot
    files: tuple[FileDifference, ...]


class CurrentSource(Protocol):
    """The source of a snapshot that is served, as it is now."""

    @property
    def status(self) -> SourceStatus:
        """What is known of the source, at most some seconds old. Costs nothing."""

    def look(self) -> SourceStatus:
        """Compare the source with the snapshot now."""

    def checked_out(self) -> CheckedOut | None:
        """Compare the files as they are now with the commit that is checked out. None if the source is no working tree
        of a repository with commits."""

    def start(self, serve: Callable[[Snapshot], None]) -> None:
        """Look at the source from now on, until `stop`, and call `serve` with each snapshot that replaces another."""

    def stop(self) -> None:
        """Look no more."""

    def refresh(self, *, full: bool = False, check: Check = nothing) -> Refreshed:
        """Compile the source as it is and serve that snapshot from now on; if `full`, without any cache. `check` is
        called meanwhile; what it raises ends the work. Raises RefreshError if nothing can be compiled; then the
        snapshot before it is served on."""


class MemberError(Exception):
    """A source of several cannot be opened by itself. The message says why."""


class Members(Protocol):
    """The sources of a merged snapshot, by the names that the workspace file gives them."""

    @property
    def names(self) -> tuple[str, ...]:
        """Their names, in the order of the file."""

    def problem(self, name: str) -> str:
        """Return why a source cannot be read, "" if it can."""

    def view(self, name: str) -> Snapshot:
        """Return the rows of one source in the merged snapshot, as a snapshot that whoever holds these closes."""

    def workspace(self, name: str) -> "Workspace":
        """Return the workspace of one source alone, which whoever holds these closes. Raises MemberError."""

    def retire(self) -> None:
        """Close each of what was opened when nobody uses it any more."""

    def close(self) -> None:
        """Close what was opened."""


@dataclass(frozen=True, slots=True, eq=False)
class Workspace:
    """The snapshot that is served, and what can be reached beside it.

    `revisions` and `similarity` are None where there are none; `no_revisions` says why. `other_sources` are the
    snapshots to compare with, by the names that they were given. `compiled_at` is when a server compiled what it
    serves; None elsewhere, where answers tell no time. `current` is the source of what a server serves, None elsewhere;
    `earlier` are the snapshots that this server served before, the last one first. `propose` compiles the source as it
    would be after edits, None where there is no source; it raises EditError and ProposalError. What compiles for a
    thread runs in `process`; `check` is called meanwhile. `written_flowchart` tells what stands where in the text of a
    flowchart, for those who draft edits of it; None for a text with mistakes. `members` are the sources of a merged
    snapshot, None where there is one source. Closing a workspace closes all its snapshots.
    """

    snapshot: Snapshot
    revisions: Revisions | None = None
    no_revisions: str = SNAPSHOT_ALONE
    other_sources: Mapping[str, Snapshot] = field(default_factory=dict)
    similarity: Similarity | None = None
    compiled_at: str | None = None
    current: CurrentSource | None = None
    earlier: tuple[Snapshot, ...] = ()
    propose: Callable[[Sequence[Edit], Check], Proposal] | None = None
    process: WorkProcess | None = None
    check: Check = nothing
    written_flowchart: "Callable[[str], WrittenFlowchart | None]" = WRITTEN_FLOWCHART
    members: Members | None = None
    _memo: dict[str, Any] = field(default_factory=dict)

    def __enter__(self) -> "Workspace":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the snapshot, the revisions that were opened, and the other sources."""
        snapshots = (self.snapshot, *self.earlier, *self.other_sources.values())
        for closable in (self.members, self.revisions, self.process, *snapshots):
            if closable is not None:
                closable.close()

    def retire(self, kept: Collection[Snapshot]) -> None:
        """Close what no workspace after this one uses, when nobody uses it any more: its revisions, and the earlier
        snapshots that are not `kept`."""
        if self.revisions is not None:
            self.revisions.retire()
        if self.members is not None:
            self.members.retire()
        for snapshot in self.earlier:
            if snapshot not in kept:
                snapshot.close_when_unused()

    def memoize(self, key: str, make: Callable[["Workspace"], T]) -> T:
        """Return what `make` derives from this workspace, made at the first call."""
        if key not in self._memo:
            self._memo[key] = make(self)
        return cast(T, self._memo[key])

    def for_request(self, charge: Callable[[int], None]) -> "Workspace":
        """Return this workspace for one request, whose steps are charged (`Snapshot.for_request`), and which may
        end what it waits for."""

        def check() -> None:
            charge(0)

        revisions = self.revisions.for_request(check) if self.revisions else None
        return replace(self.with_snapshot(self.snapshot.for_request(charge)), revisions=revisions, check=check)

    def with_snapshot(self, snapshot: Snapshot) -> "Workspace":
        """Return this workspace with another view of its snapshot, such as a worker's own reader."""
        return replace(self, snapshot=snapshot)


def as_workspace(source: Snapshot | Workspace) -> Workspace:
    """Return the workspace itself, or one that holds a snapshot and nothing beside it."""
    return source if isinstance(source, Workspace) else Workspace(source)
