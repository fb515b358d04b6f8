"""The merge gate: whether the facts of a branch are verified enough to merge it: `verify_merge_gate`."""

from typing import Any

from compiler.languages.memory.facts import MemoryFact
from compiler.store.snapshot import Snapshot
from compiler.workspace.git.revision import Revision
from compiler.workspace.interface import Workspace
from queries.memory.branches import written_counts
from queries.memory.git_branches import branch_or_revision
from queries.memory.revisions import side_named, state_of_commit
from queries.memory.rows import FACT, fact_row, without_empty
from queries.tools.paging import CURSOR, Cursor, limit_of, page
from queries.tools.parameters import Parameter
from queries.tools.schemas import boolean, integer, mapping, objects, string, strings
from queries.tools.tool import tool

VERDICTS = ("verified", "unverified", "invalidated")


@tool(
    title="Merge gate",
    pack="memory",
    parameters=(
        Parameter(
            "source_branch",
            "string",
            "The branch that is to be merged, of the records or git.",
            required=True,
            aliases=("branch", "source"),
        ),
        Parameter(
            "require_verified",
            "boolean",
            "Whether every fact must be verified; invalidated ones never pass.",
            default=True,
        ),
        limit_of(20),
        CURSOR,
    ),
    result={
        "branch": string("The branch."),
        "can_merge": boolean("Whether nothing stands in the way."),
        "verified": integer("Own active facts that are verified."),
        "unverified": integer("Own active facts that nobody has judged, or not decided."),
        "invalidated": integer("Own active facts that were found wrong."),
        "empty": boolean("True when the branch has no active facts of its own: nothing was checked."),
        "not_judged": mapping(
            "How many other records the branch wrote itself: no verdict is on these.",
            relations=integer("Live relations."),
            observations=integer("Observations."),
            conversations=integer("Conversations."),
            messages=integer("Messages."),
            tasks=integer("Tasks."),
        ),
        "reasons": strings("What stands in the way."),
        "blocking": objects(
            "The facts that stand in the way, invalidated ones first, then by time and id.",
            verification_reason=string("Why it was judged so."),
            **FACT,
        ),
    },
    may_run_long=True,
    needs_workspace=True,
)
def verify_merge_gate(
    workspace: Workspace, *, source_branch: str, require_verified: bool, limit: int, cursor: Cursor
) -> dict[str, Any]:
    """Whether a branch may be merged, by the verification of its own facts.

    All active facts that were written on the branch itself count, not those of its ancestors. Use it before a merge,
    with memory_branch_diff. The verdicts are those that the memory records; this tool judges nothing itself. A branch
    without facts of its own passes, and `empty` says that nothing was checked. Of a repository branch, the facts that
    are new or changed since it forked off count. Only facts have verdicts; `not_judged` counts what else a branch of
    the records wrote. 20 blocking facts a page.
    """
    found = branch_or_revision(workspace, source_branch, "source_branch")
    others: dict[str, int] = {}
    if isinstance(found, Revision):
        branch, facts = found.name, _since_fork(workspace, found)
    else:
        branch = found.record_id
        others = _not_judged(workspace.snapshot, branch)
        facts = workspace.snapshot.facts(MemoryFact, branch=branch, is_active=1)
    counts = {verdict: sum(verdict_of(fact) == verdict for fact in facts) for verdict in VERDICTS}
    bad = ("invalidated", "unverified") if require_verified else ("invalidated",)
    blocking = sorted((fact for fact in facts if verdict_of(fact) in bad), key=_order)
    reasons = [_reason(counts[verdict], verdict) for verdict in bad if counts[verdict]]
    answer: dict[str, Any] = {"branch": branch, "can_merge": not reasons, **counts, "empty": not facts}
    answer |= {"not_judged": others} if others else {}
    answer |= {"reasons": reasons, "blocking": blocking}
    if not facts:
        answer["hint"] = f"{branch} has no active facts of its own: it may be merged, but nothing was checked."
    return page(answer, "blocking", limit=limit, cursor=cursor, rows={"blocking": _row})


def _not_judged(snapshot: Snapshot, branch: str) -> dict[str, int]:
    """Return the counts of what a branch wrote beside facts, without those that are 0."""
    written = snapshot.memoize("queries.memory.written", written_counts).get(branch, {})
    return {kind: count for kind, count in written.items() if count and kind != "facts"}


def _since_fork(workspace: Workspace, branch: Revision) -> list[MemoryFact]:
    """Return the active facts of a repository branch that are new or changed since it forked off; all if it forked off
    from no other branch."""
    side = side_named(workspace, branch.name, "source_branch")
    before = state_of_commit(workspace, branch.forked_at) if branch.forked_at else {}
    own = {
        state.ref for key, state in side.state.items() if key not in before or state.compared != before[key].compared
    }
    return [fact for fact in side.snapshot.facts(MemoryFact, is_active=1) if fact.ref in own]


def verdict_of(fact: MemoryFact) -> str:
    """Return the verdict on a fact. Any word that is no verdict counts as unverified."""
    return fact.verification if fact.verification in VERDICTS else "unverified"


def _order(fact: MemoryFact) -> tuple[bool, bool, int, str]:
    return verdict_of(fact) != "invalidated", fact.at_us is None, fact.at_us or 0, fact.record_id


def _reason(count: int, verdict: str) -> str:
    return f"{count} fact{'' if count == 1 else 's'} {'is' if count == 1 else 'are'} {verdict}."


def _row(fact: MemoryFact) -> dict[str, Any]:
    return fact_row(fact) | without_empty({"verification_reason": fact.verification_reason})
