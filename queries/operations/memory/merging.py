"""Copies of records on another branch, and the operation that merges a branch into another, record by record and three
ways."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from compiler.languages.memory.facts import MemoryBranch, MemoryFact, Verification
from compiler.store.snapshot import Snapshot
from queries.errors.near import nearest
from queries.errors.query_error import QueryError
from queries.memory.branch_diff import records_by_class
from queries.memory.branch_scope import branch_scope
from queries.memory.branch_states import Key, RecordState, State, fork_point, holding
from queries.memory.gate import verdict_of
from queries.memory.selection import branch_named, branches_of
from queries.memory.talk_states import seen_states
from queries.operations.arguments import invalid, optional, text_argument, unavailable
from queries.operations.draft import Draft
from queries.operations.memory.arguments import ID, branch_of, seen_on, stated
from queries.operations.memory.log_lines import Lines, Record, appending, record_at
from queries.operations.operation import Given
from queries.tools.parameters import Parameter, echoed

COPIED = ("fact", "observation", "relation", "conversation", "message")  # the types that a merge copies
Json = Any
STRATEGIES = ("auto", "cherry_pick", "squash")
NOT_SQUASHED = ("observation",)  # what a squash leaves on the source
SHOWN = 10  # facts that a refusal names


def state_of(snapshot: Snapshot, branch: str) -> State:
    """Return the records that a branch holds."""
    return holding(seen_states(snapshot, branch_scope(snapshot, branch)))


def copied(lines: Lines, states: Iterable[RecordState], target: str) -> list[Key]:
    """Add a copy of each record to a branch, and return the keys of those that are copied: a conversation that nothing
    declares has no line of its own, only its messages have."""
    keys = []
    for state in states:
        if _is_undeclared(lines.draft, state):
            continue
        path, line = _place(state)
        if state.record_type == "fact":
            _copy_fact(lines, state, target)
        else:
            lines.restate(state.record_type, state.id, target, record_at(lines.draft, state.record_type, path, line))
        keys.append(state.key)
    return keys


def messages_of(states: State, conversation: str) -> list[RecordState]:
    """Return the messages among records that were written in a conversation."""
    return [
        state
        for state in states.values()
        if state.record_type == "message" and state.fields.get("conversation_id") == conversation
    ]


def _copy_fact(lines: Lines, one: RecordState, target: str) -> None:
    """Copy a fact with its verdict, which another record may have given: that one then judges the original alone."""
    draft = lines.draft
    path, line = _place(one)
    record = _fact_record(draft, one, path, line)
    (fact,) = draft.snapshot.facts(MemoryFact, record_id=one.id, branch=one.branch)
    given = stated({"status": fact.verification, "reason": fact.verification_reason, "at": fact.verified_at})
    judged_by = [
        verification for verification in draft.snapshot.facts(Verification, target=fact.ref) if verification.verdict
    ]
    if judged_by and fact.verification != "unverified":
        lines.restate("fact", one.id, target, record, verification=given)
        for each in judged_by:
            _bind(lines, each, one, target)
    else:
        lines.restate("fact", one.id, target, record)


def _bind(lines: Lines, verdict: Verification, one: RecordState, target: str) -> None:
    """Let a verdict that would judge the copy judge the original."""
    snapshot = lines.draft.snapshot
    known = branches_of(snapshot).get(verdict.branch)
    lineage = known.lineage if known else (verdict.branch,)
    if target in lineage and one.branch not in lineage[: lineage.index(target)]:
        lines.again(verdict, one.branch, branch=one.branch, updated_at=None)


def _fact_record(draft: Draft, one: RecordState, path: str, line: int) -> Record:
    """Return the line of a fact; of an observation of an entity, a line that says the same."""
    record = record_at(draft, "fact", path, line)
    if record.get("type") != "entity" and not {"entityType", "entity_type"} & record.keys():
        return record
    (fact,) = draft.snapshot.facts(MemoryFact, record_id=one.id, branch=one.branch)
    return stated({"type": "fact", "id": one.id, "text": fact.text, "subject": fact.subject, "at": fact.at})


def _is_undeclared(draft: Draft, one: RecordState) -> bool:
    if one.record_type != "conversation":
        return False
    sql = "SELECT is_declared FROM fact_memory_conversation WHERE ref = ?"
    return not all(is_declared for (is_declared,) in draft.snapshot.rows(sql, (one.ref,)))


def _place(one: RecordState) -> tuple[str, int]:
    path, _, line = one.place.rpartition(":")
    return path, int(line)


class Plan(NamedTuple):
    """What a merge does: the records that are copied, those that end on the target, and those that are left out since
    the target has changed them too."""

    copied: Sequence[Key]
    ended: Sequence[Key]
    rejected: Sequence[Key]


@appending(
    text_argument("source_branch", "The branch with the work.", most=500),
    optional("target_branch", "The branch that gets it; the default branch by default."),
    Parameter("strategy", "string", "How.", required=True, choices=STRATEGIES),
    Parameter("items", "strings", "For cherry_pick: the ids of the records.", max_items=1_000),
    Parameter("require_verified", "boolean", "Whether every fact must be verified.", default=True),
    ID,
)
def memory_branch_merge(lines: Lines, given: Given) -> None:
    """Copies what a branch has and another has not, ends there what it ended, and records the merge. What both changed
    stays as the target has it. Refused while the merge gate is closed; with require_verified false, only invalidated
    facts close it.

    `auto` takes all, `squash` all but observations. `cherry_pick` takes the named records, also over what the target
    has changed, and the gate regards these alone. After `auto` and `squash` the source is merged.
    """
    snapshot = lines.snapshot
    source = branch_named(snapshot, given.source_branch, "source_branch")
    target = branch_named(snapshot, branch_of(snapshot, given.target_branch, "target_branch"), "target_branch")
    if source.record_id == target.record_id:
        raise invalid("A branch is not merged into itself", source_branch=given.source_branch)
    here = state_of(snapshot, source.record_id)
    plan = _plan(snapshot, source, target, given.strategy, _picked(here, given.strategy, given.items))
    _check_gate(snapshot, source, [*plan.copied], given.require_verified, is_picked=given.strategy == "cherry_pick")
    keys = copied(lines, [here[key] for key in plan.copied], target.record_id)
    for kind, name in plan.ended:
        lines.retract(kind, name, target.record_id)
    if not lines:
        problem = "Nothing is to be merged: the target has all that may be copied"
        raise invalid(problem, source_branch=source.record_id, rejected=_ids(plan.rejected))
    lines.put("merge", target.record_id, _merge_record(source, target, given.strategy, plan, keys), id=given.id)
    if given.strategy != "cherry_pick":
        state_merged(lines, source, given.strategy)


def state_merged(lines: Lines, branch: MemoryBranch, strategy: str) -> None:
    """Add the line that says that a branch is merged."""
    fields = {"status": "merged", "merged_at": lines.at, "merge_strategy": strategy}
    restate_branch(lines, branch, **fields)


def restate_branch(lines: Lines, branch: MemoryBranch, **fields: Json) -> None:
    """Add the line of a branch again with other fields; of one that nothing declares, its first."""
    record: Record = {"type": "branch", "id": branch.record_id, "parent": branch.parent}
    if branch.is_declared:
        record = record_at(lines.draft, "branch", branch.span.file, branch.span.start_line)
    lines.restate("branch", branch.record_id, branch.record_id, record, **fields)


def _picked(here: State, strategy: str, items: Sequence[str] | None) -> Collection[Key] | None:
    """Return the records that are named, with the messages of a conversation; None without a choice. Raises
    QueryError."""
    if strategy != "cherry_pick":
        if items:
            raise invalid("'items' are for the strategy cherry_pick", strategy=strategy)
        return None
    if not items:
        raise invalid("The strategy cherry_pick needs 'items': the ids of the records")
    by_name: dict[str, list[Key]] = {}
    for key, state in here.items():
        if state.record_type in COPIED:
            for name in {state.id, state.ref}:
                by_name.setdefault(name, []).append(key)
    found: dict[Key, None] = {}
    for name in items:
        keys = by_name.get(name.strip(), [])
        if len(keys) != 1:
            problem = "The source does not hold this record" if not keys else "Several records have this id"
            hint = "memory_branch_diff lists what it has." if not keys else "Name the ref, such as m:fact/f-1."
            near = [] if keys else nearest(name, by_name, 3)
            raise QueryError(
                "ambiguous" if keys else "not_found", problem, item=echoed(name), did_you_mean=near, hint=hint
            )
        found |= dict.fromkeys((keys[0], *_parts(here, keys[0])))
    return found


def _parts(here: State, key: Key) -> list[Key]:
    return [message.key for message in messages_of(here, key[1])] if key[0] == "conversation" else []


def _plan(
    snapshot: Snapshot, source: MemoryBranch, target: MemoryBranch, strategy: str, picked: Collection[Key] | None
) -> Plan:
    """Compare the branches as memory_branch_diff does, and say what is to be done."""
    here, there = (seen_states(snapshot, branch_scope(snapshot, branch.record_id)) for branch in (source, target))
    ancestor, forked_at = fork_point(snapshot, source, target)
    base = seen_states(snapshot, branch_scope(snapshot, ancestor.record_id), forked_at) if ancestor else {}
    classes = records_by_class(holding(here), holding(there), holding(base), here, there, base)
    types = [one for one in COPIED if strategy != "squash" or one not in NOT_SQUASHED]
    found = {name: [key for key in keys if key[0] in types] for name, keys in classes.items()}
    if picked is not None:
        chosen = (*found["new"], *found["changed"], *found["conflicts"], *found["removed_in_target"])
        return Plan([key for key in chosen if key in picked], [], [])
    is_changed = {key for key in found["removed"] if key not in base or there[key].compared != base[key].compared}
    is_newer = [
        key for key in found["removed_in_target"] if key not in base or here[key].compared != base[key].compared
    ]
    return Plan(
        [*found["new"], *found["changed"]],
        [key for key in found["removed"] if key not in is_changed],
        [*found["conflicts"], *sorted(is_changed), *is_newer],
    )


def _check_gate(
    snapshot: Snapshot, source: MemoryBranch, keys: Iterable[Key], require_verified: bool, *, is_picked: bool
) -> None:
    """Raise QueryError if the gate is closed: for the facts of the source, or for the picked ones alone, and for those
    of its ancestors that would be copied."""
    ids = {name for kind, name in keys if kind == "fact"}
    seen = seen_on(snapshot, source.record_id, MemoryFact, is_active=1)
    facts = [fact for fact in seen if fact.record_id in ids or (fact.branch == source.record_id and not is_picked)]
    bad = ("invalidated", "unverified") if require_verified else ("invalidated",)
    blocking = [fact for fact in facts if verdict_of(fact) in bad]
    if blocking:
        raise unavailable(
            "The merge gate is closed",
            source_branch=source.record_id,
            reasons=[f"{fact.record_id} is {verdict_of(fact)}." for fact in blocking[:SHOWN]],
            blocking=len(blocking),
            hint="Record verdicts (verify_fact), pick other records (cherry_pick), retract the fact, or pass "
            "require_verified: false, which lets unverified facts through and invalidated ones never.",
        )


def _merge_record(
    source: MemoryBranch, target: MemoryBranch, strategy: str, plan: Plan, keys: Sequence[Key]
) -> Mapping[str, Json]:
    ended = {"metadata": {"ended": _ids(plan.ended)}} if plan.ended else {}
    return {
        "source": source.record_id,
        "target": target.record_id,
        "strategy": strategy,
        "items_merged": _ids(keys),
        "items_rejected": _ids(plan.rejected),
        **ended,
    }


def _ids(keys: Iterable[Key]) -> list[str]:
    return list(dict.fromkeys(name for _, name in keys))
