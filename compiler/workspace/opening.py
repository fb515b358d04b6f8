"""Opening a workspace: the snapshot of a source, its revisions, and the other sources beside it."""

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from compiler.languages.registry import fact_classes, link_kinds
from compiler.model.source import SourceError
from compiler.store.frozen.identity import is_frozen
from compiler.store.opening import thaw
from compiler.store.snapshot import Snapshot
from compiler.workspace.current_source import WatchedSnapshot
from compiler.workspace.embeddings.similarity import VectorSimilarity
from compiler.workspace.interface import FROZEN_FILE, SEVERAL, WORKTREE, Edit, Proposal, Workspace
from compiler.workspace.revisions import RepositoryRevisions
from compiler.workspace.source_request import SourceRequest
from compiler.workspace.work_process import Check, WorkProcess, is_needed
from compiler.workspace.workspace_file import Federation, federation_of

if TYPE_CHECKING:
    from compiler.workspace.uncommitted import CommitComparison
    from compiler.workspace.watched_source import WatchedSource

MAX_EARLIER = 3  # snapshots that a server served before, and that can still be compared with


def workspace_of(
    snapshot: Snapshot,
    request: SourceRequest,
    *,
    other_sources: Mapping[str, Snapshot] | None = None,
    process: WorkProcess | None = None,
    alone: bool = False,
) -> Workspace:
    """Return the workspace of a snapshot that was compiled as `request` says, or, unless it is `alone`, from the
    sources that a workspace file names. `other_sources` are snapshots to compare with, by name, which it closes.

    A frozen file has no revisions. Whether a folder has any is seen when a query asks for them. `process` compiles for
    threads; the workspace closes it.
    """
    frozen = is_frozen(request.path)
    process = process or WorkProcess()
    if snapshot.sources and not alone:
        return _workspace_of_members(snapshot, request, other_sources or {}, process)
    stated = snapshot.meta.get("revision")
    asked = request._replace(revision=stated["asked"] if stated else None)

    def propose(edits: Sequence[Edit], check: Check) -> Proposal:
        from compiler.workspace.proposal import propose as proposed

        return proposed(asked, edits, process, check)

    return Workspace(
        snapshot,
        None if frozen else _revisions(snapshot, request, process),
        no_revisions=FROZEN_FILE,
        other_sources=other_sources or {},
        similarity=VectorSimilarity(),
        propose=None if frozen else propose,
        process=process,
    )


def _workspace_of_members(
    merged: Snapshot, request: SourceRequest, other_sources: Mapping[str, Snapshot], process: WorkProcess
) -> Workspace:
    """Return the workspace of a merged snapshot."""
    from compiler.workspace.opened_members import OpenedMembers  # most sources are one

    federation = None if is_frozen(request.path) else federation_of(request.path)
    opens = _opens_alone(merged, federation, request, process) if federation else None
    members = OpenedMembers(merged, opens)
    return Workspace(
        merged, no_revisions=SEVERAL, other_sources=other_sources, similarity=None, process=process, members=members
    )


def _opens_alone(
    merged: Snapshot, federation: Federation, request: SourceRequest, process: WorkProcess
) -> Callable[[str], Workspace | None]:
    """Return what opens a source of a merged snapshot, as long as it is what was merged. Its reference time is that of
    the merged snapshot."""
    members = {member.name: member for member in federation.members}
    ids = {source["name"]: source.get("snapshot_id") for source in merged.sources}

    def open_alone(name: str) -> Workspace | None:
        from compiler.workspace.context import with_context
        from compiler.workspace.member_builds import excluded

        member = members.get(name)
        if member is None:
            return None
        own = SourceRequest(member.path, member.revision, None, excluded(member, request.exclude), request.keep)
        try:
            snapshot = own.compile(process=process, alone=True)
        except SourceError:
            return None
        if snapshot.id != ids.get(name):
            snapshot.close()
            return None
        as_of = merged.meta["as_of"]
        snapshot = with_context(snapshot, revision=None, as_of=as_of)
        return workspace_of(snapshot, own._replace(as_of=as_of), process=process, alone=True)

    return open_alone


def next_workspace(workspace: Workspace, snapshot: Snapshot, request: SourceRequest) -> Workspace:
    """Return the workspace of the `snapshot` that replaces the one of `workspace`, compiled by the same request. It
    takes over the other sources, the earlier snapshots and the process."""
    opened = workspace_of(snapshot, request, other_sources=workspace.other_sources, process=workspace.process)
    return replace(opened, current=workspace.current, earlier=(workspace.snapshot, *workspace.earlier)[:MAX_EARLIER])


def watched_snapshot(snapshot: Snapshot, request: SourceRequest, process: WorkProcess | None = None) -> WatchedSnapshot:
    """Return a source, to be compared with a snapshot of it and compiled again."""

    def compile_now(full: bool, check: Check) -> Snapshot:
        return request._replace(keep=request.keep and not full).compile(process=process, check=check)

    is_folder = not request.revision and not is_frozen(request.path) and not snapshot.sources
    watch = partial(_watched, snapshot, request)
    if is_folder:  # whose state is in its snapshot, so that the first look may be at any time
        return WatchedSnapshot(snapshot, watch, compile_now, partial(_commit_comparison, request))
    watched = watch()
    return WatchedSnapshot(snapshot, lambda: watched, compile_now)


def _commit_comparison(request: SourceRequest) -> "CommitComparison":
    from compiler.workspace.uncommitted import CommitComparison

    return CommitComparison(request.path, request.exclude)


def _watched(snapshot: Snapshot, request: SourceRequest) -> "WatchedSource":
    from compiler.workspace.watched_source import WatchedFile, WatchedFolder, WatchedRevision, cached_hashes

    path, exclude, keep = request.path, request.exclude, request.keep
    if is_frozen(path):
        return WatchedFile(path, snapshot, request.as_of)
    if snapshot.sources:
        from compiler.workspace.watched_members import WatchedFederation

        return WatchedFederation(path, exclude, snapshot, keep=keep)
    if request.revision is not None:
        return WatchedRevision(path, request.revision, snapshot.meta["revision"]["commit"])
    return WatchedFolder(path, exclude, snapshot, lambda: cached_hashes(path, exclude) if keep else {})


def _revisions(snapshot: Snapshot, request: SourceRequest, process: WorkProcess) -> RepositoryRevisions:
    """The revisions of a source, each compiled as the source was."""
    path, exclude = request.path, request.exclude

    def compile_revision(commit: str, process: WorkProcess, check: Check) -> Snapshot:
        from compiler.workspace.served_settings import served_settings

        asked = request._replace(revision=None if commit == WORKTREE else commit)
        return asked.compile(settings=served_settings(snapshot), process=process, check=check)

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
