"""`frieze build`: the snapshot of a source of any size in one file, here or with the workers of a Dask cluster."""

import signal
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from compiler import SourceError
from server.commands.freeze import refuse
from server.commands.opened_source import NoSourceError
from server.options.progress import CompilingBar
from server.options.source import SourceOptions

if TYPE_CHECKING:
    from compiler.pipeline.engine import Engine

LOCAL, DASK = "local", "dask="
MEMORY_SHARE = 0.8  # of the memory of the machine or container
LINE_SECONDS = 10.0  # between two lines of progress where standard error is no terminal


class BuildChoice(NamedTuple):
    """What the options of the command say beside those of all commands. Sizes are in bytes."""

    on: str
    workers_read: str | None
    max_files: int
    max_bytes: int
    max_memory: int | None
    key: Path | None


def parse_on(context: click.Context, option: click.Parameter, value: str) -> str:  # noqa: ARG001
    """Return where to build. Raises click.BadParameter."""
    if value != LOCAL and not value.removeprefix(DASK).strip():
        raise click.BadParameter("dask=ADDRESS names no address, such as dask=tcp://host:8786.", param=option)
    if value != LOCAL and not value.startswith(DASK):
        raise click.BadParameter(f"'{value}' is neither 'local' nor 'dask=ADDRESS'.", param=option)
    return value


def write_build(source: str, output: Path, options: SourceOptions, choice: BuildChoice) -> int:
    """Build a source into a file and return its size in bytes. Raises click.ClickException."""
    from compiler.pipeline.budget import ENTRIES_PER_FILE, Budget, memory_of_machine
    from compiler.workspace.building import BuildOptions, build_frozen

    refuse(output, source)
    if options.other_sources or options.signed_by:
        raise click.UsageError("A build has one source: --beside and --require-signature are of other commands.")
    memory = choice.max_memory if choice.max_memory is not None else _usual_memory(memory_of_machine())
    entries = ENTRIES_PER_FILE * choice.max_files
    budget = Budget(choice.max_files, choice.max_bytes, entries, memory)
    with ExitStack() as opened:
        bar = opened.enter_context(CompilingBar())
        building = BuildOptions(
            options.revision,
            options.as_of,
            options.exclude,
            options.cache,
            options.jobs,
            budget,
            choice.key,
            _engine_maker(source, choice, opened) if choice.on != LOCAL else None,
        )
        signal.signal(signal.SIGINT, signal.default_int_handler)  # so that nothing half-written is left
        signal.signal(signal.SIGTERM, _ended)
        try:
            build_frozen(source, output, building, _Progress(bar))
        except SourceError as error:
            raise NoSourceError(str(error)) from None
    return output.stat().st_size


def _usual_memory(of_machine: int | None) -> int | None:
    """Return what the process may have: less than all, for the build ends before it is used up."""
    return None if of_machine is None else int(of_machine * MEMORY_SHARE)


def _ended(_signal: int, _frame: object) -> None:
    sys.exit(128 + signal.SIGTERM)


def _engine_maker(source: str, choice: BuildChoice, opened: ExitStack) -> "Callable[[str, str | None], Engine]":
    def make(path: str, commit: str | None) -> "Engine":
        from compiler.engine.dask_engine import DaskEngine
        from compiler.engine.readers import reader_of

        reader = reader_of(_read_by_workers(source, path, choice, commit), commit)
        engine = DaskEngine(choice.on.removeprefix(DASK), reader)
        opened.callback(engine.close)
        return engine

    return make


def _read_by_workers(source: str, path: str, choice: BuildChoice, commit: str | None) -> str:
    """Return where workers read a source: the path is that of SOURCE, or of a source of that workspace."""
    place = Path(path).resolve()
    folder = place.parent if commit is None and place.is_file() else place
    if choice.workers_read is None:
        return str(folder)
    whole = Path(source).resolve()
    whole = whole.parent if whole.is_file() else whole
    is_below = folder != whole and folder.is_relative_to(whole)
    return f"{choice.workers_read}/{folder.relative_to(whole).as_posix()}" if is_below else choice.workers_read


class _Progress:
    """Shows how much is done: as a bar on a terminal, elsewhere as a line now and then."""

    def __init__(self, bar: CompilingBar) -> None:
        self._bar = bar
        self._start = self._told = time.monotonic()
        self._has_terminal = sys.stderr is not None and sys.stderr.isatty()

    def __call__(self, done: float) -> None:
        self._bar(done)
        now = time.monotonic()
        if not self._has_terminal and now - self._told >= LINE_SECONDS:
            self._told = now
            click.echo(f"{done:4.0%} after {now - self._start:.0f} s", err=True)
