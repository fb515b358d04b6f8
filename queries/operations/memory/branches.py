"""The operations on branches: new ones, what is said of them, named points in time, and the merge of one into another,
record by record and three ways."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from compiler.languages.memory.facts import Conversation, MemoryBranch, MemoryFact, Verification
from compiler.store.snapshot import Snapshot
from queries.errors.near import nearest
from queries.errors.query_error import QueryError
from queries.memory.branch_diff import records_by_class
from queries.memory.branch_scope import branch_scope
from queries.memory.branch_states import Key, RecordState, State, fork_point, holding
from queries.memory.gate import verdict_of
from queries.memory.selection import branch_named, branches_of, default_branch, record_named
from queries.memory.talk_states import seen_states
from queries.operations.arguments import invalid, one_line, optional, optional_line, text_argument, unavailable
from queries.operations.memory.arguments import ID, TAGS, branch_of, seen_on, stated
from queries.operations.memory.log_lines import Lines, Record, appending, record_at
from queries.operations.operation import Given
from queries.tools.parameters import Parameter, echoed

COPIED = ("fact", "observation", "relation", "conversation", "message")  # the types that a merge copies
Json = Any
STRATEGIES = ("auto", "cherry_pick", "squash")
NOT_SQUASHED = ("observation",)  # what a squash leaves on the source
SHOWN = 10  # facts that a refusal names
NEW_BRANCH = text_argument("branch_name", "The name of the new branch.", most=500)
PARENT = optional("parent_branch", "The branch that it is forked from; the default branch by default.")
DESCRIPTION = optional("description", "What it is for.", most=10_000)


@appending(NEW_BRANCH, PARENT, DESCRIPTION)
def memory_branch_create(lines: Lines, given: Given) -> None:
    """Declares a branch. It reads what its parent has, and what is written on it no other branch reads."""
    add_branch(lines, given.branch_name, given.parent_branch, description=given.description)


@appending(
    text_argument("branch_name", "The branch.", most=500),
    optional("purpose", "What it is for.", most=10_000),
    optional("owner", "Whose it is."),
    Parameter("ttl_days", "integer", "How many days it is to live; nothing deletes it.", minimum=1),
    TAGS,
)
def memory_branch_enrich(lines: Lines, given: Given) -> None:
    """Says more of a branch. What it does not name stays as it is."""
    branch = branch_named(lines.snapshot, given.branch_name, "branch_name")
    new = given.stated("purpose", "owner", "ttl_days", "tags")
    if not new or {**branch.metadata, **new} == dict(branch.metadata):
        raise invalid("Nothing new is said of the branch", branch_name=branch.record_id)
    taken_out: dict[str, Json] = dict.fromkeys(("purpose", "owner", "ttl_days", "tags"))
    restate_branch(lines, branch, **taken_out, metadata={**branch.metadata, **new})


@appending(
    NEW_BRANCH,
    PARENT,
    Parameter("conversation_ids", "strings", "Conversations to copy, with their messages.", max_items=1_000),
    Parameter("fact_ids", "strings", "Facts to copy.", max_items=1_000),
    DESCRIPTION,
)
def memory_branch_create_curated(lines: Lines, given: Given) -> None:
    """Declares a branch with copies of the named facts and conversations, so that they are its own. It still reads all
    that its parent has."""
    chosen = _curated(lines.snapshot, given.fact_ids or (), given.conversation_ids or ())
    if not chosen:
        raise invalid("Name 'fact_ids' or 'conversation_ids': without them use memory_branch_create")
    branch = add_branch(lines, given.branch_name, given.parent_branch, description=given.description)
    copied(lines, chosen.values(), branch)


@appending(optional_line("label", "Its name."), optional("branch", "The branch; the default branch by default."), ID)
def memory_snapshot(lines: Lines, given: Given) -> None:
    """Names a point in time of a branch, for memory_time_travel. Nothing is copied: the log has what was known then."""
    if lines.at is None:
        raise invalid("A snapshot needs a time: the memory states none, so give 'at'")
    lines.put("snapshot", branch_of(lines.snapshot, given.branch), {"label": given.label}, id=given.id)


def add_branch(lines: Lines, name: str, parent: str | None, **fields: Json) -> str:
    """Add the line of a new branch, and return its name. Raises QueryError if it is there, or its parent is not."""
    snapshot, name = lines.snapshot, one_line("branch_name", name)
    found = branches_of(snapshot).get(name)
    if found is not None or name == default_branch(snapshot):
        place = f"{found.span.file}:{found.span.start_line}" if found else None
        raise invalid("A branch has this name already", branch_name=name, source=place)
    parent = branch_of(snapshot, parent, "parent_branch")
    return lines.put("branch", name, {"parent": parent, "status": "active", **fields}, id=name)


def _curated(snapshot: Snapshot, fact_ids: Any, conversation_ids: Any) -> State:
    """Return the named facts, and the named conversations with their messages. Raises QueryError."""
    chosen: dict[Key, Any] = {}
    states: dict[str, State] = {name: state_of(snapshot, name) for name in branches_of(snapshot)}
    for name in fact_ids:
        fact = record_named(snapshot, MemoryFact, name, "fact_ids")
        key = ("fact", fact.record_id)
        if key not in states[fact.branch]:
            raise invalid("This fact is not active any more", fact_id=fact.record_id)
        chosen[key] = states[fact.branch][key]
    for name in conversation_ids:
        talk = record_named(snapshot, Conversation, name, "conversation_ids")
        held = states[talk.branch]
        chosen[("conversation", talk.record_id)] = held[("conversation", talk.record_id)]
        chosen |= {message.key: message for message in messages_of(held, talk.record_id)}
    return chosen


def state_of(snapshot: Snapshot, branch: str) -> State:
    """Return the records that a branch holds."""
    return holding(seen_states(snapshot, branch_scope(snapshot, branch)))


def copied(lines: Lines, states: Iterable[RecordState], target: str) -> list[Key]:
    """Add a copy of each record to a branch, and return the keys of those that are copied: a conversation that nothing
    declares has no line of its own, only its messages have."""
    keys = []
    for state in states:
        original: Any = lines.snapshot.fact_of(state.ref)
        if not getattr(original, "is_declared", True):
            continue
        if isinstance(original, MemoryFact):
            _copy_fact(lines, original, target)
        else:
            lines.again(original, target)
        keys.append(state.key)
    return keys


def _copy_fact(lines: Lines, fact: MemoryFact, target: str) -> None:
    """Copy a fact with its verdict, which another record may have given: that one then judges the original alone. Of an
    observation of an entity the copy is a line that says the same."""
    record = record_at(lines.draft, "fact", fact.span.file, fact.span.start_line)
    if record.get("type") == "entity" or {"entityType", "entity_type"} & record.keys():
        said = {"type": "fact", "id": fact.record_id, "text": fact.text, "subject": fact.subject, "at": fact.at}
        record = stated(said)
    verdicts = [verdict for verdict in lines.snapshot.facts(Verification, target=fact.ref) if verdict.verdict]
    if not verdicts or fact.verification == "unverified":
        lines.restate("fact", fact.record_id, target, record)
        return
    given = stated({"status": fact.verification, "reason": fact.verification_reason, "at": fact.verified_at})
    lines.restate("fact", fact.record_id, target, record, verification=given)
    for verdict in verdicts:
        known = branches_of(lines.snapshot).get(verdict.branch)
        lineage = known.lineage if known else (verdict.branch,)
        if target in lineage and fact.branch not in lineage[: lineage.index(target)]:
            lines.again(verdict, fact.branch, branch=fact.branch, updated_at=None)


def messages_of(states: State, conversation: str) -> list[RecordState]:
    """Return the messages among records that were written in a conversation."""
    return [
        state
        for state in states.values()
        if state.record_type == "message" and state.fields.get("conversation_id") == conversation
    ]


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
    body = {
        "source": source.record_id,
        "target": target.record_id,
        "strategy": given.strategy,
        "items_merged": _ids(keys),
        "items_rejected": _ids(plan.rejected),
        "metadata": {"ended": _ids(plan.ended)} if plan.ended else None,
    }
    lines.put("merge", target.record_id, body, id=given.id)
    if given.strategy != "cherry_pick":
        restate_branch(lines, source, status="merged", merged_at=lines.at, merge_strategy=given.strategy)


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
        (key,) = keys
        found[key] = None
        if key[0] == "conversation":
            found |= dict.fromkeys(message.key for message in messages_of(here, key[1]))
    return found


def _plan(
    snapshot: Snapshot, source: MemoryBranch, target: MemoryBranch, strategy: str, picked: Collection[Key] | None
) -> Plan:
    """Compare the branches as memory_branch_diff does, and say what is to be done."""
    here, there = (seen_states(snapshot, branch_scope(snapshot, branch.record_id)) for branch in (source, target))
    ancestor, forked_at = fork_point(snapshot, source, target)
    base = seen_states(snapshot, branch_scope(snapshot, ancestor.record_id), forked_at) if ancestor else {}
    classes = records_by_class(holding(here), holding(there), holding(base), here, there, base)
    types = [kind for kind in COPIED if strategy != "squash" or kind not in NOT_SQUASHED]
    found = {name: [key for key in keys if key[0] in types] for name, keys in classes.items()}
    if picked is not None:
        chosen = (*found["new"], *found["changed"], *found["conflicts"], *found["removed_in_target"])
        return Plan([key for key in chosen if key in picked], [], [])
    changed = {key for key in found["removed"] if key not in base or there[key].compared != base[key].compared}
    ended = found["removed_in_target"]
    newer = [key for key in ended if key not in base or here[key].compared != base[key].compared]
    return Plan(
        [*found["new"], *found["changed"]],
        [key for key in found["removed"] if key not in changed],
        [*found["conflicts"], *sorted(changed), *newer],
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


def _ids(keys: Iterable[Key]) -> list[str]:
    return list(dict.fromkeys(name for _, name in keys))
