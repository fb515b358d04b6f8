"""Read descriptors that an event loop cannot watch: files, terminals, and on Windows everything."""

import asyncio
import os
import threading


class ThreadReader(asyncio.ReadTransport):
    """A thread that reads a descriptor and feeds a StreamReader, no faster than the StreamReader is read."""

    def __init__(self, descriptor: int, reader: asyncio.StreamReader, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self._descriptor = descriptor
        self._reader = reader
        self._loop = loop
        self._may_read = threading.Event()
        self._may_read.set()
        self._fed = threading.Semaphore(0)
        reader.set_transport(self)

    def start(self) -> None:
        """Start to read. The thread ends at the end of the descriptor, or with the process."""
        threading.Thread(target=self._run, daemon=True, name="input").start()

    def pause_reading(self) -> None:
        """Wait with the next chunk: the StreamReader's buffer is full."""
        self._may_read.clear()

    def resume_reading(self) -> None:
        """Go on: the StreamReader's buffer has room."""
        self._may_read.set()

    def _run(self) -> None:
        try:
            while chunk := os.read(self._descriptor, 65_536):
                self._loop.call_soon_threadsafe(self._feed, chunk)
                self._fed.acquire()
                self._may_read.wait()
        except OSError:
            pass  # a terminal that was closed: the end of the input
        self._loop.call_soon_threadsafe(self._reader.feed_eof)

    def _feed(self, chunk: bytes) -> None:
        self._reader.feed_data(chunk)
        self._fed.release()
