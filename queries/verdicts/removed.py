"""When a path went that something stands on, and where its file is now: by the log of commits, with nothing compiled.

A file is elsewhere if the commit that removed it added one file of the same content, or one of the same name that says
much the same. Nothing is said of a path that no commit removed, as the log has it.
"""

from compiler.workspace.git.logged import LoggedCommit
from compiler.workspace.interface import History

MAX_MOVES = 50  # of one file that are followed
MIN_SHARED = 0.5  # of the lines of a file that one of the same name must have


class Removals:
    """The commits of a history that removed files. Raises RevisionError where a file cannot be read."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._known: dict[str, LoggedCommit | None] = {}

    def commit(self, path: str) -> LoggedCommit | None:
        """Return the commit that removed a path; None if it is there, or no commit that was read changed it."""
        if path not in self._known:
            last = next((commit for commit in self._history.log.commits if path in commit.files), None)
            self._known[path] = last if last and not last.files[path][1] else None
        return self._known[path]

    def place(self, path: str) -> str:
        """Return where the file of a removed path is now; "" if that is not certain."""
        for _ in range(MAX_MOVES):
            commit = self.commit(path)
            if commit is None:
                return path
            path = self._moved(commit, path)
            if not path:
                break
        return ""

    def _moved(self, commit: LoggedCommit, path: str) -> str:
        """Return where a commit put the file that it removed; "" if it did not, or in several places."""
        removed = commit.files[path][0]
        came = {other: after for other, (before, after) in commit.files.items() if after and not before}
        same = [other for other, blob in came.items() if blob == removed]
        name = path.rpartition("/")[2]
        found = same or [other for other in came if other.rpartition("/")[2] == name]
        is_it = len(found) == 1 and (bool(same) or self._is_alike(removed, came[found[0]]))
        return found[0] if is_it else ""

    def _is_alike(self, removed: str, added: str) -> bool:
        """Whether two files share half of their lines. The arguments are git's ids of them."""
        texts = self._history.texts([removed, added])
        before, after = ({*texts.get(blob, "").split("\n")} - {""} for blob in (removed, added))
        return len(before & after) >= MIN_SHARED * max(len(before), len(after), 1)
