"""A commit as a tree of files, read from git's object store on demand.

A symbolic link is followed while it stays inside the
source. The files of a submodule are in another repository.
"""

import posixpath
from collections.abc import Collection
from struct import Struct
from typing import NamedTuple

from compiler.disk.folder_tree import is_encodable, source_file
from compiler.model.source import Entry, Problem, SourceFile, Stamp
from compiler.workspace.git.commits import Commit
from compiler.workspace.git.objects.bounds import TooLargeError
from compiler.workspace.git.repository import Repository
from compiler.workspace.git.tree_entries import (
    FOLDER,
    KIND,
    LINK,
    MAX_TREE_BYTES,
    SUBMODULE,
    Entries,
    TreeEntries,
    parse_tree,
)

_SHA1, _SHA256 = Struct(">IQQ"), Struct(">QQQQ")  # ids as numbers
MAX_LINKS = 40  # that are followed one after the other, as on Linux
MAX_DEPTH = 200  # folders below each other
MAX_PATH = 4096  # characters of the path of a folder, as on Linux
_MAX_SHOWN = 200  # characters of a name that is none
_MAX_TARGET_BYTES = 4096  # of what a symbolic link names, as on Linux
MAX_LINK_WORK = 256 * 1024 * 1024  # of following the links of a revision: those after that are not followed
_LINK_WORK = 20_000  # following a link takes as long as unpacking so many bytes
_PART_WORK = 500  # and a part of the path that it names as many
_PARSED = 4  # parsing an entry takes as long as unpacking so many times its bytes


class _Reached(NamedTuple):
    """An entry that a path leads to: its own path below the source, its mode and its id."""

    path: str
    mode: int
    id: str


class RevisionTree:
    """The files of a commit below a folder of its repository (`compiler.model.source.Tree`)."""

    is_worktree = False

    def __init__(self, repository: Repository, commit: Commit, folder: str) -> None:
        self._repository = repository
        self._folders: dict[str, TreeEntries | None] = {}  # by path
        self._trees: dict[str, TreeEntries | None] = {}  # by id
        self._led: dict[str, _Reached | Problem] = {}  # where links lead, by path
        self._link_work = MAX_LINK_WORK
        self._root = commit.tree
        self._base = folder

    def __contains__(self, path: str) -> bool:
        return self._found(path) is not None

    def is_folder(self, path: str) -> bool:
        """Whether a path is a folder. The empty path is the source itself."""
        found = self._found(path)
        return found is not None and found[0] & KIND == FOLDER

    @property
    def id(self) -> str:
        """Git's id of the folder, which names all that it contains; "" when there is no such folder."""
        found = self._found("")
        return found[1] if found and found[0] & KIND == FOLDER else ""

    def is_submodule(self, path: str) -> bool:
        """Whether a path is a submodule."""
        found = self._found(path)
        return found is not None and found[0] & KIND == SUBMODULE

    def listing(self, folder: str) -> Collection[Entry] | Problem:
        """Return what a folder holds, or why it cannot be listed."""
        if folder.count("/") >= MAX_DEPTH:
            return Problem("denied", f"it is more than {MAX_DEPTH} folders deep")
        if len(folder) > MAX_PATH:
            return Problem("denied", f"its path has more than {MAX_PATH} characters")
        found = self._folder(self._below(folder))
        if found is None:
            return Problem("io", "the repository lacks it, or it is damaged")
        entries = [self._entry(folder, name, mode) for name, (mode, _) in found.entries.items()]
        entries += [Entry(_shown(name), "false_name") for name in found.false_names]
        entries += [Entry(_shown(name), "second") for name in found.second_names]
        return [*entries, Entry(_shown(found.last_name), "lost")] if found.is_cut else entries

    def _entry(self, folder: str, name: str, mode: int) -> Entry:
        kind = mode & KIND
        if not is_encodable(name):
            return Entry(_shown(name), "bad_name")
        if kind in (FOLDER, SUBMODULE):
            return Entry(name, "folder" if kind == FOLDER else "repository")
        reached = self._reached(f"{folder}/{name}" if folder else name) if kind == LINK else None
        if reached is None or isinstance(reached, Problem):
            return Entry(name, "file")
        return Entry(name, "folder_link") if reached.mode & KIND == FOLDER else Entry(name, "file", reached.path)

    def read(self, path: str, max_bytes: int, *, binary: bool = False) -> SourceFile | Problem:
        """Read the file at a path; a Problem says why it cannot be read."""
        found = self._followed(path)
        if isinstance(found, Problem):
            return found
        mode, sha = found
        if mode & KIND == FOLDER:
            return Problem("io", "Is a directory (os error 21)")
        try:
            blob = self._repository.object(sha, max_bytes)
        except TooLargeError as error:
            return Problem("too_large", f"larger than {max_bytes} bytes", error.size)
        if blob is None or blob[0] != "blob":
            return Problem("io", f"the repository lacks its content ({sha[:12]})")
        return source_file(path, blob[1], _stamp(sha), binary)

    def names(self, folder: str) -> list[str]:
        """Return the names of the files in one folder."""
        listed = self._listing(self._below(folder)).items()
        return [name for name, (mode, _) in listed if is_encodable(name) and mode & KIND not in (FOLDER, SUBMODULE)]

    def stamp(self, path: str) -> Stamp | None:
        """Git's id of the file that a path leads to, as numbers; None for a folder or when there is none."""
        sha = self.blob_id(path)
        return _stamp(sha) if sha else None

    def blob_id(self, path: str) -> str | None:
        """Git's id of the file that a path leads to; None for a folder or when there is none."""
        found = self._followed(path)
        return None if isinstance(found, Problem) or found[0] & KIND == FOLDER else found[1]

    def _below(self, folder: str) -> str:
        return "/".join(part for part in (self._base, folder) if part)

    def _found(self, path: str) -> tuple[int, str] | None:
        """The mode and id of the entry at a path below the source, links not followed."""
        whole = self._below(path)
        if not whole:
            return (FOLDER, self._root)
        folder, _, name = whole.rpartition("/")
        return self._listing(folder).get(name)

    def _listing(self, folder: str) -> Entries:
        """The entries of a folder of the repository by name, empty when there is no such folder."""
        found = self._folder(folder)
        return found.entries if found else {}

    def _folder(self, folder: str) -> TreeEntries | None:
        """What a folder of the repository holds, None when there is no such folder or the repository lacks it."""
        if folder not in self._folders:
            tree = self._id_of_folder(folder)
            self._folders[folder] = self._tree(tree) if tree else None
        return self._folders[folder]

    def _id_of_folder(self, folder: str) -> str | None:
        above, _, name = folder.rpartition("/")
        if above in self._folders:
            return self._id_in(self._folders[above], name) if folder else self._root
        tree: str | None = self._root
        for part in folder.split("/") if folder else ():
            tree = self._id_in(self._tree(tree), part) if tree else None
        return tree

    def _id_in(self, entries: TreeEntries | None, name: str) -> str | None:
        """The id of a folder in another one."""
        mode, sha = entries.entries.get(name, (0, "")) if entries else (0, "")
        return sha if mode & KIND == FOLDER else None

    def _tree(self, sha: str) -> TreeEntries | None:
        if sha not in self._trees:
            self._trees[sha] = read_tree(self._repository, sha)
        return self._trees[sha]

    def _followed(self, path: str) -> tuple[int, str] | Problem:
        """The mode and id of the entry that a path leads to, links followed. A link out of the source is a Problem."""
        reached = self._reached(path)
        return reached if isinstance(reached, Problem) else (reached.mode, reached.id)

    def _reached(self, path: str) -> "_Reached | Problem":
        """The entry that a path leads to, links followed."""
        if (direct := self._found(path)) is not None and direct[0] & KIND != LINK:
            return _Reached(path, *direct)
        if path not in self._led:
            self._led[path] = self._through_links(path)
        return self._led[path]

    def _through_links(self, path: str) -> "_Reached | Problem":
        waiting, done = path.split("/")[::-1], ""
        for _ in range(MAX_LINKS):
            self._link_work -= _LINK_WORK
            found: tuple[int, str] | None = (FOLDER, self._root)
            while waiting:
                self._link_work -= _PART_WORK + len(done)
                one = posixpath.normpath(posixpath.join(done, waiting.pop()))
                if one == ".." or one.startswith(("../", "/")):
                    return Problem("outside", "it leads out of the source")
                if self._link_work < 0:
                    return Problem("io", "the links of the revision are more than Frieze follows")
                done = "" if one == "." else one
                found = self._found(done)
                if found is None:
                    return Problem("missing", "no such file")
                if found[0] & KIND == LINK:
                    break
            if found is None or found[0] & KIND != LINK:
                return _Reached(done, *found) if found else Problem("missing", "no such file")
            target = self._link_target(found[1])
            if target is None:
                return Problem("io", "it names no path")
            if target.startswith("/"):
                return Problem("outside", "it leads out of the source")
            waiting += target.split("/")[::-1]
            done = done.rpartition("/")[0]
        return Problem("io", "Too many levels of symbolic links (os error 40)")

    def _link_target(self, sha: str) -> str | None:
        """The path that a symbolic link names, None if the repository lacks it or it is longer than any."""
        try:
            found = self._repository.object(sha, _MAX_TARGET_BYTES)
        except TooLargeError:
            return None
        return found[1].decode(errors="surrogateescape") if found and b"\0" not in found[1] else None


def read_tree(repository: Repository, tree: str) -> TreeEntries | None:
    """Return what a git tree holds, None when the repository lacks it."""
    try:
        found = repository.object(tree, MAX_TREE_BYTES)
    except TooLargeError:
        return None
    if found is None or found[0] != "tree":
        return None
    repository.charge(len(found[1]) * _PARSED)
    return parse_tree(found[1], len(tree) // 2)


def listing(repository: Repository, tree: str) -> Entries:
    """Return the entries of a git tree by name, empty when the repository lacks it."""
    found = read_tree(repository, tree)
    return found.entries if found else {}


def _stamp(sha: str) -> Stamp:
    body = bytes.fromhex(sha)
    return (_SHA1 if len(body) == _SHA1.size else _SHA256).unpack(body)


def _shown(path: str) -> str:
    return path[:_MAX_SHOWN].encode(errors="replace").decode()
