"""The sources of a workspace as they are now, each compared with its rows in the merged snapshot."""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

from compiler.disk.regular_file import read_regular
from compiler.disk.stamps import stamp_of_file
from compiler.model.source import FileDifference, SourceError
from compiler.model.source_names import qualified_path
from compiler.pipeline.settings.settings_file import MAX_SETTINGS_BYTES, SETTINGS_FILE
from compiler.store.frozen.identity import frozen_id
from compiler.store.snapshot import Snapshot
from compiler.workspace.member_builds import excluded
from compiler.workspace.watched_source import Differences, WatchedFolder, WatchedRevision, cached_hashes
from compiler.workspace.workspace_file import Federation, Member, federation_of

_STATES = "SELECT path, state, value FROM source_state WHERE path >= ? AND path < ? ORDER BY path, state"
_UNREAD = "unread"  # in the place of the hash of a workspace file that is gone


class _WatchedMember(Protocol):
    """A member, compared with the merged snapshot."""

    def look(self) -> Differences:
        """Return the files that differ now, with their paths in the member. Raises SourceError if it is gone."""

    def until(self, snapshot: Snapshot) -> Differences:
        """Return the files in which a later merged snapshot differs."""


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
            found += [_named(name, difference) for difference in watched.until(snapshot)]
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
        described = {source["name"]: source for source in snapshot.sources}
        for member in federation.members:
            own = described.get(member.name)
            if own is not None:
                yield member.name, self._member(member, own, snapshot)

    def _member(self, member: Member, own: Mapping[str, Any], snapshot: Snapshot) -> _WatchedMember:
        if "problem" in own:
            return _BrokenMember(member)
        if member.place == "frozen":
            return _FrozenMember(member, own["snapshot_id"])
        if member.revision is not None:
            return _RevisionMember(
                member.name, WatchedRevision(member.path, member.revision, own["revision"]["commit"])
            )
        patterns = excluded(member, self._exclude)
        keep = self._keep
        state = _MemberState(snapshot, member.name)
        known = WatchedFolder(
            member.path, patterns, state, lambda: cached_hashes(member.path, patterns) if keep else {}
        )
        return _FolderMember(member.name, known)


def _named(name: str, one: FileDifference) -> FileDifference:
    return one._replace(path=qualified_path(name, one.path))


def _described(snapshot: Snapshot, name: str) -> Mapping[str, Any]:
    """Return what a merged snapshot says of a source; {} if it has none of this name."""
    return next((source for source in snapshot.sources if source["name"] == name), {})


@dataclass(frozen=True, slots=True)
class _MemberState:
    """What the build of one member depended on, as its own snapshot would tell
    (`compiler.pipeline.source_difference.StateReader`)."""

    snapshot: Snapshot
    name: str

    def rows(self, _: str) -> list[tuple[Any, ...]]:
        """Return the rows of `source_state`, with the paths of the member."""
        found = self.snapshot.rows(_STATES, (f"{self.name}/", f"{self.name}0"))
        return [(path[len(self.name) + 1 :], state, value) for path, state, value in found]


@dataclass(slots=True)
class _FolderMember:
    """A folder or file as it is."""

    name: str
    watched: WatchedFolder

    def look(self) -> Differences:
        return self.watched.look()

    def until(self, snapshot: Snapshot) -> Differences:
        return self.watched.until(_MemberState(snapshot, self.name))


@dataclass(slots=True)
class _RevisionMember:
    """A revision that a name stands for."""

    name: str
    watched: WatchedRevision

    def look(self) -> Differences:
        return self.watched.look()

    def until(self, snapshot: Snapshot) -> Differences:
        return self.watched.differences((_described(snapshot, self.name).get("revision") or {}).get("commit", ""))


class _FrozenMember:
    """A frozen file, which somebody may replace."""

    def __init__(self, member: Member, snapshot_id: str) -> None:
        self._member = member
        self._id = snapshot_id
        # The file may have been replaced since the snapshot was made. Then no stamp is that of the snapshot.
        self._stamp = stamp_of_file(member.path) if frozen_id(member.path) == snapshot_id else ()
        self._changed = (FileDifference(Path(member.path).name, "changed"),)

    def look(self) -> Differences:
        stamp = stamp_of_file(self._member.path)
        if stamp is None:
            raise SourceError(f"No such file or directory: '{self._member.stated}'")
        return () if stamp == self._stamp else self._changed

    def until(self, snapshot: Snapshot) -> Differences:
        is_same = _described(snapshot, self._member.name).get("snapshot_id") == self._id
        return () if is_same else self._changed


class _BrokenMember:
    """A source that could not be read. Whatever comes to its place may be readable."""

    def __init__(self, member: Member) -> None:
        self._member = member
        self._stamp = stamp_of_file(member.path)

    def look(self) -> Differences:
        return () if stamp_of_file(self._member.path) == self._stamp else (FileDifference("", "changed"),)

    def until(self, snapshot: Snapshot) -> Differences:
        is_broken = "problem" in _described(snapshot, self._member.name)
        return () if is_broken else (FileDifference("", "added"),)
