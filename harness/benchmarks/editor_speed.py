"""How fast an editor is answered: `python -m harness.benchmarks.editor_speed [--files 1000] [--rounds 15]`.

A mixed source is generated, and `frieze lsp` is started on it in a process of its own. A decision is opened. Then, in
turns, what stands at a link is asked for, and a link to nothing is typed, whose finding is waited for. The memory is
that of the server and of the processes that it has started.
"""

import argparse
import asyncio
import os
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from lsprotocol import types

from compiler import compile_source
from harness.benchmarks.generate import write
from tests.server.lsp.editor import Editor, editor

Times = dict[str, list[float]]


def cited_decision(root: Path) -> tuple[str, str]:
    """Return the file of a decision, and how it cites another."""
    sql = (
        "SELECT m.file, m.text FROM mention AS m JOIN decision AS d ON d.ref = m.target "
        "JOIN decision AS own ON own.file = m.file WHERE own.ref <> d.ref ORDER BY m.file LIMIT 1"
    )
    with compile_source(root) as snapshot:
        rows = [*snapshot.rows(sql)]
    return str(rows[0][0]), str(rows[0][1])


@asynccontextmanager
async def timed(times: Times, name: str) -> AsyncIterator[None]:
    """Add the milliseconds that the block takes."""
    start = perf_counter()
    yield
    times[name].append((perf_counter() - start) * 1_000)


async def measure(root: Path, rounds: int) -> Times:
    """Return the milliseconds of each answer, and the megabytes of the server, by what is measured."""
    path, cited = cited_decision(root)
    times: Times = defaultdict(list)
    async with editor(root, is_process=True) as opened:
        async with timed(times, "first findings"):
            text = opened.text(path)
            opened.open(path, f"{text}\n[it](gone.md)\n")
            await opened.until(partial(_is_told, opened, path, "gone.md"))
        place = opened.at(path, cited)
        for turn in range(rounds):
            await _ask(opened, place, times)
            async with timed(times, "findings behind a key"):
                opened.type(path, f"{text}\n[it](gone-{turn}.md)\n")
                await opened.until(partial(_is_told, opened, path, f"gone-{turn}.md"))
        server = opened.client._server
        assert server
        times["memory, MB"].append(_megabytes(server.pid))
    return times


async def _ask(opened: Editor, place: tuple[types.TextDocumentIdentifier, types.Position], times: Times) -> None:
    client = opened.client
    async with timed(times, "hover"):
        assert await client.text_document_hover_async(types.HoverParams(*place))
    async with timed(times, "definition"):
        assert await client.text_document_definition_async(types.DefinitionParams(*place))
    async with timed(times, "completion"):
        assert await client.text_document_completion_async(types.CompletionParams(*place))


def _is_told(opened: Editor, path: str, missing: str) -> bool:
    return any(missing in finding.message for finding in opened.told.get(opened.uri(path), []))


def _megabytes(process: int) -> float:
    """Return the memory of a process and of those that it has started, each page counted once."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text("ascii").split()
    rollup = Path(f"/proc/{process}/smaps_rollup").read_text("ascii")
    own = next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))
    return own / 1_024 + sum(_megabytes(int(child)) for child in children)


def main() -> None:
    """Print a line for each answer."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=1_000)
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    with TemporaryDirectory() as folder, TemporaryDirectory() as cache:
        os.environ["XDG_CACHE_HOME"] = cache
        write(Path(folder), options.files)
        for name, found in asyncio.run(measure(Path(folder), options.rounds)).items():
            print(f"{name:24} {median(found):8.1f} median {max(found):8.1f} at most")


if __name__ == "__main__":
    main()
