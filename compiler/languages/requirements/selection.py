"""Which files of a project are of one sort, by their paths: folders, patterns, and what is skipped."""

from dataclasses import dataclass
from fnmatch import fnmatchcase


@dataclass(frozen=True, slots=True)
class Selection:
    """Which files are of one sort: those below the directories that fit a pattern and are not skipped."""

    directories: tuple[str, ...]
    patterns: tuple[str, ...] = ()
    skipped_files: tuple[str, ...] = ()
    skipped_folders: tuple[str, ...] = ()

    def holds(self, path: str) -> bool:
        """Whether a file is one of them. The path is that below the folder of the configuration."""
        inside = next((rest for one in self.directories if (rest := _below(one, path)) is not None), None)
        if inside is None:
            return False
        name = path.rpartition("/")[2]
        if self.patterns and not any(
            fnmatchcase(name, one) or fnmatchcase(inside, one) or ("/" in one and is_globbed(inside, one))
            for one in self.patterns
        ):
            return False
        return not self._skips(path, name)

    def _skips(self, path: str, name: str) -> bool:
        folders = path.split("/")[:-1]
        if any(_fits(path, one) if "/" in one else fnmatchcase(name, one) for one in self.skipped_files):
            return True
        return any(
            _fits(path, f"{one.rstrip('/')}/*") or is_globbed(path, f"{one.rstrip('/')}/**")
            if "/" in one
            else any(fnmatchcase(part, one) for part in folders)
            for one in self.skipped_folders
        )


def _fits(path: str, pattern: str) -> bool:
    return fnmatchcase(path, pattern) or is_globbed(path, pattern)


def is_globbed(path: str, pattern: str) -> bool:
    """Whether a path fits a pattern folder by folder: `*` stays within a name, `**` is any number of folders."""
    parts = path.split("/")
    taken = {0}  # how many parts the pattern may have used up so far
    for one in pattern.removeprefix("./").split("/"):
        if one == "**":
            taken = set(range(min(taken), len(parts) + 1))
        else:
            taken = {at + 1 for at in taken if at < len(parts) and fnmatchcase(parts[at], one)}
        if not taken:
            return False
    return len(parts) in taken


def _below(folder: str, path: str) -> str | None:
    # "." and "" both stand for the folder of the configuration itself.
    folder = folder.removeprefix("./").strip("/")
    if folder in ("", "."):
        return path
    return path[len(folder) + 1 :] if path.startswith(f"{folder}/") else None
