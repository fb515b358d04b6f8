"""Where git keeps the records of a folder, and whether they may be trusted.

The records are `.git` in the folder or above it. A file or link in its place, as in a linked worktree or a submodule,
leads elsewhere: it is followed only if the other place belongs to this folder by its own word, so that nobody's tree
opens the repository of somebody else. What is in the records never leads out of them (`FolderTree`).
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from compiler.disk.folder_tree import FolderTree
from compiler.disk.git_config import MAX_CONFIG_BYTES, GitConfig
from compiler.disk.regular_file import read_regular
from compiler.model.source import SourceFile

CONTROL = ".git"
_LINK = b"gitdir:"  # begins the file `.git` of a linked worktree and of a submodule
_MAX_LINK_BYTES = 8 * 1024


class DistrustError(Exception):
    """The records are not to be read. The message, which quotes no file, says why and what would be right."""


class GitPlace(NamedTuple):
    """The real paths of a working tree (of a bare repository: of itself), of its records, and of the records that all
    working trees of the repository share."""

    top: str
    records: str
    shared: str

    @property
    def is_linked_worktree(self) -> bool:
        """Whether it is a linked worktree (git-worktree(1))."""
        return self.records != self.shared

    def read(self, path: str, max_bytes: int, *, own: bool = False) -> bytes | None:
        """Return a file of the shared records, or of the working tree's `own`; None if there is none. Raises
        DistrustError if it leads out of them, is no file, or is too large."""
        found = FolderTree(self.records if own else self.shared).read(path, max_bytes, binary=True)
        if isinstance(found, SourceFile):
            return found.content
        if found.kind in ("missing", "denied", "io"):
            return None
        raise DistrustError(f"its '{path}' {_WRONG.get(found.kind, 'cannot be read')}")


_WRONG = {
    "outside": "leads out of it",
    "not_regular": "is a device, pipe or socket",
    "too_large": "is larger than any that git writes",
}


def git_place_at(folder: str) -> GitPlace | None:
    """Return where the records of the working tree are whose top a folder is; None if it is none. `folder` is a real
    path. Raises DistrustError."""
    path = os.path.join(folder, CONTROL)  # noqa: PTH118
    if os.path.isdir(path) and not os.path.islink(path):  # noqa: PTH112, PTH114
        return _checked(GitPlace(folder, path, path)) if _holds_records(path) else None
    if not os.path.lexists(path):
        return None
    records = _led_to(folder)
    place = GitPlace(folder, records, _shared_by(records))
    # One answer, whatever is there or not: else a source could ask which files and repositories the machine has.
    if not (records and _holds_records(records, place.shared) and _belongs(place)):
        raise DistrustError(
            "its '.git' leads to no repository that names it in turn, as those of git's own worktrees and submodules do"
        )
    return _checked(place)


def git_place_above(folder: str) -> GitPlace | None:
    """Return where the records of the working tree are that contains a folder; None if none does. `folder` is a real
    path. Raises DistrustError."""
    return next(filter(None, map(git_place_at, _upwards(folder))), None)


def bare_place(path: str) -> GitPlace | None:
    """Return where the bare repository is that a path names, or that it names a path in which is not on disk; None if
    it names none. A folder of files that looks like one is none: it may have been committed by anybody."""
    for folder in _upwards(path):
        if os.path.lexists(folder):
            place = GitPlace(folder, folder, folder)
            return _checked(place) if _holds_records(folder) and _is_bare(place) else None
    return None


def linked_records(folder: str) -> str:
    """Return what the file `.git` of a linked worktree or a submodule names; "" for any other folder. Nothing is opened
    there."""
    try:
        content = read_regular(os.path.join(folder, CONTROL), _MAX_LINK_BYTES, follow=False)  # noqa: PTH118
    except OSError:
        return ""
    return os.fsdecode(content.removeprefix(_LINK).strip()) if content.startswith(_LINK) else ""


def check_owner(place: GitPlace) -> None:
    """Raise DistrustError if a repository is another user's, unless git's own settings trust it (`safe.directory`)."""
    if not hasattr(os, "geteuid"):
        return
    mine = {os.geteuid()}
    with suppress(ValueError, KeyError):
        if 0 in mine:  # as git does: whoever became root may read what was theirs before
            mine.add(int(os.environ["SUDO_UID"][:18]))
    paths = (place.top, os.path.join(place.top, CONTROL), place.records, place.shared)  # noqa: PTH118
    owners = {os.lstat(path).st_uid for path in paths if os.path.lexists(path)}
    if not owners <= mine and not _is_declared_safe(place.top):
        raise DistrustError(
            "it belongs to another user. If you trust it, say so to git: "
            "`git config --global --add safe.directory <the folder>`"
        )


def users_settings() -> Iterator[GitConfig]:
    """Give the settings of the user and of the machine, those that decide first, as git finds them."""
    for path in _config_files():
        with suppress(OSError, ValueError):
            yield GitConfig(read_regular(path, MAX_CONFIG_BYTES))


def config_home() -> str:
    """Return the folder of the user's settings."""
    return os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")  # noqa: PTH111


def _upwards(folder: str) -> Iterator[str]:
    while True:
        yield folder
        above = os.path.dirname(folder)  # noqa: PTH120
        if above == folder:
            return
        folder = above


def _holds_records(records: str, shared: str = "") -> bool:
    """Whether git would take a folder for its records."""
    shared = shared or records
    return os.path.lexists(f"{records}/HEAD") and all(
        os.path.isdir(f"{shared}/{name}")  # noqa: PTH112
        for name in ("objects", "refs")
    )


def _checked(place: GitPlace) -> GitPlace:
    """The place, if none of its folders leads out of it. Raises DistrustError."""
    for name in ("objects", "objects/pack", "objects/info", "refs", "info"):
        path = f"{place.shared}/{name}"
        if os.path.lexists(path) and not _is_inside(os.path.realpath(path), place.shared):
            raise DistrustError(f"its '{name}' leads out of it")
    if not place.is_linked_worktree and os.path.lexists(f"{place.records}/commondir"):
        raise DistrustError("its 'commondir' leads to another repository")
    return place


def _led_to(folder: str) -> str:
    """The folder that a `.git` leads to which is a link or a file; "" if it leads to none."""
    try:
        real = os.path.realpath(os.path.join(folder, linked_records(folder) or CONTROL))  # noqa: PTH118
        return real if os.path.isdir(real) else ""  # noqa: PTH112
    except (OSError, ValueError):
        return ""


def _shared_by(records: str) -> str:
    """The records that a linked worktree shares with the others, which stand above its own; `records` elsewhere."""
    above = os.path.dirname(records)  # noqa: PTH120
    is_linked = os.path.basename(above) == "worktrees" and os.path.lexists(f"{records}/commondir")  # noqa: PTH119
    return os.path.dirname(above) if is_linked else records  # noqa: PTH120


def _belongs(place: GitPlace) -> bool:
    """Whether the records belong to the folder: they are in it, name it, or are a part of those of a folder above."""
    with suppress(DistrustError):
        if _is_inside(place.records, place.top) or _names_worktree(place) or _has_as_worktree(place):
            return True
    above = os.path.dirname(place.top)  # noqa: PTH120
    with suppress(DistrustError):
        outer = git_place_above(above)
        return outer is not None and any(_is_inside(place.records, folder) for folder in (outer.records, outer.shared))
    return False


def _names_worktree(place: GitPlace) -> bool:
    """Whether the records are those of a linked worktree that name the file `.git` of this one."""
    if not place.is_linked_worktree:
        return False
    named = place.read("gitdir", _MAX_LINK_BYTES, own=True) or b""
    return bool(named) and _leads_to(os.fsdecode(named.strip()), place.records, f"{place.top}/{CONTROL}")


def _has_as_worktree(place: GitPlace) -> bool:
    """Whether the settings in the records name the folder as their working tree, as those of a submodule do."""
    named = configured_worktree(place)
    return named is not None and _leads_to(named, place.records, place.top)


def configured_worktree(place: GitPlace) -> str | None:
    """The `core.worktree` of a repository; None if there is none. Raises DistrustError."""
    for content in (place.read("config.worktree", MAX_CONFIG_BYTES, own=True), place.read("config", MAX_CONFIG_BYTES)):
        with suppress(ValueError):
            if (named := GitConfig(content or b"").get("core.worktree")) is not None:
                return named
    return None


def _leads_to(named: str, base: str, wanted: str) -> bool:
    led = os.path.join(base, named)  # noqa: PTH118
    beside, name = os.path.split(led)
    try:
        return wanted in (os.path.realpath(led), os.path.join(os.path.realpath(beside), name))  # noqa: PTH118
    except (OSError, ValueError):
        return False


def _is_inside(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _is_bare(place: GitPlace) -> bool:
    try:
        return GitConfig(place.read("config", MAX_CONFIG_BYTES) or b"").is_true("core.bare")
    except ValueError:
        return False


def _config_files() -> list[str]:
    own = os.environ.get("GIT_CONFIG_GLOBAL")
    users = [f"{os.path.expanduser('~')}/.gitconfig", f"{config_home()}/git/config"] if own is None else [own]  # noqa: PTH111
    is_system_left_out = os.environ.get("GIT_CONFIG_NOSYSTEM", "").lower() in ("1", "true", "yes", "on")
    files = users if is_system_left_out else [*users, os.environ.get("GIT_CONFIG_SYSTEM") or "/etc/gitconfig"]
    return [path for path in files if os.path.isabs(path)]  # without a home, `~` is a name in the source  # noqa: PTH117


def _is_declared_safe(top: str) -> bool:
    """Whether the user's settings, or those of the machine, trust a folder. An empty value takes back those before."""
    safe = False
    for settings in reversed(list(users_settings())):
        for value in settings.all("safe.directory"):
            safe = bool(value) and (safe or _selects(value, top))
    return safe


def _selects(value: str, top: str) -> bool:
    if value == "*":
        return True
    folder, is_prefix = (value.removesuffix("/*"), True) if value.endswith("/*") else (value, False)
    real = os.path.realpath(os.path.expanduser(folder))  # noqa: PTH111
    return real == top or (is_prefix and _is_inside(top, real))
