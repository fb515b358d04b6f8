"""`FolderTree`: a folder of the file system as a tree of source files.

Paths are below the root of the tree, with forward slashes. A file is opened by its real path, must be a regular file
below the root, and is read within the limits.
"""

import os
import re
from collections.abc import Collection
from contextlib import closing
from hashlib import sha256

from compiler.disk.regular_file import NotRegularError, RegularFile, TooLargeError, read_all
from compiler.disk.stamps import stamp_of, stamp_of_file
from compiler.model.reasons import system_reason
from compiler.model.source import LINE_LOGS, MISSING, SUBSTITUTE, Entry, Problem, SourceFile, Stamp

_LONE_RETURN = re.compile(r"\r(?!\n)")


class FolderTree:
    """The files below a folder, which is given by its real path."""

    is_worktree = True

    def __init__(self, root: str | os.PathLike[str], *, lists_once: bool = False) -> None:
        """`lists_once` answers a second look into a folder from the first one, as a build wants it."""
        self._root = os.fspath(root)
        self._real_folders: dict[str, str] = {}
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
            with os.scandir(self._absolute(folder)) as entries:
                return [self._entry(prefix, one) for one in entries]
        except OSError as error:
            return Problem("denied", system_reason(error))

    def _entry(self, prefix: str, entry: os.DirEntry[str]) -> Entry:
        if not _encodable(entry.name):
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
                return Problem("outside", "it leads out of the source")
            return RegularFile(real, follow=False)
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
        try:
            real = self._real_folder(folder) if self._lists_once else self._look_up_folder(folder)
            if not self._is_inside(real):
                return []
            with os.scandir(real) as entries:
                return [entry.name for entry in entries if _encodable(entry.name) and not entry.is_dir()]
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
            real = os.path.realpath(self._absolute(path), strict=True)
        except (OSError, RuntimeError, ValueError):
            return ""
        return os.path.relpath(real, self._root).replace(os.sep, "/") if self._is_inside(real) else ""

    def _is_inside(self, real: str) -> bool:
        return real == self._root or real.startswith(self._root.rstrip(os.sep) + os.sep)

    def _real(self, path: str) -> str:
        """Return the real path of a file. That of its folder is looked up once."""
        absolute = self._absolute(path)
        folder, _, name = path.rpartition("/")
        if name in ("", ".", "..") or os.path.islink(absolute):  # noqa: PTH114
            return os.path.realpath(absolute, strict=True)
        return os.path.join(self._real_folder(folder), name)  # noqa: PTH118

    def _real_folder(self, folder: str) -> str:
        real = self._real_folders.get(folder)
        if real is None:
            real = self._real_folders[folder] = self._look_up_folder(folder)
        return real

    def _look_up_folder(self, folder: str) -> str:
        return os.path.realpath(self._absolute(folder), strict=True)


def _is_link_to_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_symlink() and entry.is_dir()
    except OSError:  # a link to itself
        return False


def _encodable(path: str) -> bool:
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
    lines = [one for one in content.split(b"\n") if not one.isspace() and one]
    if b"\0" in content or not any(map(_is_text, lines)):
        return None
    return re.sub("[\udc80-\udcff]+", SUBSTITUTE, content.decode("utf-8", errors="surrogateescape"))


def _is_text(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
