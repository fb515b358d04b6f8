"""The options of every command that compiles, and compiling as they say: with a bar for who waits, or ahead of need."""

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import reduce, wraps
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import click

from compiler import compile_source, kept_snapshot
from compiler.cache import is_writable

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

    from compiler.snapshot import Snapshot

BAR_AFTER_SECONDS = 1.0  # who waits for less wants to know nothing
_STEPS = 1000

_MEANS = (
    click.option("--no-cache", is_flag=True, help="Compile anew: use nothing that was kept, and keep nothing."),
    click.option(
        "--jobs",
        type=click.IntRange(1, 64),
        metavar="N",
        help="Parse with N processes; without it, with as many as pay.",
    ),
)
_AS_OF = click.option("--as-of", metavar="DATE", help="What stands for now; without it, the newest time in SOURCE.")
_REVISION = click.option(
    "--revision", metavar="REV", help="Compile SOURCE as it was: in a branch, tag or commit, or at a date."
)


class Compiling(NamedTuple):
    """How a source is to be compiled."""

    keep: bool = True
    jobs: int | None = None
    revision: str | None = None
    as_of: str | None = None

    def compile(self, source: str) -> "Snapshot":
        """The snapshot of a source. Raises SourceError when there is none to be had."""
        with _Bar() as bar:
            return self._compiled(source, bar)

    @contextmanager
    def ahead(self, source: str) -> "Iterator[Snapshot | None]":
        """Gives the kept snapshot of a source, or compiles it in a process of its own while this one does something
        else, and waits for it in the end.

        That process keeps the snapshot, for `compile` to open; where nothing can be kept, there is none. Raises
        SourceError when there is no such source.
        """
        kept = kept_snapshot(source, revision=self.revision, as_of=self.as_of) if self.keep else None
        pays = self.keep and kept is None and is_writable() and threading.active_count() == 1
        child = self._forked(source) if pays and hasattr(os, "fork") else None
        yield kept
        if child:
            os.waitpid(child, 0)

    def _compiled(self, source: str, progress: "Callable[[float], None] | None" = None) -> "Snapshot":
        return compile_source(
            source, revision=self.revision, as_of=self.as_of, keep=self.keep, jobs=self.jobs, progress=progress
        )

    def _forked(self, source: str) -> int | None:
        try:
            child = os.fork()
        except OSError:
            return None
        if child == 0:
            try:
                os.closerange(3, 256)  # the client's wire, which must end when the server does
                self._compiled(source)
            finally:
                os._exit(0)
        return child


DEFAULT = Compiling()


def compiling_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options to a command, which gets them as `compiling`."""
    return _gathering(command, (*_MEANS, _REVISION, _AS_OF))


def means_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds only those that say how to compile, not what."""
    return _gathering(command, _MEANS)


def _gathering(
    command: Callable[..., Any], options: Sequence[Callable[[Callable[..., Any]], Callable[..., Any]]]
) -> Callable[..., Any]:
    @wraps(command)
    def gathered(
        *, no_cache: bool, jobs: int | None, revision: str | None = None, as_of: str | None = None, **others: Any
    ) -> Any:
        return command(compiling=Compiling(not no_cache, jobs, revision, as_of), **others)

    return reduce(lambda decorated, option: option(decorated), reversed(options), gathered)


class _Bar:
    """A bar on standard error, when that is a terminal and the compilation takes long enough."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._bar: ProgressBar[int] | None = None
        self._wanted = sys.stderr is not None and sys.stderr.isatty()

    def __enter__(self) -> Self:
        return self

    def __call__(self, part: float) -> None:
        """Shows how much is done, 1.0 being all."""
        if not self._wanted or time.monotonic() - self._start < BAR_AFTER_SECONDS:
            return
        if self._bar is None:
            self._bar = click.progressbar(length=_STEPS, label="Compiling", file=sys.stderr)
            self._bar.__enter__()
        self._bar.update(max(0, int(part * _STEPS) - self._bar.pos))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.__exit__(kind, error, trace)
