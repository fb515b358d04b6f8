"""The source of a server's snapshot as it is now: told without a question, and compiled again when asked for.

A thread looks at the source, at most once a second and never for more than a twentieth of its time. What it finds is a
value that costs nothing to read. The next snapshot is compiled in the thread that asks for it.
"""

import logging
import threading
import time
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from compiler.model.source import SourceError
from compiler.store.connection import closed_on_error
from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import CheckedOut, Refreshed, RefreshError, SourceStatus
from compiler.workspace.work_process import Check, nothing, turn

if TYPE_CHECKING:
    from compiler.workspace.uncommitted import CommitComparison
    from compiler.workspace.watched_source import Differences, WatchedSource

LOOK_SECONDS = 1.0
MAX_LOOK_SHARE = 0.05  # of the time of the thread, on a source that is so large that a look takes long

_READ = "SELECT path FROM source_state WHERE state IN ('read', 'imported')"

log = logging.getLogger(__name__)


class WatchedSnapshot:
    """A snapshot that is served, and its source (`compiler.workspace.interface.CurrentSource`)."""

    def __init__(
        self,
        snapshot: Snapshot,
        watch: "Callable[[], WatchedSource]",
        compile_now: Callable[[bool, Check], Snapshot],
        compare: "Callable[[], CommitComparison] | None" = None,
    ) -> None:
        """`watch` returns the source, compared with `snapshot`; it is called at the first look. `compile_now` compiles
        the source, without a cache if the first argument is true; the second one is called meanwhile. `compare` returns
        what compares a working tree with its commit."""
        self._snapshot = snapshot
        self._watch = watch
        self._compile = compile_now
        self._compare = compare
        self._serve: Callable[[Snapshot], None] | None = None
        self._status = SourceStatus()
        self._lock = threading.Lock()
        self._stopped = threading.Event()

    @cached_property
    def _watched(self) -> "WatchedSource":
        return self._watch()

    @cached_property
    def _commit(self) -> "CommitComparison | None":
        return self._compare() if self._compare else None

    @property
    def status(self) -> SourceStatus:
        return self._status

    def start(self, serve: Callable[[Snapshot], None]) -> None:
        """Look at the source from now on, until `stop`. `serve` moves a server to a snapshot, and returns when requests
        that come get that one."""
        self._serve = serve
        threading.Thread(target=self._look_on, name="watch", daemon=True).start()

    def stop(self) -> None:
        """Look no more."""
        self._stopped.set()

    def look(self) -> SourceStatus:
        with self._lock:
            return self._look()

    def checked_out(self) -> CheckedOut | None:
        with self._lock:
            if self._commit is None:
                return None
            return self._commit.look({path for (path,) in self._snapshot.rows(_READ)})

    def refresh(self, *, full: bool = False, check: Check = nothing) -> Refreshed:
        with turn(self._lock, check):
            before = self._snapshot
            after, files = self._compiled(full, check)
            if after.id == before.id and after.meta == before.meta:  # which counts what no language reads
                after.close()
                after = before
            elif self._serve is not None:
                self._serve(after)
            self._snapshot, self._watched, self._status = after, self._watched.against(after), SourceStatus()
            return Refreshed(before, after, files)

    def _compiled(self, full: bool, check: Check) -> "tuple[Snapshot, Differences]":
        try:
            after = self._compile(full, check)
            with closed_on_error(after):
                return after, self._watched.until(after)
        except SourceError as error:
            self._look()
            raise RefreshError(str(error)) from None

    def _look(self) -> SourceStatus:
        try:
            self._status = SourceStatus(self._watched.look())
        except SourceError as error:
            self._status = SourceStatus(problem=str(error))
        except Exception:  # the thread must go on
            log.exception("looking at the source failed")
            self._status = SourceStatus(problem="The source could not be compared with the snapshot.")
        return self._status

    def _look_on(self) -> None:
        pause = LOOK_SECONDS
        while not self._stopped.wait(pause):
            if not self._lock.acquire(blocking=False):  # behind a refresh, a look would hold up its answer
                continue
            try:
                began = time.monotonic()
                self._look()
                pause = pause_after(time.monotonic() - began)
            finally:
                self._lock.release()


def pause_after(seconds: float) -> float:
    """Return how many seconds to wait after a look at a source that took so long."""
    return max(LOOK_SECONDS, seconds / MAX_LOOK_SHARE)
