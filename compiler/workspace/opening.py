"""Opening a workspace: the snapshot of a source, its revisions, and the other sources beside it."""

import os
from collections.abc import Callable, Mapping

from compiler.store.frozen_file import is_frozen
from compiler.store.snapshot import Snapshot
from compiler.workspace.embeddings.similarity import VectorSimilarity
from compiler.workspace.interface import FROZEN_FILE, WORKTREE, Workspace
from compiler.workspace.revisions import RepositoryRevisions
from compiler.workspace.work_process import Check, WorkProcess


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
) -> Workspace:
    """Return the workspace of a snapshot that was compiled from the source at `path`.

    A frozen file has no revisions. Whether a folder has any is seen when a query asks for them.
    """
    frozen = is_frozen(path)
    return Workspace(
        snapshot,
        None if frozen else _revisions(snapshot, path, as_of, exclude, keep),
        no_revisions=FROZEN_FILE,
        other_sources=other_sources or {},
        similarity=VectorSimilarity(),
    )


def _revisions(
    snapshot: Snapshot, path: str | os.PathLike[str], as_of: str | None, exclude: tuple[str, ...], keep: bool
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

    def prebuild_settings() -> tuple[tuple[str, ...], dict[str, str]]:
        from compiler.workspace.served_settings import served_settings

        return exclude, served_settings(snapshot)

    served = snapshot.meta.get("revision")
    return RepositoryRevisions(
        path,
        compile_revision,
        prebuild_settings if keep else None,
        served=(served["commit"], snapshot) if served else None,
    )
