"""Source text to snapshot. The public interface is `compile_source` and `kept_snapshot`, and what they can raise."""

import os
from typing import TYPE_CHECKING

from compiler.sources import SourceError
from compiler.version import VERSION

if TYPE_CHECKING:
    from collections.abc import Callable

    from compiler.snapshot import Snapshot

__all__ = ["VERSION", "SourceError", "compile_source", "kept_snapshot"]


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
    from compiler.pipeline import compile_source

    return compile_source(path, revision=revision, as_of=as_of, keep=keep, jobs=jobs, progress=progress)


def kept_snapshot(
    path: str | os.PathLike[str], *, revision: str | None = None, as_of: str | None = None
) -> "Snapshot | None":
    """The snapshot that `compile_source` would open without compiling, or None. Raises SourceError as it does."""
    from compiler.pipeline import kept_snapshot

    return kept_snapshot(path, revision=revision, as_of=as_of)
