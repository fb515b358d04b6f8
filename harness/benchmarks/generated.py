"""The generated sources that benchmarks share. Each size is written once a run; a benchmark may change the files."""

import shutil
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self

from harness.benchmarks.generate import write


class Sources:
    """Folders of generated files, deleted at the end of the run."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="frieze-benchmarks-sources-"))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)

    def of(self, files: int) -> Path:
        """The folder of a source with that many files."""
        folder = self._folder / f"{files}-files"
        if not folder.exists():
            write(folder, files)
        return folder


def megabytes(source: Path) -> float:
    """The size of all files of a source, in millions of bytes."""
    return sum(path.stat().st_size for path in source.rglob("*") if path.is_file()) / 1e6
