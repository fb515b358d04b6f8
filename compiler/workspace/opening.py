"""Opening a workspace: the snapshot of a source, its revisions, and the other sources beside it."""

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from compiler.languages.registry import fact_classes, link_kinds
from compiler.model.source import SourceError
from compiler.store.frozen.identity import is_frozen
from compiler.store.opening import thaw
from compiler.store.snapshot import Snapshot
from compiler.workspace.current_source import WatchedSnapshot
from compiler.workspace.embeddings.similarity import VectorSimilarity
from compiler.workspace.interface import FROZEN_FILE, SEVERAL, WORKTREE, Edit, Proposal, Workspace
from compiler.workspace.revisions import RepositoryRevisions
from compiler.workspace.work_process import Check, WorkProcess, is_needed
from compiler.workspace.workspace_file import Federation, federation_of

if TYPE_CHECKING:
    from compiler.workspace.uncommitted import CommitComparison
    from compiler.workspace.watched_source import WatchedSource

MAX_EARLIER = 3  # snapshots that a server served before, and that can still be compared with


def open_workspace(
    path: str | os.PathLike[str],
    *,
    revision: str | None = None,
    as_of: str | None = None,
    exclude: tuple[str, ...] = (),
    keep: bool = False,
    jobs: int | None = None,
    progress: Callable[[float], None] | None = None,
    other_sources: Mapping[str, Snapshot] | None = None,
) -> Workspace:
    """Compile the source at `path` and open it as a workspace. The arguments are those of `compile_source`;
    `other_sources` are snapshots to compare with, by name, which the workspace closes.

    Raises SourceError as `compile_source` does.
    """
    from compiler.workspace.compile import compile_source  # a server that opens a prebuilt snapshot compiles nothing

    snapshot = compile_source(
        path, revision=revision, as_of=as_of, exclude=exclude, keep=keep, jobs=jobs, progress=progress
    )
    return workspace_of(snapshot, path, as_of=as_of, exclude=exclude, keep=keep, other_sources=other_sources)


def workspace_of(
    snapshot: Snapshot,
    path: str | os.PathLike[str],
    *,
    as_of: str | None = None,
    exclude: tuple[str, ...] = (),
    keep: bool = False,
    other_sources: Mapping[str, Snapshot] | None = None,
    process: WorkProcess | None = None,
    alone: bool = False,
) -> Workspace:
    """Return the workspace of a snapshot that was compiled from the source at `path`, or, unless it is `alone`, from
    those that a workspace file names.

    A frozen file has no revisions. Whether a folder has any is seen when a query asks for them. `process` compiles for
    threads; the workspace closes it.
    """
    frozen = is_frozen(path)
    process = process or WorkProcess()
    if snapshot.sources and not alone:
        from compiler.workspace.opened_members import OpenedMembers  # most sources are one

        federation = None if frozen else federation_of(path)
        opens = _opens_alone(snapshot, federation, exclude, keep, process) if federation else None
        members = OpenedMembers(snapshot, opens)
        others = other_sources or {}
        return Workspace(
            snapshot, no_revisions=SEVERAL, other_sources=others, similarity=None, process=process, members=members
        )
    stated = snapshot.meta.get("revision")
    revision = stated["asked"] if stated else None

    def propose(edits: Sequence[Edit], check: Check) -> Proposal:
        from compiler.workspace.proposal import propose as proposed

        return proposed(
            path, edits, revision=revision, as_of=as_of, exclude=exclude, keep=keep, process=process, check=check
        )

    return Workspace(
        snapshot,
        None if frozen else _revisions(snapshot, path, as_of, exclude, keep, process),
        no_revisions=FROZEN_FILE,
        other_sources=other_sources or {},
        similarity=VectorSimilarity(),
        propose=None if frozen else propose,
        process=process,
    )


def _opens_alone(
    merged: Snapshot, federation: Federation, exclude: tuple[str, ...], keep: bool, process: WorkProcess
) -> Callable[[str], Workspace | None]:
    """Return what opens a source of a merged snapshot, as long as it is what was merged. Its reference time is that of
    the merged snapshot."""
    members = {one.name: one for one in federation.members}
    ids = {source["name"]: source.get("snapshot_id") for source in merged.sources}

    def open_alone(name: str) -> Workspace | None:
        from compiler.workspace.compile import compile_source
        from compiler.workspace.context import with_context
        from compiler.workspace.member_builds import excluded

        member = members.get(name)
        if member is None:
            return None
        patterns, as_of = excluded(member, exclude), merged.meta["as_of"]
        try:
            snapshot = compile_source(
                member.path, revision=member.revision, exclude=patterns, keep=keep, process=process, alone=True
            )
        except SourceError:
            return None
        if snapshot.id != ids.get(name):
            snapshot.close()
            return None
        snapshot = with_context(snapshot, revision=None, as_of=as_of)
        return workspace_of(
            snapshot, member.path, as_of=as_of, exclude=patterns, keep=keep, process=process, alone=True
        )

    return open_alone


def next_workspace(workspace: Workspace, snapshot: Snapshot, path: str | os.PathLike[str], **options: Any) -> Workspace:
    """Return the workspace of the `snapshot` that replaces the one of `workspace`, compiled from the same source with
    the same `options` of `workspace_of`. It takes over the other sources, the earlier snapshots and the process."""
    opened = workspace_of(snapshot, path, other_sources=workspace.other_sources, process=workspace.process, **options)
    return replace(opened, current=workspace.current, earlier=(workspace.snapshot, *workspace.earlier)[:MAX_EARLIER])


def watched_snapshot(
    snapshot: Snapshot,
    path: str | os.PathLike[str],
    *,
    revision: str | None = None,
    as_of: str | None = None,
    exclude: tuple[str, ...] = (),
    keep: bool = False,
    process: WorkProcess | None = None,
    signed_by: str | os.PathLike[str] | None = None,
) -> WatchedSnapshot:
    """Return the source at `path`, to be compared with a snapshot of it and compiled again. The arguments are those of
    `compile_source`; with `signed_by`, only a frozen file with that signature is opened."""

    def compile_now(full: bool, check: Check) -> Snapshot:
        from compiler.workspace.compile import compile_source, open_signed_source

        if signed_by:
            return open_signed_source(path, signed_by, revision=revision, as_of=as_of, exclude=exclude)
        return compile_source(
            path,
            revision=revision,
            as_of=as_of,
            exclude=exclude,
            keep=keep and not full,
            process=process,
            check=check,
        )

    is_folder = not revision and not is_frozen(path) and not snapshot.sources
    watch = partial(_watched, snapshot, path, revision, as_of, exclude, keep)
    if is_folder:  # whose state is in its snapshot, so that the first look may be at any time
        return WatchedSnapshot(snapshot, watch, compile_now, partial(_commit_comparison, path, exclude))
    watched = watch()
    return WatchedSnapshot(snapshot, lambda: watched, compile_now)


def _commit_comparison(path: str | os.PathLike[str], exclude: tuple[str, ...]) -> "CommitComparison":
    from compiler.workspace.uncommitted import CommitComparison

    return CommitComparison(path, exclude)


def _watched(
    snapshot: Snapshot,
    path: str | os.PathLike[str],
    revision: str | None,
    as_of: str | None,
    exclude: tuple[str, ...],
    keep: bool,
) -> "WatchedSource":
    from compiler.workspace.watched_source import WatchedFile, WatchedFolder, WatchedRevision, cached_hashes

    if is_frozen(path):
        return WatchedFile(path, snapshot, as_of)
    if snapshot.sources:
        from compiler.workspace.watched_members import WatchedFederation

        return WatchedFederation(path, exclude, snapshot, keep=keep)
    if revision is not None:
        return WatchedRevision(path, revision, snapshot.meta["revision"]["commit"])
    return WatchedFolder(path, exclude, snapshot, lambda: cached_hashes(path, exclude) if keep else {})


def _revisions(
    snapshot: Snapshot,
    path: str | os.PathLike[str],
    as_of: str | None,
    exclude: tuple[str, ...],
    keep: bool,
    process: WorkProcess,
) -> RepositoryRevisions:
    """The revisions of the source at `path`, each compiled as the source was."""

    def compile_revision(commit: str, process: WorkProcess, check: Check) -> Snapshot:
        from compiler.workspace.compile import compile_source
        from compiler.workspace.served_settings import served_settings

        revision = None if commit == WORKTREE else commit
        settings = served_settings(snapshot)
        return compile_source(
            path,
            revision=revision,
            as_of=as_of,
            exclude=exclude,
            keep=keep,
            settings=settings,
            process=process,
            check=check,
        )

    def compile_files(commit: str, files: Collection[str], process: WorkProcess, check: Check) -> Snapshot:
        from compiler.workspace.narrow import compile_narrow
        from compiler.workspace.served_settings import served_settings

        revision = None if commit == WORKTREE else commit
        settings = snapshot.memoize("compiler.workspace.served_settings", served_settings)
        if not is_needed():
            return compile_narrow(path, revision, files, exclude, settings)
        asked = (os.fspath(path), revision, [*files], exclude, settings)
        return thaw(process.run("narrowed", *asked, check=check), fact_classes, link_kinds)

    served = snapshot.meta.get("revision")
    return RepositoryRevisions(
        path,
        compile_revision,
        compile_files=compile_files,
        served=(served["commit"], snapshot) if served else None,
        process=process,
    )
