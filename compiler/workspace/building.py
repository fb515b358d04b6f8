"""Builds the snapshot of a source of any size into a frozen file.

Of a workspace each source is built by itself, here or by the workers of a cluster, into a file of its own
(`compiler.workspace.member_files`), and all are merged.
"""

import gc
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import orjson
import tomlkit

from compiler.disk.regular_file import read_regular, write_regular
from compiler.disk.stamps import stamp_of_file
from compiler.model.reasons import system_reason
from compiler.model.source import SourceError
from compiler.pipeline.budget import Budget, OutOfBudgetError
from compiler.pipeline.lone_process import EndedError, run_alone
from compiler.pipeline.options import Progress
from compiler.pipeline.pool import BYTES_PER_WORKER, worker_count, worker_pool
from compiler.pipeline.settings.settings_file import MAX_SETTINGS_BYTES, SETTINGS_FILE, SOURCES
from compiler.store.frozen.frozen_file import open_frozen, write_frozen
from compiler.store.frozen.identity import SUFFIX, is_frozen
from compiler.store.snapshot import Snapshot
from compiler.workspace.context import with_context
from compiler.workspace.identity import identity
from compiler.workspace.inputs import source_input
from compiler.workspace.member_builds import BuiltMember, excluded, refuse_wrong_place
from compiler.workspace.member_files import MemberOutcome, MemberTask, build_member, built_whole
from compiler.workspace.merged_snapshot import merged_in_file
from compiler.workspace.workspace_file import Federation, Member, named_federation

MEMBERS_SHARE = 0.8  # of the work: merging them is the rest
MOST_REASONS = 3  # that an error names
WRITTEN = "Written by `frieze build --each`: a file for each source of a workspace."
SOURCES_PER_PROCESS = 4  # where there are so many, each is built by one process, and else by all, one after the other

# Runs tasks, and gives the place of each and what became of it, in any order. Raises SourceError.
RunTasks = Callable[[Sequence[MemberTask]], Iterator[tuple[int, MemberOutcome]]]


class BuildOptions(NamedTuple):
    """How to build. `budget` is that of each source. Of a workspace, `each` is the folder in which the files of its
    sources stay, None for none, and `cluster` runs the tasks elsewhere."""

    revision: str | None = None
    as_of: str | None = None
    exclude: tuple[str, ...] = ()
    use_cache: bool = True
    jobs: int | None = None
    budget: Budget | None = None
    key: Path | None = None
    each: Path | None = None
    cluster: RunTasks | None = None


class Counts(NamedTuple):
    """What became of the sources of a workspace."""

    built: int
    kept: int
    problems: dict[str, str]  # by the names of sources that cannot be read


def build_frozen(
    path: str | os.PathLike[str], output: Path | None, options: BuildOptions, progress: Progress
) -> Counts | None:
    """Build the snapshot of a path and write it to the frozen file `output`, whole or not at all; with none, only the
    files of the sources. The file has the same bytes whatever was built before, and wherever that was done. Returns
    what became of the sources, None for a single one. Raises SourceError."""
    if is_frozen(path):
        raise SourceError(f"'{path}' is a frozen snapshot: there is nothing to build.")
    federation = named_federation(path, options.revision)
    if federation is None and (options.each or options.cluster):
        raise SourceError(f"'{path}' is one source: a file for each, and a cluster, are of the sources of a workspace.")
    try:
        if federation:
            return _build_workspace(federation, output, options, progress)
        assert output is not None
        task = _task(os.fspath(path), options.revision, options.exclude, output, options)
        with (
            source_input(path, options.revision, options.exclude) as given,
            built_whole(given, _draft(output), task, progress) as snapshot,
        ):
            _write(snapshot, output, options)
    except (OSError, sqlite3.Error) as error:
        raise SourceError(f"Cannot build '{output or options.each}': {system_reason(error)}") from None
    return None


def _draft(output: Path) -> Path:
    return output.with_name(f"{output.name}.{os.getpid()}.build")


def _write(snapshot: Snapshot, output: Path, options: BuildOptions) -> None:
    stated = with_context(snapshot, revision=snapshot.meta["revision"], as_of=options.as_of)
    write_frozen(stated, output, key=options.key)


def _task(path: str, revision: str | None, exclude: tuple[str, ...], output: Path, options: BuildOptions) -> MemberTask:
    drafts = "" if options.cluster else os.fspath(output.parent)
    built_by = " ".join(identity().values())
    budget = asdict(options.budget or Budget())
    file = os.fspath(output.absolute())
    return MemberTask(path, revision, exclude, file, built_by, drafts, options.use_cache, options.jobs, budget)


def _build_workspace(federation: Federation, output: Path | None, options: BuildOptions, progress: Progress) -> Counts:
    """Build the sources, each into its file, and merge them. A source that cannot be read costs itself."""
    with ExitStack() as opened:
        folder = options.each
        if folder is None:
            assert output is not None
            made = TemporaryDirectory(prefix=f"{output.name}.", suffix=".build", dir=output.parent)
            folder = Path(opened.enter_context(made))
        else:
            folder.mkdir(parents=True, exist_ok=True)
            _refuse_other_list(folder)
        share = MEMBERS_SHARE if output else 1.0
        outcomes = _outcomes(federation, folder, options, lambda done: progress(share * done))
        if options.each:
            _write_list(folder, federation, outcomes)
            _refuse_all_broken(outcomes)
        if output:
            is_checked = options.cluster is None  # by this command, which wrote or opened each file
            members = [
                _built_member(member, folder, outcomes[member.name], opened, is_checked=is_checked)
                for member in federation.members
            ]
            _write(opened.enter_context(merged_in_file(federation, members, _draft(output))), output, options)
        progress(1.0)
    problems = {name: outcome.problem for name, outcome in outcomes.items() if outcome.problem}
    kept = sum(outcome.is_kept for outcome in outcomes.values())
    return Counts(len(outcomes) - kept - len(problems), kept, problems)


def _outcomes(
    federation: Federation, folder: Path, options: BuildOptions, progress: Progress
) -> dict[str, MemberOutcome]:
    """Build each source into its file, and return what became of it by its name. Raises SourceError."""
    outcomes: dict[str, MemberOutcome] = {}
    members = []
    for member in federation.members:
        try:
            refuse_wrong_place(member)
            if member.place != "frozen":
                members.append(member)
                continue
            if options.each:
                with closing(open_frozen(member.path)) as snapshot:
                    write_frozen(snapshot, _file(folder, member))
            outcomes[member.name] = MemberOutcome(is_kept=True)
        except SourceError as error:
            outcomes[member.name] = MemberOutcome(problem=str(error).replace(member.path, member.stated))
    tasks = [
        _task(member.path, member.revision, excluded(member, options.exclude), _file(folder, member), options)
        for member in members
    ]
    results = options.cluster(tasks) if options.cluster else _run_here(tasks, options.jobs, progress)
    for done, (at, outcome) in enumerate(results, 1):
        if outcome.is_out_of_budget:  # of the build, and not of this source
            raise OutOfBudgetError(outcome.problem)
        problem = outcome.problem.replace(members[at].path, members[at].stated)
        outcomes[members[at].name] = outcome._replace(problem=problem)
        progress(done / len(tasks))
    return outcomes


def _file(folder: Path, member: Member) -> Path:
    return folder / f"{member.name}{SUFFIX}"


def _run_here(tasks: Sequence[MemberTask], jobs: int | None, progress: Progress) -> Iterator[tuple[int, MemberOutcome]]:
    """Run tasks in processes of this machine."""
    processes = worker_count(jobs, len(tasks) * BYTES_PER_WORKER)
    if len(tasks) < SOURCES_PER_PROCESS * processes or processes == 1:
        for at, task in enumerate(tasks):
            if at:
                gc.collect()  # what the source before needed no more
            yield at, build_member(task, partial(_go_on, progress, at, len(tasks)))
        return

    def run(number: int) -> bytes:
        return orjson.dumps([*build_member(tasks[number]._replace(jobs=1))])

    with worker_pool(run, range(len(tasks)), processes) as pool:
        for at in range(len(tasks)):
            body = pool.result(at)
            if not body and pool.is_lost(at):
                try:
                    body = run_alone(partial(run, at))
                except EndedError as error:
                    yield at, MemberOutcome(problem=f"The process that built it ended each time: {error}.")
                    continue
            yield at, MemberOutcome(*orjson.loads(body)) if body else build_member(tasks[at])


def _go_on(progress: Progress, at: int, count: int, done: float) -> None:
    progress((at + done) / count)


def _built_member(
    member: Member, folder: Path, outcome: MemberOutcome, opened: ExitStack, *, is_checked: bool
) -> BuiltMember:
    """Open the file of a source, to be merged."""
    if outcome.problem:
        return BuiltMember(member, f"problem {outcome.problem}", problem=outcome.problem)
    try:
        if member.place == "frozen":
            snapshot = open_frozen(member.path)
        else:
            file = _file(folder, member)
            snapshot = open_frozen(file, verified=stamp_of_file(file) if is_checked else None)
        opened.enter_context(closing(snapshot))
    except SourceError as error:  # of a frozen file, or of one on a disk that others write too
        reason = str(error).replace(member.path, member.stated)
        return BuiltMember(member, f"problem {reason}", problem=reason)
    return BuiltMember(member, snapshot.id, snapshot=snapshot, revision=snapshot.meta["revision"])


def _refuse_all_broken(outcomes: Mapping[str, MemberOutcome]) -> None:
    """Raise SourceError if there is no file of any source."""
    if all(outcome.problem for outcome in outcomes.values()):
        reasons = "; ".join(f"{name}: {outcome.problem}" for name, outcome in list(outcomes.items())[:MOST_REASONS])
        raise SourceError(f"No source of the workspace can be built. {reasons}")


def _refuse_other_list(folder: Path) -> None:
    """Raise SourceError if a folder has a workspace file that `_write_list` did not write."""
    with suppress(FileNotFoundError):
        if not read_regular(folder / SETTINGS_FILE, MAX_SETTINGS_BYTES).startswith(f"# {WRITTEN}".encode()):
            raise SourceError(f"'{folder}' has its own {SETTINGS_FILE}, which is not overwritten: name another folder.")


def _write_list(folder: Path, federation: Federation, outcomes: Mapping[str, MemberOutcome]) -> None:
    """Write the workspace file of the folder: its files are the sources."""
    settings = tomlkit.document()
    settings.add(tomlkit.comment(WRITTEN))
    if federation.check:
        settings["check"] = federation.check
    tables = tomlkit.aot()
    for member in federation.members:
        table = tomlkit.table()
        if problem := outcomes[member.name].problem:
            table.add(tomlkit.comment(f"There is no such file: {' '.join(problem.split())}"))
        table["name"], table["frozen"] = member.name, f"{member.name}{SUFFIX}"
        if member.near:
            table["near"] = sorted(member.near)
        tables.append(table)
    settings[SOURCES] = tables
    write_regular(folder / SETTINGS_FILE, tomlkit.dumps(settings).encode())
