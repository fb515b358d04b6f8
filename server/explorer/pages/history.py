"""The history of an object: at which of the latest revisions it came, and which of its columns changed since."""

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from queries.errors.query_error import QueryError
from server.explorer.page import Ask, Page
from server.explorer.pages.relation_rows import Json

REVISIONS = 8  # that are compiled for a page
PAGES_OF_LIST = 8  # until the commits, which come last
PLACES = ("file", "line", "end_line", "ordinal", "is_ready", "ready_order")  # change without the object's doing
_RELATION = re.compile(r"[a-z_]{1,40}")


class State(NamedTuple):
    """An object at a revision: its row, None if it is not there; or why that is not known."""

    revision: Json
    row: Json | None
    problem: str = ""


def view(ask: Ask, parameters: Mapping[str, str]) -> Mapping[str, Any]:
    """Ask for the rows of an object at the latest revisions."""
    (found,) = ask("object_get", ref=parameters.get("id", ""))["objects"]
    try:
        revisions, is_whole = _commits(ask)
    except QueryError as error:
        return {"object": found, "changes": [], "why": error.error}
    states = [_state(ask, found["kind"], found["ref"], revision) for revision in revisions]
    return {
        "object": found,
        "changes": list(_changes(states)),
        "asked": len(states),
        "is_whole": is_whole,
        "why": "The repository has no commit.",
    }


def _commits(ask: Ask) -> tuple[list[Json], bool]:
    """The latest commits, the newest first, and whether they are all."""
    commits: list[Json] = []
    cursor = None
    for _ in range(PAGES_OF_LIST):
        answer = ask("list_revisions", limit=100, cursor=cursor)
        commits += [revision for revision in answer["revisions"] if revision["kind"] == "commit"]
        cursor = answer.get("next_cursor")
        if cursor is None or len(commits) > REVISIONS:
            break
    return commits[:REVISIONS], len(commits) <= REVISIONS and cursor is None


def _state(ask: Ask, kind: str, ref: str, revision: Json) -> State:
    """The row of an object at a revision, of the relation of its kind, or of all objects."""
    problem = ""
    for relation in (kind, "object"):
        if not _RELATION.fullmatch(relation):
            continue
        sql = f"SELECT * FROM base.{relation} WHERE ref = :ref"
        try:
            rows = _rows(ask("query_facts", sql=sql, base=revision["name"], parameters={"ref": ref}, limit=1))
        except QueryError as error:
            problem = error.error
            continue
        return State(revision, rows[0] if rows else None)
    return State(revision, None, problem)


def _rows(answer: Json) -> list[Json]:
    return [dict(zip(answer["columns"], row, strict=True)) for row in answer["rows"]]


def _changes(states: list[State]) -> Iterator[Json]:
    """The revisions at which something changed, the newest first, each with what."""
    for after, before in pairwise(states):
        if after.problem or before.problem:
            yield _told(after, "", after.problem or before.problem)
        elif after.row is None and before.row is not None:
            yield _told(after, "went")
        elif after.row is not None and before.row is None:
            yield _told(after, "came")
        elif after.row is not None and before.row is not None and (fields := _fields(before.row, after.row)):
            yield {**_told(after, "changed"), "fields": fields}
    if states and states[-1].row is not None:
        yield _told(states[-1], "first")


def _told(state: State, sort: str, problem: str = "") -> Json:
    return {"at": "", "subject": "", **state.revision, "sort": sort, "problem": problem, "fields": []}


def _fields(before: Json, after: Json) -> list[Json]:
    names = [name for name in after if name not in PLACES and before.get(name) != after[name]]
    return [{"name": name, "before": before.get(name), "after": after[name]} for name in names]


HISTORY = Page("history", "/history", "", view, is_exported=False)
