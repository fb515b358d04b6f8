"""What a snapshot is told beside what was read: of which revision it is, the date that stands for now, and the other
revisions of its source that may be asked for.

The id of a snapshot names its content: the same files give the same id, be they read from a folder or from a revision.
A date that was given changes answers, and is part of the id; which revision it is only says where the files are from.
"""

import os
from collections.abc import Collection
from hashlib import sha256
from typing import Any

from compiler import compile_source
from compiler.model.source import SourceError
from compiler.store.snapshot import Snapshot
from compiler.workspace.embeddings.similarity import meanings_of
from compiler.workspace.git.repository import latest_moment, rfc3339
from compiler.workspace.revisions import RepositoryRevisions


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
    telling = snapshot.with_meta(**stated) if stated else snapshot
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


def revisions_of(path: str | os.PathLike[str], as_of: str | None, *, keep: bool) -> RepositoryRevisions:
    """The revisions of the source at a path: whether there are any is seen when they are asked for."""

    def compiled(commit: str) -> Snapshot:
        return compile_source(path, revision=commit, as_of=as_of, keep=keep)

    def made_ready(commits: Collection[str]) -> None:
        if keep and len(commits) > 1:
            from compiler.workspace.prebuild_many import prebuild_many  # which imports what compiles

            prebuild_many(path, commits)

    return RepositoryRevisions(path, compiled, made_ready)
