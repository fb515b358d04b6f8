"""Which revisions contain files of a source, under whatever names.

A revision contains them when there is a file at one of their paths, when a file of it has the content that one of them
has in any of the revisions, or when the name of a file alone says that it is of their language. Git's ids tell equal
trees and files apart: an equal tree is searched once, and no file is read but one that may be blank.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping

from compiler.disk.folder_tree import is_encodable
from compiler.pipeline.selection.folder_names import NEVER_READ
from compiler.workspace.git.repository import Repository
from compiler.workspace.git.revision_tree import listing
from compiler.workspace.git.tree_entries import FOLDER, KIND, LINK, SUBMODULE, Entries

MAX_TREES = 20_000


def revisions_containing(
    repository: Repository,
    commits: Collection[str],
    paths: Collection[str],
    is_named: Callable[[str], bool],
    *,
    max_trees: int = MAX_TREES,
) -> frozenset[str]:
    """Return the commits that contain one of the files at `paths` below the source. `is_named` says whether a file name
    alone tells that the file is of their language. Of a source that is a file, only its own path counts. At most
    `max_trees` trees are searched for files at other paths."""
    search = _Search(repository, paths)
    roots = {commit: repository.commit(commit).tree for commit in sorted(commits)}
    folders = {commit: search.folder(root, repository.folder) for commit, root in roots.items()}
    sources = {commit: tree for commit, tree in folders.items() if tree is not None}
    held = {tree for tree in dict.fromkeys(sources.values()) if search.holds(tree)}
    others = [tree for tree in dict.fromkeys(sources.values()) if tree not in held]
    if paths:
        held |= search.holding_at_other_paths(others, is_named, max_trees)
    alone = {commit for commit in roots.keys() - sources.keys() if search.holds_alone(roots[commit], repository.folder)}
    return frozenset(alone | {commit for commit, tree in sources.items() if tree in held})


class _Search:
    """Searches the trees of a repository. It remembers the content that the files had in them."""

    def __init__(self, repository: Repository, paths: Iterable[str]) -> None:
        self._repository = repository
        self._names: dict[str, list[str]] = {}  # of the files, by their folder
        for path in paths:
            folder, _, name = path.rpartition("/")
            self._names.setdefault(folder, []).append(name)
        self._listings: dict[str, Entries] = {}
        self._is_held: dict[tuple[str, str], bool] = {}
        self._contents: set[str] = set()

    def folder(self, root: str, path: str) -> str | None:
        """The id of the folder at a path below a tree, None when there is none."""
        for name in path.split("/") if path else ():
            mode, root = self._listing(root).get(name, (0, ""))
            if mode & KIND != FOLDER:
                return None
        return root

    def holds(self, tree: str) -> bool:
        """Whether there is an entry at one of the paths below a tree. The contents of these files are remembered."""
        found = False
        for folder, names in self._names.items():
            below = self.folder(tree, folder)
            if below is None:
                continue
            if (below, folder) not in self._is_held:
                there = [self._listing(below)[name] for name in names if name in self._listing(below)]
                self._contents.update(entry for mode, entry in there if _is_file(mode))
                self._is_held[below, folder] = bool(there)
            found = found or self._is_held[below, folder]
        return found

    def holds_alone(self, root: str, path: str) -> bool:
        """Whether the source is the file at a path, and one of the files."""
        folder, _, name = path.rpartition("/")
        beside = self.folder(root, folder)
        return name in self._names.get("", ()) and beside is not None and name in self._listing(beside)

    def holding_at_other_paths(self, trees: Iterable[str], is_named: Callable[[str], bool], max_trees: int) -> set[str]:
        """The trees that contain, at whatever depth, a file with a remembered content or a telling name."""
        waiting = deque(trees)
        seen, above, found = set(waiting), dict[str, list[str]](), set[str]()
        for _ in range(max_trees):
            if not waiting:
                break
            tree = waiting.popleft()
            for name, (mode, entry) in listing(self._repository, tree).items():
                if mode & KIND == FOLDER and name not in NEVER_READ:
                    above.setdefault(entry, []).append(tree)
                    if entry not in seen:
                        seen.add(entry)
                        waiting.append(entry)
                elif _is_file(mode) and is_encodable(name) and (is_named(name) or self._is_known(entry)):
                    found.add(tree)
        return _with_all_above(found, above)

    def _is_known(self, content: str) -> bool:
        """Whether one of the files had this content. Blank files are never taken for each other."""
        if content not in self._contents:
            return False
        blob = self._repository.object(content)
        if blob is None or not blob[1].strip():
            self._contents.discard(content)
        return content in self._contents

    def _listing(self, tree: str) -> Entries:
        if tree not in self._listings:
            self._listings[tree] = listing(self._repository, tree)
        return self._listings[tree]


def _with_all_above(trees: Iterable[str], above: Mapping[str, Iterable[str]]) -> set[str]:
    """The trees, and all trees that contain them."""
    found, waiting = set(trees), list(trees)
    while waiting:
        fresh = set(above.get(waiting.pop(), ())) - found
        found |= fresh
        waiting += fresh
    return found


def _is_file(mode: int) -> bool:
    return mode & KIND not in (FOLDER, LINK, SUBMODULE)
