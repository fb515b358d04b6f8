"""The progress bar of a compilation."""

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

import click

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

DELAY_SECONDS = 1.0  # a compilation that takes less shows no bar
_STEPS = 1000


class CompilingBar:
    """A bar on standard error, if that is a terminal and the compilation takes long enough."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._bar: ProgressBar[int] | None = None
        self._has_terminal = sys.stderr is not None and sys.stderr.isatty()

    def __enter__(self) -> Self:
        return self

    def __call__(self, done: float) -> None:
        """Show how much is done, from 0.0 to 1.0."""
        if not self._has_terminal or time.monotonic() - self._start < DELAY_SECONDS:
            return
        if self._bar is None:
            self._bar = click.progressbar(length=_STEPS, label="Compiling", file=sys.stderr)
            self._bar.__enter__()
        self._bar.update(max(0, int(done * _STEPS) - self._bar.pos))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.__exit__(kind, error, trace)
