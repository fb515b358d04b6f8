"""A folder that git keeps: where its records are, which files it tracks, and what it ignores everywhere.

The patterns of `core.excludesFile` are those of a user, not of the project. Git ignores only what it does not track, so
a clean checkout has the same files on every machine.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property

from compiler.disk.folder_tree import FolderTree
from compiler.disk.git_config import MAX_CONFIG_BYTES, GitConfig
from compiler.disk.git_place import (
    DistrustError,
    GitPlace,
    check_owner,
    config_home,
    git_place_at,
    linked_records,
    users_settings,
)
from compiler.disk.regular_file import read_regular
from compiler.model.source import SourceFile
from compiler.pipeline.selection.git_index import TrackedFiles
from compiler.text.ignore_patterns import IgnorePatterns

MAX_PATTERN_BYTES = 1024 * 1024
_MAX_INDEX_BYTES = 128 * 1024 * 1024  # of about a million files


class GitFolder:
    """A working tree and its records. `place` is None where these are not there or cannot be trusted: then git is not
    asked, and the folder still is a repository of its own."""

    def __init__(self, top: str, place: GitPlace | None, *, is_linked_worktree: bool = False) -> None:
        self.top = top
        self.is_linked_worktree = is_linked_worktree
        self._place = place

    def if_owned(self) -> "GitFolder":
        """Return this working tree, without its records if they are another user's."""
        try:
            if self._place:
                check_owner(self._place)
        except DistrustError:
            return GitFolder(self.top, None, is_linked_worktree=self.is_linked_worktree)
        return self

    @cached_property
    def tracked(self) -> TrackedFiles:
        """The files that git tracks."""
        id_size = 32 if self._settings.get("extensions.objectformat") == "sha256" else 20
        return TrackedFiles(lambda: self._read("index", _MAX_INDEX_BYTES, own=True), id_size)

    @property
    def index_file(self) -> str:
        """The path of git's index; "" if it cannot be trusted."""
        return f"{self._place.records}/index" if self._place else ""

    def deciding_files(self) -> tuple[str, ...]:
        """Return the files of git that say what is tracked and what is ignored in this working tree."""
        if self._place is None:
            return ()
        shared = self._place.shared
        return f"{self._place.records}/index", f"{shared}/info/exclude", f"{shared}/config", self._users_file()[0]

    def patterns(self) -> Iterator[IgnorePatterns]:
        """Give the patterns for the whole tree, those that decide last: of the user, then of `info/exclude`."""
        for content in (self._users_patterns(), self._read("info/exclude", MAX_PATTERN_BYTES)):
            if content and (found := patterns_in(content)):
                yield found

    @cached_property
    def _settings(self) -> GitConfig:
        try:
            return GitConfig(self._read("config", MAX_CONFIG_BYTES))
        except ValueError:
            return GitConfig(b"")

    def _read(self, path: str, max_bytes: int, *, own: bool = False) -> bytes:
        """The content of a file of the records; nothing if it cannot be read."""
        with suppress(DistrustError):
            return (self._place.read(path, max_bytes, own=own) if self._place else None) or b""
        return b""

    def _users_patterns(self) -> bytes:
        """The content of `core.excludesFile`. A repository names a file of its own folder, as whoever made it may be a
        stranger; the settings of the user name any file."""
        path, is_own = self._users_file()
        if not is_own:
            return _content(path) if path else b""
        try:
            below = os.path.relpath(path, self.top)
        except ValueError:  # on another drive of Windows, so it is no file of the folder
            return b""
        found = FolderTree(self.top).read(below, MAX_PATTERN_BYTES, binary=True)
        return found.content or b"" if isinstance(found, SourceFile) else b""

    def _users_file(self) -> tuple[str, bool]:
        """The path of `core.excludesFile`, "" if it is set to none, and whether the repository itself names it."""
        if (own := self._settings.get("core.excludesfile")) is not None:
            return os.path.join(self.top, own), True  # noqa: PTH118
        stated = (setting.get("core.excludesfile") for setting in users_settings())
        named = next((value for value in stated if value is not None), None)
        path = f"{config_home()}/git/ignore" if named is None else os.path.expanduser(named)  # noqa: PTH111
        return (os.path.join(self.top, path) if path else ""), False  # noqa: PTH118


def git_folder_at(folder: str) -> GitFolder | None:
    """Return the working tree whose top a folder is, None if it is none."""
    linked = linked_records(folder)
    is_worktree = os.path.basename(os.path.dirname(linked)) == "worktrees"  # noqa: PTH119, PTH120
    try:
        place = git_place_at(os.path.realpath(folder))
    except DistrustError:
        return GitFolder(folder, None, is_linked_worktree=is_worktree)
    return GitFolder(folder, place, is_linked_worktree=is_worktree) if place or linked else None


def git_folder_above(folder: str) -> GitFolder | None:
    """Return the working tree that contains a folder, None if none does. One above the folder is asked only if it is
    the user's: anybody may make one in a shared place."""
    if (found := git_folder_at(folder)) is not None:
        return found
    above = os.path.dirname(folder)  # noqa: PTH120
    while folder != above:
        folder, above = above, os.path.dirname(above)  # noqa: PTH120
        if (found := git_folder_at(folder)) is not None:
            return found.if_owned()
    return None


def patterns_in(content: bytes) -> IgnorePatterns:
    """Return the patterns of a `.gitignore`."""
    return IgnorePatterns(content.removeprefix(b"\xef\xbb\xbf").decode(errors="surrogateescape").split("\n"))


def _content(path: str) -> bytes:
    try:
        return read_regular(path, MAX_PATTERN_BYTES)
    except (OSError, ValueError):
        return b""
