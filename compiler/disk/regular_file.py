"""Opening files that others may have made. A pipe, device or socket is never opened for reading: it might never end."""

import errno
import os
import stat
from contextlib import closing

_CHUNK = 1 << 20
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


class NotRegularError(OSError):
    """A device, pipe or socket stands where a file is expected."""


class TooLargeError(OSError):
    """A file has more bytes than are read."""


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
    try:
        handle = os.open(path, _FLAGS | (0 if follow else getattr(os, "O_NOFOLLOW", 0)))
    except OSError as error:
        if error.errno == errno.ENXIO:  # a socket
            raise NotRegularError from None
        raise
    try:
        mode = os.fstat(handle).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError
        if not stat.S_ISREG(mode):
            raise NotRegularError
    except BaseException:
        os.close(handle)
        raise
    return handle


def read_regular(path: str | os.PathLike[str], max_bytes: int, *, follow: bool = True) -> bytes:
    """Return the content of the regular file at a path. Raises OSError, NotRegularError and TooLargeError among
    them."""
    with closing(RegularFile(path, follow=follow)) as file:
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
