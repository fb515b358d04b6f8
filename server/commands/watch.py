"""`frieze check --watch`: the findings of a source, and after each change of it what appeared and what was resolved.

The source is looked at as a server looks at it. When files differ and differ no more between two looks, the source is
compiled again, and the new findings are compared with those that were shown last.
"""

import gc
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from types import FrameType

import click

from compiler.disk.stamps import stamp_of_file
from compiler.model.source import FileDifference, Stamp
from compiler.store.snapshot import Snapshot
from compiler.workspace.current_source import pause_after
from compiler.workspace.interface import CurrentSource, RefreshError, Workspace
from server.commands.check import CheckOptions, say_gone, selected
from server.commands.output import show
from server.reports.cascades import fold
from server.reports.changes import FORMS, Form, changes_between
from server.reports.report import Report, folded

SETTLE_SECONDS = 0.2  # between two looks that must find the same: a checkout or an editor writes many files one by one
MAX_SETTLE_LOOKS = 10  # then a source that never rests is compiled all the same
CANNOT_BE_READ = 2  # the exit status

Pause = Callable[[float], None]


def watch(workspace: Workspace, source: str, options: CheckOptions, format_name: str) -> int:
    """Show the findings of a source as it changes, until Ctrl-C or SIGTERM. `workspace` is that of a server. Return the
    exit status of the last state. Raises click.ClickException if the findings cannot be shown at all."""
    current = workspace.current
    assert current is not None
    gc.enable()  # a command that ends at once needs none
    with closing(WatchedFindings(current, workspace.snapshot, source, options, FORMS[format_name])) as watched:
        with _until_ended():
            _show(watched.first())
            while True:
                time.sleep(pause_after(watched.look_seconds))
                if (news := watched.news()) is not None:
                    _show(news)
        return watched.exit_status


def _show(text: str) -> None:
    show(text.encode(errors="backslashreplace"))


@contextmanager
def _until_ended() -> Iterator[None]:
    """Run a block until it ends, or until Ctrl-C or SIGTERM, which end it without an error."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def end(_number: int, _frame: FrameType | None) -> None:
        for number in before:
            signal.signal(number, signal.SIG_DFL)  # the next one ends the process whatever it does
        raise KeyboardInterrupt

    try:
        for number in before:
            signal.signal(number, end)
        yield
    except KeyboardInterrupt:
        pass
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class WatchedFindings:
    """The findings of a source that were shown last, and how they differ from those of the source as it is."""

    def __init__(
        self,
        current: CurrentSource,
        snapshot: Snapshot,
        source: str,
        options: CheckOptions,
        form: Form,
        pause: Pause = time.sleep,
    ) -> None:
        """`current` is the source of `snapshot`. Raises click.ClickException if the options cannot be followed."""
        self._current = current
        self._source = source
        self._options = options
        self._form = form
        self._pause = pause
        self._snapshot = snapshot  # of the source as it is
        self._files: tuple[FileDifference, ...] = ()  # that differed since the shown report
        self._problem = ""
        self._baseline = self._baseline_stamp()
        self.look_seconds = 0.0  # that the last look took
        self._shown = selected(snapshot, source, options)

    @property
    def exit_status(self) -> int:
        """That of `frieze check` for the last state; 2 if the source cannot be read any more."""
        if self._problem:
            return CANNOT_BE_READ
        return int(self._shown.fails(self._options.fails_on(self._shown.snapshot)))

    def first(self) -> str:
        """Return the whole report."""
        say_gone(self._shown.accepted)
        return self._form.report(_folded(self._shown))

    def news(self) -> str | None:
        """Return what changed since the last report, or why the source cannot be checked any more; None if that is
        known already."""
        try:
            return self._changes() if self._has_changed() else None
        except (RefreshError, click.ClickException) as error:
            problem = error.format_message() if isinstance(error, click.ClickException) else str(error)
            if problem == self._problem:
                return None
            self._problem = problem
            return self._form.problem(problem)

    def _has_changed(self) -> bool:
        """Compile the source again if it differs. Return whether there may be other findings than those shown."""
        if self._settled():
            done = self._current.refresh()
            if done.after is not done.before:
                self._files = tuple(sorted({*self._files, *done.files}))
                self._move_to(done.after)
        return bool(self._files or self._problem) or self._baseline != self._baseline_stamp()

    def _settled(self) -> tuple[FileDifference, ...]:
        """Return the files that differ, when two looks found the same ones. Raises RefreshError if the source cannot be
        read."""
        began = time.monotonic()
        found = self._current.look()
        self.look_seconds = time.monotonic() - began
        for _ in range(MAX_SETTLE_LOOKS):
            if not found.is_stale:
                break
            self._pause(SETTLE_SECONDS)
            before, found = found, self._current.look()
            if found == before:
                break
        if found.problem:
            raise RefreshError(found.problem)
        return found.files

    def _changes(self) -> str:
        self._baseline = self._baseline_stamp()  # before it is read
        before, after = self._shown, selected(self._snapshot, self._source, self._options)
        changes = changes_between(before, after, self._files)
        if after.accepted and (before.accepted is None or before.accepted.gone != after.accepted.gone):
            say_gone(after.accepted)
        text = self._form.changes(changes)
        self._shown, self._files, self._problem = after, (), ""
        if before.snapshot is not after.snapshot:
            before.snapshot.close()
        return text

    def _move_to(self, snapshot: Snapshot) -> None:
        before, self._snapshot = self._snapshot, snapshot
        if before is not self._shown.snapshot:  # that one is compared with the next
            before.close()

    def _baseline_stamp(self) -> Stamp | None:
        path = self._options.baseline_of(self._snapshot, self._source)
        return stamp_of_file(path) if path else None

    def close(self) -> None:
        """Close the snapshot that was shown last, and one that was not shown yet."""
        self._shown.snapshot.close()
        self._snapshot.close()


def _folded(report: Report) -> Report:
    return folded(report, *fold(report.diagnostics, report.snapshot))
