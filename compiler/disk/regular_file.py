"""Opening files that others may have made. A pipe, device or socket is never read nor written: it might never end.

Every open of a file is here; the few others are listed, each with its reason, in `tests/test_opens.py`.
"""

import contextlib
import errno
import os
import stat
import sys
from io import BufferedRandom, FileIO

if sys.platform == "darwin":
    import fcntl

_CHUNK = 1 << 20
_COMMON = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_FLAGS = os.O_RDONLY | _COMMON
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_DESCRIPTORS = "/proc/self/fd"


class NotRegularError(OSError):
    """A device, pipe or socket stands where a file is expected."""

    def __init__(self) -> None:
        super().__init__(errno.EINVAL, "it is a device, pipe or socket")


class TooLargeError(OSError):
    """A file has more bytes than are read."""

    def __init__(self) -> None:
        super().__init__(errno.EFBIG, "it is larger than what is read")


class RegularFile:
    """A regular file, open for reading. Two threads may read it at once, and so may a forked process."""

    def __init__(self, path: str | os.PathLike[str], *, follow: bool = True) -> None:
        """Open the file at a path; a link is followed if `follow`. Raises OSError, NotRegularError among them."""
        self.handle = open_regular(path, follow=follow)
        self.status = os.fstat(self.handle)
        self.size = self.status.st_size

    def read(self, offset: int, count: int) -> bytes:
        """Return up to `count` bytes from an offset on. Raises OSError."""
        if hasattr(os, "pread"):
            return os.pread(self.handle, count, offset)
        os.lseek(self.handle, offset, os.SEEK_SET)
        return os.read(self.handle, count)

    def close(self) -> None:
        """Close the file."""
        os.close(self.handle)


def open_regular(path: str | os.PathLike[str], *, follow: bool = True) -> int:
    """Return a descriptor of the regular file at a path; a link is followed if `follow`. Raises OSError,
    NotRegularError among them."""
    return _open(path, _FLAGS | (0 if follow else _NO_LINK))


def open_folder(path: str | os.PathLike[str]) -> int:
    """Return a descriptor of the folder at a path, to list it. A link is not followed. Raises OSError."""
    return os.open(path, os.O_RDONLY | _COMMON | _NO_LINK | getattr(os, "O_DIRECTORY", 0))


def path_of(handle: int) -> str | None:
    """Return the path at which an open file or folder stands, as the system knows it; None if it does not tell. Raises
    OSError."""
    if sys.platform == "darwin":
        return os.fsdecode(fcntl.fcntl(handle, fcntl.F_GETPATH, bytes(1_024)).rstrip(b"\0"))
    try:
        return os.readlink(f"{_DESCRIPTORS}/{handle}")  # noqa: PTH115
    except FileNotFoundError:  # no Linux, or no /proc
        return None


def open_stream(path: str | os.PathLike[str]) -> FileIO:
    """Return the regular file at a path, open for reading, without a buffer. Raises OSError, NotRegularError among
    them."""
    return FileIO(open_regular(path), "rb")


def read_regular(path: str | os.PathLike[str], max_bytes: int, *, follow: bool = True) -> bytes:
    """Return the content of the regular file at a path. Raises OSError, NotRegularError and TooLargeError among
    them."""
    with contextlib.closing(RegularFile(path, follow=follow)) as file:
        if file.size > max_bytes:
            raise TooLargeError
        return read_all(file.handle, max_bytes)


def read_all(handle: int, max_bytes: int) -> bytes:
    """Return what a descriptor gives from where it stands. Raises OSError, TooLargeError among them."""
    parts, left = [], max_bytes + 1
    while left and (part := os.read(handle, min(left, _CHUNK))):
        parts.append(part)
        left -= len(part)
    if not left:  # it grew while it was read, or reports no size of its own
        raise TooLargeError
    return b"".join(parts)


def open_for_update(path: str | os.PathLike[str]) -> BufferedRandom:
    """Return the regular file at a path, open for reading and writing. Raises OSError, NotRegularError among them."""
    return os.fdopen(_open(path, os.O_RDWR | _COMMON), "r+b")


def write_regular(path: str | os.PathLike[str], content: bytes, *, follow: bool = True) -> None:
    """Write a regular file, a new one or over what was in it. A link is followed if `follow`. Raises OSError,
    NotRegularError among them."""
    handle = _open(path, os.O_WRONLY | os.O_CREAT | _COMMON | (0 if follow else _NO_LINK))
    with os.fdopen(handle, "wb") as file:
        file.truncate(0)
        file.write(content)


def create_new(path: str | os.PathLike[str], *, mode: int = 0o666) -> BufferedRandom:
    """Create a file and open it for writing. What is there already is unlinked and never opened: another user may have
    put a link there. Raises OSError."""
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)  # noqa: PTH108
    return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _NO_LINK | _COMMON, mode), "w+b")


def _open(path: str | os.PathLike[str], flags: int) -> int:
    try:
        handle = os.open(path, flags, 0o666)
    except OSError as error:
        if error.errno == errno.ENXIO:  # a socket, or a pipe that nobody reads
            raise NotRegularError from None
        raise
    try:
        mode = os.fstat(handle).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not stat.S_ISREG(mode):
            raise NotRegularError
    except BaseException:
        os.close(handle)
        raise
    return handle
