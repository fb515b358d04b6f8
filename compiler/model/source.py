"""A source as data: its files with their texts, what could not be read, and the tree that both come from.

Paths are below the root of the source, with forward slashes. `compiler.pipeline` finds and reads the files; languages
see this view of them.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol

from compiler.model.diagnostics import Diagnostic
from compiler.model.examples import Example

MAX_FILE_BYTES = 16 * 1024 * 1024

Stamp = tuple[int, ...]


class Problem(NamedTuple):
    """Why a file could not be read. `reason` is for people. `size` is in bytes, for `too_large`."""

    kind: Literal["missing", "denied", "not_utf8", "too_large", "outside", "not_regular", "bad_name", "io"]
    reason: str
    size: int = 0


MISSING = Problem("missing", "no such file")


class FileDifference(NamedTuple):
    """A file that is not what it was when a snapshot was made of it."""

    path: str
    change: Literal["added", "changed", "removed"]


# The kinds of problem that discovery reports itself. All others are for the language whose file it is.
REPORTED_BY_DISCOVERY = ("outside", "not_regular", "bad_name")

ANY_FOLDER = "**/"  # before a name that is looked for in all folders (`Source.absent`, `Source.present`)
_NOT_SEARCHED = (".", "node_modules")  # beginnings of the names of folders

LINE_LOGS = (".jsonl", "memory.json")  # files of one record a line: a line that is not UTF-8 spoils only itself
SUBSTITUTE = "\x1a"  # replaces bytes of such a line that are not UTF-8


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file that was read: path below the root, text without byte order mark, hash and size of its bytes.

    `stamp` is that of the file when it was opened, empty if the tree has no stamps. A binary file has its bytes as
    `content`, and an empty text.
    """

    path: str
    text: str
    sha256: str
    size: int
    stamp: Stamp = ()
    content: bytes | None = None


class Entry(NamedTuple):
    """What a folder holds under a name. A `folder_link` leads to a folder, a `repository` is another one: a submodule.
    A `bad_name` is not UTF-8, and shown with `?` for what is not; a `false_name` is one that no folder can have, such
    as `..`. A `second` has the name of an entry before it. What is `lost` are all entries after the one with this name,
    which cannot be told. `leads_to` is the path below the root of the file that a symbolic link leads to; "" for a file
    itself, and for a link that leads to none."""

    name: str
    kind: Literal["file", "folder", "folder_link", "repository", "bad_name", "false_name", "second", "lost"]
    leads_to: str = ""


class Tree(Protocol):
    """The files of a source: a folder, or a revision in git."""

    is_worktree: bool  # whether its files are in a folder, where git ignores some; a revision has tracked files only

    def listing(self, folder: str) -> Collection[Entry] | Problem:
        """Return what a folder holds, in any order, or why it cannot be listed."""

    def read(self, path: str, max_bytes: int, *, binary: bool = False) -> SourceFile | Problem:
        """Return a file, with its bytes if `binary`, or why it cannot be read."""

    def names(self, folder: str) -> list[str]:
        """Return the names of the files in one folder, in any order; none if it cannot be listed."""

    def stamp(self, path: str) -> Stamp | None:
        """Return what changes when the file does, without reading it. None if there is no such file."""


class TreeOver:
    """A tree over another one, which it asks for whatever a subclass does not answer itself (`Tree`)."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self.is_worktree = tree.is_worktree

    def listing(self, folder: str) -> Collection[Entry] | Problem:
        return self._tree.listing(folder)

    def read(self, path: str, max_bytes: int, *, binary: bool = False) -> SourceFile | Problem:
        return self._tree.read(path, max_bytes, binary=binary)

    def names(self, folder: str) -> list[str]:
        return self._tree.names(folder)

    def stamp(self, path: str) -> Stamp | None:
        return self._tree.stamp(path)


class SourceError(Exception):
    """Nothing can be compiled: no such path, neither file nor directory, no language for the file."""


@dataclass(slots=True)
class Source:
    """A root, the files read below it and the problems met. `entry` is the file of a single-file source, or None.

    `tree` holds its files. `listed` maps each folder that was listed to the names in it, `absent` are the paths that
    were looked for and are not there, `present` those that are. `exclude` are the patterns of the caller for what is
    not read, and `reads` says for a language which files it may read, all if it is not in it, and `wants` which it
    reads besides, whatever their names. `passed_over` tells what discovery did not read, `telling` are the files
    whose names tell what they hold though no language reads that (`compiler.unread.files`), and `chosen` are the paths
    that discovery chose to read, and `discovered` names all that it found: it changes when that does. `examples` are
    the files that are not the project, known once all are parsed; a single-file source has none. `links` are the
    symbolic links that were not read because the files that they lead to were, with the paths of these. `twins` are
    those that were read all the same, by languages alone that do not read the files that they lead to. `ignores` says
    of a path whether a `.gitignore` of the source selects it, and `ignored` are the paths of which that was asked and
    is so. `is_project` says of a file whether the settings call it the project, whatever its name says. `idle_patterns`
    are those of the settings, with the key of their list, that select nothing."""

    root: Path
    name: str
    tree: Tree
    entry: str | None = None
    files: dict[str, SourceFile] = field(default_factory=dict)
    problems: dict[str, Problem] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    total_bytes: int = 0
    listed: dict[str, list[str]] = field(default_factory=dict)
    exclude: tuple[str, ...] = ()
    reads: Mapping[str, Callable[[str], bool]] = field(default_factory=dict)
    wants: Mapping[str, Callable[[str], bool]] = field(default_factory=dict)
    passed_over: Mapping[str, Any] = field(default_factory=dict)
    telling: Collection[str] = ()
    discovered: str = ""
    chosen: Collection[str] = ()
    examples: dict[str, Example] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    twins: dict[str, str] = field(default_factory=dict)
    absent: set[str] = field(default_factory=set)
    present: set[str] = field(default_factory=set)
    ignores: Callable[[str], bool] | None = None
    ignored: set[str] = field(default_factory=set)
    is_project: Callable[[str], bool] | None = None
    idle_patterns: tuple[tuple[tuple[str | int, ...], str], ...] = ()

    def problem(self, path: str) -> Problem | None:
        """Return why `path` was not read, None if it was."""
        if path in self.files:
            return None
        return self.problems.get(path) or MISSING

    def unread(self, is_expected: Callable[[str], bool], *, missing: bool = False) -> Iterator[tuple[str, Problem]]:
        """Give the files that a language expects and that could not be read, in bytewise order of their paths.

        Problems that discovery reports are left out, and so are missing files, unless `missing`.
        """
        for path, problem in sorted(self.problems.items(), key=lambda item: item[0].encode()):
            is_reported = problem.kind in REPORTED_BY_DISCOVERY or (problem.kind == "missing" and not missing)
            if not is_reported and is_expected(path):
                yield path, problem

    def read(self, path: str, max_bytes: int = MAX_FILE_BYTES, *, binary: bool = False) -> SourceFile | None:
        """Read a file below the root, once, as bytes if `binary`. None if it cannot be read: then `problems` says
        why."""
        if path not in self.files and path not in self.problems:
            found = self.tree.read(path, max_bytes, binary=binary)
            if isinstance(found, SourceFile):
                self.files[path] = found
                self.total_bytes += found.size
            else:
                self.problems[path] = found
        return self.files.get(path)

    def names(self, folder: str) -> list[str]:
        """Return the names of the files in a folder, in bytewise order; none if it cannot be listed."""
        if folder not in self.listed:
            self.listed[folder] = sorted(self.tree.names(folder), key=str.encode)
        return self.listed[folder]

    def exists(self, path: str) -> bool:
        """Whether there is a file at a path below the root, read or not, or a folder that holds anything. What is not
        there belongs to the identity of the source."""
        folder, _, name = path.rpartition("/")
        found = path in self.files or name in self.names(folder)
        if not found:
            listed = self.tree.listing(path)
            found = not isinstance(listed, Problem) and bool(listed)
        (self.present if found else self.absent).add(path)
        return found

    def all_names(self) -> Iterator[str]:
        """Give the names of the files in all folders, also of those that no language reads, in small letters."""
        waiting = [""]
        while waiting:
            folder = waiting.pop()
            yield from (name.casefold() for name in self.names(folder))
            listed = self.tree.listing(folder)
            if not isinstance(listed, Problem):
                names = (
                    entry.name
                    for entry in listed
                    if entry.kind == "folder" and not entry.name.startswith(_NOT_SEARCHED)
                )
                waiting += [f"{folder}/{name}".lstrip("/") for name in names]

    def is_ignored(self, path: str) -> bool:
        """Whether a path that is not there may be made by a build, since a `.gitignore` of the source selects it. That
        belongs to the identity of the source."""
        found = self.ignores is not None and self.ignores(path)
        if found:
            self.ignored.add(path)
        return found
