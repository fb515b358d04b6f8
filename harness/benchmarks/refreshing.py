"""How long a server takes to refresh and to propose when one file of many differs.

`python -m harness.benchmarks.refreshing`. The edits are those that agents make in each language (`agent_edits`). Times
are from the request to the answer, over standard input and output. Between two requests the server may do what it puts
off, and look at its source. Beside each refresh a build of a source of that one file is measured, in a process that has
compiled before: the goals are a refresh of 150 ms beyond that, and a proposal of 300 ms, at the median of all edits. A
busy machine tells nothing: `refresh_costs` measures processor time.
"""

import argparse
import os
import shutil
import tempfile
from pathlib import Path
from threading import Event
from time import perf_counter
from typing import Any

from compiler import compile_source
from harness.benchmarks.agent_edits import KINDS, LANGUAGES, agent_edits, make
from harness.benchmarks.edit_times import EditTimes
from harness.benchmarks.generate import write
from tests.server.processes import RawServer

FIRST = 1  # rounds in which the server warms up
PAUSE_SECONDS = 1.5


def main() -> None:
    """Write a source, edit it in turns, and print the medians."""
    parser = argparse.ArgumentParser(prog="python -m harness.benchmarks.refreshing", description=__doc__)
    parser.add_argument("--files", type=int, default=1_000)
    parser.add_argument("--rounds", type=int, default=3, help="of all edits, after one to warm up")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="frieze-refreshing-") as folder:
        os.environ["XDG_CACHE_HOME"] = f"{folder}/cache"
        source = Path(folder) / "source"
        write(source, given.files)
        print(_times(source, Path(folder) / "alone", given.rounds).shown("ms"))


def _times(source: Path, alone: Path, rounds: int) -> EditTimes:
    """Make the edits, and return their times. `alone` is the folder for a source of one file."""
    times, per_round = EditTimes(), len(KINDS) * len(LANGUAGES)
    with RawServer(source) as server:
        server.initialize()
        server.call("get_snapshot_info")
        for at, edit in enumerate(agent_edits(source, FIRST + rounds)):
            proposal = _milliseconds(server, "propose_change", {"edits": [edit.proposed]})
            make(source, edit)
            one_file = 0.0 if edit.content is None else _build_milliseconds(alone, edit.path, edit.content)
            refresh = _milliseconds(server, "refresh", {})
            if at >= FIRST * per_round:
                times.add(edit, refresh, proposal, one_file)
    return times


def _milliseconds(server: RawServer, tool: str, arguments: dict[str, Any]) -> float:
    Event().wait(PAUSE_SECONDS)
    began = perf_counter()
    result = server.call(tool, arguments)["result"]
    taken = 1_000 * (perf_counter() - began)
    assert not result.get("isError"), result
    return taken


def _build_milliseconds(folder: Path, path: str, content: str) -> float:
    """Measure a build of a source that has one file, without any cache but that of the grammars."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / path).parent.mkdir(parents=True)
    (folder / path).write_text(content)
    began = perf_counter()
    compile_source(folder).close()
    return 1_000 * (perf_counter() - began)


if __name__ == "__main__":
    main()
