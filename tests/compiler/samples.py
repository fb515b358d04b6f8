"""The samples of `worlds`, each compiled once by a worker. Only for tests that change neither source nor snapshot."""

import shutil
from pathlib import Path

from compiler.store.snapshot import Snapshot
from tests.closing import compile_source, shared
from tests.paths import ROOT

WORLDS = ROOT / "worlds"


@shared
def all_samples() -> Snapshot:
    """All samples as one source, compiled without workers."""
    return compile_source(WORLDS, jobs=1)


@shared
def sample(name: str) -> Snapshot:
    """The sample of this name."""
    return compile_source(WORLDS / name)


def copied_samples(folder: Path, *names: str) -> Path:
    """A folder with copies of the samples of these names, for tests that change them."""
    for name in names:
        shutil.copytree(WORLDS / name, folder / name)
    return folder
