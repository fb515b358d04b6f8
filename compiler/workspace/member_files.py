"""A frozen file for each source of a workspace: what builds one, wherever that is done, and what tells whether the file
that is there is still that of the source.

A task is plain values, so that it can travel. Beside the file stands a record of what made it, `NAME.frieze.json`: a
file without one, or of another Frieze, is built anew.
"""

import os
import re
import sqlite3
import uuid
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import orjson

from compiler.disk.regular_file import create_new, read_regular
from compiler.model.reasons import system_reason, words_of
from compiler.model.source import SourceError
from compiler.pipeline.budget import Budget, OutOfBudgetError
from compiler.pipeline.build import build_whole
from compiler.pipeline.discovery import discover
from compiler.pipeline.options import Progress
from compiler.pipeline.source_difference import file_differences, state_of
from compiler.store.frozen.frozen_file import open_frozen, write_frozen
from compiler.store.frozen.identity import SUFFIX
from compiler.store.snapshot import Snapshot
from compiler.workspace.inputs import SourceInput, compile_options, source_input

MAX_RECORD_BYTES = 100_000
FETCHED_FACTOR = 4  # of the bytes that may be read: what an address holds beside them is fetched too
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*(?:://|::)")


class MemberTask(NamedTuple):
    """A source to build into the file `output`. `path` is a folder, a file, a repository (with `revision`), or an
    address that fsspec knows. `built_by` names the Frieze that builds. `budget` are the fields of `Budget`. What is
    written meanwhile stands in the folder `drafts`, "" for that of temporary files."""

    path: str
    revision: str | None
    exclude: tuple[str, ...]
    output: str
    built_by: str
    drafts: str
    use_cache: bool
    jobs: int | None
    budget: dict[str, Any]

    @property
    def record(self) -> Path:
        """The file that says what made `output`."""
        return Path(f"{self.output}.json")

    @property
    def stated(self) -> dict[str, Any]:
        """What the record says: all that the file depends on beside the files of the source."""
        return {"built_by": self.built_by, "exclude": [*self.exclude], "bounds": [*Budget(**self.budget).fingerprint]}


class MemberOutcome(NamedTuple):
    """What became of a task: its file was kept, or built, or there is none because of a `problem`."""

    is_kept: bool = False
    problem: str = ""
    is_out_of_budget: bool = False


@contextmanager
def built_whole(given: SourceInput, draft: Path, task: MemberTask, progress: Progress) -> Iterator[Snapshot]:
    """Give the snapshot of a source as `build_whole` does, with what it says of its revision."""
    options = compile_options(use_cache=task.use_cache, jobs=task.jobs, progress=progress)
    with build_whole(given.build_input, replace(options, budget=Budget(**task.budget)), draft) as snapshot:
        yield snapshot.with_meta(revision=given.revision) if given.revision else snapshot


def build_member(task: MemberTask, progress: Progress = lambda _: None) -> MemberOutcome:
    """Build a source into its file, unless the file is still that of the source. A source that cannot be built has no
    file afterwards."""
    try:
        with _place(task) as path, source_input(path, task.revision, task.exclude) as given:
            if _is_current(task, given):
                return MemberOutcome(is_kept=True)
            task.record.unlink(missing_ok=True)  # until the file is that of the source again
            _build(task, given, progress)
    except SourceError as error:
        return _without_file(task, MemberOutcome(False, str(error), isinstance(error, OutOfBudgetError)))
    except (OSError, sqlite3.Error) as error:  # so where there is no room
        return _without_file(task, MemberOutcome(problem=f"It cannot be built: {system_reason(error)}."))
    return MemberOutcome()


def _without_file(task: MemberTask, outcome: MemberOutcome) -> MemberOutcome:
    with suppress(OSError):
        Path(task.output).unlink(missing_ok=True)
    return outcome


def _build(task: MemberTask, given: SourceInput, progress: Progress) -> None:
    output = Path(task.output)
    unique = f"{output.stem}.{uuid.uuid4().hex}"  # processes of two machines may have the same number
    finished, record = output.with_name(f"{unique}{SUFFIX}"), output.with_name(f"{unique}.json")
    try:
        with (
            TemporaryDirectory(dir=task.drafts or None) as drafts,
            built_whole(given, Path(drafts) / "built", task, progress) as snapshot,
        ):
            write_frozen(snapshot, finished)
        with create_new(record) as opened:
            opened.write(orjson.dumps(task.stated))
        finished.replace(output)
        record.replace(task.record)
    finally:
        finished.unlink(missing_ok=True)
        record.unlink(missing_ok=True)


def _is_current(task: MemberTask, given: SourceInput) -> bool:
    """Whether there is a file that is whole, and of the source as it is."""
    with suppress(OSError, ValueError, SourceError):
        if orjson.loads(read_regular(task.record, MAX_RECORD_BYTES)) != task.stated:
            return False
        with closing(open_frozen(task.output)) as snapshot:
            if given.revision:
                return bool(snapshot.meta["revision"] == given.revision)
            source = given.build_input.open()
            found = discover(source, Budget(**task.budget))
            is_same = snapshot.meta["revision"] is None and not file_differences(state_of(snapshot), source, found)
            return is_same and snapshot.meta.get("passed_over", {}) == source.passed_over
    return False


def _place(task: MemberTask) -> AbstractContextManager[str]:
    """Give the path of a source: what is behind an address is fetched, and deleted at the end."""
    return _fetched(task) if _ADDRESS.match(task.path) else nullcontext(task.path)


@contextmanager
def _fetched(task: MemberTask) -> Iterator[str]:
    """Give a folder with the files below an address. Raises SourceError."""
    try:
        import fsspec
    except ImportError:
        raise SourceError(f"'{task.path}' is an address: fsspec reads it, which frieze[dask] brings.") from None
    budget, left = Budget(**task.budget), 0
    with TemporaryDirectory(dir=task.drafts or None) as folder:
        try:
            system, root = fsspec.core.url_to_fs(task.path)
            found = system.find(root, detail=True)
            left = FETCHED_FACTOR * budget.max_bytes - sum(entry["size"] or 0 for entry in found.values())
            place = Path(folder) / (root.rstrip("/").rpartition("/")[2] or "source")
            if found and left >= 0 and len(found) <= budget.max_entries:
                system.get(root, os.fspath(place), recursive=True)
        except Exception as error:  # each file system has its own
            reason = words_of(error) or type(error).__name__
            raise SourceError(f"'{task.path}' cannot be fetched: {reason}") from None
        if not found:
            raise SourceError(f"There is no file at '{task.path}'.")
        if not place.exists():
            raise SourceError(f"'{task.path}' holds too much: {len(found):,} files. Let workers read a folder.")
        yield os.fspath(place)
