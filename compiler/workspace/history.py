"""The history of a source, read for one answer: its log, and a few files of it at some commit."""

import time
from collections.abc import Callable, Collection, Mapping

from compiler.store.snapshot import Snapshot
from compiler.workspace.git.logged import ChangeLog

SECONDS = 20.0  # of reading for one answer


class RepositoryHistory:
    """The history of a source in a repository (`compiler.workspace.interface.History`)."""

    def __init__(
        self,
        read_log: Callable[[float], ChangeLog],
        compile_files: Callable[[str, Collection[str]], Snapshot],
        read_texts: Callable[[Collection[str]], Mapping[str, str]],
    ) -> None:
        """`read_log` is given the seconds that it may take."""
        self._end = time.monotonic() + SECONDS
        self._compile_files = compile_files
        self._read_texts = read_texts
        self.log = read_log(SECONDS)

    @property
    def is_over(self) -> bool:
        return time.monotonic() > self._end

    def files(self, commit: str, paths: Collection[str]) -> Snapshot:
        return self._compile_files(commit, paths)

    def texts(self, ids: Collection[str]) -> Mapping[str, str]:
        return self._read_texts(ids)
