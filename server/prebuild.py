"""Compile a source in a forked process, while this process imports what only serving needs.

The child builds the snapshot and writes through a pipe where it is cached: this process has only to open it. Where
there can be no child, or it fails, this process compiles. A thread waits for the child, so that the client's first
request can be answered before there is a snapshot.

What both processes use is imported here, before the fork; what only one of them uses, after it.
"""

import contextlib
import os
import threading
from concurrent.futures import Future
from typing import TYPE_CHECKING, NamedTuple

from compiler import SourceError, open_prebuilt, prebuild
from compiler.disk.cache_directory import is_writable
from compiler.pipeline.source_at_path import open_source
from compiler.workspace.prebuilt import encode_error
from compiler.workspace.workspace_file import federation_of
from server.options.source import SourceOptions

if TYPE_CHECKING:
    from compiler.workspace.interface import Workspace
    from server.served_source import ServedSource

_MAX_DESCRIPTORS = 256


class Child(NamedTuple):
    """A forked process that builds a snapshot, and the descriptor of the pipe that it writes to."""

    pid: int
    pipe: int


class PendingWorkspace:
    """The workspace of a source that is being compiled. `future` has it at last, or the error; see `wait`."""

    def __init__(self, source: str, options: SourceOptions, child: Child | None) -> None:
        self._source = source
        self._options = options
        self.child = child
        self.future: Future[Workspace] = Future()

    @property
    def served_source(self) -> "ServedSource":
        """The source, for the server that serves it."""
        from server.served_source import ServedSource

        return ServedSource(self._source, self._options)

    def open(self) -> "Workspace":
        """Wait for the child and open what it built, or compile here. Raises SourceError if the source cannot be
        compiled."""
        snapshot = None
        if self.child is not None:
            with os.fdopen(self.child.pipe, "rb") as pipe:
                built = pipe.read()  # until the child has closed its end
            snapshot = open_prebuilt(built, as_of=self._options.as_of) if built else None
        if snapshot is None:
            return self._options.open(self._source)
        return self._options.workspace_of(snapshot, self._source)

    def wait(self, seconds: float) -> "Workspace | None":
        """Return the workspace, or None if it takes longer than `seconds`: then `future` gets it. Raises SourceError if
        the source cannot be compiled.

        A thread does what no child does, such as compiling other sources. A thread cannot use several processes, so
        where there is no child and `--jobs` is given, this call compiles, however long it takes.
        """
        if self.child is None and self._options.jobs is not None:
            self._resolve_future()
            return self.future.result()
        threading.Thread(target=self._resolve_future, daemon=True).start()
        try:
            return self.future.result(seconds)
        except TimeoutError:
            return None

    def _resolve_future(self) -> None:
        self.future.set_running_or_notify_cancel()  # from now on the future cannot be cancelled
        try:
            self.future.set_result(self.open())
        except BaseException as error:
            self.future.set_exception(error)
        self.reap_child()

    def reap_child(self) -> None:
        """Wait until the child has ended, so that it does not stay as a zombie."""
        if self.child is not None:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(self.child.pid, 0)


def check_source(source: str, options: SourceOptions) -> None:
    """Raise SourceError if nothing is at the path of a source."""
    if options.revision is None and federation_of(source) is None:
        open_source(source)


def start_prebuild(source: str, options: SourceOptions) -> PendingWorkspace:
    """Start to compile a source, in a child where there can be one. Raises SourceError if nothing is at its path."""
    check_source(source, options)
    is_cached = options.cache and options.signed_by is None  # a signed file is read once, into this process
    may_fork = is_cached and hasattr(os, "fork") and threading.active_count() == 1 and is_writable()
    return PendingWorkspace(source, options, _fork(source, options) if may_fork else None)


def _fork(source: str, options: SourceOptions) -> Child | None:
    """Fork the process that builds; None if the system allows no more processes."""
    read_end, write_end = os.pipe()
    try:
        pid = os.fork()
    except OSError:
        os.close(read_end)
        os.close(write_end)
        return None
    if pid:
        os.close(write_end)
        return Child(pid, read_end)
    try:
        # Close everything but the pipe. The client must see its wire and standard error close when the server ends,
        # while the child goes on: if the client leaves early, the next start finds the snapshot in the cache.
        os.closerange(3, write_end)
        os.closerange(write_end + 1, _MAX_DESCRIPTORS)
        null = os.open(os.devnull, os.O_RDWR)
        for descriptor in range(3):
            os.dup2(null, descriptor)
        built = _built(source, options)
        if built is not None:
            os.write(write_end, built)
        os.close(write_end)  # now, since the exit of a process with much memory takes a while
    finally:
        os._exit(0)


def _built(source: str, options: SourceOptions) -> bytes | None:
    """Build the snapshot into the cache. Return what opens it, or raises why there is none."""
    try:
        return prebuild(source, revision=options.revision, exclude=options.exclude, jobs=options.jobs)
    except SourceError as error:
        return encode_error(error)
