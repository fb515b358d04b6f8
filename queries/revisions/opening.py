"""Opens revisions by name, and other sources (`source:NAME`) beside the one that is served."""

from typing import Any

from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import (
    WORKTREE,
    NoRevisionsError,
    OpenRevision,
    RevisionError,
    Revisions,
    Workspace,
)
from queries.errors.query_error import QueryError
from queries.tools.parameters import echoed
from queries.tools.schemas import mapping, string

CURRENT = "The source as it is served"
OTHER = "source:"  # the prefix of another source's name; names in git have no colon
EARLIER = "snapshot:"  # the prefix of the first digits of the id of a snapshot that this server served
MIN_DIGITS = 4

REVISION = mapping(
    "A revision that was compared.",
    name=string("As it was asked for."),
    commit=string("The commit; absent for files that are not committed."),
    at=string("When that commit was made, in UTC."),
    subject=string("The first line of its message; of another source what it is called."),
    snapshot=string("The id of its snapshot."),
)


def revisions_of(workspace: Workspace) -> Revisions:
    """Return the revisions of a workspace. Raises QueryError `unavailable` if it has none."""
    if workspace.revisions is None:
        raise QueryError("unavailable", workspace.no_revisions)
    return workspace.revisions


def open_revision(workspace: Workspace, name: str | None, argument: str) -> OpenRevision:
    """Open the revision, earlier snapshot or other source that an argument names; for None the snapshot itself.

    Raises QueryError `not_found` for an unknown name, and `unavailable` if the workspace has no revisions.
    """
    if name is None or (name == WORKTREE and _is_of_files_now(workspace)):
        return _as_it_is(workspace.snapshot, CURRENT)
    if name.startswith(OTHER):
        return _other_source(workspace, name, argument)
    if name.startswith(EARLIER):
        found = earlier_snapshot(workspace, name.removeprefix(EARLIER), argument)
        return _as_it_is(found, CURRENT if found is workspace.snapshot else "A snapshot that was served before")
    try:
        return revisions_of(workspace).open(name)
    except NoRevisionsError as error:
        raise QueryError("unavailable", str(error), **{argument: echoed(name)}) from None
    except RevisionError as error:
        hint = "list_revisions lists branches, tags and commits."
        raise QueryError("not_found", str(error), **{argument: echoed(name)}, hint=hint) from None


def _is_of_files_now(workspace: Workspace) -> bool:
    """Whether the snapshot is that of the files as they are, as far as can be told without compiling them: nobody
    serves it, so that it was compiled for this question. A frozen file is none of files that are there."""
    is_of_files = workspace.revisions is not None and not workspace.snapshot.meta.get("revision")
    return is_of_files and workspace.current is None


def earlier_snapshot(workspace: Workspace, digits: str, argument: str) -> Snapshot:
    """Return the snapshot whose id begins with some digits: the one that is served, or one of those served before.
    Raises QueryError `not_found`."""
    known = (workspace.snapshot, *workspace.earlier)
    found = [snapshot for snapshot in known if len(digits) >= MIN_DIGITS and snapshot.id.startswith(digits)]
    if len({snapshot.id for snapshot in found}) == 1:
        return found[0]
    ids = ", ".join(f"{EARLIER}{snapshot.id[:12]}" for snapshot in known)
    message = f"There is no snapshot '{digits[:64]}' in this server: it has {ids}."
    raise QueryError("not_found", message, **{argument: echoed(digits)})


def _as_it_is(snapshot: Snapshot, title: str) -> OpenRevision:
    """Return a snapshot as a revision, with the commit from which it was compiled, if any."""
    meta = snapshot.meta.get("revision") or {}
    return OpenRevision(meta.get("commit", ""), meta.get("at", ""), meta.get("subject", title), snapshot)


def _other_source(workspace: Workspace, name: str, argument: str) -> OpenRevision:
    """Return another source by its name, which the server got at its start. Clients cannot pass paths."""
    found = workspace.other_sources.get(name.removeprefix(OTHER))
    if found is not None:
        return _as_it_is(found, f"The source {found.meta['source']}")
    known = ", ".join(f"{OTHER}{source}" for source in workspace.other_sources)
    advice = f"There is {known}." if known else "The server was started without any: `--beside NAME=PATH` names one."
    message = f"There is no other source '{name.removeprefix(OTHER)[:200]}'. {advice}"
    raise QueryError("not_found", message, **{argument: echoed(name)})


def revision_row(name: str | None, revision: OpenRevision) -> dict[str, Any]:
    """Return a revision as answers show it: the name by which it was asked for, if any, its commit and its snapshot."""
    row = {
        "name": name,
        "commit": revision.commit,
        "at": revision.at,
        "subject": revision.subject,
        "snapshot": revision.snapshot.id,
    }
    return {key: value for key, value in row.items() if value}
