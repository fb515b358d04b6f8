"""The user's cache directory. It may be deleted at any time.

An entry is bytes behind their checksum. It is written to a draft that is then renamed, so that several processes may
read and write at once. A damaged entry counts as missing. A directory that cannot be written costs time only.
"""

import contextlib
import os
from hashlib import sha256
from pathlib import Path

_DIGEST_SIZE = sha256().digest_size


def entry(folder: str, name: str) -> Path:
    """Return the path of an entry: `$XDG_CACHE_HOME/frieze/<folder>/<name>`, or the same below `~/.cache`."""
    # Unlike `Path.expanduser`, `os.path.expanduser` does not fail for a user without a home. A relative path would lead
    # into the current directory, which may be the source. Below the null device nothing can be written.
    roots = (os.path.expanduser(one) for one in (os.environ.get("XDG_CACHE_HOME", ""), "~/.cache"))  # noqa: PTH111
    return Path(next(filter(os.path.isabs, roots), os.devnull), "frieze", folder, name)


def make_folder(folder: Path) -> None:
    """Create a folder of the cache. Only the user may read it: entries hold the texts of sources. Raises OSError."""
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)


def is_writable() -> bool:
    """Whether the cache directory, or the folder that it would be created in, is writable."""
    place = entry("", "")
    existing = next((one for one in (place, *place.parents) if one.exists()), place)
    return existing.is_dir() and os.access(existing, os.W_OK | os.X_OK)


def read(path: Path) -> bytes | None:
    """Return the content of an entry; None if it is missing or damaged."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    body = content[_DIGEST_SIZE:]
    return body if sha256(body).digest() == content[:_DIGEST_SIZE] else None


def write(path: Path, body: bytes) -> None:
    """Write an entry, if the directory can be written."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with contextlib.suppress(OSError):
        make_folder(path.parent)
        draft.write_bytes(sha256(body).digest() + body)
        draft.replace(path)


def evict_oldest(folder: Path, max_bytes: int) -> None:
    """Delete the oldest entries of a folder, until the rest has at most `max_bytes`."""
    with contextlib.suppress(OSError):
        entries = sorted(folder.iterdir(), key=lambda one: one.stat().st_mtime, reverse=True)
        for path in entries:
            max_bytes -= path.stat().st_size
            if max_bytes < 0:
                path.unlink(missing_ok=True)
