"""The history of one object: `object_history`."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import fields
from functools import partial
from typing import Any

from compiler.store.snapshot import Snapshot
from compiler.workspace.git.logged import DAMAGED, FIRST, LARGE, LIMIT, SHALLOW, TIME
from compiler.workspace.interface import History, NoRevisionsError, RevisionError, Workspace
from queries.errors.near import nearest
from queries.errors.query_error import QueryError
from queries.lookup.by_name import named_object, object_kinds
from queries.lookup.paths import path_below_root
from queries.revisions.comparing import CHANGE_ROW, change_row
from queries.revisions.difference import CHANGES, PLACES, Change, FieldChange
from queries.revisions.object_trail import Event, Trail
from queries.revisions.opening import revisions_of
from queries.revisions.steps import Steps, linked_fields
from queries.tools.paging import CURSOR, Cursor, limit_of, page
from queries.tools.parameters import Parameter, echoed
from queries.tools.schemas import integer, objects, string, strings
from queries.tools.tool import tool

COMMITS = 500
MAX_COMMITS = 5_000
SUPERSEDED = "superseded"
GONE = "For an object that is gone, pass its ref and the file in which it stood."
_CAME_OR_WENT = ("added", "removed")
_SUCCESSOR = "superseded_by"  # the field that names what replaces an object
HISTORY = Parameter(
    "history",
    "integer",
    "The most commits to read, along the first parents.",
    default=COMMITS,
    minimum=1,
    maximum=MAX_COMMITS,
)
READ = {
    "commits": integer("How many commits were read."),
    "oldest": string("The oldest of them, and when it was made."),
    "stopped": string("Why no older ones were read."),
}
# Why the history was read no further (`compiler.workspace.git.logged`).
STOPPED: Mapping[str, str] = {
    FIRST: "The history begins there.",
    LIMIT: "It has older commits: a larger history reads them.",
    TIME: "The time for one answer was over: asked again, it goes on from what is known.",
    SHALLOW: "The clone is shallow: older commits were not fetched.",
    DAMAGED: "An older commit, or a file of it, is missing, damaged or too large to read.",
    LARGE: "The commits changed more files than are kept.",
}
_OF_ROW = ("before", "after", "was", "fields")


@tool(
    title="History of an object",
    pack="core",
    parameters=(
        Parameter("ref", "string", "The ref or the id of the object.", required=True, aliases=("id", "name")),
        Parameter("field", "string", "Only changes of this field, such as status, and where the object came or went."),
        Parameter("change", "string", "Only changes of this sort.", choices=(*CHANGES, SUPERSEDED)),
        Parameter("file", "string", "The file in which it stood: for an object that is gone.", aliases=("path",)),
        HISTORY,
        limit_of(50),
        CURSOR,
    ),
    result={
        "ref": string("The ref of the object."),
        "changes": objects(
            "The newest first.",
            commit=string("The commit, of which its first parent lacks the change; absent if it is not committed."),
            at=string("When that commit was made, in UTC."),
            subject=string("The first line of its message."),
            change=string(
                "added, changed, moved (to another file), renamed (its file), superseded (another object replaces it "
                "from then on) or removed."
            ),
            ref=string("Its ref at that commit, where it was another one."),
            **{name: CHANGE_ROW[name] for name in _OF_ROW},
        ),
        "shifted": integer("How many commits moved only its lines; they are no changes."),
        **READ,
        "files": strings("The files in which it was followed."),
        "not_followed": strings(
            "Fields that other files have a say in: their changes are told where one of `files` changed too."
        ),
    },
    may_run_long=True,
    needs_workspace=True,
    of_object=True,
)
def object_history(
    workspace: Workspace,
    *,
    ref: str,
    field: str | None,
    change: str | None,
    file: str | None,
    history: int,
    limit: int,
    cursor: Cursor,
) -> dict[str, Any]:
    """When an object came, changed in meaning (which field, from what to what), moved, was superseded or went: the
    commits, newest first. With `field`, since when that field says what it says: if it never changed, since the object
    came.

    Commits are read along the first parents: what a branch changed counts at its merge. At most `history` commits are
    read, and for about 20 seconds; `stopped` says why there are no older ones. A commit says the same as
    compare_revisions from its first parent to it, but for `not_followed`. For an object that is gone pass its ref and
    the `file` in which it stood.
    """
    revisions = revisions_of(workspace)
    snapshot = workspace.snapshot
    ref, place = (ref, path_below_root(snapshot, file, "file")) if file else _found(workspace, ref)
    with reading_errors():
        reading = revisions.history(history)
        with closing(Steps(workspace, revisions, reading)) as steps:
            trail = Trail(snapshot, steps, reading, ref, place)
            events = [*trail.events(is_of_files=not snapshot.meta.get("revision"))]
            found = snapshot.object(ref)
            kinds = {found.kind} if found else {event.change.kind for event in events if event.change}
            _check_field(snapshot, field, kinds)
            asked = [_with_value(event, field, trail) for event in events if _is_asked(event, field, change)]
    answer: dict[str, Any] = {
        "ref": ref,
        "changes": asked,
        "shifted": sum(event.change is None for event in events),
        **read_so_far(reading, trail.read, trail.end),
        "files": sorted(trail.files),
        "not_followed": sorted({name for kind in kinds for name in linked_fields(snapshot, kind) or ()}),
    }
    return page(answer, "changes", limit=limit, cursor=cursor, rows={"changes": partial(_row, ref)})


@contextmanager
def reading_errors() -> Iterator[None]:
    """With errors of the repository raised as a QueryError `unavailable`."""
    try:
        yield
    except NoRevisionsError as error:
        raise QueryError("unavailable", str(error)) from None
    except RevisionError as error:
        raise QueryError("unavailable", f"The history cannot be read. {error}") from None


def read_so_far(reading: History, read: int, end: str) -> dict[str, Any]:
    """Return what an answer says of the history that it read: the fields of `READ`."""
    commits = reading.log.commits[:read]
    oldest = {"oldest": f"{commits[-1].id} {commits[-1].at}".rstrip()} if commits else {}
    return {"commits": len(commits), **oldest, "stopped": STOPPED[end]}


def _found(workspace: Workspace, ref: str) -> tuple[str, str]:
    """Return the ref and the file of an object that is there, or of a page that is gone. Raises QueryError."""
    try:
        found = named_object(workspace.snapshot, ref, "ref")
    except QueryError as error:
        if ref.startswith("f:"):
            return ref, ref.removeprefix("f:").partition("#")[0]
        if error.code == "not_found":
            raise QueryError("not_found", error.error, **{**error.fields, "hint": GONE}) from None
        raise
    return found.ref, found.file


def _check_field(snapshot: Snapshot, field: str | None, kinds: Collection[str]) -> None:
    """Raise a QueryError if no object of these kinds has such a field."""
    classes = [object_kinds(snapshot)[kind] for kind in kinds]
    names = {field.name for fact_class in classes for field in fields(fact_class)} - PLACES
    if field is not None and names and field not in names:
        near = nearest(field, names) or sorted(names)
        message = f"A {' or '.join(sorted(kinds))} has no such field"
        raise QueryError("invalid_argument", message, field=echoed(field), did_you_mean=near)


def _is_asked(event: Event, field: str | None, change: str | None) -> bool:
    found = event.change
    return (
        found is not None
        and change in (None, _word(found))
        and (field is None or found.change in _CAME_OR_WENT or field in (field.field for field in found.fields))
    )


def _with_value(event: Event, field: str | None, trail: Trail) -> Event:
    """Return an event at which the object came with the value that a field came with."""
    if field is None or event.change is None or event.change.change != "added":
        return event
    came_with = FieldChange(field, None, trail.value_after(event, field))
    return event._replace(change=event.change._replace(fields=(came_with,)))


def _word(change: Change) -> str:
    """Return what happened: a change after which another object replaces this one is that it was superseded."""
    successors = next((field for field in change.fields if field.field == _SUCCESSOR), None)
    is_superseded = successors is not None and bool(successors.after) and not successors.before
    return SUPERSEDED if is_superseded else change.change


def _row(ref: str, event: Event) -> dict[str, Any]:
    assert event.change is not None
    of_commit = {"commit": event.commit, "at": event.at, "subject": event.subject}
    shown = change_row(event.change)
    return {
        **{name: value for name, value in of_commit.items() if value},
        "change": _word(event.change),
        **({} if event.ref == ref else {"ref": event.ref}),
        **{name: shown[name] for name in _OF_ROW if name in shown},
    }
