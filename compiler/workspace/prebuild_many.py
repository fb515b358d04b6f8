"""Builds the snapshots of several revisions into the cache at the same time, each but the first in its own process.

A server has threads, so it must not fork: new processes are started, which pays for large sources. A process that fails
costs time only: the revision is then compiled when it is opened.
"""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from compiler.pipeline.lookup import look_up
from compiler.workspace.inputs import compile_options, source_input
from compiler.workspace.prebuilding import prebuild
from compiler.workspace.served_settings import Settings

MIN_FILES = 100  # smaller sources are compiled before a process has started
_ROOT = Path(__file__).resolve().parents[2]
_PROGRAM = """
import sys
sys.path.insert(0, sys.argv[1])
from compiler import prebuild
prebuild(sys.argv[2], revision=sys.argv[3], exclude=tuple(sys.argv[4:]))
"""


def prebuild_many(
    path: str | os.PathLike[str],
    commits: Iterable[str],
    exclude: tuple[str, ...] = (),
    *,
    settings: Settings | None = None,
) -> None:
    """Build the snapshots of large revisions that the cache lacks, when there are several. Raises SourceError when the
    first cannot be compiled.

    A revision that is to be read with the served `settings` is left for when it is opened.
    """
    missing = [commit for commit in commits if _is_large_and_missing(path, commit, exclude, settings)]
    if len(missing) > 1:
        with contextlib.ExitStack() as running:
            for commit in missing[1:]:
                running.enter_context(_process(path, commit, exclude))
            prebuild(path, revision=missing[0], exclude=exclude)


def _is_large_and_missing(
    path: str | os.PathLike[str], commit: str, exclude: tuple[str, ...], settings: Settings | None
) -> bool:
    """Whether a revision has many files, its own settings, and no snapshot in the cache."""
    with source_input(path, commit, exclude, settings) as given:
        if given.has_served_settings:
            return False
        found = look_up(given.build_input, compile_options(use_cache=True))
        return found.cached is None and len(found.paths) >= MIN_FILES


@contextlib.contextmanager
def _process(path: str | os.PathLike[str], commit: str, exclude: tuple[str, ...]) -> Iterator[None]:
    """With a process that builds the snapshot of a revision; it is waited for at the end."""
    # -P: nothing is imported from the current directory, which may be the source.
    command = [sys.executable, "-P", "-c", _PROGRAM, os.fspath(_ROOT), os.fspath(path), commit, *exclude]
    nothing = subprocess.DEVNULL  # this process may speak a protocol over its standard input and output
    try:
        process = subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing)
    except OSError:
        yield
        return
    with process:
        yield
