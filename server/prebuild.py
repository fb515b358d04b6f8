"""Making a snapshot ready in a copy of this process, while this one imports what only serving needs.

The copy looks through the source, compiles it if need be, and says through a pipe where the snapshot is kept: this
process has only to open it. Where the copy cannot, or there can be none, this process does the work itself in the end.
A thread waits for it, so that a client need not wait for its first reply.
"""

import contextlib
import os
import threading
from concurrent.futures import Future
from typing import TYPE_CHECKING, NamedTuple

from compiler import open_prebuilt, prebuild
from compiler.build.discovery import open_source
from compiler.disk.cache_directory import is_writable
from server.options.source import Compiling

if TYPE_CHECKING:
    from compiler.workspace.interface import Workspace

_MOST_DESCRIPTORS = 256


class Copy(NamedTuple):
    """A copy of this process at work, and the descriptor that it is heard from."""

    process: int
    heard: int


class Ahead:
    """The snapshot of a source on its way."""

    def __init__(self, source: str, compiling: Compiling, copy: Copy | None) -> None:
        self._source = source
        self._compiling = compiling
        self._copy = copy
        self.coming: Future[Workspace] = Future()

    def workspace(self) -> "Workspace":
        """The workspace, as soon as there is a snapshot. Raises SourceError when there is none to be had."""
        found = None
        if self._copy is not None:
            with os.fdopen(self._copy.heard, "rb") as heard:
                ready = heard.read()  # until the copy has ended
            found = open_prebuilt(ready, as_of=self._compiling.as_of) if ready else None
        return self._compiling.workspace_of(found, self._source) if found else self._compiling.open(self._source)

    def within(self, seconds: float) -> "Workspace | None":
        """The workspace, if there is one so soon; else it is `coming`. Raises SourceError when there is none to be had.

        What no copy has made, other sources too, is compiled by a thread, and so by one process. Where there is no copy
        and more processes were asked for, it is compiled here and now.
        """
        if self._copy is None and self._compiling.jobs is not None:
            return self.workspace()
        threading.Thread(target=self._work, daemon=True).start()
        try:
            return self.coming.result(seconds)
        except TimeoutError:
            return None

    def _work(self) -> None:
        self.coming.set_running_or_notify_cancel()  # whoever waits may go: nobody can take this back
        try:
            self.coming.set_result(self.workspace())
        except BaseException as error:
            self.coming.set_exception(error)
        self.end()

    def end(self) -> None:
        """Lets the copy go, which has done its work."""
        if self._copy is not None:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(self._copy.process, 0)


def begin(source: str, compiling: Compiling) -> Ahead:
    """Begins to make the snapshot of a source ready. Raises SourceError when there is nothing at its path."""
    if compiling.revision is None:
        open_source(source)
    may_copy = compiling.keep and hasattr(os, "fork") and threading.active_count() == 1 and is_writable()
    return Ahead(source, compiling, _copy(source, compiling) if may_copy else None)


def _copy(source: str, compiling: Compiling) -> Copy | None:
    heard, said = os.pipe()
    try:
        process = os.fork()
    except OSError:
        os.close(heard)
        os.close(said)
        return None
    if process:
        os.close(said)
        return Copy(process, heard)
    try:
        # All but the pipe: the client's wire and standard error must end when the server does, and if the client leaves
        # meanwhile, what was begun is finished for the next start.
        os.closerange(3, said)
        os.closerange(said + 1, _MOST_DESCRIPTORS)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for descriptor in range(3):
            os.dup2(nowhere, descriptor)
        ready = prebuild(source, revision=compiling.revision, jobs=compiling.jobs)
        if ready is not None:
            os.write(said, ready)
        os.close(said)  # heard at once: to let go of all its memory takes this process a while
    finally:
        os._exit(0)
