"""The user's cache directory. It may be deleted at any time.

An entry is bytes behind their checksum. It is written to a draft that is then renamed, so that several processes may
read and write at once. A damaged entry counts as missing. A directory that cannot be written costs time only.

What another user could have written is not used, and nothing is written where another user could read it: the folders
and entries are the user's own, nobody else may write to them, and none is a link (`is_own`).
"""

import contextlib
import os
import stat
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from compiler.disk.regular_file import RegularFile, create_new, read_all

_DIGEST_SIZE = sha256().digest_size


def entry(folder: str, name: str) -> Path:
    """Return the path of an entry: `$XDG_CACHE_HOME/frieze/<folder>/<name>`, or the same below `~/.cache`."""
    # Unlike `Path.expanduser`, `os.path.expanduser` does not fail for a user without a home. A relative path would lead
    # into the current directory, which may be the source. Below the null device nothing can be written.
    roots = (os.path.expanduser(place) for place in (os.environ.get("XDG_CACHE_HOME", ""), "~/.cache"))  # noqa: PTH111
    return Path(next(filter(os.path.isabs, roots), os.devnull), "frieze", folder, name)


def make_folder(folder: Path) -> None:
    """Create a folder of the cache. Only the user may read it: entries hold the texts of sources. Raises OSError, also
    if it is there and not the user's own."""
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    if not _are_own_folders(folder):
        raise PermissionError(f"'{folder}' is not the user's own")


def is_own(path: str | os.PathLike[str]) -> bool:
    """Whether an entry, and the folders of the cache that it stands in, are the user's own."""
    entry = Path(path)
    return _is_own(entry, stat.S_ISREG) and _are_own_folders(entry.parent)


def _are_own_folders(folder: Path) -> bool:
    return _is_own(folder, stat.S_ISDIR) and _is_own(folder.parent, stat.S_ISDIR)


def _is_own(path: Path, is_kind: Callable[[int], bool]) -> bool:
    """Whether a path is of a kind, no link, of this user, and of no other's to write."""
    try:
        status = path.lstat()
    except (OSError, ValueError):
        return False
    return is_kind(status.st_mode) and not is_of_others(status)


def is_of_others(status: os.stat_result) -> bool:
    """Whether another user owns a file or folder, or everybody may write to it. Nobody does on a system without
    users."""
    if not hasattr(os, "getuid"):
        return False
    return status.st_uid != os.getuid() or bool(status.st_mode & stat.S_IWOTH)


def is_writable() -> bool:
    """Whether the cache directory, or the folder that it would be created in, is writable."""
    place = entry("", "")
    existing = next((parent for parent in (place, *place.parents) if parent.exists()), place)
    is_ours = existing != place or _is_own(place, stat.S_ISDIR)
    return existing.is_dir() and is_ours and os.access(existing, os.W_OK | os.X_OK)


def read(path: Path) -> bytes | None:
    """Return the content of an entry; None if it is missing or damaged."""
    if not _are_own_folders(path.parent):
        return None
    try:
        with contextlib.closing(RegularFile(path, follow=False)) as file:
            content = b"" if is_of_others(file.status) else read_all(file.handle, file.size)
    except (OSError, ValueError):
        return None
    body = content[_DIGEST_SIZE:]
    return body if sha256(body).digest() == content[:_DIGEST_SIZE] else None


def write(path: Path, body: bytes) -> None:
    """Write an entry, if the directory can be written."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with contextlib.suppress(OSError):
        make_folder(path.parent)
        with create_new(draft, mode=0o600) as file:
            file.write(sha256(body).digest() + body)
        draft.replace(path)


def evict_oldest(folder: Path, max_bytes: int) -> None:
    """Delete the oldest entries of a folder, until the rest has at most `max_bytes`."""
    with contextlib.suppress(OSError):
        entries = sorted(folder.iterdir(), key=lambda child: child.stat().st_mtime, reverse=True)
        for path in entries:
            max_bytes -= path.stat().st_size
            if max_bytes < 0:
                path.unlink(missing_ok=True)
