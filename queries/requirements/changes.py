"""Requirements whose text has changed, by their content hashes: `get_changed_requirements`.

They are compared with the hash that is written at the end of each, with those of a git revision, or with hashes that
come with the question.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Workspace
from queries.errors import QueryError
from queries.paging import CURSOR, Cursor, limit_of, page
from queries.parameters import Parameter, echoed
from queries.requirements.selection import SUMMARY, native, nodes_of, project_of, summary
from queries.revisions.opening import REVISION, open_revision, revision_row
from queries.schemas import integer, mapping, objects, string
from queries.tool import tool

HASH_HINT = "list_objects of kind requirement gives the right_hash of each: keep them as {id: hash}."


class Change(NamedTuple):
    """A requirement that is not as it was; a hash is "" where there is none."""

    id: str
    change: str
    before: str
    now: str


class Hashes(NamedTuple):
    """The hashes of a requirement: the one written, the right one, and the right ones by both algorithms."""

    id: str
    state: str
    written: str | None
    right: str | None
    sorted: str | None
    file_order: str | None


HASHES = "requirement, hash_state, hash, right_hash, hash_sorted, hash_file_order"


@tool(
    title="Changed requirements",
    pack="requirements",
    parameters=(
        Parameter("base", "string", "A git revision to compare with: a branch, tag, commit or date."),
        Parameter(
            "base_hashes", "object", 'The hashes of an earlier state: {"REQ-p00060": "3ebc237a", …}, by id or ref.'
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
            base_hash=string("The hash compared with; absent when added."),
            content_hash=string("The hash of the text as it is; absent when removed, or without assertions."),
        ),
        "stats": mapping(
            "How many.",
            changed=integer("Have another text."),
            added=integer("Are new."),
            removed=integer("Are gone."),
            unchanged=integer("Have the same text, or no assertions to hash."),
            unrecorded=integer("Have no hash written, so that nothing is known."),
        ),
    },
    may_run_long=True,
    needs_workspace=True,
)
def get_changed_requirements(
    workspace: Workspace, *, base: str | None, base_hashes: dict[str, Any] | None, limit: int, cursor: Cursor
) -> dict[str, Any]:
    """The requirements whose assertions have changed, by content hash. Without arguments: since the hash at their end
    was written, so that their author has not confirmed the change. With base: since a git revision, with what was added
    and removed. With base_hashes: since the state that these hashes were taken from. Either hash algorithm is accepted.
    100 a page."""
    snapshot = workspace.snapshot
    project_of(snapshot)
    if base is not None and base_hashes is not None:
        told = "base and base_hashes both say what to compare with: give one of them"
        raise QueryError("invalid_argument", told, base=echoed(base))
    requirements = _hashes(snapshot)
    answer: dict[str, Any]
    if base is not None:
        then = open_revision(workspace, base, "base")
        answer = {"compared_with": "revision", "base": revision_row(base, then)}
        found = list(_against(requirements, {one.id: one.right or "" for one in _hashes(then.snapshot)}))
    elif base_hashes is not None:
        answer, found = {"compared_with": "base_hashes"}, list(_against(requirements, _checked(base_hashes)))
    else:
        answer, found = {"compared_with": "written_hashes"}, list(_against_written(requirements))
    changed = [one for one in found if one.change in ("changed", "added", "removed")]
    answer |= {"requirements": changed, "stats": _stats(found)}
    if not changed:
        unrecorded = answer["stats"]["unrecorded"]
        answer["hint"] = f"{unrecorded} have no hash to compare with." if unrecorded else "Nothing has changed."
    return page(
        answer, "requirements", limit=limit, cursor=cursor, rows={"requirements": lambda one: _row(snapshot, one)}
    )


def _hashes(snapshot: Snapshot) -> list[Hashes]:
    """The hashes of all requirements, in the order of the source."""
    return snapshot.memoize("queries.requirements.hashes", _hashes_of)


def _hashes_of(snapshot: Snapshot) -> list[Hashes]:
    return [Hashes(*row) for row in snapshot.rows(f"SELECT {HASHES} FROM requirement ORDER BY rowid")]


def _against_written(requirements: list[Hashes]) -> Iterator[Change]:
    """Each requirement against the hash that stands at its end."""
    changes = {"stale": "changed", "missing": "unrecorded"}
    for one in requirements:
        yield Change(one.id, changes.get(one.state, "unchanged"), one.written or "", one.right or "")


def _against(requirements: list[Hashes], base: Mapping[str, str]) -> Iterator[Change]:
    """Each requirement against the hash of an earlier state, by either algorithm; then those that are gone."""
    for one in requirements:
        before, now = base.get(one.id), one.right or ""
        if before is None:
            yield Change(one.id, "added", "", now)
        else:
            # Which algorithm the earlier state was hashed with need not be known.
            same = before in (one.sorted or "", one.file_order or "")
            yield Change(one.id, "unchanged" if same else "changed", before, now)
    known = {one.id for one in requirements}
    yield from (Change(one, "removed", base[one], "") for one in sorted(base, key=str.encode) if one not in known)


def _checked(hashes: Mapping[str, Any]) -> dict[str, str]:
    """The hashes by native id; null stands for a requirement without assertions. Raises QueryError for other values."""
    wrong = [name for name, value in hashes.items() if not isinstance(value, str | None)]
    if wrong:
        told = "base_hashes must map ids to hashes, which are strings"
        raise QueryError("invalid_argument", told, base_hashes=[echoed(name) for name in wrong[:20]], hint=HASH_HINT)
    return {native(name): value or "" for name, value in hashes.items()}


def _stats(found: list[Change]) -> dict[str, int]:
    kinds = [one.change for one in found]
    return {kind: kinds.count(kind) for kind in ("changed", "added", "removed", "unchanged", "unrecorded")}


def _row(snapshot: Snapshot, one: Change) -> dict[str, Any]:
    node = nodes_of(snapshot).get(one.id)
    known = summary(node) if node else {"id": one.id}
    hashes = {"base_hash": one.before, "content_hash": one.now}
    return {**known, "change": one.change, **{name: value for name, value in hashes.items() if value}}
