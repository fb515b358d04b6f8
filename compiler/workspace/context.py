"""What a snapshot says of itself beside what was read: the revision that it was compiled from, and its reference time.

The id of a snapshot names its content: the same files give the same id, be they read from a folder or from a revision.
A reference time that was given changes answers and so is part of the id. The revision only says where files come from.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from compiler.model.source import SourceError
from compiler.store.snapshot import Snapshot
from compiler.workspace.git.dates import last_second, rfc3339


def with_context(snapshot: Snapshot, *, revision: Mapping[str, str] | None, as_of: str | None) -> Snapshot:
    """Return `snapshot` with a meta that names its revision and its reference time.

    Raises SourceError when `as_of` is neither a date nor a time; then `snapshot` is closed.
    """
    stated: dict[str, Any] = {"revision": revision} if revision else {}
    try:
        now = reference_time(as_of)
    except SourceError:
        snapshot.close()
        raise
    if now is not None:
        stated |= {"as_of": now, "id": _id_at(snapshot.id, now)}
    return snapshot.with_meta(**stated) if stated else snapshot


def id_with(snapshot_id: str, as_of: str | None) -> str:
    """Return the id of the snapshot that `with_context` makes of the one with an id. Raises SourceError as it does."""
    now = reference_time(as_of)
    return snapshot_id if now is None else _id_at(snapshot_id, now)


def _id_at(snapshot_id: str, now: str) -> str:
    return sha256(f"{snapshot_id}\0{now}".encode()).hexdigest()


def reference_time(text: str | None) -> str | None:
    """A date or time as `2026-03-01T12:00:00Z`; a date means its last second. Raises SourceError for other texts."""
    if text is None:
        return None
    seconds = last_second(text)
    if seconds is None:
        raise SourceError(f"'{text[:200]}' is no date: write 2026-03-01, or 2026-03-01T12:00:00Z.")
    return rfc3339(seconds)
