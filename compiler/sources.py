"""Discovery: which files a source has, read once, never outside its root.

A source is a directory (every file in it that a language claims) or a single file (and what it imports, through
`read`). Every file is opened by its real path, must be a regular file below the root, and is read within the limits.
What cannot be read becomes a `Problem` that its language reports, or, when it concerns the walk itself, a diagnostic.
"""

import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Literal, NamedTuple

from compiler.diagnostics import Code, Diagnostic, Phase
from compiler.spans import whole_file

MAX_FILES = 20_000
MAX_TOTAL_BYTES = 512 * 1024 * 1024
MAX_FILE_BYTES = 16 * 1024 * 1024

# Folders that hold no sources of the project itself.
SKIPPED_FOLDERS = frozenset(
    {
        ".git",
        ".hg",
        ".svn",
        ".jj",
        ".venv",
        "venv",
        "node_modules",
        "__pycache__",
        ".tox",
        ".mypy_cache",
        ".pytest_cache",
    }
)

LEADS_OUTSIDE = Code(
    "FRZ101", "warning", Phase.DISCOVER, "'{path}' is a link that leads out of the source and was not read."
)
NOT_REGULAR = Code("FRZ102", "warning", Phase.DISCOVER, "'{path}' is a device, pipe or socket and was not read.")
TOO_MANY_FILES = Code(
    "FRZ103",
    "error",
    Phase.DISCOVER,
    "The source has more than {limit} files to compile; '{path}' and all after it were left out.",
)
TOO_MANY_BYTES = Code(
    "FRZ104",
    "error",
    Phase.DISCOVER,
    "The source has more than {limit} bytes to compile; '{path}' and all after it were left out.",
)
UNREADABLE_FOLDER = Code("FRZ105", "warning", Phase.DISCOVER, "The folder '{path}' cannot be listed: {reason}.")
NOTHING_TO_COMPILE = Code(
    "FRZ106", "warning", Phase.DISCOVER, "The source holds no file that Frieze reads. It reads {kinds}."
)
BAD_NAME = Code("FRZ107", "warning", Phase.DISCOVER, "The name of '{path}' is not UTF-8, and the file was not read.")

CODES = (LEADS_OUTSIDE, NOT_REGULAR, TOO_MANY_FILES, TOO_MANY_BYTES, UNREADABLE_FOLDER, NOTHING_TO_COMPILE, BAD_NAME)


# Problems that discovery reports itself; all others are for the language whose file it is.
REPORTED = ("outside", "not_regular", "bad_name")


class SourceError(Exception):
    """There is nothing to compile at all: no such path, not a file or directory, no language for the file."""


class Problem(NamedTuple):
    """Why a file that is wanted has no text. `reason` is for people; `size` is in bytes, for `too_large`."""

    kind: Literal["missing", "denied", "not_utf8", "too_large", "outside", "not_regular", "bad_name", "io"]
    reason: str
    size: int = 0


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file that was read: path below the root, text without byte order mark, hash and size of its bytes."""

    path: str
    text: str
    sha256: str
    size: int


@dataclass(slots=True)
class Source:
    """A root, the files read below it and the problems met. `entry` is the file of a single-file source, or None."""

    root: Path
    name: str
    entry: str | None = None
    files: dict[str, SourceFile] = field(default_factory=dict)
    problems: dict[str, Problem] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    total_bytes: int = 0
    lists_folders: bool = False  # a file may come to belong to a single-file source that names none of it

    def problem(self, path: str) -> Problem | None:
        """Why `path` (below the root, forward slashes) was not read: None when it was."""
        if path in self.files:
            return None
        return self.problems.get(path) or Problem("missing", "no such file")

    def read(self, path: str, max_bytes: int = MAX_FILE_BYTES) -> SourceFile | None:
        """Reads a file below the root, once; None, and a `Problem` on record, when it cannot be had."""
        if path not in self.files and path not in self.problems:
            found = _read(self.root, path, max_bytes)
            if isinstance(found, SourceFile):
                self.files[path] = found
                self.total_bytes += found.size
            else:
                self.problems[path] = found
        return self.files.get(path)

    def names(self, folder: str) -> list[str]:
        """The names of the files in a folder below the root, in bytewise order; none when it cannot be listed."""
        self.lists_folders = True
        try:
            real = (self.root / folder).resolve(strict=True)
            if not real.is_relative_to(self.root):
                return []
            with os.scandir(real) as entries:
                found = [entry.name for entry in entries if _encodable(entry.name) and not entry.is_dir()]
        except (OSError, RuntimeError, ValueError):
            return []
        return sorted(found, key=str.encode)


def open_source(path: str | os.PathLike[str]) -> Source:
    """The source at a path, nothing read yet. Raises SourceError when there is neither a file nor a directory."""
    try:
        real = Path(path).resolve(strict=True)
    except FileNotFoundError:
        raise SourceError(f"No such file or directory: '{path}'") from None
    except (OSError, RuntimeError, ValueError) as error:
        raise SourceError(f"Cannot open '{path}': {error}") from None
    if real.is_dir():
        return Source(real, real.name)
    if real.is_file():
        return Source(real.parent, real.name, entry=real.name)
    raise SourceError(f"'{path}' is neither a file nor a directory")


def discover(source: Source, claimed: Callable[[str], bool]) -> Iterator[str]:
    """The paths of a directory source that a language claims, in bytewise order, within the limits on files and bytes.

    The caller reads each path before it asks for the next: the limit on bytes counts what was read.
    """
    paths = sorted((path for path in _files_below(source, "") if claimed(path)), key=str.encode)
    for count, path in enumerate(paths):
        if count == MAX_FILES:
            source.diagnostics.append(TOO_MANY_FILES.at(whole_file(path), limit=MAX_FILES, path=path))
            return
        if source.total_bytes > MAX_TOTAL_BYTES:
            source.diagnostics.append(TOO_MANY_BYTES.at(whole_file(path), limit=MAX_TOTAL_BYTES, path=path))
            return
        yield path


def _files_below(source: Source, folder: str) -> Iterator[str]:
    """Every path below a folder that may be read: no link to a folder is followed, so the walk ends."""
    waiting = [folder]
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(source.root / folder) as entries:
                listed = list(entries)
        except OSError as error:
            reason = error.strerror or str(error)
            source.problems[folder or "."] = Problem("denied", reason)
            source.diagnostics.append(UNREADABLE_FOLDER.at(whole_file(folder), path=folder or ".", reason=reason))
            continue
        for entry in listed:
            path = f"{folder}/{entry.name}" if folder else entry.name
            if not _encodable(path):
                shown = path.encode(errors="replace").decode()
                source.problems[shown] = Problem("bad_name", "its name is not UTF-8")
                source.diagnostics.append(BAD_NAME.at(whole_file(shown), path=shown))
            elif entry.is_dir(follow_symlinks=False):
                if entry.name not in SKIPPED_FOLDERS:
                    waiting.append(path)
            elif not _is_link_to_folder(entry):
                yield path


def _is_link_to_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_symlink() and entry.is_dir()
    except OSError:  # a link to itself
        return False


def _encodable(path: str) -> bool:
    """Whether a name from the file system is text: Python keeps stray bytes as lone surrogates, which UTF-8 refuses."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def _read(root: Path, path: str, max_bytes: int) -> SourceFile | Problem:
    """The file, or why it cannot be had. The real path is opened, so a link cannot change its mind in between."""
    try:
        real = (root / path).resolve(strict=True)
        if not real.is_relative_to(root):
            return Problem("outside", "it leads out of the source")
        handle = os.open(real, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except (FileNotFoundError, NotADirectoryError):
        return Problem("missing", "no such file")
    except PermissionError:
        return Problem("denied", "permission denied")
    except (OSError, RuntimeError, ValueError) as error:
        return Problem("io", _reason(error))
    try:
        status = os.fstat(handle)
        if stat.S_ISDIR(status.st_mode):
            return Problem("io", "Is a directory (os error 21)")
        if not stat.S_ISREG(status.st_mode):
            return Problem("not_regular", "it is a device, pipe or socket")
        if status.st_size > max_bytes:
            return Problem("too_large", f"larger than {max_bytes} bytes", status.st_size)
        return _content(handle, path, max_bytes)
    finally:
        os.close(handle)


def _content(handle: int, path: str, max_bytes: int) -> SourceFile | Problem:
    try:
        with os.fdopen(handle, "rb", closefd=False) as opened:
            content = opened.read(max_bytes + 1)
    except OSError as error:
        return Problem("io", _reason(error))
    if len(content) > max_bytes:  # it grew while it was read, or reports no size of its own
        return Problem("too_large", f"larger than {max_bytes} bytes", len(content))
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return Problem("not_utf8", "stream did not contain valid UTF-8")
    return SourceFile(path, text.removeprefix("\ufeff"), sha256(content).hexdigest(), len(content))


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
