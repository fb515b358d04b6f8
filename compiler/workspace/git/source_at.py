"""A source as it was: what a path names in a revision, be it a folder or a file, there still or not.

A path below a repository without files, `notes.git/docs`, names a folder or file of the revision too.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from compiler.model.source import Source
from compiler.workspace.git.repository import Repository, Revision, UnknownRevisionError
from compiler.workspace.git.revision_tree import RevisionTree


class Past(NamedTuple):
    """The source, nothing read yet; the revision, and how it was asked for. `content` names all that may be read."""

    source: Source
    revision: Revision
    asked: str
    content: str

    @property
    def told(self) -> dict[str, str]:
        """What a snapshot tells of its revision."""
        commit, at, subject = self.revision.commit, self.revision.at, self.revision.subject
        return {"asked": self.asked, "commit": commit, "at": at, "subject": subject}


@contextmanager
def past(path: str | os.PathLike[str], name: str) -> Iterator[Past]:
    """The source at a path as it was in the revision of a name. It can be read as long as the context lasts.

    Raises SourceError when there is no such repository, revision, or path in it.
    """
    with Repository.of(path) as repository:
        revision = repository.resolve(name)
        source = _source(Path(os.path.realpath(path)), repository, revision)
        if source is None:
            raise UnknownRevisionError(_not_there(path, name, repository, revision))
        assert isinstance(source.tree, RevisionTree)
        yield Past(source, revision, name, source.tree.id)


def _source(real: Path, repository: Repository, revision: Revision) -> Source | None:
    """The folder or file at the repository's folder; None when there is neither."""
    tree = RevisionTree(repository, revision, repository.folder)
    if tree.id:
        return Source(real, real.name, tree=tree)
    folder, _, name = repository.folder.rpartition("/")
    tree = RevisionTree(repository, revision, folder)
    if tree.is_folder(name) or tree.is_submodule(name) or name not in tree:
        return None
    return Source(real.parent, name, entry=name, tree=tree)


def _not_there(path: str | os.PathLike[str], name: str, repository: Repository, revision: Revision) -> str:
    """What is said of a path that was neither a folder nor a file."""
    is_named = name != revision.commit
    there = "in the revision " + (f"{name[:200]} ({revision.commit[:12]})" if is_named else revision.commit[:12])
    if RevisionTree(repository, revision, "").is_submodule(repository.folder):
        return f"'{path}' was a submodule {there}: its files are in another repository."
    return f"'{path}' was not there {there}, which has no '{repository.folder}'."
