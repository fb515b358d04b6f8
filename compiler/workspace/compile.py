"""Compile what a path names: a folder or file as it is, a revision of it, or a frozen file."""

import os
from contextlib import closing, nullcontext

from compiler.languages.registry import fact_classes, link_kinds
from compiler.model.source import SourceError
from compiler.pipeline.lookup import BuildInput, look_up
from compiler.pipeline.options import CompileOptions, Progress
from compiler.store.frozen.identity import is_frozen
from compiler.store.opening import thaw
from compiler.store.snapshot import Snapshot
from compiler.workspace.context import with_context
from compiler.workspace.inputs import compile_options, source_input
from compiler.workspace.prebuilt import open_prebuilt
from compiler.workspace.served_settings import Settings
from compiler.workspace.work_process import Check, WorkProcess, is_needed, nothing
from compiler.workspace.workspace_file import named_federation


def compile_source(
    path: str | os.PathLike[str],
    *,
    revision: str | None = None,
    as_of: str | None = None,
    exclude: tuple[str, ...] = (),
    keep: bool = False,
    jobs: int | None = None,
    progress: Progress | None = None,
    settings: Settings | None = None,
    process: WorkProcess | None = None,
    check: Check = nothing,
    alone: bool = False,
) -> Snapshot:
    """Return the snapshot of a path. See `compiler.compile_source`. With `alone` it is a source of its own, even where
    it has a workspace file.

    `settings` are those of the served files, by path: a revision that has none is read with them. No deadline holds in
    a thread other than the main one: there, `process` compiles, or a process that is started for it. `check` is called
    meanwhile; what it raises ends the work and is raised.
    """
    if is_frozen(path):
        return with_context(open_frozen_source(path, revision, exclude, use_cache=keep), revision=None, as_of=as_of)
    federation = None if alone else named_federation(path, revision)
    if is_needed():
        with nullcontext(process) if process else closing(WorkProcess()) as elsewhere:
            snapshot = _compiled_elsewhere(
                path, revision, exclude, settings, jobs, keep=keep, process=elsewhere, check=check, alone=alone
            )
        return with_context(snapshot, revision=None, as_of=as_of)
    if federation:
        from compiler.workspace.merged_snapshot import merged

        snapshot = merged(federation, exclude, use_cache=keep, jobs=jobs, check=check)
        return with_context(snapshot, revision=None, as_of=as_of)
    options = compile_options(use_cache=keep, jobs=jobs, progress=progress)
    with source_input(path, revision, exclude, settings) as given:
        snapshot = _opened_or_built(given.build_input, options)
    return with_context(snapshot, revision=given.revision, as_of=as_of)


def _opened_or_built(given: BuildInput, options: CompileOptions) -> Snapshot:
    """Open the snapshot of an unchanged source, without importing what builds, or build it."""
    found = look_up(given, options) if options.use_cache else None
    snapshot = found.open() if found else None
    if snapshot is None:
        from compiler.pipeline.build import build

        return build(given, options, found)
    return snapshot


def _compiled_elsewhere(
    path: str | os.PathLike[str],
    revision: str | None,
    exclude: tuple[str, ...],
    settings: Settings | None,
    jobs: int | None,
    *,
    keep: bool,
    process: WorkProcess,
    check: Check,
    alone: bool,
) -> Snapshot:
    """Compile in a process of its own, in whose main thread the deadlines of files hold."""
    asked = (os.fspath(path), revision, exclude, dict(settings or {}), jobs)
    prebuilt, database, stated = process.run("compiled", *asked, keep, alone, check=check)
    snapshot = open_prebuilt(prebuilt, None) if prebuilt else None
    if snapshot is None:
        if prebuilt:  # the cache has lost it meanwhile
            _, database, stated = process.run("compiled", *asked, False, alone, check=check)
        snapshot = thaw(database, fact_classes, link_kinds)
        return with_context(snapshot, revision=stated, as_of=None)
    return snapshot


def open_signed_source(
    path: str | os.PathLike[str],
    key: str | os.PathLike[str],
    *,
    revision: str | None = None,
    as_of: str | None = None,
    exclude: tuple[str, ...] = (),
) -> Snapshot:
    """Return the snapshot of a frozen file that was signed with the other half of the public key in the file `key`.
    Raises SourceError for any other path, since nothing else has a signature."""
    from compiler.store.frozen.frozen_file import open_signed

    if not is_frozen(path):
        raise SourceError(f"'{path}' is no frozen file, and nothing else can be signed.")
    _refuse_options(path, revision, exclude)
    return with_context(open_signed(path, key), revision=None, as_of=as_of)


def _refuse_options(path: str | os.PathLike[str], revision: str | None, exclude: tuple[str, ...]) -> None:
    """Raise SourceError for options that a frozen file cannot follow."""
    if exclude:
        raise SourceError(f"'{path}' is a frozen snapshot: no file can be excluded from it any more.")
    if revision is not None:
        raise SourceError(f"'{path}' is a frozen snapshot, which has no revisions.")


def open_frozen_source(
    path: str | os.PathLike[str], revision: str | None, exclude: tuple[str, ...], *, use_cache: bool
) -> Snapshot:
    """Return the snapshot in a frozen file. Raises SourceError for a revision, and for patterns."""
    from compiler.store.frozen.frozen_file import open_frozen, open_frozen_once_verified

    _refuse_options(path, revision, exclude)
    return open_frozen_once_verified(path) if use_cache else open_frozen(path)
