"""Builds the snapshot of a source of any size into a frozen file, here or with the workers of an engine. Of a workspace
each source is built by itself, and all are merged.
"""

import gc
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from compiler.model.reasons import system_reason
from compiler.model.source import SourceError
from compiler.pipeline.budget import Budget, OutOfBudgetError
from compiler.pipeline.build import build_whole
from compiler.pipeline.engine import Engine, EngineError
from compiler.pipeline.options import Progress
from compiler.store.frozen.frozen_file import open_frozen, write_frozen
from compiler.store.frozen.identity import is_frozen
from compiler.store.snapshot import Snapshot
from compiler.workspace.context import with_context
from compiler.workspace.inputs import compile_options, source_input
from compiler.workspace.member_builds import BuiltMember, excluded, refuse_wrong_place
from compiler.workspace.merged_snapshot import merged_in_file
from compiler.workspace.workspace_file import Federation, Member, named_federation

_MEMBERS_SHARE = 0.8  # of the work: merging them is the rest


class BuildOptions(NamedTuple):
    """How to build. `engine` makes the engine for a source, from its path and the id of the commit that is built: None
    for the files as they are. `budget` is that of each source."""

    revision: str | None = None
    as_of: str | None = None
    exclude: tuple[str, ...] = ()
    use_cache: bool = True
    jobs: int | None = None
    budget: Budget | None = None
    key: Path | None = None
    engine: Callable[[str, str | None], Engine] | None = None


def build_frozen(path: str | os.PathLike[str], output: Path, options: BuildOptions, progress: Progress) -> None:
    """Build the snapshot of a path and write it to the frozen file `output`, whole or not at all. The file has the same
    bytes whatever was built before, and wherever its tasks ran. Raises SourceError."""
    if is_frozen(path):
        raise SourceError(f"'{path}' is a frozen snapshot: there is nothing to build.")
    federation = named_federation(path, options.revision)
    with ExitStack() as drafts:
        try:
            if federation:
                snapshot = _merged(federation, output, options, progress, drafts)
            else:
                snapshot = drafts.enter_context(_built(path, _draft(output), options, progress))
        except (OSError, sqlite3.Error) as error:
            raise SourceError(f"Cannot build '{output}': {system_reason(error)}") from None
        snapshot = with_context(snapshot, revision=snapshot.meta["revision"], as_of=options.as_of)
        write_frozen(snapshot, output, key=options.key)


def _draft(output: Path, of: str = "") -> Path:
    return output.with_name(f"{output.name}.{os.getpid()}{of}.build")


@contextmanager
def _built(path: str | os.PathLike[str], draft: Path, options: BuildOptions, progress: Progress) -> Iterator[Snapshot]:
    """Give the snapshot of one source, in the file `draft`."""
    compiling = compile_options(use_cache=options.use_cache, jobs=options.jobs, progress=progress)
    compiling = replace(compiling, budget=options.budget)
    with source_input(path, options.revision, options.exclude) as given:
        if options.engine:
            commit = given.revision["commit"] if given.revision else None
            compiling = replace(compiling, engine=options.engine(os.fspath(path), commit))
        with build_whole(given.build_input, compiling, draft) as snapshot:
            yield snapshot.with_meta(revision=given.revision) if given.revision else snapshot


def _merged(
    federation: Federation, output: Path, options: BuildOptions, progress: Progress, drafts: ExitStack
) -> Snapshot:
    """Return the snapshot of a workspace. It and those of its sources stand in drafts until `drafts` ends. A source
    that cannot be read costs itself."""
    built = []
    for at, member in enumerate(federation.members):
        share = partial(_share, progress, at, len(federation.members))
        try:
            built.append(_built_member(member, _draft(output, f".{at}"), options, share, drafts))
        except (OutOfBudgetError, EngineError):  # of the build, and not of this source
            raise
        except SourceError as error:
            reason = str(error).replace(member.path, member.stated)
            built.append(BuiltMember(member, f"problem {reason}", problem=reason))
    snapshot = drafts.enter_context(merged_in_file(federation, built, _draft(output)))
    progress(1.0)
    return snapshot


def _share(progress: Progress, at: int, count: int, done: float) -> None:
    progress(_MEMBERS_SHARE * (at + done) / count)


def _built_member(
    member: Member, draft: Path, options: BuildOptions, progress: Progress, drafts: ExitStack
) -> BuiltMember:
    refuse_wrong_place(member)
    if member.place == "frozen":
        snapshot = drafts.enter_context(closing(open_frozen(member.path)))
        return BuiltMember(member, snapshot.id, snapshot=snapshot, revision=snapshot.meta["revision"])
    own = options._replace(revision=member.revision, exclude=excluded(member, options.exclude))
    with closing(drafts.enter_context(_built(member.path, draft, own, progress))) as snapshot:
        found = BuiltMember(member, snapshot.id, revision=snapshot.meta["revision"], draft=draft)
    gc.collect()  # the next source begins with what this one needed no more
    return found
