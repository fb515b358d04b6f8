"""Compile what a path names: a folder or file as it is, a revision of it, or a frozen file."""

import os
from collections.abc import Mapping
from contextlib import closing, nullcontext
from typing import Any

from compiler.languages.registry import fact_classes, link_kinds
from compiler.model.source import SourceError
from compiler.pipeline.lookup import BuildInput, Discovered, look_up
from compiler.pipeline.options import CompileOptions, Progress
from compiler.store.cache.snapshot_cache import CachedDatabase
from compiler.store.frozen.identity import is_frozen
from compiler.store.opening import thaw
from compiler.store.snapshot import Snapshot
from compiler.workspace.context import with_context
from compiler.workspace.inputs import compile_options, source_input
from compiler.workspace.prebuilt import encode_prebuilt, open_prebuilt
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
    signed_by: str | os.PathLike[str] | None = None,
) -> Snapshot:
    """Return the snapshot of a path. See `compiler.compile_source`. With `alone` it is a source of its own, even where
    it has a workspace file. With `signed_by`, only a frozen file is opened that was signed with the other half of the
    public key in that file.

    `settings` are those of the served files, by path: a revision that has none is read with them. No deadline holds in
    a thread other than the main one: there, `process` compiles, or a process that is started for it. `check` is called
    meanwhile; what it raises ends the work and is raised.
    """
    if signed_by or is_frozen(path):
        snapshot, of = _open_frozen(path, revision, exclude, use_cache=keep, signed_by=signed_by), None
    elif is_needed():
        with nullcontext(process) if process else closing(WorkProcess()) as elsewhere:
            asked = (os.fspath(path), revision, exclude, dict(settings or {}), jobs)
            snapshot, of = _compiled_elsewhere(elsewhere, asked, check, keep=keep, alone=alone)
    elif federation := None if alone else named_federation(path, revision):
        from compiler.workspace.merged_snapshot import merged

        snapshot, of = merged(federation, exclude, use_cache=keep, jobs=jobs, check=check), None
    else:
        options = compile_options(use_cache=keep, jobs=jobs, progress=progress)
        with source_input(path, revision, exclude, settings) as given:
            snapshot, of = _opened_or_built(given.build_input, options), given.revision
    return with_context(snapshot, revision=of, as_of=as_of)


def prebuild(
    path: str | os.PathLike[str],
    *,
    revision: str | None = None,
    exclude: tuple[str, ...] = (),
    jobs: int | None = None,
) -> bytes | None:
    """Put the snapshot of a path into the cache. See `compiler.prebuild`."""
    if is_frozen(path):  # needs no cache, but its checksum is computed here
        _open_frozen(path, revision, exclude, use_cache=True).close()
        return None
    return compile_into_cache(path, revision, exclude, compile_options(use_cache=True, jobs=jobs))


def compile_into_cache(
    path: str | os.PathLike[str],
    revision: str | None,
    exclude: tuple[str, ...],
    options: CompileOptions,
    *,
    settings: Settings | None = None,
    alone: bool = False,
) -> bytes | None:
    """Put the snapshot of a path that is no frozen file into the cache. Return what `open_prebuilt` needs to open it;
    None if the cache cannot be written. The arguments and errors are those of `compile_source`."""
    if federation := None if alone else named_federation(path, revision):
        from compiler.workspace.merged_snapshot import merged_into_cache

        cached, of = merged_into_cache(federation, exclude, jobs=options.jobs), None
    else:
        with source_input(path, revision, exclude, settings) as given:
            found, of = look_up(given.build_input, options), given.revision
            cached = found.cached or _built_into_cache(given.build_input, options, found)
    return encode_prebuilt(cached, of) if cached else None


def _opened_or_built(given: BuildInput, options: CompileOptions) -> Snapshot:
    """Open the snapshot of an unchanged source, without importing what builds, or build it."""
    found = look_up(given, options) if options.use_cache else None
    snapshot = found.open() if found else None
    if snapshot is None:
        from compiler.pipeline.build import build

        return build(given, options, found)
    return snapshot


def _built_into_cache(given: BuildInput, options: CompileOptions, found: Discovered) -> CachedDatabase | None:
    from compiler.pipeline.build import build_into_cache  # an unchanged source needs nothing that builds

    return build_into_cache(given, options, found)


def _compiled_elsewhere(
    process: WorkProcess, asked: tuple[Any, ...], check: Check, *, keep: bool, alone: bool
) -> tuple[Snapshot, Mapping[str, str] | None]:
    """Compile in a process of its own, in whose main thread the deadlines of files hold. Return the snapshot, and what
    it is to say of its revision if it does not yet."""
    prebuilt, database, of = process.run("compiled", *asked, keep, alone, check=check)
    snapshot = open_prebuilt(prebuilt, None) if prebuilt else None
    if snapshot is not None:
        return snapshot, None
    if prebuilt:  # the cache has lost it meanwhile
        _, database, of = process.run("compiled", *asked, False, alone, check=check)
    return thaw(database, fact_classes, link_kinds), of


def _open_frozen(
    path: str | os.PathLike[str],
    revision: str | None,
    exclude: tuple[str, ...],
    *,
    use_cache: bool,
    signed_by: str | os.PathLike[str] | None = None,
) -> Snapshot:
    """Return the snapshot in a frozen file. Raises SourceError for any other path, since nothing else has a signature,
    and for options that a frozen file cannot follow."""
    from compiler.store.frozen.frozen_file import open_frozen, open_frozen_once_verified, open_signed

    if not is_frozen(path):
        raise SourceError(f"'{path}' is no frozen file, and nothing else can be signed.")
    if exclude:
        raise SourceError(f"'{path}' is a frozen snapshot: no file can be excluded from it any more.")
    if revision is not None:
        raise SourceError(f"'{path}' is a frozen snapshot, which has no revisions.")
    if signed_by:
        return open_signed(path, signed_by)
    return open_frozen_once_verified(path) if use_cache else open_frozen(path)
