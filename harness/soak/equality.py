"""Random edits in sequence: `python -m harness.soak.equality --edits 10000 --seed 1`.

`--seeds 1-100 --edits 100 --mixed 2` makes 100 edits with each of 100 seeds, each on two samples that the seed draws. A
small source takes less time for a whole build, so that more edits are tried; other seeds may run beside or later.

Each edit is proposed, made and refreshed. Then the snapshot must equal a whole build without a cache, row by row, and
what the proposal promised must be what the refresh tells. What differs is printed, with the folders before and after
the edit; the exit status is 1.
"""

import argparse
import os
import shutil
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeVar

from compiler import compile_source
from compiler.model.source import ANY_FOLDER, FileDifference
from compiler.store.snapshot import Snapshot
from compiler.workspace.embeddings import embedder, wordllama
from compiler.workspace.interface import Edit as ProposedEdit
from compiler.workspace.interface import Proposal
from compiler.workspace.opening import watched_snapshot
from compiler.workspace.proposal import propose
from compiler.workspace.source_request import SourceRequest
from compiler.workspace.work_process import WorkProcess
from harness.soak.edits import Edit, Editor
from queries.revisions.difference import Difference
from tests.compiler.pipeline.table_rows import comparable, differing
from tests.paths import ROOT

T = TypeVar("T")


class Mismatch(NamedTuple):
    """An edit after which something was not as promised."""

    number: int
    kind: str
    files: tuple[str, ...]
    problem: str


class Run:
    """A server's snapshot beside a folder that is edited."""

    def __init__(self, folder: Path, seed: int, samples: Sequence[str] = ()) -> None:
        """`folder` is empty; the source is made in it, of some of the sample sources, or of all."""
        self.source = folder / "source"
        for name in samples or sorted(path.name for path in (ROOT / "worlds").iterdir()):
            if (ROOT / "worlds" / name).is_dir():
                shutil.copytree(ROOT / "worlds" / name, self.source / name)
        self._before = folder / "before"
        self._kept = folder
        self._editor = Editor(self.source, seed)
        self._process = WorkProcess()
        # In a thread the process compiles, as for a server. It would use a model that is installed.
        self._thread = ThreadPoolExecutor(1) if wordllama.found() is None else None
        self._snapshot = compile_source(self.source, keep=True)
        self._current = watched_snapshot(self._snapshot, SourceRequest(self.source, keep=True), process=self._process)
        self.kinds: Counter[str] = Counter()
        self.proposed = 0

    def edits(self, count: int, *, keep_folders: bool = False) -> Iterator[Mismatch]:
        """Make edits, and give what goes wrong. `keep_folders` leaves the source before and after each such edit."""
        for number in range(1, count + 1):
            kind, edit = self._editor.draw()
            self.kinds[kind] += 1
            if keep_folders:
                shutil.rmtree(self._before, ignore_errors=True)
                shutil.copytree(self.source, self._before)
            problems = list(self._step(edit))
            for problem in problems:
                yield Mismatch(number, kind, tuple(edit), problem)
            if problems and keep_folders:
                for name, folder in (("before", self._before), ("after", self.source)):
                    shutil.copytree(folder, self._kept / f"edit-{number}-{name}")

    def close(self) -> None:
        """Close what is open."""
        self._snapshot.close()
        self._process.close()
        if self._thread is not None:
            self._thread.shutdown()

    def _as_served(self, function: Callable[..., T], *arguments: Any, **options: Any) -> T:
        """Return what a function returns in a thread of a server."""
        if self._thread is None:
            return function(*arguments, **options)
        return self._thread.submit(partial(function, *arguments, **options)).result()

    def _step(self, edit: Edit) -> Iterator[str]:
        proposal = self._propose(edit)
        self._editor.make(edit)
        differs = bool(self._current.look().files)
        done = self._as_served(self._current.refresh)
        if differs != (done.before.id != done.after.id):
            yield f"the source is told to differ: {differs}, and refresh says {not differs}"
        refreshed = comparable(done.after)
        if proposal is not None:
            self.proposed += 1
            with proposal.base, proposal.overlay:
                if different := differing(comparable(proposal.overlay), refreshed):
                    yield f"proposal and refresh differ in {different}"
                if _told(proposal.base, proposal.overlay) != _told(done.before, done.after):
                    yield "the proposal promised other changes than the refresh tells"
                if not _tells_all(proposal.base, proposal.overlay):
                    yield "the proposal promised other changes than all its rows tell"
                told = tuple(
                    file for file in done.files if not file.path.startswith(ANY_FOLDER)
                )  # names of such a file
                if (promised := _of_source(proposal)) != told:
                    yield f"the proposal promised {promised}, the refresh tells {told}"
        if not _tells_all(done.before, done.after):
            yield "the refresh tells other changes than all rows do"
        with compile_source(self.source) as whole:
            if different := differing(refreshed, comparable(whole)):
                yield f"refresh and whole build differ in {different}"
        if done.after is not done.before:
            self._snapshot = done.after
            done.before.close()

    def _propose(self, edit: Edit) -> Proposal | None:
        """Propose an edit; None if it cannot be: bytes that are no text are not proposed."""
        try:
            asked = [
                ProposedEdit(path, delete=True) if content is None else ProposedEdit(path, content=content.decode())
                for path, content in edit.items()
            ]
        except UnicodeDecodeError:
            return None
        request = SourceRequest(self.source, keep=True)
        return self._as_served(propose, request, asked, self._process) if asked else None


def _of_source(proposal: Proposal) -> tuple[FileDifference, ...]:
    """The files that a proposal changes and that a build looks for. A refresh does not tell others."""
    paths = {path for one in (proposal.base, proposal.overlay) for (path,) in one.rows("SELECT path FROM source_state")}
    return tuple(file for file in proposal.files if file.path in paths)


def _told(before: Snapshot, after: Snapshot) -> Any:
    """What a difference tells: changes, their counts, and how many objects moved."""
    difference = Difference(before, after)
    return difference.changes, difference.counts(), difference.shifted


def _tells_all(before: Snapshot, after: Snapshot) -> bool:
    """Whether a difference tells what it would if it read all rows, not only those that the build replaced."""
    everything = Difference(before, after, read_all=True)
    return bool(_told(before, after) == (everything.changes, everything.counts(), everything.shifted))


def main() -> int:
    """Run, print what was found, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m harness.soak.equality", description=__doc__)
    parser.add_argument("--edits", type=int, default=10_000, help="with each seed")
    parser.add_argument("--seed", type=int, default=1, help="another seed draws other edits")
    parser.add_argument("--seeds", default="", help="the first and the last of several, such as 1-100")
    parser.add_argument("--samples", nargs="*", default=(), help="folders of worlds/ to begin with; default: all")
    parser.add_argument("--mixed", type=int, default=0, help="begin with so many folders that the seed draws")
    given = parser.parse_args()
    first, _, last = (given.seeds or str(given.seed)).partition("-")
    folder = Path(tempfile.mkdtemp(prefix="frieze-soak-"))
    os.environ["XDG_CACHE_HOME"] = os.fspath(folder / "cache")
    embedder.installed = lambda: None  # type: ignore[assignment]  # vectors are tested on their own
    for number in (signal.SIGINT, signal.SIGTERM):  # either ends a run early, also one in the background
        signal.signal(number, signal.default_int_handler)
    kinds, found, proposed = Counter[str](), 0, 0
    with suppress(KeyboardInterrupt):
        for seed in range(int(first), int(last or first) + 1):
            run = Run(folder / str(seed), seed, given.samples or _drawn(seed, given.mixed))
            try:
                for edit in run.edits(given.edits, keep_folders=True):
                    found += 1
                    files = ", ".join(edit.files[:3])
                    print(f"seed {seed}, edit {edit.number} ({edit.kind}) of {files}: {edit.problem}", flush=True)
            finally:
                run.close()
                kinds += run.kinds
                proposed += run.proposed
                told = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
                print(
                    f"up to seed {seed}: {kinds.total():,} edits ({told}), {proposed:,} proposed: {found} differences"
                )
                sys.stdout.flush()
            if not found:
                shutil.rmtree(folder / str(seed))
    if found:
        print(f"the folders before and after are in {folder}")
    else:
        shutil.rmtree(folder)
    return 1 if found else 0


def _drawn(seed: int, count: int) -> Sequence[str]:
    """Return the names of some samples, drawn by a seed; none if all are wanted."""
    names = sorted(path.name for path in (ROOT / "worlds").iterdir() if path.is_dir())
    return Random(seed).sample(names, count) if count else ()


if __name__ == "__main__":
    sys.exit(main())
