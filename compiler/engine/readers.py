"""How workers read the files of a source: from a folder, from a git repository, or from any address that fsspec knows.

A reader is plain values, which travel with a task: `("folder", path)`, `("git", path, commit)`, `("fsspec", address)`.
"""

import os
import re
from contextlib import ExitStack
from typing import Any

from compiler.disk.folder_tree import FolderTree, source_file
from compiler.model.source import MISSING, Problem, SourceFile
from compiler.pipeline.engine import Reader, SampleFile
from compiler.pipeline.remote_tasks import Files
from compiler.workspace.git.source_at import source_at

FOLDER, GIT, FSSPEC = "folder", "git", "fsspec"
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*(?:://|::)")


def reader_of(place: str | os.PathLike[str], commit: str | None) -> Reader:
    """Return what reads a source at a place: an address, or a path, there in a commit if one is given."""
    if _ADDRESS.match(os.fspath(place)):
        return FSSPEC, os.fspath(place)
    return (GIT, os.fspath(place), commit) if commit else (FOLDER, os.fspath(place))


class OpenFiles:
    """What readers have opened in this process, each once."""

    def __init__(self) -> None:
        self._opened: dict[Reader, Files] = {}
        self._until_the_end = ExitStack()

    def open(self, reader: Reader) -> Files:
        """Return the files of a reader. Raises SourceError, or what fsspec raises."""
        if reader not in self._opened:
            self._opened[reader] = self._open(*reader)
        return self._opened[reader]

    def close(self) -> None:
        """Close all."""
        self._opened.clear()
        self._until_the_end.close()

    def _open(self, kind: str, place: str, *rest: str) -> Files:
        if kind == FOLDER:
            return FolderTree(os.path.realpath(place))
        if kind == GIT:
            return self._until_the_end.enter_context(source_at(place, *rest)).source.tree
        return FsspecFiles(place)


class FsspecFiles:
    """Files below an address, such as `s3://bucket/docs`."""

    def __init__(self, address: str) -> None:
        import fsspec

        self._system, self._root = fsspec.core.url_to_fs(address)

    def read(self, path: str, max_bytes: int, *, binary: bool = False) -> SourceFile | Problem:
        """Return a file, with its bytes if `binary`, or why it cannot be read."""
        try:
            with self._system.open(f"{self._root.rstrip('/')}/{path}", "rb") as file:
                content: Any = file.read(max_bytes + 1)
        except FileNotFoundError:
            return MISSING
        except Exception as error:  # each file system has its own
            return Problem("io", type(error).__name__)
        if len(content) > max_bytes:
            return Problem("too_large", f"larger than {max_bytes} bytes", len(content))
        return source_file(path, bytes(content), (), binary)


def can_read(reader: Reader, sample: SampleFile) -> bool:
    """Whether this process reads the sample as it is on the client."""
    files = OpenFiles()
    try:
        found = files.open(reader).read(sample.path, sample.max_bytes, binary=sample.binary)
        return isinstance(found, SourceFile) and found.sha256 == sample.sha256
    except Exception:  # no such folder, repository or address, or no library for it
        return False
    finally:
        files.close()
