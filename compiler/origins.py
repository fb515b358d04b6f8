"""What is compiled, and what its snapshot is told beside what was read: the files at a path as they are, or as they
were in a revision; the date that stands for now; and the other revisions that may be asked for.

The id of a snapshot names its content: the same files give the same id, be they read from a folder or from a revision.
A date that was given changes answers, and is part of the id; which revision it is only says where the files are from.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from compiler.history.opening import RepositoryRevisions
from compiler.history.past import past
from compiler.history.repository import latest_moment, rfc3339
from compiler.kept_revisions import KeptRevision
from compiler.kept_snapshots import KeptSnapshot
from compiler.meaning.asking import meanings_of
from compiler.snapshot import Snapshot
from compiler.sources import Source, SourceError, open_source


class Place(Protocol):
    """Where the snapshot of a source is kept: `begin` a draft, then `save` or `abandon` it."""

    def open(self, source: Source) -> Snapshot | None: ...

    def previous(self, source: Source) -> list[Path]: ...

    def begin(self) -> Path | None: ...

    def abandon(self) -> None: ...

    def save(self, source: Source, snapshot_id: str) -> Snapshot | None: ...


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
    with past(path, revision) as was:
        yield Origin(lambda: was.source, KeptRevision(was.source, was.content), was.told)


def told(
    snapshot: Snapshot,
    revision: dict[str, str] | None,
    as_of: str | None,
    revisions: RepositoryRevisions | None,
) -> Snapshot:
    """A snapshot that knows of which revision it is, what stands for now, the other revisions of its source, and who
    answers by its vectors."""
    stated: dict[str, Any] = {"revision": revision} if revision else {}
    if (now := moment(as_of)) is not None:
        stated |= {"as_of": now, "id": sha256(f"{snapshot.id}\0{now}".encode()).hexdigest()}
    telling = snapshot.stating(**stated) if stated else snapshot
    telling.revisions = revisions
    telling.meanings = meanings_of(snapshot)
    if revisions and revision:
        revisions.hold(revision["commit"], telling)
    return telling


def moment(text: str | None) -> str | None:
    """A date or time as `2026-03-01T12:00:00Z`: of a date its last second. Raises SourceError for anything else."""
    if text is None:
        return None
    seconds = latest_moment(text)
    if seconds is None:
        raise SourceError(f"'{text[:200]}' is no date: write 2026-03-01, or 2026-03-01T12:00:00Z.")
    return rfc3339(seconds)
