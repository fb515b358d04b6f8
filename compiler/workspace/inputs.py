"""What is compiled: the files at a path as they are, or as they were in a revision; and where its snapshot is kept."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, Protocol

from compiler.build.discovery import open_source
from compiler.build.lazy_files import Known
from compiler.build.revision_cache import KeptRevision
from compiler.build.snapshot_cache import KeptSnapshot
from compiler.model.source import Source
from compiler.store.cached_database import Draft, Kept
from compiler.workspace.git.source_at import source_at


class Place(Protocol):
    """Where the snapshot of a source is kept: begin its `draft`, then `save` it, or abandon the draft."""

    @property
    def draft(self) -> Draft: ...

    def find(self, source: Source) -> Kept | None: ...

    def known(self) -> Known: ...

    def previous(self, source: Source) -> list[Path]: ...

    def save(self, source: Source, snapshot_id: str) -> Kept | None: ...


class Origin(NamedTuple):
    """What is compiled: how to have the source, nothing read of it; where its snapshot is kept; its revision."""

    source: Callable[[], Source]
    place: Place
    revision: dict[str, str] | None


@contextmanager
def origin(path: str | os.PathLike[str], revision: str | None) -> Iterator[Origin]:
    """The files at a path as they are, or in a revision: they can be read as long as the context lasts.

    Raises SourceError when there is nothing.
    """
    if revision is None:
        yield Origin(lambda: open_source(path), KeptSnapshot(open_source(path)), None)
        return
    with source_at(path, revision) as found:
        it = found.source
        place = KeptRevision(it, found.tree_id)
        yield Origin(lambda: Source(it.root, it.name, it.tree, entry=it.entry), place, found.description)
