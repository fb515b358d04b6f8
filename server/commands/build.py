"""`frieze build`: the snapshot of a source of any size in one file. The sources of a workspace are built one by one, or
by the workers of a Dask cluster."""

import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from compiler import SourceError
from server.commands.dump import refuse_inside
from server.commands.freeze import refuse
from server.commands.opened_source import NoSourceError
from server.options.progress import CompilingBar
from server.options.source import SourceOptions
from server.people.plain_text import cell

if TYPE_CHECKING:
    from compiler.workspace.building import Counts, RunTasks

LOCAL, DASK = "local", "dask="
MEMORY_SHARE = 0.8  # of the memory of the machine or container
LINE_SECONDS = 10.0  # between two lines of progress where standard error is no terminal


class BuildChoice(NamedTuple):
    """What the options of the command say beside those of all commands. Sizes are in bytes."""

    each: Path | None
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


def write_build(source: str, output: Path | None, options: SourceOptions, choice: BuildChoice) -> "Counts | None":
    """Build a source into a file, and return what became of the sources of a workspace. Raises
    click.ClickException."""
    from compiler.pipeline.budget import ENTRIES_PER_FILE, Budget, memory_of_machine
    from compiler.workspace.building import BuildOptions, build_frozen

    _refuse(source, output, options, choice)
    memory = choice.max_memory if choice.max_memory is not None else _usual_memory(memory_of_machine())
    entries = ENTRIES_PER_FILE * choice.max_files
    budget = Budget(choice.max_files, choice.max_bytes, entries, memory)
    with CompilingBar() as bar:
        building = BuildOptions(
            options.revision,
            options.as_of,
            options.exclude,
            options.cache,
            options.jobs,
            budget,
            choice.key,
            choice.each,
            _cluster(source, choice) if choice.on != LOCAL else None,
        )
        signal.signal(signal.SIGINT, signal.default_int_handler)  # so that nothing half-written is left
        signal.signal(signal.SIGTERM, _ended)
        try:
            return build_frozen(source, output, building, _Progress(bar))
        except SourceError as error:
            raise NoSourceError(str(error)) from None


def _refuse(source: str, output: Path | None, options: SourceOptions, choice: BuildChoice) -> None:
    """Raise click.UsageError for options that do not go together."""
    if output is None and choice.each is None:
        raise click.UsageError("Name what to write: -o FILE.frieze, --each FOLDER, or both.")
    if output:
        refuse(output, source)
    if choice.each:
        refuse_inside(choice.each, source)
    elif choice.on != LOCAL:
        raise click.UsageError("--on dask= goes with --each FOLDER, a folder that the workers and this machine share.")
    if output is None and (choice.key or options.as_of):
        raise click.UsageError("--sign and --as-of are of the file that -o names.")
    if options.other_sources or options.signed_by:
        raise click.UsageError("A build has one source: --beside and --require-signature are of other commands.")


def _usual_memory(of_machine: int | None) -> int | None:
    """Return what the process may have: less than all, for the build ends before it is used up."""
    return None if of_machine is None else int(of_machine * MEMORY_SHARE)


def _ended(_signal: int, _frame: object) -> None:
    sys.exit(128 + signal.SIGTERM)


def _cluster(source: str, choice: BuildChoice) -> "RunTasks":
    from compiler.cluster.dask_cluster import DaskCluster

    here = Path(source).resolve()
    root = here.parent if here.is_file() else here

    def place(path: str) -> str:
        """Where workers read what is at a path here: below --workers-read what is below the workspace."""
        real = Path(path).resolve()
        if choice.workers_read is None or not real.is_relative_to(root):
            return path
        return f"{choice.workers_read}/{real.relative_to(root).as_posix()}"

    return DaskCluster(choice.on.removeprefix(DASK), place).run


def lines_of(counts: "Counts") -> Iterator[str]:
    """Give what became of the sources of a workspace, for people: a line for each problem, and the counts."""
    for name, problem in counts.problems.items():
        yield f"The source {name} was not built. {cell(problem)}"
    total = counts.built + counts.kept + len(counts.problems)
    yield f"{total:,} sources: {counts.built:,} built, {counts.kept:,} unchanged, {len(counts.problems):,} not built"


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
