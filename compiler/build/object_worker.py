"""The tables of all objects written in a process of its own, while this one writes facts and links.

Objects are put into a file, and a pipe says where the next of them stand, or that a class is complete. The process
writes a database of its own. One that dies costs time only: what it was told is done here.
"""

import contextlib
import os
import signal
import sqlite3
import struct
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from compiler.build.parse_workers import forked
from compiler.disk.temporary import scratch_file
from compiler.store.object_tables import Objects, ObjectTables, attach
from compiler.store.part_rows import PartObjects


class _Message(NamedTuple):
    """Where in the file some objects of a class stand, the class by its place; all of them stand before when there are
    no bytes. The place behind the last class ends everything."""

    place: int
    start: int = 0
    size: int = 0


_MESSAGE = struct.Struct("<IQI")


@contextlib.contextmanager
def objects_elsewhere(file: str, places: Mapping[str, int]) -> Iterator[Objects]:
    """What another process writes into an empty file."""
    with contextlib.closing(_Worker(file, places)) as worker:
        yield worker


class _Worker:
    """The process that writes, and what it was told."""

    def __init__(self, file: str, places: Mapping[str, int]) -> None:
        self._file, self._places, self._tables = file, places, list(places)
        self._bodies = scratch_file(buffering=0)
        self._size = 0
        self._messages: list[_Message] = []
        self._listening, self._telling = os.pipe()
        self._process: int | None = forked(self._work)
        os.close(self._listening)

    def add(self, objects: PartObjects) -> None:
        self._bodies.write(objects.body)
        self._tell(_Message(self._places[objects.table], self._size, len(objects.body)))
        self._size += len(objects.body)

    def complete(self, table: str) -> None:
        self._tell(_Message(self._places[table]))

    def finish(self, database: sqlite3.Connection) -> None:
        self._tell(_Message(len(self._tables)))
        if self._ended() == 0:
            attach(database, self._file)
            return
        Path(self._file).write_bytes(b"")
        with contextlib.closing(ObjectTables(self._file, self._places)) as tables:
            self._follow(tables, self._messages)
            tables.finish(database)

    def close(self) -> None:
        """Ends what is still going on."""
        os.close(self._telling)
        if self._process is not None:
            os.kill(self._process, signal.SIGKILL)
            self._ended()
        self._bodies.close()

    def _tell(self, message: _Message) -> None:
        self._messages.append(message)
        with contextlib.suppress(BrokenPipeError):  # it has died, as `finish` will see
            os.write(self._telling, _MESSAGE.pack(*message))

    def _ended(self) -> int:
        """Waits for the process to end, and says how it did."""
        status = os.waitpid(self._process, 0)[1] if self._process is not None else 0
        self._process = None
        return status

    def _work(self) -> None:
        os.close(self._telling)
        with contextlib.closing(ObjectTables(self._file, self._places)) as tables:
            if self._follow(tables, self._heard()):
                tables.write_out()
            else:  # whoever could have said that this is all is gone
                Path(self._file).unlink()

    def _heard(self) -> Iterator[_Message]:
        """What this process is told."""
        while len(told := os.read(self._listening, _MESSAGE.size)) == _MESSAGE.size:
            yield _Message(*_MESSAGE.unpack(told))

    def _follow(self, tables: ObjectTables, messages: Iterable[_Message]) -> bool:
        """Does what messages say, and says whether the last of them was there."""
        for place, start, size in messages:
            if place == len(self._tables):
                return True
            if size:
                body = os.pread(self._bodies.fileno(), size, start)
                tables.add(PartObjects(self._tables[place], [], body))
            else:
                tables.complete(self._tables[place])
        return False
