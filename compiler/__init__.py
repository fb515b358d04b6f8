"""Source text to snapshot. The whole public interface is `compile_source`, and what it can raise."""

import os
from typing import TYPE_CHECKING

from compiler.sources import SourceError
from compiler.version import VERSION

if TYPE_CHECKING:
    from compiler.snapshot import Snapshot

__all__ = ["VERSION", "SourceError", "compile_source"]


def compile_source(path: str | os.PathLike[str], *, keep: bool = False) -> "Snapshot":
    """The frozen snapshot of a file or directory: `compile_source("worlds/locked-garden")`.

    Raises SourceError when there is nothing at the path that Frieze could compile. A source with errors compiles:
    whatever can be read is in the snapshot, and its diagnostics say what is wrong. With `keep`, an unchanged source is
    not compiled again: its snapshot is kept in the user's cache directory.
    """
    from compiler.pipeline import compile_source

    return compile_source(path, keep=keep)
