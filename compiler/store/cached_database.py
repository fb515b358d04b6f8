"""Finished databases in the user's cache: written as a draft, put in their place when whole, opened in place.

A database is trusted while it has the stamp that it was closed with: whoever writes to it changes that. It is never
changed in place, only replaced, so that whoever has it open may go on.
"""

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple

from compiler.disk import cache_directory
from compiler.disk.stamps import stamp_of_file
from compiler.model.facts import Fact, LinkKind
from compiler.model.source import Stamp
from compiler.store.build_lock import TURN, turn
from compiler.store.snapshot import Snapshot, open_in_place

UNFINISHED = (".draft", TURN)  # what stands beside the finished while a process works on it
_ABANDONED_SECONDS = 3600  # the age of what no process works on any more


class Kept(NamedTuple):
    """A finished database, and the stamp that it was closed with."""

    path: str
    stamp: Stamp

    def is_whole(self) -> bool:
        """Whether it is there, as it was closed."""
        return stamp_of_file(self.path) == self.stamp

    def open(self) -> Snapshot | None:
        """Its snapshot; None when it is not what it was."""
        try:
            return open_in_place(Path(self.path), _fact_classes, _link_kinds) if self.is_whole() else None
        except sqlite3.Error:
            return None


# Not every question needs the languages, and a server starts sooner without.
def _fact_classes() -> list[type[Fact]]:
    from compiler.languages.registry import fact_classes

    return fact_classes()


def _link_kinds() -> list[LinkKind]:
    from compiler.languages.registry import link_kinds

    return link_kinds()


class Draft:
    """A database that is being written, to stand beside its record: `begin`, then `finish` or `abandon`."""

    def __init__(self, record: Path) -> None:
        self._record = record
        self._path = record.with_name(f"{record.stem}.{os.getpid()}.draft")

    def turn(self) -> AbstractContextManager[bool]:
        """With the turn of this process at it. Says whether another one had it first, and may have finished it."""
        return turn(self._record)

    def begin(self) -> Path | None:
        """Where it may be written; None when nothing can be kept."""
        try:
            cache_directory.make_folder(self._path.parent)
            self._path.unlink(missing_ok=True)
            self._path.touch()
        except OSError:
            return None
        return self._path

    def abandon(self) -> None:
        """Removes what was begun."""
        unlink(self._path)

    def finish(self, snapshot_id: str) -> Kept | None:
        """Puts the finished database in its place; None when that cannot be done."""
        path = self._record.with_name(f"{self._record.stem}-{snapshot_id[:16]}.{os.getpid()}.sqlite")
        try:
            self._path.replace(path)
        except OSError:
            self.abandon()
            return None
        stamp = stamp_of_file(path)
        return Kept(os.fspath(path), stamp) if stamp else None


def used(record: Path) -> None:
    """Notes that what a record leads to was used: what was used last is forgotten last."""
    with contextlib.suppress(OSError):
        os.utime(record)


def entries(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """All that stands in a folder of the cache."""
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            with contextlib.suppress(OSError):
                yield path, path.stat()


def is_abandoned(path: Path, status: os.stat_result) -> bool:
    """Whether this is what a process that died has left."""
    return path.suffix in UNFINISHED and status.st_mtime < time.time() - _ABANDONED_SECONDS


def unlink(path: Path) -> None:
    """Removes a file, if that can be done."""
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)
