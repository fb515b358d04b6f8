"""`FolderTree`: a folder of the file system as a tree of source files.

Paths are below the root of the tree, with forward slashes. A file is opened by its real path, must be a regular file
below the root, and is read within the limits. A folder above it may be exchanged for a link at any time: so where an
open file or folder stands is asked of the system, after it was opened and before it is read.
"""

import errno
import os
import re
import stat
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager
from hashlib import sha256

from compiler.disk.regular_file import NotRegularError, RegularFile, TooLargeError, open_folder, path_of, read_all
from compiler.disk.stamps import stamp_of, stamp_of_file
from compiler.model.reasons import system_reason
from compiler.model.source import LINE_LOGS, MISSING, SUBSTITUTE, Entry, Problem, SourceFile, Stamp

_OUTSIDE = Problem("outside", "it leads out of the source")
_LONE_RETURN = re.compile(r"\r(?!\n)")


class FolderTree:
    """The files below a folder, which is given by its real path."""

    is_worktree = True

    def __init__(self, root: str | os.PathLike[str], *, lists_once: bool = False) -> None:
        """`lists_once` answers a second look into a folder from the first one, as a build wants it."""
        self._root = os.fspath(root)
        self._real_folders: dict[str, str] = {}
        self._place: str | None = None  # of the root, as the system tells it
        self._lists_once = lists_once
        self._listings: dict[str, Collection[Entry] | Problem] = {}  # by folder

    def listing(self, folder: str) -> Collection[Entry] | Problem:
        """Return what a folder holds, or why it cannot be listed."""
        found = self._listings.get(folder)
        if found is None:
            found = self._listing(folder)
            if self._lists_once:
                self._listings[folder] = found
        return found

    def _listing(self, folder: str) -> Collection[Entry] | Problem:
        prefix = f"{folder}/" if folder else ""
        try:
            with self._opened_folder(self._absolute(folder)) as entries:
                return [self._entry(prefix, entry) for entry in entries]
        except OSError as error:
            return Problem("denied", system_reason(error))

    @contextmanager
    def _opened_folder(self, path: str) -> Iterator[Iterator[os.DirEntry[str]]]:
        """Give what a folder below the root holds. Raises OSError, also if the folder is exchanged for a link."""
        if os.scandir not in os.supports_fd:
            with os.scandir(path) as entries:
                yield entries
            return
        handle = open_folder(path)
        try:
            if not self._stands_inside(handle):
                raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
            with os.scandir(handle) as entries:
                yield entries
        finally:
            os.close(handle)

    def _entry(self, prefix: str, entry: os.DirEntry[str]) -> Entry:
        if not is_encodable(entry.name):
            return Entry(entry.name.encode(errors="replace").decode(), "bad_name")
        if entry.is_dir(follow_symlinks=False):
            return Entry(entry.name, "folder")
        if _is_link_to_folder(entry):
            return Entry(entry.name, "folder_link")
        return Entry(entry.name, "file", self._leads_to(prefix + entry.name) if entry.is_symlink() else "")

    def read(self, path: str, max_bytes: int, *, binary: bool = False) -> SourceFile | Problem:
        """Return the file, or why it cannot be read. Its real path is opened, so a link cannot change meanwhile."""
        opened = self.open(path)
        if isinstance(opened, Problem):
            return opened
        with closing(opened):
            if opened.size > max_bytes:
                return Problem("too_large", f"larger than {max_bytes} bytes", opened.size)
            try:
                content = read_all(opened.handle, max_bytes)
            except TooLargeError:
                return Problem("too_large", f"larger than {max_bytes} bytes", max_bytes + 1)
            except OSError as error:
                return Problem("io", system_reason(error))
            return source_file(path, content, stamp_of(opened.status), binary)

    def open(self, path: str) -> RegularFile | Problem:
        """Open the file, or say why it cannot be. The caller closes it."""
        try:
            real = self._real(path)
            if not self._is_inside(real):
                return _OUTSIDE
            opened = RegularFile(real, follow=False)
            if self._stands_inside(opened.handle):
                return opened
            opened.close()
            return _OUTSIDE
        except (FileNotFoundError, NotADirectoryError):
            return MISSING
        except IsADirectoryError:
            return Problem("io", "Is a directory (os error 21)")
        except PermissionError:
            return Problem("denied", "permission denied")
        except NotRegularError:
            return Problem("not_regular", "it is a device, pipe or socket")
        except (OSError, RuntimeError, ValueError) as error:
            return Problem("io", system_reason(error))

    def names(self, folder: str) -> list[str]:
        """Return the names of the files in a folder below the root; none if it cannot be listed."""
        listed = self._listings.get(folder)
        if listed is not None and not isinstance(listed, Problem):
            return [entry.name for entry in listed if entry.kind == "file"]
        try:
            real = self._real_folder(folder) if self._lists_once else _real_path(self._absolute(folder))
            if not self._is_inside(real):
                return []
            with self._opened_folder(real) as entries:
                return [entry.name for entry in entries if is_encodable(entry.name) and not entry.is_dir()]
        except (OSError, RuntimeError, ValueError):
            return []

    def stamp(self, path: str) -> Stamp | None:
        """Return the stamp of the file that a path leads to."""
        return stamp_of_file(self._absolute(path))

    def _absolute(self, path: str) -> str:
        return f"{self._root}/{path}" if path else self._root

    def _leads_to(self, path: str) -> str:
        """Return the path below the root of the file that a link leads to; "" if there is none."""
        try:
            real = _real_path(self._absolute(path))
        except (OSError, RuntimeError, ValueError):
            return ""
        return os.path.relpath(real, self._root).replace(os.sep, "/") if self._is_inside(real) else ""

    def _is_inside(self, real: str) -> bool:
        return real == self._root or real.startswith(self._root.rstrip(os.sep) + os.sep)

    def _stands_inside(self, handle: int) -> bool:
        """Whether what was opened is below the root, or the system does not tell. A folder above it may have been
        exchanged for a link since its real path was looked up."""
        place = path_of(handle)
        if place is None or self._is_inside(place):
            return True
        if self._place is None:
            self._place = self._place_of_root()
        return place == self._place or place.startswith(self._place.rstrip(os.sep) + os.sep)

    def _place_of_root(self) -> str:
        """Return the path of the root as the system tells it, which may spell it otherwise where case is ignored."""
        handle = open_folder(self._root)
        try:
            return path_of(handle) or self._root
        finally:
            os.close(handle)

    def _real(self, path: str) -> str:
        """Return the real path of a file. That of its folder is looked up once."""
        absolute = self._absolute(path)
        folder, _, name = path.rpartition("/")
        if name in ("", ".", "..") or stat.S_ISLNK(os.lstat(absolute).st_mode):
            return _real_path(absolute)
        return os.path.join(self._real_folder(folder), name)  # noqa: PTH118

    def _real_folder(self, folder: str) -> str:
        real = self._real_folders.get(folder)
        if real is None:
            real = self._real_folders[folder] = _real_path(self._absolute(folder))
        return real


def _real_path(path: str) -> str:
    """Return the real path of a file or folder that exists. Raises OSError. The system follows some forty links, and
    is asked first: `realpath` follows any number."""
    os.stat(path)  # noqa: PTH116
    return os.path.realpath(path, strict=True)


def _is_link_to_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_symlink() and entry.is_dir()
    except OSError:  # a link to itself
        return False


def is_encodable(path: str) -> bool:
    """Whether a name from the file system is UTF-8. Python represents other bytes as lone surrogates."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def source_file(path: str, content: bytes, stamp: Stamp = (), binary: bool = False) -> SourceFile | Problem:
    """Return the file with this content, or why it is not text."""
    if binary:
        return SourceFile(path, "", sha256(content).hexdigest(), len(content), stamp, content)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        readable = _readable_lines(content) if path.endswith(LINE_LOGS) else None
        if readable is None:
            return Problem("not_utf8", "stream did not contain valid UTF-8")
        text = readable
    text = _with_line_ends(text.removeprefix("\ufeff"))
    return SourceFile(path, text, sha256(content).hexdigest(), len(content), stamp)


def _with_line_ends(text: str) -> str:
    """A carriage return alone ends a line too: as a line feed, all that counts lines counts the same."""
    return _LONE_RETURN.sub("\n", text) if text.count("\r") != text.count("\r\n") else text


def _readable_lines(content: bytes) -> str | None:
    """Return the text of a log in which some lines are not UTF-8, for example because it breaks off within a letter.

    The other bytes become `SUBSTITUTE`, which JSON never contains. None if no line is text, or the file is in another
    encoding.
    """
    lines = [line for line in content.split(b"\n") if not line.isspace() and line]
    if b"\0" in content or not any(map(_is_text, lines)):
        return None
    return re.sub("[\udc80-\udcff]+", SUBSTITUTE, content.decode("utf-8", errors="surrogateescape"))


def _is_text(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
