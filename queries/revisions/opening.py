"""The revisions that a query asks for, by their names."""

from compiler.revisions import Opened, RevisionError, Revisions
from compiler.snapshot import Snapshot
from queries.errors import QueryError
from queries.parameters import echoed

NO_HISTORY = (
    "This snapshot knows no revisions: it was made of a frozen file, or of a source that is in no git repository"
)
CURRENT = "The source as it is served"


def revisions_of(snapshot: Snapshot) -> Revisions:
    """The revisions of a snapshot's source. Raises QueryError `unavailable` when it has none."""
    if snapshot.revisions is None:
        raise QueryError("unavailable", NO_HISTORY)
    return snapshot.revisions


def opened(snapshot: Snapshot, name: str | None, argument: str) -> Opened:
    """The revision that an argument names; the snapshot itself when it names none. Raises QueryError `not_found`."""
    if name is None:
        meta = snapshot.meta.get("revision") or {}
        return Opened(meta.get("commit", ""), meta.get("at", ""), meta.get("subject", CURRENT), snapshot)
    try:
        return revisions_of(snapshot).open(name)
    except RevisionError as error:
        hint = "list_revisions lists branches, tags and commits."
        raise QueryError("not_found", str(error), **{argument: echoed(name)}, hint=hint) from None
