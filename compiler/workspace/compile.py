"""Compile what a path names: a folder or file as it is, a revision of it, or a frozen file."""

import os

from compiler.model.source import SourceError
from compiler.pipeline.build import build, build_into_cache
from compiler.pipeline.options import CompileOptions, Progress
from compiler.store.frozen_file import is_frozen, open_frozen, open_frozen_once_verified
from compiler.store.snapshot import Snapshot
from compiler.workspace.context import with_context
from compiler.workspace.embeddings import embedder
from compiler.workspace.inputs import source_input
from compiler.workspace.prebuilt import encode_prebuilt


def compile_source(
    path: str | os.PathLike[str],
    *,
    revision: str | None = None,
    as_of: str | None = None,
    exclude: tuple[str, ...] = (),
    keep: bool = False,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Snapshot:
    """Return the snapshot of a path. See `compiler.compile_source`."""
    if is_frozen(path):
        if exclude:
            raise SourceError(f"'{path}' is a frozen snapshot: no file can be excluded from it any more.")
        return with_context(_open_frozen(path, revision, use_cache=keep), revision=None, as_of=as_of)
    options = compile_options(use_cache=keep, jobs=jobs, progress=progress)
    with source_input(path, revision, exclude) as given:
        snapshot = build(given.build_input, options)
    return with_context(snapshot, revision=given.revision, as_of=as_of)


def prebuild(
    path: str | os.PathLike[str],
    *,
    revision: str | None = None,
    exclude: tuple[str, ...] = (),
    jobs: int | None = None,
) -> bytes | None:
    """Put the snapshot of a path into the cache. See `compiler.prebuild`."""
    if is_frozen(path):  # needs no cache, but its checksum is computed here
        _open_frozen(path, revision, use_cache=True).close()
        return None
    with source_input(path, revision, exclude) as given:
        cached = build_into_cache(given.build_input, compile_options(use_cache=True, jobs=jobs))
    return encode_prebuilt(cached, given.revision) if cached else None


def compile_options(*, use_cache: bool, jobs: int | None = None, progress: Progress | None = None) -> CompileOptions:
    """Return options with the embedder of this installation."""
    return CompileOptions(use_cache, jobs, progress or (lambda _: None), embedder.installed())


def _open_frozen(path: str | os.PathLike[str], revision: str | None, *, use_cache: bool) -> Snapshot:
    if revision is not None:
        raise SourceError(f"'{path}' is a frozen snapshot, which has no revisions.")
    return open_frozen_once_verified(path) if use_cache else open_frozen(path)
