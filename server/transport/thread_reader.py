"""Reading what an event loop cannot watch: files, terminals, and on Windows everything."""

import asyncio
import os
import threading


class Pump(asyncio.ReadTransport):
    """Feeds a reader out of a descriptor, from a thread of its own and no faster than the reader is read."""

    def __init__(self, descriptor: int, reader: asyncio.StreamReader, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self._descriptor = descriptor
        self._reader = reader
        self._loop = loop
        self._is_wanted = threading.Event()
        self._is_wanted.set()
        self._fed = threading.Semaphore(0)
        reader.set_transport(self)

    def start(self) -> None:
        """Begins to read. The thread ends with the descriptor, or with the process."""
        threading.Thread(target=self._run, daemon=True, name="input").start()

    def pause_reading(self) -> None:
        """Called by the reader when it holds enough."""
        self._is_wanted.clear()

    def resume_reading(self) -> None:
        """Called by the reader when it has been read."""
        self._is_wanted.set()

    def _run(self) -> None:
        try:
            while chunk := os.read(self._descriptor, 65_536):
                self._loop.call_soon_threadsafe(self._feed, chunk)
                self._fed.acquire()
                self._is_wanted.wait()
        except OSError:
            pass  # a terminal that hung up: the end of the input
        self._loop.call_soon_threadsafe(self._reader.feed_eof)

    def _feed(self, chunk: bytes) -> None:
        self._reader.feed_data(chunk)
        self._fed.release()
