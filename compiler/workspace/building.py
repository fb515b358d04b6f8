"""Builds the snapshot of a source of any size into a frozen file, here or with the workers of an engine."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from compiler.model.reasons import system_reason
from compiler.model.source import SourceError
from compiler.pipeline.budget import Budget
from compiler.pipeline.build import build_whole
from compiler.pipeline.engine import Engine
from compiler.pipeline.options import Progress
from compiler.store.frozen.frozen_file import write_frozen
from compiler.store.frozen.identity import is_frozen
from compiler.store.snapshot import Snapshot
from compiler.workspace.context import with_context
from compiler.workspace.inputs import compile_options, source_input


class BuildOptions(NamedTuple):
    """How to build. `engine` makes the engine, given the id of the commit that is built, None for the files as they
    are."""

    revision: str | None = None
    as_of: str | None = None
    exclude: tuple[str, ...] = ()
    use_cache: bool = True
    jobs: int | None = None
    budget: Budget | None = None
    key: Path | None = None
    engine: Callable[[str | None], Engine] | None = None


def build_frozen(path: str | os.PathLike[str], output: Path, options: BuildOptions, progress: Progress) -> None:
    """Build the snapshot of a path and write it to the frozen file `output`, whole or not at all. The file has the same
    bytes whatever was built before, and wherever its tasks ran. Raises SourceError."""
    if is_frozen(path):
        raise SourceError(f"'{path}' is a frozen snapshot: there is nothing to build.")
    with _built(path, output, options, progress) as snapshot:
        write_frozen(snapshot, output, key=options.key)


@contextmanager
def _built(path: str | os.PathLike[str], output: Path, options: BuildOptions, progress: Progress) -> Iterator[Snapshot]:
    draft = output.with_name(f"{output.name}.{os.getpid()}.build")
    compiling = compile_options(use_cache=options.use_cache, jobs=options.jobs, progress=progress)
    compiling = replace(compiling, budget=options.budget)
    with source_input(path, options.revision, options.exclude) as given:
        if options.engine:
            commit = given.revision["commit"] if given.revision else None
            compiling = replace(compiling, engine=options.engine(commit))
        try:
            with build_whole(given.build_input, compiling, draft) as snapshot:
                yield with_context(snapshot, revision=given.revision, as_of=options.as_of)
        except (OSError, sqlite3.Error) as error:
            raise SourceError(f"Cannot build '{output}': {system_reason(error)}") from None
