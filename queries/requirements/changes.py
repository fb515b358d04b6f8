"""Finds requirements whose text has changed, by their content hashes: `get_changed_requirements`.

The hashes are compared with those in the End markers, with those of a git revision, or with hashes in the call.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from compiler.store.snapshot import Snapshot, memoized
from compiler.workspace.interface import Workspace
from queries.errors.query_error import QueryError
from queries.requirements.nodes import SUMMARY, native, nodes_of, project_of, summary
from queries.revisions.opening import REVISION, open_revision, revision_row
from queries.tools.paging import CURSOR, Cursor, limit_of, page
from queries.tools.parameters import Parameter, echoed
from queries.tools.schemas import integer, mapping, objects, string
from queries.tools.tool import tool

HASH_HINT = "list_objects of kind requirement gives the right_hash of each: keep them as {id: hash}."


class Change(NamedTuple):
    """A requirement, how it has changed, and its hashes before and now, "" for none."""

    id: str
    change: str
    before: str
    now: str


class RequirementHashes(NamedTuple):
    """The hashes of a requirement: as written, as it should be, and as computed by each algorithm."""

    id: str
    state: str
    written: str | None
    right: str | None
    sorted: str | None
    file_order: str | None


HASH_COLUMNS = "requirement, hash_state, hash, right_hash, hash_sorted, hash_file_order"


@tool(
    title="Changed requirements",
    pack="requirements",
    parameters=(
        Parameter(
            "base", "string", "A git revision to compare with: a branch, tag, commit or date.", brief="A git revision."
        ),
        Parameter(
            "base_hashes",
            "object",
            'The hashes of an earlier state by id or ref: {"REQ-p00060": "3ebc237a", …}.',
            brief='{"REQ-p00060": "3ebc237a"}',
        ),
        limit_of(100),
        CURSOR,
    ),
    result={
        "compared_with": string("written_hashes, revision or base_hashes."),
        "base": REVISION,
        "requirements": objects(
            "In the order of the source, removed ones last.",
            **SUMMARY,
            change=string("changed, added or removed."),
            base_hash=string("The hash that was compared with; absent when added."),
            content_hash=string("The hash of the present text; absent when removed, or without assertions."),
        ),
        "stats": mapping(
            "How many requirements there are of each kind.",
            changed=integer("Their text has changed."),
            added=integer("They are new."),
            removed=integer("They are gone."),
            unchanged=integer("Their text is the same, or they have no assertions to hash."),
            unrecorded=integer("No hash is written, so nothing is known."),
        ),
    },
    may_run_long=True,
    needs_workspace=True,
)
def get_changed_requirements(
    workspace: Workspace, *, base: str | None, base_hashes: dict[str, Any] | None, limit: int, cursor: Cursor
) -> dict[str, Any]:
    """Requirements whose assertions changed, by content hash: unconfirmed edits, or since a git revision.

    Without arguments: since the hash in their End marker was written, so that the author has not confirmed the change.
    With base: since a git revision, with added and removed requirements. With base_hashes: since the state from which
    these hashes were taken. Both hash algorithms are accepted. 100 per page.
    """
    snapshot = workspace.snapshot
    project_of(snapshot)
    if base is not None and base_hashes is not None:
        message = "base and base_hashes both say what to compare with: give one of them"
        raise QueryError("invalid_argument", message, base=echoed(base))
    requirements = _hashes(snapshot)
    answer: dict[str, Any]
    if base is not None:
        base_revision = open_revision(workspace, base, "base")
        answer = {"compared_with": "revision", "base": revision_row(base, base_revision)}
        found = list(_compare_with(requirements, _right_hashes(base_revision.snapshot)))
    elif base_hashes is not None:
        answer, found = {"compared_with": "base_hashes"}, list(_compare_with(requirements, _checked(base_hashes)))
    else:
        answer, found = {"compared_with": "written_hashes"}, list(_compare_with_written(requirements))
    changed = [change for change in found if change.change in ("changed", "added", "removed")]
    answer |= {"requirements": changed, "stats": _stats(found)}
    if not changed:
        unrecorded = answer["stats"]["unrecorded"]
        answer["hint"] = f"{unrecorded} have no hash to compare with." if unrecorded else "Nothing has changed."
    return page(
        answer, "requirements", limit=limit, cursor=cursor, rows={"requirements": lambda change: _row(snapshot, change)}
    )


def change_counts(workspace: Workspace, base: str | None) -> dict[str, Any]:
    """How many requirements have changed since their hash was written, and since a git revision if one is named.

    Raises QueryError as `open_revision` does.
    """
    requirements = _hashes(workspace.snapshot)
    written = _stats(list(_compare_with_written(requirements)))
    counts: dict[str, Any] = {"content_changed": written["changed"], "unrecorded": written["unrecorded"]}
    if base is None:
        return counts
    revision = open_revision(workspace, base, "base")
    since = _stats(list(_compare_with(requirements, _right_hashes(revision.snapshot))))
    del since["unrecorded"]
    return {**counts, "since": revision_row(base, revision), **since}


def _right_hashes(snapshot: Snapshot) -> dict[str, str]:
    return {hashed.id: hashed.right or "" for hashed in _hashes(snapshot)}


@memoized
def _hashes(snapshot: Snapshot) -> list[RequirementHashes]:
    """The hashes of all requirements, in the order of the source."""
    return [
        RequirementHashes(*row) for row in snapshot.rows(f"SELECT {HASH_COLUMNS} FROM fact_requirement ORDER BY rowid")
    ]


def _compare_with_written(requirements: list[RequirementHashes]) -> Iterator[Change]:
    """Each requirement, compared with the hash in its End marker."""
    changes = {"stale": "changed", "missing": "unrecorded"}
    for requirement in requirements:
        yield Change(
            requirement.id,
            changes.get(requirement.state, "unchanged"),
            requirement.written or "",
            requirement.right or "",
        )


def _compare_with(requirements: list[RequirementHashes], base: Mapping[str, str]) -> Iterator[Change]:
    """Each requirement, compared with the hash of an earlier state by either algorithm; then the removed ones."""
    for requirement in requirements:
        before, now = base.get(requirement.id), requirement.right or ""
        if before is None:
            yield Change(requirement.id, "added", "", now)
        else:
            # The algorithm of the earlier hash is unknown, so both count.
            same = before in (requirement.sorted or "", requirement.file_order or "")
            yield Change(requirement.id, "unchanged" if same else "changed", before, now)
    known = {requirement.id for requirement in requirements}
    yield from (
        Change(requirement, "removed", base[requirement], "")
        for requirement in sorted(base, key=str.encode)
        if requirement not in known
    )


def _checked(hashes: Mapping[str, Any]) -> dict[str, str]:
    """`base_hashes` by native id, with "" for null (no assertions). Raises QueryError for values of other types."""
    wrong = [name for name, value in hashes.items() if not isinstance(value, str | None)]
    if wrong:
        message = "base_hashes must map ids to hashes, which are strings"
        raise QueryError("invalid_argument", message, base_hashes=[echoed(name) for name in wrong[:20]], hint=HASH_HINT)
    return {native(name): value or "" for name, value in hashes.items()}


def _stats(found: list[Change]) -> dict[str, int]:
    kinds = [change.change for change in found]
    return {kind: kinds.count(kind) for kind in ("changed", "added", "removed", "unchanged", "unrecorded")}


def _row(snapshot: Snapshot, change: Change) -> dict[str, Any]:
    node = nodes_of(snapshot).get(change.id)
    known = summary(node) if node else {"id": change.id}
    hashes = {"base_hash": change.before, "content_hash": change.now}
    return {**known, "change": change.change, **{name: value for name, value in hashes.items() if value}}
