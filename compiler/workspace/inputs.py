"""What to compile: the files at a path as they are, or as they were in a revision."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import NamedTuple

from compiler.pipeline.lookup import BuildInput
from compiler.pipeline.options import CompileOptions, Progress, Resident
from compiler.pipeline.source_at_path import open_source
from compiler.store.cache.snapshot_cache import FOLDER_CONTENT
from compiler.workspace.embeddings import embedder
from compiler.workspace.served_settings import Settings, with_settings


def compile_options(
    *, use_cache: bool, jobs: int | None = None, progress: Progress | None = None, resident: Resident | None = None
) -> CompileOptions:
    """Return options with the embedder of this installation."""
    return CompileOptions(use_cache, jobs, progress or (lambda _: None), embedder.installed(), resident)


class SourceInput(NamedTuple):
    """An input of a build, and what the snapshot says of its revision; None for files as they are."""

    build_input: BuildInput
    revision: dict[str, str] | None


@contextmanager
def source_input(
    path: str | os.PathLike[str],
    revision: str | None,
    exclude: tuple[str, ...] = (),
    settings: Settings | None = None,
) -> Iterator[SourceInput]:
    """Give the files at a path, as they are or as they were in `revision`, without those that the patterns in `exclude`
    select. They can be read while the context lasts.

    A revision without settings has those of `settings`. Raises SourceError if there are no files.
    """
    if revision is None:
        yield SourceInput(BuildInput(lambda: open_source(path, exclude), FOLDER_CONTENT), None)
        return
    from compiler.workspace.git.source_at import source_at  # most sources are compiled as they are

    with source_at(path, revision) as found:
        _, added = with_settings(found.open(exclude), settings or {})
        content = sha256(f"{found.tree_id}{added}".encode()).hexdigest() if added else found.tree_id
        build_input = BuildInput(lambda: with_settings(found.open(exclude), settings or {})[0], content)
        yield SourceInput(build_input, found.description)
