"""What to compile: the files at a path as they are, or as they were in a revision."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from compiler.pipeline.build import BuildInput
from compiler.pipeline.discovery import open_source
from compiler.store.snapshot_cache import FOLDER_CONTENT
from compiler.workspace.git.source_at import source_at


class SourceInput(NamedTuple):
    """An input of a build, and what the snapshot says of its revision; None for files as they are."""

    build_input: BuildInput
    revision: dict[str, str] | None


@contextmanager
def source_input(
    path: str | os.PathLike[str], revision: str | None, exclude: tuple[str, ...] = ()
) -> Iterator[SourceInput]:
    """Give the files at a path, as they are or as they were in `revision`, without those that the patterns in `exclude`
    select. They can be read while the context lasts.

    Raises SourceError if there are none.
    """
    if revision is None:
        yield SourceInput(BuildInput(lambda: open_source(path, exclude), FOLDER_CONTENT), None)
        return
    with source_at(path, revision) as found:
        yield SourceInput(BuildInput(lambda: found.open(exclude), found.tree_id), found.description)
