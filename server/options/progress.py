"""The progress bar of a compilation."""

import sys
import time
from types import TracebackType
from typing import Self

import click

DELAY_SECONDS = 1.0  # a compilation that takes less shows no bar
_CELLS = 30
_CLEAR_LINE = "\r\x1b[K"


class CompilingBar:
    """A bar on standard error, if that is a terminal and the compilation takes long enough. At the end it is gone.

    The cursor stays visible: Ctrl-C ends a command at once, and nothing could show it again.
    """

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._shown = ""
        self._has_terminal = sys.stderr is not None and sys.stderr.isatty()

    def __enter__(self) -> Self:
        return self

    def __call__(self, done: float) -> None:
        """Show how much is done, from 0.0 to 1.0."""
        if not self._has_terminal or time.monotonic() - self._start < DELAY_SECONDS:
            return
        filled = int(done * _CELLS)
        bar = f"\rCompiling [{'#' * filled}{'-' * (_CELLS - filled)}] {done:4.0%}"
        if bar != self._shown:
            self._shown = bar
            click.echo(bar, err=True, nl=False)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shown:
            click.echo(_CLEAR_LINE, err=True, nl=False, color=True)
