"""How the files of a source differ from those that a snapshot was made of.

What a build depends on stands in the table `source_state` of its snapshot (`compiler.pipeline.metadata.source_state`):
so the difference needs no cache and no second build, and reads only files whose hash is not known by their stamps.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from compiler.model.source import ANY_FOLDER, FileDifference, Source
from compiler.pipeline.discovery import within_limits
from compiler.pipeline.freshness import read_file

_STATES = "SELECT path, state, value FROM source_state ORDER BY path, state"


class SourceState(NamedTuple):
    """What a build depended on, by path: hashes of the files that were read, those that discovery chose and those that
    other files name; kinds of problems with the others; and the paths that were only looked for."""

    read: dict[str, str]
    imported: dict[str, str]
    unread: dict[str, str]
    present: frozenset[str]
    absent: frozenset[str]


class StateReader(Protocol):
    """Whatever the table `source_state` is read from, such as a `Snapshot`."""

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """Return the rows of a SELECT."""


def state_of(snapshot: StateReader) -> SourceState:
    """Return what the build of a snapshot depended on."""
    rows: dict[str, dict[str, str]] = {name: {} for name in SourceState._fields}
    for path, state, value in snapshot.rows(_STATES):
        rows[state][path] = value
    return SourceState(
        rows["read"], rows["imported"], rows["unread"], frozenset(rows["present"]), frozenset(rows["absent"])
    )


def file_differences(state: SourceState, source: Source, discovered: Sequence[str]) -> list[FileDifference]:
    """Return the files of `source` that differ from a state, in order of their paths. `discovered` are the paths that
    `compiler.pipeline.discovery.discover` found in it. What is only passed over is no difference."""
    found = [*_of_chosen(state, source, discovered), *_of_imported(state, source)]
    found += [*_of_unread(state, source), *_of_names(state, source)]
    return sorted(set(found), key=lambda difference: difference.path.encode(errors="surrogateescape"))


def state_differences(before: SourceState, after: SourceState, source: Source) -> list[FileDifference]:
    """Return the files in which two states of a source differ, in order of their paths: what `file_differences` would
    have found between the two. Of `source`, of which nothing was read, only files that the later build did not need are
    looked at."""
    found = {*_changes(before, after), *_new_names(before, after)}
    rest = _without(before, {*after.read, *after.imported, *after.unread, *after.present, *after.absent})
    found |= {*_of_imported(rest, source), *_of_unread(rest, source), *_of_names(rest, source)}
    return sorted(found, key=lambda difference: difference.path.encode(errors="surrogateescape"))


def _without(state: SourceState, paths: Collection[str]) -> SourceState:
    """What a build depended on beside the files that discovery chose, without some paths."""
    imported = {path: sha256 for path, sha256 in state.imported.items() if path not in paths}
    unread = {path: kind for path, kind in state.unread.items() if path not in paths}
    return SourceState({}, imported, unread, state.present.difference(paths), state.absent.difference(paths))


def _changes(before: SourceState, after: SourceState) -> Iterator[FileDifference]:
    """The files that were read before or are read now."""
    hashes = after.imported | after.read
    for path, sha256 in before.read.items():
        if path in after.read:
            if after.read[path] != sha256:
                yield FileDifference(path, "changed")
        else:
            is_there = after.unread.get(path, _MISSING) != _MISSING
            yield FileDifference(path, "changed" if is_there else "removed")
    for path, sha256 in before.imported.items():
        if path in after.unread or path in after.absent:
            is_there = after.unread.get(path, _MISSING) != _MISSING
            yield FileDifference(path, "changed" if is_there else "removed")
        elif hashes.get(path, sha256) != sha256:
            yield FileDifference(path, "changed")
    for path, kind in before.unread.items():
        if path in hashes:
            yield FileDifference(path, "added" if kind == _MISSING else "changed")
        else:
            now = after.unread.get(path, _MISSING if path in after.absent else kind)
            if now != kind:
                yield FileDifference(path, "removed" if now == _MISSING else "changed")


def _new_names(before: SourceState, after: SourceState) -> Iterator[FileDifference]:
    """The files that are read now and were not there, and names that only links lead to."""
    known = before.read.keys() | before.imported.keys() | before.unread.keys()
    unread = {path for path, kind in after.unread.items() if kind != _MISSING}
    yield from (FileDifference(path, "added") for path in (after.read.keys() | unread) - known)
    yield from (FileDifference(path, "removed") for path in before.present & after.absent)
    there = after.present | after.read.keys() | after.imported.keys()
    yield from (FileDifference(path, "added") for path in before.absent & there)


_MISSING = "missing"  # the kind of problem with a file that is not there


def _of_chosen(state: SourceState, source: Source, discovered: Sequence[str]) -> Iterator[FileDifference]:
    """The files of the project: those that are chosen now or were then."""
    for path in within_limits(source, discovered):
        file, before = read_file(source, path), state.read.get(path)
        if before is not None and (file is None or file.sha256 != before):
            yield FileDifference(path, "changed")
        elif before is None and path not in state.unread:
            yield FileDifference(path, "added")
    chosen = frozenset(discovered)
    yield from (FileDifference(path, "removed") for path in state.read if path not in chosen)


def _of_imported(state: SourceState, source: Source) -> Iterator[FileDifference]:
    for path, sha256 in state.imported.items():
        file = read_file(source, path)
        if file is None:
            is_gone = source.problems[path].kind == "missing"
            yield FileDifference(path, "removed" if is_gone else "changed")
        elif file.sha256 != sha256:
            yield FileDifference(path, "changed")


def _of_unread(state: SourceState, source: Source) -> Iterator[FileDifference]:
    """Files and folders that could not be read: those that can be read now, or cannot for another reason."""
    for path, kind in state.unread.items():
        if path not in source.problems and read_file(source, path) is not None:
            yield FileDifference(path, "added" if kind == "missing" else "changed")
        elif path in source.problems and source.problems[path].kind != kind:
            is_gone = source.problems[path].kind == "missing"
            yield FileDifference(path, "removed" if is_gone else "changed")


def _of_names(state: SourceState, source: Source) -> Iterator[FileDifference]:
    """Files that no language reads and that links lead to."""
    anywhere = any(path.startswith(ANY_FOLDER) for path in state.present | state.absent)
    names = frozenset(source.all_names()) if anywhere else frozenset()

    def exists(path: str) -> bool:
        if path.startswith(ANY_FOLDER):
            return path.removeprefix(ANY_FOLDER).casefold() in names
        return source.exists(path)

    yield from (FileDifference(path, "removed") for path in state.present if not exists(path))
    yield from (FileDifference(path, "added") for path in state.absent if exists(path))
