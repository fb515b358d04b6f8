"""A source as it was in a revision: what a path named there, a folder or a file, whether or not it still exists.

A path below a bare repository, `notes.git/docs`, names a folder or file of the revision too.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from compiler.model.source import Source
from compiler.workspace.git.commits import Commit
from compiler.workspace.git.errors import UnknownRevisionError
from compiler.workspace.git.repository import Repository
from compiler.workspace.git.revision_tree import RevisionTree


class SourceAt(NamedTuple):
    """A source, the commit that it is read from, and the name that was asked for. `tree_id` names all that may be read:
    git's id of the folder, or of the folder that contains the file."""

    source: Source
    commit: Commit
    name: str
    tree_id: str

    def open(self, exclude: tuple[str, ...] = ()) -> Source:
        """Return the source with nothing read yet, of which the patterns in `exclude` leave out files."""
        source = self.source
        return Source(source.root, source.name, source.tree, entry=source.entry, exclude=exclude)

    @property
    def description(self) -> dict[str, str]:
        """What the meta of a snapshot says of its revision."""
        return {
            "asked": self.name,
            "commit": self.commit.id,
            "at": self.commit.at,
            "subject": self.commit.subject,
        }


@contextmanager
def source_at(path: str | os.PathLike[str], name: str) -> Iterator[SourceAt]:
    """With the source at `path` as it was in the revision `name`. Its files can be read while the context lasts.

    Raises SourceError when there is no such repository, revision, or path in it.
    """
    with Repository.of(path) as repository:
        commit = repository.resolve(name)
        source = source_in(Path(os.path.realpath(path)), repository, commit)
        if source is None:
            raise UnknownRevisionError(_missing_message(path, name, repository, commit))
        assert isinstance(source.tree, RevisionTree)
        yield SourceAt(source, commit, name, source.tree.id)


def source_in(real: Path, repository: Repository, commit: Commit) -> Source | None:
    """Return the source at a real path as a commit has it: a folder or a file, None when there is neither."""
    tree = RevisionTree(repository, commit, repository.folder)
    if tree.id:
        return Source(real, real.name, tree)
    folder, _, name = repository.folder.rpartition("/")
    tree = RevisionTree(repository, commit, folder)
    if tree.is_folder(name) or tree.is_submodule(name) or name not in tree:
        return None
    return Source(real.parent, name, tree, entry=name)


def _missing_message(path: str | os.PathLike[str], name: str, repository: Repository, commit: Commit) -> str:
    """The error message for a path that was neither a folder nor a file."""
    is_named = name != commit.id
    there = "in the revision " + (f"{name[:200]} ({commit.id[:12]})" if is_named else commit.id[:12])
    if RevisionTree(repository, commit, "").is_submodule(repository.folder):
        return f"'{path}' was a submodule {there}: its files are in another repository."
    return f"'{path}' was not there {there}, which has no '{repository.folder}'."
