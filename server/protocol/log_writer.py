"""Lines of the log, written to standard error by a thread of their own.

Clients decide how much is logged, and standard error may be a pipe that nobody reads. A full one holds up whoever
writes to it: that is this thread and never the server. What it cannot write is counted, and the lines after are lost.
"""

import logging
import os
import threading
from collections import deque

MAX_WAITING_BYTES = 1 << 20
FLUSH_SECONDS = 1.0


class LogWriter(logging.Handler):
    """A handler that writes to a descriptor and never waits for it."""

    def __init__(self, descriptor: int) -> None:
        super().__init__()
        self._descriptor = descriptor
        self._waiting: deque[bytes] = deque()
        self._waiting_bytes = 0  # with those of the line that is being written
        self._lost = 0
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Give a record to the thread, or count it as lost if too much waits."""
        try:
            line = f"{self.format(record)}\n".encode(errors="backslashreplace")
        except Exception:  # the base class would print it to standard error, which may block
            line = b""
        with self._changed:
            if not line or self._waiting_bytes + len(line) > MAX_WAITING_BYTES:
                self._lost += 1
                return
            self._append(line)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, daemon=True, name="log")
                self._thread.start()
            self._changed.notify_all()

    def flush(self) -> None:
        """Wait until all is written, at most `FLUSH_SECONDS`."""
        with self._changed:
            self._changed.wait_for(lambda: not self._waiting_bytes, FLUSH_SECONDS)

    def _append(self, line: bytes) -> None:
        self._waiting.append(line)
        self._waiting_bytes += len(line)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting)
                line = self._waiting.popleft()
            try:
                _write(self._descriptor, line)
            except OSError:  # its reader has gone: nobody will read what follows
                return
            with self._changed:
                self._waiting_bytes -= len(line)
                if self._lost and not self._waiting:
                    self._append(self._lost_line())
                self._changed.notify_all()

    def _lost_line(self) -> bytes:
        """Return the line that says how many are missing before it, and begin to count anew."""
        count, self._lost = self._lost, 0
        record = logging.LogRecord(__name__, logging.WARNING, __file__, 0, f"lost {count} lines", None, None)
        return f"{self.format(record)}\n".encode()


def _write(descriptor: int, line: bytes) -> None:
    rest = memoryview(line)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
