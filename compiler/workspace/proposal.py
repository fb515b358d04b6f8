"""What a source would be after an edit: the overlay is compiled as any source is, and nothing is written."""

import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Thread

from compiler.languages.registry import fact_classes, link_kinds
from compiler.model.source import MAX_FILE_BYTES, FileDifference, Problem, Source, SourceError
from compiler.pipeline.build import BesideDatabase, build, build_beside
from compiler.pipeline.lookup import BuildInput
from compiler.pipeline.options import Resident
from compiler.store.frozen.identity import is_frozen
from compiler.store.opening import open_in_place, thaw
from compiler.store.replaced_rows import ReplacedRows
from compiler.store.snapshot import Snapshot
from compiler.text.patches import FileChange, unified_patch
from compiler.workspace.context import with_context
from compiler.workspace.edits import edited
from compiler.workspace.inputs import compile_options, source_input
from compiler.workspace.interface import Edit, EditError, Proposal, ProposalError
from compiler.workspace.overlay import with_contents
from compiler.workspace.source_request import SourceRequest
from compiler.workspace.work_process import Check, WorkProcess, is_needed, nothing


def propose(request: SourceRequest, edits: Sequence[Edit], process: WorkProcess, check: Check = nothing) -> Proposal:
    """Return what a source would be after `edits`, compiled as `request` says.

    Raises EditError if an edit cannot be made, and ProposalError if there is nothing to compile.
    """
    try:
        if is_frozen(request.path):
            problem = "is a frozen snapshot: its files are not there, so that no edit can be tried."
            raise SourceError(f"'{request.path}' {problem}")
        base = request.compile(process=process, check=check)
        with ExitStack() as close_on_error:
            close_on_error.callback(base.close)
            changes, overlay = _overlay(request, edits, process, check)
            overlay = with_context(overlay, revision=None, as_of=request.as_of)  # closes it if it fails
            close_on_error.pop_all()
    except SourceError as error:
        raise ProposalError(str(error)) from None
    changed = sorted(
        (change for change in changes if change.before != change.after), key=lambda change: change.path.encode()
    )
    files = tuple(map(_difference, changed))
    return Proposal(base, overlay, files, unified_patch(changes))


def _overlay(
    request: SourceRequest, edits: Sequence[Edit], process: WorkProcess, check: Check
) -> tuple[list[FileChange], Snapshot]:
    """Return the files that edits change, and the snapshot after them. As in `compile_source`, a process compiles where
    no deadline would hold."""
    path, revision, exclude = request.path, request.revision, request.exclude
    if not is_needed():
        changes, compiled = compiled_overlay(path, revision, exclude, edits, use_cache=request.keep)
        return changes, compiled if isinstance(compiled, Snapshot) else _opened_once(compiled)
    asked = (os.fspath(path), revision, exclude, [tuple(edit) for edit in edits], request.keep)
    refused, rows, file, replaced, database = process.run("proposed", *asked, check=check)
    if refused is not None:
        raise EditError(*refused)
    built = BesideDatabase(Path(file), ReplacedRows.decoded(replaced)) if file else None
    overlay = _opened_once(built) if built else thaw(database, fact_classes, link_kinds)
    return [FileChange(*row) for row in rows], overlay


def _opened_once(built: BesideDatabase) -> Snapshot:
    """Open the snapshot in a file that is deleted when it is closed. Raises SourceError if it is gone."""
    try:
        snapshot = open_in_place(built.path, fact_classes, link_kinds)
    except (sqlite3.Error, ValueError):
        raise SourceError("The snapshot after the edit was deleted before it could be opened.") from None
    snapshot.close_with_this(partial(_delete_in_background, built.path))
    return replace(snapshot, replaced=built.replaced)


def _delete_in_background(path: Path) -> None:
    """Delete a file while its proposal is answered: for a large one the file system takes several milliseconds."""
    try:
        Thread(target=_delete, args=(path,)).start()
    except RuntimeError:  # the program ends
        _delete(path)


def _delete(path: Path) -> None:
    with suppress(OSError):
        path.unlink(missing_ok=True)


def compiled_overlay(
    path: str | os.PathLike[str],
    revision: str | None,
    exclude: tuple[str, ...],
    edits: Sequence[Edit],
    *,
    use_cache: bool,
    resident: Resident | None = None,
) -> tuple[list[FileChange], BesideDatabase | Snapshot]:
    """Compile here what `_overlay` returns: the snapshot in a file that whoever asked for it deletes, or in memory if
    there is no cache. Raises EditError and SourceError."""
    with source_input(path, revision, exclude) as given:
        changes = edited(edits, _reader(given.build_input.open()))
        contents = {change.path: change.after for change in changes}
        overlay = BuildInput(lambda: with_contents(given.build_input.open(), contents), given.build_input.content)
        built = build_beside(overlay, compile_options(use_cache=True, resident=resident)) if use_cache else None
        return changes, built or build(overlay, compile_options(use_cache=False))


def _reader(source: Source) -> Callable[[str], bytes | None]:
    """Return what reads the files that edits name, below the root only."""

    def read(path: str) -> bytes | None:
        found = source.tree.read(path, MAX_FILE_BYTES, binary=True)
        if not isinstance(found, Problem):
            return found.content
        if found.kind == "missing":
            if not {"", ".", ".."}.isdisjoint(path.split("/")):
                raise SourceError(f"'{path}' cannot be edited: it is no path below the root of the source.")
            return None
        raise SourceError(f"'{path}' cannot be edited: {found.reason}.")

    return read


def _difference(change: FileChange) -> FileDifference:
    if change.before is None:
        return FileDifference(change.path, "added")
    return FileDifference(change.path, "removed" if change.after is None else "changed")
