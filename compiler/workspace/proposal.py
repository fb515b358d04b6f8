"""What a source would be after an edit: the overlay is compiled as any source is, and nothing is written."""

import os
from collections.abc import Callable, Sequence

from compiler.model.source import MAX_FILE_BYTES, FileDifference, Problem, Source, SourceError
from compiler.pipeline.build import BuildInput, build, build_beside
from compiler.store.frozen_file import is_frozen
from compiler.text.patches import FileChange, unified_patch
from compiler.workspace.compile import compile_options
from compiler.workspace.context import with_context
from compiler.workspace.edits import edited
from compiler.workspace.inputs import source_input
from compiler.workspace.interface import Edit, Proposal, ProposalError
from compiler.workspace.overlay import with_contents


def propose(
    path: str | os.PathLike[str],
    edits: Sequence[Edit],
    *,
    revision: str | None = None,
    as_of: str | None = None,
    exclude: tuple[str, ...] = (),
    keep: bool = False,
) -> Proposal:
    """Return what the source at `path` would be after `edits`. The other arguments are those of `compile_source`.

    Raises EditError if an edit cannot be made, and ProposalError if there is nothing to compile.
    """
    try:
        return _proposed(path, edits, revision, as_of, exclude, keep=keep)
    except SourceError as error:
        raise ProposalError(str(error)) from None


def _proposed(
    path: str | os.PathLike[str],
    edits: Sequence[Edit],
    revision: str | None,
    as_of: str | None,
    exclude: tuple[str, ...],
    *,
    keep: bool,
) -> Proposal:
    if is_frozen(path):
        raise SourceError(f"'{path}' is a frozen snapshot: its files are not there, so that no edit can be tried.")
    options = compile_options(use_cache=keep)
    with source_input(path, revision, exclude) as given:
        changes = edited(edits, _reader(given.build_input.open()))
        contents = {one.path: one.after for one in changes}
        overlay_input = BuildInput(lambda: with_contents(given.build_input.open(), contents), given.build_input.content)
        base = with_context(build(given.build_input, options), revision=given.revision, as_of=as_of)
        try:
            overlay = (build_beside if keep else build)(overlay_input, options)
        except BaseException:
            base.close()
            raise
        files = tuple(_difference(one) for one in changes if one.before != one.after)
        return Proposal(base, with_context(overlay, revision=None, as_of=as_of), files, unified_patch(changes))


def _difference(change: FileChange) -> FileDifference:
    if change.before is None:
        return FileDifference(change.path, "added")
    return FileDifference(change.path, "removed" if change.after is None else "changed")


def _reader(source: Source) -> Callable[[str], bytes | None]:
    """Return what reads the files that edits name, below the root only."""

    def read(path: str) -> bytes | None:
        found = source.tree.read(path, MAX_FILE_BYTES, binary=True)
        if not isinstance(found, Problem):
            return found.content
        if found.kind == "missing":
            return None
        raise SourceError(f"'{path}' cannot be edited: {found.reason}.")

    return read
