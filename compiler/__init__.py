"""Source text to snapshot. The public interface is `compile_source`, what it can raise, and the same in two steps for
two processes: `prebuild` and `open_prebuilt`."""

import os
from typing import TYPE_CHECKING

from compiler.model.source import SourceError
from compiler.model.version import VERSION

if TYPE_CHECKING:
    from collections.abc import Callable

    from compiler.store.snapshot import Snapshot

__all__ = ["VERSION", "SourceError", "compile_source", "open_prebuilt", "prebuild"]


def compile_source(
    path: str | os.PathLike[str],
    *,
    revision: str | None = None,
    as_of: str | None = None,
    keep: bool = False,
    jobs: int | None = None,
    progress: "Callable[[float], None] | None" = None,
) -> "Snapshot":
    """The frozen snapshot of a file, a directory or a `.frieze` file: `compile_source("worlds/locked-garden")`.

    Raises SourceError when there is nothing at the path that Frieze could compile. A source with errors compiles:
    whatever can be read is in the snapshot, and its diagnostics say what is wrong. `revision` compiles the path as it
    was in a git revision: a branch, a tag, a commit or a date. `as_of` is the date that stands for now, by default the
    newest time at which something in the source happened. With `keep`, an unchanged source is not compiled again, nor
    an unchanged file parsed: both are kept in the user's cache directory. `jobs` is how many processes parse, by
    default as many as pay; `progress` is told now and then what part of the work is done.
    """
    from compiler.workspace.compile import compile_source

    return compile_source(path, revision=revision, as_of=as_of, keep=keep, jobs=jobs, progress=progress)


def prebuild(path: str | os.PathLike[str], *, revision: str | None = None, jobs: int | None = None) -> bytes | None:
    """Sees to it that the snapshot of a source is kept, and says where, for another process to open (`open_prebuilt`).
    None when it cannot be kept. Raises SourceError as `compile_source` does."""
    from compiler.workspace.compile import prebuild

    return prebuild(path, revision=revision, jobs=jobs)


def open_prebuilt(ready: bytes, path: str | os.PathLike[str], *, as_of: str | None = None) -> "Snapshot | None":
    """The snapshot of the source at a path that was made ready; None when it is there no longer."""
    from compiler.workspace.prebuilt import open_prebuilt

    return open_prebuilt(ready, path, as_of)
