"""A revision as a tree of files, read from the object store as it is asked for.

What a folder of the file system would skip is skipped. A link is followed when it stays inside of the source, as it is
there; a submodule has its files in another repository, which is not read.
"""

import posixpath
from collections.abc import Iterator, Mapping
from struct import Struct

from compiler.build.folder_tree import SKIPPED_FOLDERS, source_file
from compiler.model.source import Entry, Problem, SourceFile, Stamp
from compiler.workspace.git.repository import Commit, Repository

FOLDER, LINK, SUBMODULE = 0o040000, 0o120000, 0o160000
KIND = 0o170000  # what of a mode says which of them it is
_OF_ID, _OF_LONG_ID = Struct(">IQQ"), Struct(">QQQQ")  # as numbers: an id by SHA-1, or by SHA-256
MOST_LINKS = 40  # that are followed one after the other, as on the file system

Listing = Mapping[str, tuple[int, str]]  # the mode and id of what a tree holds, by name


class RevisionTree:
    """The files of a revision below a folder of its repository."""

    def __init__(self, repository: Repository, commit: Commit, folder: str) -> None:
        self._repository = repository
        self._folders: dict[str, Listing] = {}
        self._root = commit.tree
        self._base = folder

    def __contains__(self, path: str) -> bool:
        return self._found(path) is not None

    def is_folder(self, path: str) -> bool:
        """Whether there is a folder of this path; the source itself is one, `path` then being empty."""
        found = self._found(path)
        return found is not None and found[0] & KIND == FOLDER

    @property
    def id(self) -> str:
        """Names all that the tree holds; "" when there is no such folder."""
        found = self._found("")
        return found[1] if found and found[0] & KIND == FOLDER else ""

    def is_submodule(self, path: str) -> bool:
        """Whether another repository stands at a path."""
        found = self._found(path)
        return found is not None and found[0] & KIND == SUBMODULE

    def entries(self) -> Iterator[Entry]:
        """Every file of the tree. No link to a folder is followed."""
        waiting = [""]
        while waiting:
            folder = waiting.pop()
            for name, (mode, _) in self._listing(self._below(folder)).items():
                path = f"{folder}/{name}" if folder else name
                kind = mode & KIND
                if not is_text(name):
                    yield Entry(_shown(path), Problem("bad_name", "its name is not UTF-8"))
                elif kind == FOLDER:
                    if name not in SKIPPED_FOLDERS:
                        waiting.append(path)
                elif kind == SUBMODULE:
                    yield Entry(path, Problem("submodule", "it is a submodule, whose files are in another repository"))
                elif kind != LINK or not self._leads_to_folder(path):
                    yield Entry(path)

    def read(self, path: str, max_bytes: int, *, binary: bool = False) -> SourceFile | Problem:
        """The file at a path, or why it cannot be had."""
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
        """The names of the files in one folder."""
        listed = self._listing(self._below(folder)).items()
        return [name for name, (mode, _) in listed if is_text(name) and mode & KIND not in (FOLDER, SUBMODULE)]

    def stamp(self, path: str) -> Stamp | None:
        """The id of the content that a path leads to, as numbers."""
        found = self._followed(path)
        return None if isinstance(found, Problem) or found[0] & KIND == FOLDER else _stamp(found[1])

    def _below(self, folder: str) -> str:
        return "/".join(part for part in (self._base, folder) if part)

    def _found(self, path: str) -> tuple[int, str] | None:
        """The mode and id of what stands at a path below the source, links not followed."""
        whole = self._below(path)
        if not whole:
            return (FOLDER, self._root)
        folder, _, name = whole.rpartition("/")
        return self._listing(folder).get(name)

    def _listing(self, folder: str) -> Listing:
        """What a folder of the repository holds, by name; nothing when there is no such folder."""
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
        """What a path leads to, links followed; a link that leads out of the source is a problem."""
        if (direct := self._found(path)) is not None and direct[0] & KIND != LINK:
            return direct
        parts, done = path.split("/"), ""
        for _ in range(MOST_LINKS):
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
                return found or Problem("missing", "no such file")
            content = self._repository.object(found[1])
            target = content[1].decode(errors="surrogateescape") if content else ""
            if target.startswith("/"):
                return Problem("outside", "it leads out of the source")
            parts = [*target.split("/"), *parts]
            done = done.rpartition("/")[0]
        return Problem("io", "Too many levels of symbolic links (os error 40)")

    def _leads_to_folder(self, path: str) -> bool:
        found = self._followed(path)
        return not isinstance(found, Problem) and found[0] & KIND == FOLDER


def listing(repository: Repository, tree: str) -> Listing:
    """What the tree of an id holds; nothing when the repository lacks it."""
    from dulwich.objects import parse_tree

    found = repository.object(tree)
    if found is None or found[0] != "tree":
        return {}
    parsed = parse_tree(found[1], len(tree) // 2)
    return {name.decode(errors="surrogateescape"): (mode, one.decode()) for name, mode, one in parsed}


def _stamp(sha: str) -> Stamp:
    body = bytes.fromhex(sha)
    return (_OF_ID if len(body) == _OF_ID.size else _OF_LONG_ID).unpack(body)


def is_text(name: str) -> bool:
    """Whether a name is UTF-8."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _shown(path: str) -> str:
    return path.encode(errors="replace").decode()
