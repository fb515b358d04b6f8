"""The options of every command that compiles, and compiling as they say, with a bar for who waits."""

import re
import sys
import time
from collections.abc import Callable, Sequence
from functools import reduce, wraps
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import click

from compiler import compile_source

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

    from compiler.store.snapshot import Snapshot
    from compiler.workspace.interface import Workspace

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


def _named(
    context: click.Context,  # noqa: ARG001
    option: click.Parameter,
    given: tuple[str, ...],
) -> tuple[tuple[str, str], ...]:
    """The names and paths of other sources."""
    found: dict[str, str] = {}
    for one in given:
        name, sign, path = one.partition("=")
        if not sign or not path or not _NAME.fullmatch(name):
            wrong = f"'{one}' is not NAME=PATH, with a NAME of letters, digits, '.', '_' and '-'."
            raise click.BadParameter(wrong, param=option)
        if name in found:
            raise click.BadParameter(f"'{name}' is given more than once.", param=option)
        found[name] = path
    return tuple(found.items())


_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_OTHERS = click.option(
    "--beside",
    "others",
    multiple=True,
    callback=_named,
    metavar="NAME=PATH",
    help="Another source to compare with, called source:NAME; any number of times.",
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
    others: tuple[tuple[str, str], ...] = ()  # the names and paths of sources to compare with

    def changed(
        self,
        *,
        no_cache: bool = False,
        jobs: int | None = None,
        revision: str | None = None,
        as_of: str | None = None,
        others: tuple[tuple[str, str], ...] = (),
    ) -> "Compiling":
        """This with what further options say."""
        return Compiling(
            self.keep and not no_cache,
            self.jobs if jobs is None else jobs,
            self.revision if revision is None else revision,
            self.as_of if as_of is None else as_of,
            self.others + others,
        )

    def open(self, source: str) -> "Workspace":
        """Compile a source and open it as a workspace, with the other sources beside it. Raises SourceError when one of
        them cannot be compiled."""
        return self.workspace_of(self._compiled(source, self.revision), source)

    def workspace_of(self, snapshot: "Snapshot", source: str) -> "Workspace":
        """Return the workspace of a compiled source. The other sources are compiled now: what is answered of them does
        not change either. Raises SourceError."""
        from compiler.workspace.opening import workspace_of

        other_sources = {name: self._compiled(path, None) for name, path in self.others}
        return workspace_of(snapshot, source, as_of=self.as_of, keep=self.keep, other_sources=other_sources)

    def _compiled(self, source: str, revision: str | None) -> "Snapshot":
        with _Bar() as bar:
            return compile_source(
                source, revision=revision, as_of=self.as_of, keep=self.keep, jobs=self.jobs, progress=bar
            )


DEFAULT = Compiling()


def compiling_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options to a command, which gets them as `compiling`."""
    return _gathering(command, (*_MEANS, _REVISION, _AS_OF, _OTHERS))


def means_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds only those that say how to compile, and what else, but not of which revision."""
    return _gathering(command, (*_MEANS, _OTHERS))


def _gathering(
    command: Callable[..., Any], options: Sequence[Callable[[Callable[..., Any]], Callable[..., Any]]]
) -> Callable[..., Any]:
    @wraps(command)
    def gathered(
        *,
        no_cache: bool,
        jobs: int | None,
        others: tuple[tuple[str, str], ...],
        revision: str | None = None,
        as_of: str | None = None,
        **rest: Any,
    ) -> Any:
        return command(compiling=Compiling(not no_cache, jobs, revision, as_of, others), **rest)

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
