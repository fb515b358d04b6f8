"""A commit as a tree of files, read from git's object store on demand.

A symbolic link is followed while it stays inside the
source. The files of a submodule are in another repository.
"""

import posixpath
from collections.abc import Collection, Mapping
from struct import Struct
from typing import NamedTuple

from compiler.disk.folder_tree import source_file
from compiler.model.source import Entry, Problem, SourceFile, Stamp
from compiler.workspace.git.commits import Commit
from compiler.workspace.git.repository import Repository

FOLDER, LINK, SUBMODULE = 0o040000, 0o120000, 0o160000
KIND = 0o170000  # the bits of a mode that tell them apart
_SHA1, _SHA256 = Struct(">IQQ"), Struct(">QQQQ")  # ids as numbers
MAX_LINKS = 40  # that are followed one after the other, as on Linux

Listing = Mapping[str, tuple[int, str]]  # the mode and id of each entry of a git tree, by name


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
        self._folders: dict[str, Listing] = {}
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
        """Return what a folder holds."""
        return [self._entry(folder, name, mode) for name, (mode, _) in self._listing(self._below(folder)).items()]

    def _entry(self, folder: str, name: str, mode: int) -> Entry:
        kind = mode & KIND
        if not is_text(name):
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
        blob = self._repository.object(sha)
        if blob is None:
            return Problem("io", f"the repository lacks its content ({sha[:12]})")
        if len(blob[1]) > max_bytes:
            return Problem("too_large", f"larger than {max_bytes} bytes", len(blob[1]))
        return source_file(path, blob[1], _stamp(sha), binary)

    def names(self, folder: str) -> list[str]:
        """Return the names of the files in one folder."""
        listed = self._listing(self._below(folder)).items()
        return [name for name, (mode, _) in listed if is_text(name) and mode & KIND not in (FOLDER, SUBMODULE)]

    def stamp(self, path: str) -> Stamp | None:
        """Git's id of the file that a path leads to, as numbers; None for a folder or when there is none."""
        found = self._followed(path)
        return None if isinstance(found, Problem) or found[0] & KIND == FOLDER else _stamp(found[1])

    def _below(self, folder: str) -> str:
        return "/".join(part for part in (self._base, folder) if part)

    def _found(self, path: str) -> tuple[int, str] | None:
        """The mode and id of the entry at a path below the source, links not followed."""
        whole = self._below(path)
        if not whole:
            return (FOLDER, self._root)
        folder, _, name = whole.rpartition("/")
        return self._listing(folder).get(name)

    def _listing(self, folder: str) -> Listing:
        """The entries of a folder of the repository by name, empty when there is no such folder."""
        if folder not in self._folders:
            tree = self._id_of_folder(folder)
            self._folders[folder] = listing(self._repository, tree) if tree else {}
        return self._folders[folder]

    def _id_of_folder(self, folder: str) -> str | None:
        if not folder:
            return self._root
        above, _, name = folder.rpartition("/")
        mode, sha = self._listing(above).get(name, (0, ""))
        return sha if mode & KIND == FOLDER else None

    def _followed(self, path: str) -> tuple[int, str] | Problem:
        """The mode and id of the entry that a path leads to, links followed. A link out of the source is a Problem."""
        reached = self._reached(path)
        return reached if isinstance(reached, Problem) else (reached.mode, reached.id)

    def _reached(self, path: str) -> "_Reached | Problem":
        """The entry that a path leads to, links followed."""
        if (direct := self._found(path)) is not None and direct[0] & KIND != LINK:
            return _Reached(path, *direct)
        parts, done = path.split("/"), ""
        for _ in range(MAX_LINKS):
            found: tuple[int, str] | None = (FOLDER, self._root)
            while parts:
                one = posixpath.normpath(posixpath.join(done, parts.pop(0)))
                if one == ".." or one.startswith(("../", "/")):
                    return Problem("outside", "it leads out of the source")
                done = "" if one == "." else one
                found = self._found(done)
                if found is None:
                    return Problem("missing", "no such file")
                if found[0] & KIND == LINK:
                    break
            if found is None or found[0] & KIND != LINK:
                return _Reached(done, *found) if found else Problem("missing", "no such file")
            content = self._repository.object(found[1])
            target = content[1].decode(errors="surrogateescape") if content else ""
            if target.startswith("/"):
                return Problem("outside", "it leads out of the source")
            parts = [*target.split("/"), *parts]
            done = done.rpartition("/")[0]
        return Problem("io", "Too many levels of symbolic links (os error 40)")


def listing(repository: Repository, tree: str) -> Listing:
    """Return the entries of a git tree by name, empty when the repository lacks it."""
    from dulwich.objects import parse_tree

    found = repository.object(tree)
    if found is None or found[0] != "tree":
        return {}
    parsed = parse_tree(found[1], len(tree) // 2)
    return {name.decode(errors="surrogateescape"): (mode, one.decode()) for name, mode, one in parsed}


def _stamp(sha: str) -> Stamp:
    body = bytes.fromhex(sha)
    return (_SHA1 if len(body) == _SHA1.size else _SHA256).unpack(body)


def is_text(name: str) -> bool:
    """Whether a file name is valid UTF-8."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _shown(path: str) -> str:
    return path.encode(errors="replace").decode()
