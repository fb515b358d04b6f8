"""What was known at a time: `memory_time_travel`.

There are two kinds of time. A record says when it was written; the repository says when it was committed. Questions by
the first are answered from the versions of records. Questions by the second are answered from another revision of the
source: of the branch that is read, if it is a repository branch, else of the checked-out branch.
"""

from typing import Any

from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import OpenRevision, Workspace
from queries.memory.branch_scope import BRANCH, OWN_ONLY, BranchScope
from queries.memory.fact_search import CATEGORY, SCORE, hit_row, search_facts
from queries.memory.git_branches import read_branch, read_branch_at
from queries.memory.rows import FACT, TEXT_SHOWN, shortened, without_empty
from queries.memory.time_ranges import TimeRange, format_time, parse_time
from queries.memory.version_search import FactVersion, fact_versions, known_facts, search_versions
from queries.memory.word_query import QUERY, parse_query
from queries.tools.paging import CURSOR, Cursor, limit_of, page
from queries.tools.parameters import Parameter
from queries.tools.schemas import boolean, integer, mapping, objects, string
from queries.tools.tool import tool


@tool(
    title="What was known then",
    pack="memory",
    parameters=(
        Parameter(
            "timestamp",
            "string",
            "The moment: 2026-03-01T10:30:00Z, with any offset; a date is the end of that day.",
            required=True,
            brief="2026-03-01T10:30:00Z",
            aliases=("as_of", "at", "time", "date"),
        ),
        QUERY,
        CATEGORY,
        BRANCH,
        OWN_ONLY,
        Parameter(
            "axis",
            "string",
            "record: by the times that the records state; revision: by when they were committed to the repository.",
            default="record",
            choices=("record", "revision"),
        ),
        limit_of(10),
        CURSOR,
    ),
    result={
        "results": objects(
            "Best first; of equals the newest, then by id. Each as it was then.",
            score=SCORE,
            known_from=string("When this version was written."),
            known_until=string("When a later one replaced or ended it; left out while none does."),
            is_current=boolean("Whether it still stands so."),
            **FACT,
        ),
        "as_of": string("The moment, in UTC."),
        "axis": string("By which time."),
        "revision": mapping(
            "By revision: the commit that was read.",
            commit=string("Its id."),
            at=string("When it was made."),
            subject=string("The first line of its message."),
        ),
        "branch": string("The branch that was read."),
        "searched": mapping(
            "In an answer without rows: what was looked at.",
            facts_known=integer("Active facts that were known then on the branch."),
            facts_without_time=integer("Facts whose time is not known: they are known at no moment."),
        ),
    },
    may_run_long=True,
    needs_workspace=True,
)
def memory_time_travel(
    workspace: Workspace,
    *,
    timestamp: str,
    query: str,
    category: str | None,
    branch: str | None,
    own_only: bool,
    axis: str,
    limit: int,
    cursor: Cursor,
) -> dict[str, Any]:
    """What was believed at a time, in the words of then, and what has replaced it since.

    The facts that were active then are found by the words of a question. Use it for "what did we believe when we
    decided this?". Each record counts by the newest version that was written by then. Branches read the same ancestors
    as today. Records without a time are known at no time. By revision, a repository branch is read in its own history,
    any other branch in that of the checked-out branch. 10 a page.
    """
    at = parse_time(timestamp, "timestamp").last
    assert at is not None  # a moment is bounded
    if axis == "revision":
        then, scope = read_branch_at(workspace, branch, own_only, format_time(at), "timestamp")
        answer = _in_revision(then, query, category, scope, at)
        rows = {"results": lambda hit: hit_row(then.snapshot, hit)}
        return page(answer, "results", limit=limit, cursor=cursor, rows=rows)
    snapshot, scope = read_branch(workspace, branch, own_only)
    known = [fact for fact in known_facts(snapshot, scope, at) if fact.is_active]
    chosen = [fact for fact in known if category in (None, fact.category)]
    hits = search_versions(snapshot, parse_query(query), chosen)
    answer = {"results": hits, "as_of": format_time(at), "axis": axis, "branch": scope.name}
    if not hits:
        answer |= _nothing_known(snapshot, at, scope, len(known))
    return page(answer, "results", limit=limit, cursor=cursor, rows={"results": lambda hit: _row(*hit)})


def _in_revision(then: OpenRevision, query: str, category: str | None, scope: BranchScope, at: int) -> dict[str, Any]:
    """Return the answer from the revision that was committed by then."""
    found = search_facts(then.snapshot, query, "around", scope, category, TimeRange())
    revision = {"commit": then.commit, "at": then.at, "subject": then.subject}
    return {
        "results": found.pop("results"),
        "as_of": format_time(at),
        "axis": "revision",
        "revision": revision,
        **found,
    }


def _row(version: FactVersion, score: float) -> dict[str, Any]:
    row = version.fields
    return without_empty(
        {
            "id": version.record_id,
            "fact_text": shortened(version.text, TEXT_SHOWN),
            "score": round(score, 4),
            "category": version.category,
            "confidence": row.get("confidence"),
            "status": version.status,
            "known_from": format_time(version.starts) if version.starts is not None else None,
            "known_until": format_time(version.ends) if version.ends is not None else None,
            "is_current": version.is_current,
            "subject": row.get("subject"),
            "branch": version.branch,
            "created_at": row.get("at") or (format_time(version.at) if version.at is not None else None),
            "session_id": row.get("session"),
            "agent_id": row.get("agent"),
            "task_id": row.get("task"),
            "ref": version.ref,
            "source": version.source,
        }
    )


def _nothing_known(snapshot: Snapshot, at: int, scope: BranchScope, known: int) -> dict[str, Any]:
    """Return what was searched, and a hint: how many facts were known then, or when the first one was written."""
    all_versions = fact_versions(snapshot)
    timeless = len({version.ref for version in all_versions if version.starts is None})
    begins = [version.starts for version in all_versions if version.starts is not None and scope.reads(version.branch)]
    if known:
        hint = f"None of {known} facts that were known then fits."
    elif begins and min(begins) > at:
        hint = f"This is before the history of {scope.name}: its first fact was written {format_time(min(begins))}."
    else:
        hint = f"No active fact was known on {scope.name} then."
    if timeless and not known:
        hint += f" {timeless} facts have no time."
    return {"searched": {"facts_known": known, "facts_without_time": timeless}, "hint": hint}
