"""Selects files by their paths: by folders, patterns and exclusions."""

from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from compiler.text.ignore_patterns import IgnorePatterns


@dataclass(frozen=True, slots=True)
class Selection:
    """The files below some directories that match a pattern (any, if there are none) and are not skipped.

    A directory may be a pattern too, `apps/**/test`.
    Files whose whole path matches one of `added` are selected too, wherever they lie.
    """

    directories: tuple[str, ...]
    patterns: tuple[str, ...] = ()
    skipped_files: tuple[str, ...] = ()
    skipped_folders: tuple[str, ...] = ()
    added: tuple[str, ...] = ()

    def holds(self, path: str) -> bool:
        """Whether a file is selected. `path` is relative to the folder of the configuration."""
        name = path.rpartition("/")[2]
        if any(matches_glob(path, pattern) for pattern in self.added):
            return not self._skips(path, name)
        inside = next((rest for directory in self.directories if (rest := _below(directory, path)) is not None), None)
        if inside is None:
            return False
        if self.patterns and not any(
            fnmatchcase(name, pattern)
            or fnmatchcase(inside, pattern)
            or ("/" in pattern and matches_glob(inside, pattern))
            for pattern in self.patterns
        ):
            return False
        return not self._skips(path, name)

    def _skips(self, path: str, name: str) -> bool:
        folders = path.split("/")[:-1]
        if any(_matches(path, file) if "/" in file else fnmatchcase(name, file) for file in self.skipped_files):
            return True
        return any(
            _matches(path, f"{folder.rstrip('/')}/*") or matches_glob(path, f"{folder.rstrip('/')}/**")
            if "/" in folder
            else any(fnmatchcase(part, folder) for part in folders)
            for folder in self.skipped_folders
        )


@dataclass(frozen=True, slots=True)
class NamedPages:
    """The files that patterns select, which are written as in a `.gitignore`."""

    directories: tuple[str, ...]
    _patterns: IgnorePatterns = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_patterns", IgnorePatterns(self.directories))

    def holds(self, path: str) -> bool:
        """Whether a file is selected."""
        return self._patterns.selects_file(path)


def _matches(path: str, pattern: str) -> bool:
    return fnmatchcase(path, pattern) or matches_glob(path, pattern)


def matches_glob(path: str, pattern: str) -> bool:
    """Whether a path matches a pattern folder by folder: `*` stays within a name, `**` is any number of folders."""
    parts = path.split("/")
    consumed = {0}  # each number of parts that the pattern may have matched so far
    for part in pattern.removeprefix("./").split("/"):
        if part == "**":
            consumed = set(range(min(consumed), len(parts) + 1))
        else:
            consumed = {at + 1 for at in consumed if at < len(parts) and fnmatchcase(parts[at], part)}
        if not consumed:
            return False
    return len(parts) in consumed


def _below(folder: str, path: str) -> str | None:
    """The path relative to a folder; None when it lies outside. "." and "" mean the folder of the configuration. A
    pattern such as `apps/**/test` means every folder that it matches."""
    folder = folder.removeprefix("./").strip("/")
    if folder in ("", "."):
        return path
    if "*" not in folder:
        return path[len(folder) + 1 :] if path.startswith(f"{folder}/") else None
    parts = path.split("/")
    ends = (at for at in range(1, len(parts)) if matches_glob("/".join(parts[:at]), folder))
    at = next(ends, None)
    return None if at is None else "/".join(parts[at:])
