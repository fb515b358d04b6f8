"""Runs work that may end its process in a process of its own, so that this process goes on."""

import contextlib
import gc
import os
import signal
import threading
from collections.abc import Callable
from typing import NamedTuple

TRIES = 2  # a process that is killed by chance is no proof against a file: the second one is


class EndedError(Exception):
    """The process that did the work ended, each time. The message says how: "signal 11", "status 9"."""


class Outcome(NamedTuple):
    """What a process wrote, and how it ended: "" if the work was done or failed with an exception."""

    body: bytes
    ended: str


def run_alone(run: Callable[[], bytes]) -> bytes:
    """Return `run()`, which a forked process calls, and another one if the first ends. b"" if it raises an exception:
    then it may be called here. Raises EndedError if both end. Where nothing can be forked it is called here."""
    if not hasattr(os, "fork") or threading.active_count() > 1:
        return run()
    for _ in range(TRIES):
        outcome = _forked(run)
        if not outcome.ended:
            return outcome.body
    raise EndedError(outcome.ended)


def _forked(run: Callable[[], bytes]) -> Outcome:
    from multiprocessing.connection import Connection

    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        _serve_one(run, reading, writing)
    os.close(writing)
    body: bytes | None = None
    with Connection(reading, writable=False) as connection, contextlib.suppress(EOFError, OSError):
        body = connection.recv_bytes()
    _, status = os.waitpid(child, 0)
    if body is not None:
        return Outcome(body, "")
    code = os.waitstatus_to_exitcode(status)
    return Outcome(b"", f"signal {-code}" if code < 0 else f"status {code}")


def _serve_one(run: Callable[[], bytes], reading: int, writing: int) -> None:
    """Do the work and end this process, which must not run what its parent does at its end."""
    from multiprocessing.connection import Connection

    status = 1
    try:
        os.close(reading)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        gc.freeze()
        try:
            body = run()
        except Exception:
            body = b""
        Connection(writing, readable=False).send_bytes(body)
        status = 0
    finally:
        os._exit(status)
