"""What refreshes and proposals cost in processor time, when one file of many differs: `python -m
harness.benchmarks.refresh_costs`.

The edits are those that agents make in each language (`agent_edits`). Nothing runs beside: the tasks of the process
that compiles for a server run in this one. So the figures are steady on a busy machine, and can be compared between two
versions. Beside each refresh a build of a source of that one file is measured, without any cache but that of the
grammars. `--profile refresh` or `--profile propose_change` shows where
the time goes, `--only KIND` for which edits; `--language NAME` makes edits of these languages only.
"""

import argparse
import cProfile
import os
import pstats
import shutil
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from time import process_time
from typing import Any

import queries
from compiler import compile_source
from compiler.pipeline.options import Resident
from compiler.workspace.idle_work import IdleWork
from compiler.workspace.interface import Workspace
from compiler.workspace.opening import watched_snapshot, workspace_of
from compiler.workspace.prebuilt import open_prebuilt
from compiler.workspace.source_request import SourceRequest
from compiler.workspace.tasks import TASKS
from compiler.workspace.work_process import Check, WorkProcess, nothing
from harness.benchmarks.agent_edits import KINDS, LANGUAGES, AgentEdit, agent_edits, make
from harness.benchmarks.edit_times import EditTimes
from harness.benchmarks.generate import write

FIRST = 1  # rounds in which everything is loaded


class TasksHere(WorkProcess):
    """Runs the tasks of the process that compiles in the thread that asks, and what they put off when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.resident = Resident()

    def run(self, task: str, *arguments: Any, check: Check = nothing) -> Any:  # noqa: ARG002
        """Return what a task returns."""
        return TASKS[task](*arguments, **({"resident": self.resident} if task in ("compiled", "proposed") else {}))


class Server:
    """What a server does at a call, without the server."""

    def __init__(self, source: Path) -> None:
        process = TasksHere()
        compiled = process.run("compiled", str(source), None, (), {}, None, True)
        snapshot = open_prebuilt(compiled[0], None)
        assert snapshot is not None
        self._idle = IdleWork(process.resident)
        workspace = workspace_of(snapshot, SourceRequest(source, keep=True), process=process)
        current = watched_snapshot(snapshot, SourceRequest(source, keep=True), process=process)
        self._workspace: Workspace = replace(workspace, current=current)

    def call(self, tool: str, arguments: dict[str, Any]) -> None:
        """Answer a call."""
        answer = queries.answer(self._workspace, tool, arguments)
        assert "error" not in answer, answer

    def rest(self) -> None:
        """Do what a server does when nobody waits: what was put off, and a look at the source."""
        self._idle.run()
        assert self._workspace.current is not None
        self._workspace.current.look()


def main() -> None:
    """Write a source, edit it in turns, and print the medians."""
    parser = argparse.ArgumentParser(prog="python -m harness.benchmarks.refresh_costs", description=__doc__)
    parser.add_argument("--files", type=int, default=1_000)
    parser.add_argument("--rounds", type=int, default=3, help="of all edits, after one to warm up")
    parser.add_argument("--profile", choices=("refresh", "propose_change"))
    parser.add_argument("--only", choices=KINDS, nargs="*", default=KINDS, help="kinds of edits that are counted")
    parser.add_argument("--language", choices=LANGUAGES, nargs="*", default=LANGUAGES, help="those that are edited")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="frieze-refreshing-") as folder, ThreadPoolExecutor(1) as thread:
        os.environ["XDG_CACHE_HOME"] = f"{folder}/cache"
        source = Path(folder) / "source"
        write(source, given.files)
        profile = cProfile.Profile(process_time) if given.profile else None

        def is_counted(edit: AgentEdit) -> bool:
            return edit.kind in given.only

        asked = (source, given.rounds, given.language, is_counted, given.profile, profile)
        times = thread.submit(_times, *asked, Path(folder) / "alone").result()
        print(times.shown("ms of processor time"))
        if profile:
            pstats.Stats(profile).sort_stats("cumulative").print_stats(90)


def _times(
    source: Path,
    rounds: int,
    languages: Sequence[str],
    is_counted: Callable[[AgentEdit], bool],
    profiled: str | None,
    profile: cProfile.Profile | None,
    alone: Path,
) -> EditTimes:
    """Make the edits, and return their times. `alone` is the folder for a source of one file."""
    server, times = Server(source), EditTimes()
    per_round = len(KINDS) * len(languages)
    for at, edit in enumerate(agent_edits(source, FIRST + rounds, languages)):
        counts = at >= FIRST * per_round and is_counted(edit)

        def timed(tool: str, arguments: dict[str, Any], counts: bool = counts) -> float:
            server.rest()
            began = process_time()
            with profile if profile and counts and tool == profiled else nullcontext():
                server.call(tool, arguments)
            return 1_000 * (process_time() - began)

        proposal = timed("propose_change", {"edits": [edit.proposed]})
        make(source, edit)
        refresh = timed("refresh", {})
        if counts:
            one_file = 0.0 if edit.content is None else _build_milliseconds(alone, edit.path, edit.content)
            times.add(edit, refresh, proposal, one_file)
    return times


def _build_milliseconds(folder: Path, path: str, content: str) -> float:
    shutil.rmtree(folder, ignore_errors=True)
    (folder / path).parent.mkdir(parents=True)
    (folder / path).write_text(content)
    began = process_time()
    compile_source(folder).close()
    return 1_000 * (process_time() - began)


if __name__ == "__main__":
    main()
