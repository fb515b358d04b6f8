"""The sources of a workspace as they are now, each compared with its rows in the merged snapshot."""

import os
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, Union

from compiler.disk.regular_file import read_regular
from compiler.disk.stamps import stamp_of_file
from compiler.model.source import FileDifference, SourceError
from compiler.model.source_names import qualified_path
from compiler.pipeline.settings.settings_file import MAX_SETTINGS_BYTES, SETTINGS_FILE
from compiler.store.snapshot import Snapshot
from compiler.workspace.member_builds import excluded
from compiler.workspace.watched_source import Differences, WatchedFile, WatchedFolder, WatchedRevision, cached_hashes
from compiler.workspace.workspace_file import Federation, Member, federation_of

_STATES = "SELECT path, state, value FROM source_state WHERE path >= ? AND path < ? ORDER BY path, state"
_UNREAD = "unread"  # in the place of the hash of a workspace file that is gone

_WatchedMember = Union[WatchedFile, WatchedFolder, WatchedRevision, "_BrokenMember"]


class WatchedFederation:
    """A workspace file and the sources that it names (`compiler.workspace.watched_source.WatchedSource`)."""

    def __init__(self, path: str | os.PathLike[str], exclude: Sequence[str], snapshot: Snapshot, *, keep: bool) -> None:
        self._path = os.fspath(path)
        self._exclude, self._keep = tuple(exclude), keep
        self._federation = federation_of(path)
        self._file = self._hash_of_file()
        self._watched = dict(self._members(snapshot, self._federation)) if self._federation else {}

    def look(self) -> Differences:
        """Return the files that differ now, each with the name of its source; and the workspace file."""
        found = self._of_file()
        for name, watched in self._watched.items():
            try:
                found += [_named(name, difference) for difference in watched.look()]
            except SourceError:
                found.append(FileDifference(f"{name}/", "removed"))
        return tuple(found)

    def against(self, snapshot: Snapshot) -> "WatchedFederation":
        """Return the same workspace, compared with another snapshot."""
        return WatchedFederation(self._path, self._exclude, snapshot, keep=self._keep)

    def until(self, snapshot: Snapshot) -> Differences:
        """Return the files in which a later snapshot differs."""
        found = self._of_file()
        for name, watched in self._watched.items():
            found += [_named(name, difference) for difference in watched.until(_MemberSnapshot(snapshot, name))]
        return tuple(found)

    def _of_file(self) -> list[FileDifference]:
        return [] if self._hash_of_file() == self._file else [FileDifference(SETTINGS_FILE, "changed")]

    def _hash_of_file(self) -> str:
        if not self._federation or not self._federation.file:
            return ""
        try:
            return sha256(read_regular(self._federation.file, MAX_SETTINGS_BYTES)).hexdigest()
        except OSError:
            return _UNREAD

    def _members(self, snapshot: Snapshot, federation: Federation) -> Iterator[tuple[str, _WatchedMember]]:
        for member in federation.members:
            own = _MemberSnapshot(snapshot, member.name)
            if own.described:
                yield member.name, self._member(member, own)

    def _member(self, member: Member, own: "_MemberSnapshot") -> _WatchedMember:
        if own.is_broken:
            return _BrokenMember(member)
        if member.place == "frozen":
            return WatchedFile(member.path, own)
        if member.revision is not None:
            return WatchedRevision(member.path, member.revision, own.meta["revision"]["commit"])
        patterns, keep = excluded(member, self._exclude), self._keep
        return WatchedFolder(member.path, patterns, own, lambda: cached_hashes(member.path, patterns) if keep else {})


def _named(name: str, difference: FileDifference) -> FileDifference:
    return difference._replace(path=qualified_path(name, difference.path))


class _MemberSnapshot:
    """What a merged snapshot has of one member, as the member's own snapshot would tell it
    (`compiler.workspace.watched_source.SnapshotParts`)."""

    def __init__(self, merged: Snapshot, name: str) -> None:
        self._merged, self._name = merged, name
        self.described: Mapping[str, Any] = next((source for source in merged.sources if source["name"] == name), {})
        self.id = str(self.described.get("snapshot_id", ""))
        self.meta = {"revision": self.described.get("revision") or {"commit": ""}}
        self.is_broken = "problem" in self.described

    def rows(self, _: str) -> list[tuple[Any, ...]]:
        """Return the rows of `source_state`, with the paths of the member."""
        found = self._merged.rows(_STATES, (f"{self._name}/", f"{self._name}0"))
        return [(path[len(self._name) + 1 :], state, value) for path, state, value in found]


class _BrokenMember:
    """A source that could not be read. Whatever comes to its place may be readable."""

    def __init__(self, member: Member) -> None:
        self._path = member.path
        self._stamp = stamp_of_file(member.path)

    def look(self) -> Differences:
        return () if stamp_of_file(self._path) == self._stamp else (FileDifference("", "changed"),)

    def until(self, snapshot: _MemberSnapshot) -> Differences:
        return () if snapshot.is_broken else (FileDifference("", "added"),)
