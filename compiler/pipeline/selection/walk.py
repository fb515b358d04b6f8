"""The walk through a source: which files are read, and what is passed over.

A folder that is passed over is not listed, unless `include` names something below. What decides, in this order: files
of programs are never read; `exclude`; `include`; the names of folders of third parties and of builds; other
repositories; what git ignores and does not track.
"""

import os
import sys
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from compiler.model.source import Entry, Problem, Source
from compiler.pipeline.selection.folder_names import (
    BUILT_INDEX,
    ENVIRONMENT_FILE,
    FIRST_PAGES,
    NEVER_READ,
    PAGES,
    PASSED_OVER,
    PROVED,
    SITE_SETTINGS,
)
from compiler.pipeline.selection.git_folder import git_folder_at
from compiler.pipeline.selection.git_ignores import (
    IGNORE_FILE,
    GitIgnores,
    ignore_file,
    ignores_of,
    ignores_of_nested,
)
from compiler.pipeline.selection.passed_over import PassedOver, Reason
from compiler.text.ignore_patterns import IgnorePatterns
from compiler.unread.files import held_by

_UNLISTED = 100  # entries that a folder counts for which cannot be listed: each is reported
_LONG_PATH = 256  # characters of a path that take as much memory as an entry
_FAULTS = {"bad_name": "its name is not UTF-8", "false_name": "its name is none that a folder can have"}


class _Folder(NamedTuple):
    """A folder to list. `is_named`: `include` names it, or one above. `top_named`: it names this one. `passed_over` is
    why it is not read, and only what `include` names below it is. `is_ignored`: only what git tracks is read.
    `is_named_as_built`: it has the name of what a build makes, and is not read unless it holds sources."""

    path: str
    git: GitIgnores
    is_named: bool = False
    top_named: bool = False
    passed_over: Reason | None = None
    is_ignored: bool = False
    is_named_as_built: bool = False


@dataclass(slots=True)
class FolderFaults:
    """How a folder of a revision is damaged: names that it has more than once, and after which name the rest of it is
    lost ("" if all is, None if nothing is)."""

    second_names: set[str] = field(default_factory=set)
    lost_after: str | None = None

    def __iter__(self) -> Iterator[str]:
        """Give the faults for people."""
        if self.second_names:
            others = len(self.second_names) - 1
            more = f" and {others} other names" if others else ""
            yield f"it has '{min(self.second_names)}'{more} more than once, and the first was read"
        if self.lost_after is not None:
            begin = f"what follows '{self.lost_after}'" if self.lost_after else "all of it"
            yield f"{begin} is malformed, and was not read"


@dataclass(slots=True)
class Walk:
    """A walk through `source`. `is_claimed` says whether a language reads a file. `settings` is a file that is read in
    any case. `problems` are the folders that cannot be listed and the names that are not UTF-8, by path. `links` are
    the files to read that are symbolic links, and the files that these lead to. `ignore_files` are the contents of the
    `.gitignore` files that were met, by folder. `faults` are the folders of a revision that are damaged, and how: it is
    one finding a folder and fault. `seen` are the paths that were met, and whether each is a folder, if they are
    `noted`. `telling` are the files whose names tell what they hold (`compiler.unread.files`). After `max_entries` of a
    revision the walk ends, in the folder `cut_at`: in git, a few bytes may stand for any number."""

    source: Source
    exclude: IgnorePatterns
    include: IgnorePatterns
    is_claimed: Callable[[str], bool]
    settings: str = ""
    max_entries: int = sys.maxsize
    passed_over: PassedOver = field(default_factory=PassedOver)
    problems: dict[str, Problem] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    ignore_files: dict[str, bytes] = field(default_factory=dict)
    faults: dict[str, FolderFaults] = field(default_factory=dict)
    noted: bool = False
    seen: list[tuple[str, bool]] = field(default_factory=list)
    telling: list[str] = field(default_factory=list)
    cut_at: str = ""
    _entries: int = 0

    def files(self) -> Iterator[str]:
        """Give the files that are read, in any order."""
        is_worktree = self.source.tree.is_worktree
        git = ignores_of(os.fspath(self.source.root)) if is_worktree else GitIgnores()
        waiting = [_Folder("", git)]
        while waiting:
            folder = waiting.pop()
            listed = self.source.tree.listing(folder.path)
            weight = 1 + len(folder.path) // _LONG_PATH
            self._entries += weight * (_UNLISTED if isinstance(listed, Problem) else len(listed))
            if self._entries > self.max_entries and not is_worktree:
                self.cut_at = folder.path or "."
                return
            if isinstance(listed, Problem):
                self.problems[folder.path] = listed
                continue
            names = {entry.name for entry in listed}
            proved = self._proved(folder, names)
            opened = self._opened(proved, names) if is_worktree and proved else proved
            if opened:
                yield from self._read_in(opened, listed, waiting)

    def _read_in(self, folder: _Folder, listed: Collection[Entry], waiting: list[_Folder]) -> Iterator[str]:
        """Give the files of a folder that are read, and add its folders to those that are `waiting`."""
        prefix = f"{folder.path}/" if folder.path else ""
        for name, kind, leads_to in listed:
            path = prefix + name
            if self.noted:
                self.seen.append((path, kind != "file"))
            if kind == "file":
                if self._is_read(folder, path):
                    if leads_to:
                        self.links[path] = leads_to
                    yield path
            elif kind == "folder":
                if name not in NEVER_READ and (found := self._below(folder, path, name)):
                    waiting.append(found)
            elif not folder.passed_over:
                self._pass_by(folder.path, path, name, kind)

    def _pass_by(self, folder: str, path: str, name: str, kind: str) -> None:
        if kind == "second":
            self.faults.setdefault(folder, FolderFaults()).second_names.add(name)
        elif kind == "lost":
            self.faults.setdefault(folder, FolderFaults()).lost_after = name
        elif kind in _FAULTS:
            self.problems[path] = Problem("bad_name", _FAULTS[kind])
        else:
            self.passed_over.add("repositories" if kind == "repository" else "links", path, is_folder=True)

    def _below(self, folder: _Folder, path: str, name: str) -> _Folder | None:
        """Return the folder `path` in `folder`; None if nothing in it is read."""
        if self.exclude.selects(path, is_folder=True):
            self.passed_over.add("excluded", path, is_folder=True)
            return None
        if self.include.selects(path, is_folder=True):
            return _Folder(path, folder.git, is_named=True, top_named=True)
        is_ignored = self._is_ignored(folder, path, is_folder=True)
        if name in PROVED and not folder.passed_over and not is_ignored:
            return _Folder(path, folder.git, is_named=folder.is_named, is_named_as_built=True)
        reason: Reason | None = folder.passed_over or PASSED_OVER.get(name)  # type: ignore[assignment]
        if reason is None and is_ignored and not folder.git.tracks(path, is_folder=True):
            reason = "ignored"
        if reason is None:
            return _Folder(path, folder.git, is_named=folder.is_named, is_ignored=is_ignored)
        return self._passed_over(_Folder(path, folder.git), reason, is_counted=not folder.passed_over)

    def _proved(self, folder: _Folder, names: Collection[str]) -> _Folder | None:
        """Return a folder with the name of a build if its names tell that it holds sources, and any other folder."""
        is_site = folder.is_named_as_built and folder.path.rpartition("/")[2] == "site"
        pages = [name for name in names if name.lower().endswith(PAGES)]
        has_pages = BUILT_INDEX not in names and (len(pages) > 1 or not FIRST_PAGES.isdisjoint(pages))
        if not folder.is_named_as_built or has_pages or (is_site and not SITE_SETTINGS.isdisjoint(names)):
            return folder
        return self._passed_over(folder, "built", is_counted=True)

    def _passed_over(self, folder: _Folder, reason: Reason, *, is_counted: bool) -> _Folder | None:
        """Count a folder that is passed over. Return it if something below may be named."""
        if is_counted:
            self.passed_over.add(reason, folder.path, is_folder=True)
        is_walked = self.include.may_select_below(folder.path)
        return folder._replace(passed_over=reason) if is_walked else None

    def _is_read(self, folder: _Folder, path: str) -> bool:
        """Whether a file is read. One that is not is counted, if a language would read it or nothing ignores it."""
        if path == self.settings:
            return True
        is_claimed = self.is_claimed(path)
        reason: Reason | None = None
        if self.exclude.selects(path, is_folder=False):
            reason = "excluded"
        elif not self.include.selects(path, is_folder=False):
            if folder.passed_over:
                return False
            if self._is_ignored(folder, path, is_folder=False) and not folder.git.tracks(path, is_folder=False):
                reason = "ignored"
        if reason and is_claimed:
            self.passed_over.add(reason, path, is_folder=False)
        elif not reason and not is_claimed:
            self.passed_over.add_kind(path)
        if not reason and held_by(path)[0]:
            self.telling.append(path)
        return is_claimed and not reason

    def _is_ignored(self, folder: _Folder, path: str, *, is_folder: bool) -> bool:
        return not folder.is_named and (folder.is_ignored or folder.git.ignores(path, is_folder=is_folder))

    def _opened(self, folder: _Folder, names: Collection[str]) -> _Folder | None:
        """Return a folder whose names are known, with what git ignores in it; None if it is passed over after all."""
        if folder.path and ENVIRONMENT_FILE in names and not folder.top_named and not folder.passed_over:
            return self._passed_over(folder, "third_party", is_counted=True)
        if folder.path and ".git" in names and not folder.passed_over:
            top = f"{os.fspath(self.source.root)}/{folder.path}"
            found = git_folder_at(top)
            # Beside each other, in a folder of no repository, they are read: all but a second copy of one of them.
            if found and not folder.top_named and (folder.git.folder or found.is_linked_worktree):
                return self._passed_over(folder, "repositories", is_counted=True)
            if found:
                folder = folder._replace(git=ignores_of_nested(found, folder.path), is_named=False)
        if IGNORE_FILE not in names or folder.is_named:
            return folder
        content = self.ignore_files[folder.path] = ignore_file(self.source.tree, folder.path)
        return folder._replace(git=folder.git.with_file(folder.path, content))
