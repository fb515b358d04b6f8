"""A folder that git keeps: where its records are, which files it tracks, and what it ignores everywhere.

The patterns of `core.excludesFile` are those of a user, not of the project. Git ignores only what it does not track, so
a clean checkout has the same files on every machine.
"""

import os
from collections.abc import Iterator
from functools import cached_property

from compiler.disk.folder_tree import FolderTree
from compiler.model.source import SourceFile
from compiler.pipeline.selection.git_index import TrackedFiles
from compiler.text.ignore_patterns import IgnorePatterns

MAX_PATTERN_BYTES = 1024 * 1024
_MAX_INDEX_BYTES = 512 * 1024 * 1024
_MAX_CONFIG_BYTES = 1024 * 1024
_LINK = b"gitdir:"  # begins the file `.git` of a linked worktree and of a submodule


class GitFolder:
    """The working tree at `top`, whose records are in `records`; `shared` are those of all worktrees."""

    def __init__(self, top: str, records: str) -> None:
        self.top = top
        self._records = records
        above = read_bytes(f"{records}/commondir", _MAX_CONFIG_BYTES).decode(errors="surrogateescape").strip()
        self._shared = os.path.join(records, above) if above else records  # noqa: PTH118

    @cached_property
    def tracked(self) -> TrackedFiles:
        """The files that git tracks."""
        config = read_bytes(f"{self._shared}/config", _MAX_CONFIG_BYTES).lower()
        id_size = 32 if b"sha256" in config else 20
        return TrackedFiles(lambda: read_bytes(f"{self._records}/index", _MAX_INDEX_BYTES), id_size)

    def deciding_files(self) -> tuple[str, ...]:
        """Return the files of git that say what is tracked and what is ignored in this working tree."""
        return f"{self._records}/index", f"{self._shared}/info/exclude"

    def patterns(self) -> Iterator[IgnorePatterns]:
        """Give the patterns for the whole tree, those that decide last: of the user, then of `info/exclude`."""
        for path in (self._users_file(), f"{self._shared}/info/exclude"):
            if path and (found := patterns_in(read_bytes(path, MAX_PATTERN_BYTES))):
                yield found

    def _users_file(self) -> str:
        for path in (f"{self._shared}/config", *_config_files()):
            content = read_bytes(path, _MAX_CONFIG_BYTES)
            if b"excludesfile" in content.lower() and (value := _excludes_file(content)) is not None:
                return os.path.join(self.top, os.path.expanduser(value)) if value else ""  # noqa: PTH111, PTH118
        return f"{_config_home()}/git/ignore"


def git_folder_at(folder: str) -> GitFolder | None:
    """Return the working tree whose top a folder is, None if it is none."""
    path = f"{folder}/.git"
    if os.path.isdir(path):  # noqa: PTH112
        return GitFolder(folder, path) if os.path.exists(f"{path}/HEAD") else None  # noqa: PTH110
    records = _linked_records(folder)
    return GitFolder(folder, records) if records else None


def git_folder_above(folder: str) -> GitFolder | None:
    """Return the working tree that contains a folder, None if none does."""
    while True:
        found = git_folder_at(folder)
        above = os.path.dirname(folder)  # noqa: PTH120
        if found or above == folder:
            return found
        folder = above


def is_linked_worktree(folder: str) -> bool:
    """Whether a folder is the top of a linked worktree (git-worktree(1))."""
    return os.path.basename(os.path.dirname(_linked_records(folder))) == "worktrees"  # noqa: PTH119, PTH120


def _linked_records(folder: str) -> str:
    """Where the records of a linked worktree or a submodule are; "" for any other folder."""
    content = read_bytes(f"{folder}/.git", _MAX_CONFIG_BYTES)
    if not content.startswith(_LINK):
        return ""
    return os.path.join(folder, content.removeprefix(_LINK).decode(errors="surrogateescape").strip())  # noqa: PTH118


def read_bytes(path: str, max_bytes: int) -> bytes:
    """Return what a file holds; nothing if it cannot be read."""
    if not os.path.exists(path):  # noqa: PTH110
        return b""
    try:
        folder, name = os.path.split(os.path.realpath(path))
        found = FolderTree(folder).read(name, max_bytes, binary=True)
    except (OSError, ValueError):
        return b""
    return found.content or b"" if isinstance(found, SourceFile) else b""


def patterns_in(content: bytes) -> IgnorePatterns:
    """Return the patterns of a `.gitignore`."""
    return IgnorePatterns(content.removeprefix(b"\xef\xbb\xbf").decode(errors="surrogateescape").split("\n"))


def _config_home() -> str:
    return os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")  # noqa: PTH111


def _config_files() -> list[str]:
    """The configuration of the user and of the machine, those that decide first, as git finds them."""
    own = os.environ.get("GIT_CONFIG_GLOBAL")
    users = [f"{os.path.expanduser('~')}/.gitconfig", f"{_config_home()}/git/config"] if own is None else [own]  # noqa: PTH111
    is_system_left_out = os.environ.get("GIT_CONFIG_NOSYSTEM", "").lower() in ("1", "true", "yes", "on")
    return users if is_system_left_out else [*users, os.environ.get("GIT_CONFIG_SYSTEM") or "/etc/gitconfig"]


def _excludes_file(content: bytes) -> str | None:
    from io import BytesIO

    from dulwich.config import ConfigFile  # 25 ms, and few have this setting

    try:
        return ConfigFile.from_file(BytesIO(content)).get((b"core",), b"excludesFile").decode(errors="surrogateescape")
    except (KeyError, ValueError):
        return None
