"""What a log of commits says, in a module of its own: a server knows it before it reads a repository."""

from collections.abc import Mapping
from typing import NamedTuple

ChangedFiles = Mapping[str, tuple[str, str]]  # git's ids of a file before and after, by path; "" where it is not there

SHOWN_DIGITS = 12  # of a commit
# Why a log has no more commits.
FIRST = "first"  # the history begins there
LIMIT = "limit"
TIME = "time"
SHALLOW = "shallow"  # the clone has no older ones
DAMAGED = "damaged"  # an older one, or a folder of it, is missing, or it takes too much work to read
LARGE = "large"  # commits changed more files than are kept


class LoggedCommit(NamedTuple):
    """A commit, its first parent `base`, and the files of the source in which they differ. `base` is "" where the
    source was not there before."""

    id: str
    at: str
    subject: str
    base: str
    files: ChangedFiles

    @property
    def shown(self) -> str:
        """The commit as evidence names it: `3f2a9c1d5e6b (2026-03-01)`."""
        return f"{self.id[:SHOWN_DIGITS]} ({self.at[:10]})"


class ChangeLog(NamedTuple):
    """Commits along the first parents, the newest first, and why there are no more."""

    commits: tuple[LoggedCommit, ...]
    end: str


def renamed_from(files: ChangedFiles, path: str) -> list[str]:
    """Return the paths of which a commit only renamed the file that came at a path."""
    before, after = files[path]
    return [] if before else [other for other, ids in files.items() if ids == (after, "")]
