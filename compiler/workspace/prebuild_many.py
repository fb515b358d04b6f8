"""Revisions of a source made ready at the same time: one here, each other in a process of its own.

A server has threads, so it may not fork: the processes are begun anew, which pays where there is much to compile. One
that does not succeed costs time only: whoever opens its revision compiles it.
"""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from compiler.build.pipeline import look_up
from compiler.workspace.compile import compile_options, prebuild
from compiler.workspace.inputs import source_input

MANY = 100  # files; of fewer, all are compiled before a process has begun
_ROOT = Path(__file__).resolve().parents[2]
_PROGRAM = """
import sys
sys.path.insert(0, sys.argv[1])
from compiler import prebuild
prebuild(sys.argv[2], revision=sys.argv[3])
"""


def prebuild_many(path: str | os.PathLike[str], commits: Iterable[str]) -> None:
    """Sees to it that the snapshots of revisions are kept, where several are to be made that are large. Raises
    SourceError when one cannot be compiled."""
    missing = [one for one in commits if _is_to_be_made(path, one)]
    if len(missing) > 1:
        with contextlib.ExitStack() as running:
            for commit in missing[1:]:
                running.enter_context(_begun(path, commit))
            prebuild(path, revision=missing[0])


def _is_to_be_made(path: str | os.PathLike[str], commit: str) -> bool:
    """Whether the snapshot of a revision is not kept, and large."""
    with source_input(path, commit) as given:
        found = look_up(given.build_input, compile_options(use_cache=True))
        return found.cached is None and len(found.paths) >= MANY


@contextlib.contextmanager
def _begun(path: str | os.PathLike[str], commit: str) -> Iterator[None]:
    """With another process that makes the snapshot of a revision ready; it is waited for."""
    # -P: nothing is imported from the current directory, which may be the source.
    command = [sys.executable, "-P", "-c", _PROGRAM, os.fspath(_ROOT), os.fspath(path), commit]
    nothing = subprocess.DEVNULL  # what this process reads and writes may be a protocol
    try:
        process = subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing)
    except OSError:
        yield
        return
    with process:
        yield
