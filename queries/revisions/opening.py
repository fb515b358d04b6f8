"""The revisions that a query asks for, by their names, and other sources beside the one that is served."""

from typing import Any

from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import NoRevisionsError, Opened, RevisionError, Revisions
from queries.errors import QueryError
from queries.parameters import echoed
from queries.schemas import mapping, string

NO_HISTORY = "This snapshot knows no revisions: it comes from a frozen file, which has none"
CURRENT = "The source as it is served"
OTHER = "source:"  # stands before the name of another source; no name in git has a colon

REVISION = mapping(
    "A revision that was compared.",
    name=string("As it was asked for."),
    commit=string("The commit; absent for files that are not committed."),
    at=string("When that commit was made, in UTC."),
    subject=string("The first line of its message; of another source what it is called."),
    snapshot=string("The id of its snapshot."),
)


def revisions_of(snapshot: Snapshot) -> Revisions:
    """The revisions of a snapshot's source. Raises QueryError `unavailable` when it has none."""
    if snapshot.revisions is None:
        raise QueryError("unavailable", NO_HISTORY)
    return snapshot.revisions


def opened(snapshot: Snapshot, name: str | None, argument: str) -> Opened:
    """The revision, or other source, that an argument names; the snapshot itself when it names none.

    Raises QueryError: `not_found` when there is none of this name, `unavailable` when there are none at all.
    """
    if name is None:
        return _as_it_is(snapshot, CURRENT)
    if name.startswith(OTHER):
        return _other(snapshot, name, argument)
    try:
        return revisions_of(snapshot).open(name)
    except NoRevisionsError as error:
        raise QueryError("unavailable", str(error), **{argument: echoed(name)}) from None
    except RevisionError as error:
        hint = "list_revisions lists branches, tags and commits."
        raise QueryError("not_found", str(error), **{argument: echoed(name)}, hint=hint) from None


def _as_it_is(snapshot: Snapshot, called: str) -> Opened:
    """A snapshot, with the commit that it was made of, if any."""
    meta = snapshot.meta.get("revision") or {}
    return Opened(meta.get("commit", ""), meta.get("at", ""), meta.get("subject", called), snapshot)


def _other(snapshot: Snapshot, name: str, argument: str) -> Opened:
    """Another source by its name. A client names what was given when the server began, and no path."""
    found = snapshot.others.get(name.removeprefix(OTHER))
    if found is not None:
        return _as_it_is(found, f"The source {found.meta['source']}")
    known = ", ".join(f"{OTHER}{one}" for one in snapshot.others)
    told = f"There is {known}." if known else "The server was started without any: `--beside NAME=PATH` names one."
    message = f"There is no other source '{name.removeprefix(OTHER)[:200]}'. {told}"
    raise QueryError("not_found", message, **{argument: echoed(name)})


def revision_row(name: str | None, one: Opened) -> dict[str, Any]:
    """A revision as an answer shows it: how it was asked for, if it was, and what it is."""
    row = {"name": name, "commit": one.commit, "at": one.at, "subject": one.subject, "snapshot": one.snapshot.id}
    return {key: value for key, value in row.items() if value}
