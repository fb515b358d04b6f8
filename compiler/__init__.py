"""Compile source text into a snapshot. The public interface is `compile_source`, which raises SourceError; `prebuild`
and `open_prebuilt` do the same in two steps, for two processes."""

import os
from typing import TYPE_CHECKING

from compiler.model.source import SourceError
from compiler.model.version import VERSION

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from compiler.store.snapshot import Snapshot
    from compiler.workspace.interface import Workspace

__all__ = ["VERSION", "SourceError", "compile_source", "open_prebuilt", "open_workspace", "prebuild"]


def compile_source(
    path: str | os.PathLike[str],
    *,
    revision: str | None = None,
    as_of: str | None = None,
    exclude: tuple[str, ...] = (),
    keep: bool = False,
    jobs: int | None = None,
    progress: "Callable[[float], None] | None" = None,
) -> "Snapshot":
    """Return the frozen snapshot of a file, a directory or a `.frieze` file: `compile_source("worlds/locked-garden")`.

    Raises SourceError if there is nothing at the path that Frieze could compile. A source with errors compiles: the
    snapshot holds what could be read, and diagnostics say what is wrong. `revision` compiles the path as it was in
    a git revision: a branch, a tag, a commit or a date. `as_of` is the reference time, by default the newest time
    at which something in the source happened. `exclude` are patterns, as in a `.gitignore`, of what is not read.
    With `keep`, an unchanged source is not compiled again, nor an unchanged file parsed: both are cached in the
    user's cache directory. `jobs` is how many processes work, by default as many as pay. `progress` is called now
    and then with the part of the work that is done, 0 to 1.
    """
    from compiler.workspace.compile import compile_source

    return compile_source(
        path, revision=revision, as_of=as_of, exclude=exclude, keep=keep, jobs=jobs, progress=progress
    )


def prebuild(
    path: str | os.PathLike[str],
    *,
    revision: str | None = None,
    exclude: tuple[str, ...] = (),
    jobs: int | None = None,
) -> bytes | None:
    """Put the snapshot of a source into the cache. Return what `open_prebuilt` needs to open it in any process; None if
    the cache cannot be written, and for a `.frieze` file. Raises SourceError as `compile_source` does."""
    from compiler.workspace.compile import prebuild

    return prebuild(path, revision=revision, exclude=exclude, jobs=jobs)


def open_prebuilt(ready: bytes, *, as_of: str | None = None) -> "Snapshot | None":
    """Open the snapshot that `prebuild` put into the cache. None if it is not there any more."""
    from compiler.workspace.prebuilt import open_prebuilt

    return open_prebuilt(ready, as_of)


def open_workspace(
    path: str | os.PathLike[str],
    *,
    revision: str | None = None,
    as_of: str | None = None,
    exclude: tuple[str, ...] = (),
    keep: bool = False,
    jobs: int | None = None,
    progress: "Callable[[float], None] | None" = None,
    other_sources: "Mapping[str, Snapshot] | None" = None,
) -> "Workspace":
    """Compile a source and open it as a workspace: its snapshot, the revisions of its repository, and `other_sources`
    to compare with, by name. The other arguments and errors are those of `compile_source`."""
    from compiler.workspace.opening import workspace_of
    from compiler.workspace.source_request import SourceRequest

    request = SourceRequest(path, revision, as_of, exclude, keep)
    return workspace_of(request.compile(jobs=jobs, progress=progress), request, other_sources=other_sources)
