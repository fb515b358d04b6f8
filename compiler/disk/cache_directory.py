"""What is kept between runs, in the user's cache directory: safe to delete, and never trusted blindly.

An entry is bytes behind their own checksum, written beside its place and moved there, so that several processes may
read and write at once. An entry that is missing, damaged or unreadable is no entry; a directory that cannot be written
costs nothing but time.
"""

import contextlib
import os
from hashlib import sha256
from pathlib import Path

_DIGEST_SIZE = sha256().digest_size


def entry(folder: str, name: str) -> Path:
    """Where an entry stands: `$XDG_CACHE_HOME/frieze/<folder>/<name>`, or the same below `~/.cache`."""
    # Unlike `Path.expanduser`, these let a user without a home pass. A path that does not begin at the root would lead
    # into the current directory, which may be the source; below the null device nothing can be kept.
    roots = (os.path.expanduser(one) for one in (os.environ.get("XDG_CACHE_HOME", ""), "~/.cache"))  # noqa: PTH111
    return Path(next(filter(os.path.isabs, roots), os.devnull), "frieze", folder, name)


def make_folder(folder: Path) -> None:
    """Makes the folder that an entry stands in. Nobody else may look into it: entries hold the texts of sources. Raises
    OSError."""
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)


def is_writable() -> bool:
    """Whether entries can be kept, as far as looking tells: the directory, or what it is to be made in, is writable."""
    place = entry("", "")
    existing = next((one for one in (place, *place.parents) if one.exists()), place)
    return existing.is_dir() and os.access(existing, os.W_OK | os.X_OK)


def read(path: Path) -> bytes | None:
    """The content of an entry; None when there is none that is whole."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    body = content[_DIGEST_SIZE:]
    return body if sha256(body).digest() == content[:_DIGEST_SIZE] else None


def write(path: Path, body: bytes) -> None:
    """Keeps an entry, if the directory can be written."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with contextlib.suppress(OSError):
        make_folder(path.parent)
        draft.write_bytes(sha256(body).digest() + body)
        draft.replace(path)


def forget_oldest(folder: Path, most_bytes: int) -> None:
    """Deletes the entries of a folder that were written longest ago, until the rest has room."""
    with contextlib.suppress(OSError):
        entries = sorted(folder.iterdir(), key=lambda one: one.stat().st_mtime, reverse=True)
        for path in entries:
            most_bytes -= path.stat().st_size
            if most_bytes < 0:
                path.unlink(missing_ok=True)
