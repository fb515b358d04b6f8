"""The sources of a workspace as they are now, each compared with its rows in the merged snapshot."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from compiler.disk.regular_file import read_regular
from compiler.disk.stamps import stamp_of_file
from compiler.model.source import FileDifference, SourceError
from compiler.model.source_names import qualified_path
from compiler.pipeline.settings.settings_file import MAX_SETTINGS_BYTES, SETTINGS_FILE
from compiler.store.frozen.identity import frozen_id
from compiler.store.snapshot import Snapshot
from compiler.workspace.federation.members import excluded
from compiler.workspace.federation.workspace_file import Federation, Member, federation_of
from compiler.workspace.watched_source import Differences, WatchedFolder, WatchedRevision, cached_hashes

_PREFIX = "SELECT path, state, value FROM source_state WHERE path >= ? AND path < ? ORDER BY path, state"


@dataclass(frozen=True, slots=True)
class _MemberState:
    """What the build of one member depended on, as its own snapshot would tell."""

    snapshot: Snapshot
    name: str

    def rows(self, _: str) -> list[tuple[Any, ...]]:
        """Return the rows of `source_state`, with the paths of the member."""
        found = self.snapshot.rows(_PREFIX, (f"{self.name}/", f"{self.name}0"))
        return [(path[len(self.name) + 1 :], state, value) for path, state, value in found]


class _Watched(NamedTuple):
    """A member that is watched: what tells the files that differ now, and those of a later merged snapshot."""

    name: str
    look: Callable[[], Differences]
    until: Callable[[Snapshot], Differences]


class WatchedFederation:
    """A workspace file and the sources that it names (`compiler.workspace.watched_source.WatchedSource`)."""

    def __init__(self, path: str | os.PathLike[str], exclude: Sequence[str], snapshot: Snapshot, *, keep: bool) -> None:
        self._path = os.fspath(path)
        self._exclude, self._keep = tuple(exclude), keep
        self._federation = federation_of(path)
        self._file = self._content()
        self._described: Mapping[str, Mapping[str, Any]] = {one["name"]: one for one in snapshot.meta["sources"]}
        self._watched = list(self._members(snapshot, self._federation)) if self._federation else []

    def look(self) -> Differences:
        """Return the files that differ now: each with the name of its source, and the workspace file."""
        if self._content() != self._file:
            return (FileDifference(SETTINGS_FILE, "changed"),)
        return tuple(
            one._replace(path=qualified_path(watched.name, one.path)) for watched in self._watched
            for one in _of_member(watched)
        )

    def against(self, snapshot: Snapshot) -> "WatchedFederation":
        """Return the same workspace, compared with another snapshot."""
        return WatchedFederation(self._path, self._exclude, snapshot, keep=self._keep)

    def until(self, snapshot: Snapshot) -> Differences:
        """Return the files in which a later snapshot differs."""
        if self._content() != self._file:
            return (FileDifference(SETTINGS_FILE, "changed"),)
        return tuple(
            one._replace(path=qualified_path(watched.name, one.path))
            for watched in self._watched
            for one in watched.until(snapshot)
        )

    def _content(self) -> str:
        if not self._federation or not self._federation.file:
            return ""
        try:
            return sha256(read_regular(Path(self._federation.file), MAX_SETTINGS_BYTES)).hexdigest()
        except OSError:
            return "unread"

    def _members(self, snapshot: Snapshot, federation: Federation) -> Iterator[_Watched]:
        for member in federation.members:
            described = self._described.get(member.name, {})
            if "problem" in described or not described:
                yield _Watched(member.name, lambda member=member: _repaired(member), lambda _: ())  # type: ignore[misc]
            elif member.place == "frozen":
                yield _frozen(member, described["snapshot_id"])
            elif member.revision is not None:
                watched = WatchedRevision(member.path, member.revision, described["revision"]["commit"])
                name = member.revision

                def until(later: Snapshot, commit: str = described["revision"]["commit"], name: str = name, at: str = member.name) -> Differences:
                    now = next((one for one in later.meta["sources"] if one["name"] == at), {})
                    is_same = (now.get("revision") or {}).get("commit") == commit
                    return () if is_same else (FileDifference(name, "changed"),)

                yield _Watched(member.name, watched.look, until)
            else:
                yield self._folder(member, snapshot)

    def _folder(self, member: Member, snapshot: Snapshot) -> _Watched:
        patterns = excluded(member, self._exclude)
        known = (lambda: cached_hashes(member.path, patterns)) if self._keep else dict
        watched = WatchedFolder(member.path, patterns, _MemberState(snapshot, member.name), known)
        return _Watched(
            member.name, watched.look, lambda later: watched.until(_MemberState(later, member.name))
        )


def _of_member(watched: _Watched) -> Differences:
    """Return the files of a member that differ; the member itself if it cannot be read any more."""
    try:
        return watched.look()
    except SourceError:
        return (FileDifference("", "removed"),)


def _repaired(member: Member) -> Differences:
    """Return the member, which could not be read, if it is there now."""
    return (FileDifference("", "added"),) if Path(member.path).exists() else ()


def _frozen(member: Member, snapshot_id: str) -> _Watched:
    """A frozen file, which somebody may replace."""
    stamp = stamp_of_file(member.path)
    changed = (FileDifference(Path(member.path).name, "changed"),)

    def look() -> Differences:
        now = stamp_of_file(member.path)
        if now is None:
            raise SourceError(f"No such file or directory: '{member.stated}'")
        return () if now == stamp and frozen_id(member.path) == snapshot_id else changed

    def until(later: Snapshot) -> Differences:
        now = next((one for one in later.meta["sources"] if one["name"] == member.name), {})
        return () if now.get("snapshot_id") == snapshot_id else changed

    return _Watched(member.name, look, until)
