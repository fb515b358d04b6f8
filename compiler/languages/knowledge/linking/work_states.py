"""Verdicts on what can be worked on, and their facts: `WorkState` and `Blocker`."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from compiler.languages.knowledge.facts import Blocker, WorkState, entity_ref
from compiler.languages.knowledge.linking.items import BEADS, PARENT_CHILD, TASK_MASTER, WAITS_FOR, Item
from compiler.languages.knowledge.linking.references import Edge, span_of
from compiler.languages.knowledge.record_values import PRIORITIES
from compiler.languages.knowledge.records import Reference, Scheduling

LEAST = len(PRIORITIES)  # behind every rank
SortKey = tuple[int | str | bool, ...]


@dataclass(slots=True)
class Verdict:
    """Whether one item can be worked on. `blockers` are the edges from what is unfinished, `missing` the references to
    tasks that do not exist and hold it up. Of the ready items of a collection those with a lower `turn` go first; an
    item with a `behind` comes right after that one. The other fields are those of `WorkState`."""

    item: Item
    scheduling: Scheduling
    blockers: list[Edge] = field(default_factory=list)
    missing: list[Reference] = field(default_factory=list)
    turn: int = 0
    behind: "Verdict | None" = None
    is_ready: bool = False
    is_blocked: bool = False
    is_listed: bool = False
    hidden_until: str | None = None
    why: str = ""

    def set_ready(self, why: str) -> None:
        """Call the item ready, unless something about it is not understood."""
        self.is_ready = not self.item.undecided
        self.why = why if self.is_ready else f"It is not known whether it can be worked on: {self.item.undecided}."

    @property
    def is_held_up(self) -> bool:
        return bool(self.blockers or self.missing)

    @property
    def names_of_blockers(self) -> str:
        """The ids of what holds the item up, at most three; missing ones are said to be."""
        names = [blocker.source.id for blocker in self.blockers]
        missing = (
            (reference, "not in this source" if reference.state else "which does not exist")
            for reference in self.missing
        )
        names = list(dict.fromkeys([*names, *(f"{reference.target} ({note})" for reference, note in missing)]))
        return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


class SortKeys(NamedTuple):
    """What sorts an item among the ready ones, and among the blocked ones."""

    ready: SortKey
    blocked: SortKey


def work_facts(verdicts: list[Verdict]) -> list[WorkState | Blocker]:
    """The verdicts as facts: one `WorkState` per item, in order, each followed by its `Blocker`s."""
    most_urgent = _most_urgent(verdicts)
    keys = {verdict.item.ref: _sort_keys(verdict, most_urgent) for verdict in verdicts}
    ready = _ranks(verdicts, lambda verdict: keys[verdict.item.ref].ready)
    blocked = _ranks(verdicts, lambda verdict: keys[verdict.item.ref].blocked)
    facts: list[WorkState | Blocker] = []
    for verdict in verdicts:
        item = verdict.item
        is_done = item.status in ("done", "accepted")
        facts.append(
            WorkState(
                span=item.span,
                ref=item.ref,
                entity=item.id,
                type=item.type,
                collection=item.group.name,
                profile=item.group.profile,
                status=item.status,
                priority=str(item.properties.get("priority") or ""),
                is_done=is_done,
                is_ready=verdict.is_ready,
                is_begun=item.status == "in_progress",
                undecided="" if is_done else item.undecided,
                hidden_until=verdict.hidden_until,
                is_blocked=verdict.is_blocked,
                is_listed=verdict.is_listed,
                is_current=item.group.is_current,
                ready_rank=ready[item.ref],
                blocked_rank=blocked[item.ref],
                why=verdict.why,
            )
        )
        facts += _blockers(verdict)
    return facts


def _most_urgent(verdicts: list[Verdict]) -> dict[int, int]:
    """The rank of the most urgent ready task of each collection, by the order of the collection."""
    found: dict[int, int] = {}
    for verdict in verdicts:
        if verdict.is_ready:
            order = verdict.item.group.order
            found[order] = min(found.get(order, verdict.scheduling.rank), verdict.scheduling.rank)
    return found


def _sort_keys(verdict: Verdict, most_urgent: dict[int, int]) -> SortKeys:
    """Ready ones: priority, due date (none last), collection, then the order of the format: newest first in Beads, by
    turn in Task Master. Blocked ones have no due date to meet. What goes first in Task Master counts as the most urgent
    of its tag, what goes last as the least."""
    item, scheduling = verdict.item, verdict.scheduling
    group = item.group.order
    if item.group.profile == TASK_MASTER:
        return SortKeys(_in_turn(verdict, most_urgent), (scheduling.rank, group, item.position))
    own: SortKey = (scheduling.order, item.position)
    if item.group.profile == BEADS:
        own = (-scheduling.created, item.id)
    return SortKeys((scheduling.rank, *_due(scheduling), group, *own), (scheduling.rank, group, *own))


def _due(scheduling: Scheduling) -> SortKey:
    return (scheduling.due is None, scheduling.due or "")


def _in_turn(verdict: Verdict, most_urgent: dict[int, int]) -> SortKey:
    """The key of a ready task of Task Master: by turn, priority, and the number of its dependencies."""
    own = (verdict.scheduling.rank, verdict.scheduling.order, verdict.item.position)
    if verdict.behind:
        return (*_in_turn(verdict.behind, most_urgent), *own)
    group = verdict.item.group.order
    rank = {-1: most_urgent.get(group, own[0]), 1: LEAST}.get(verdict.turn, own[0])
    return (rank, *_due(verdict.scheduling), group, verdict.turn, *own)


def _ranks(verdicts: list[Verdict], key: Callable[[Verdict], SortKey]) -> dict[str, int]:
    return {verdict.item.ref: at for at, verdict in enumerate(sorted(verdicts, key=key), 1)}


def _blockers(verdict: Verdict) -> list[Blocker]:
    """The blockers of an item, each once, in the order of the collection. Of two edges from the same blocker, one that
    waits for the blocker itself counts before one that waits for its children."""
    by_weight = sorted(verdict.blockers, key=lambda blocker: blocker.reference.word == WAITS_FOR)
    edges = {blocker.source.ref: blocker for blocker in reversed(by_weight)}
    ordered = sorted(edges.values(), key=lambda edge: edge.source.position)
    found = [_blocker(verdict.item, edge, at) for at, edge in enumerate(ordered, 1)]
    missing = {reference.target: reference for reference in reversed(verdict.missing)}.values()
    return found + [
        _missing(verdict.item, reference, at) for at, reference in enumerate(reversed(missing), len(found) + 1)
    ]


def _missing(item: Item, reference: Reference, ordinal: int) -> Blocker:
    """The blocker for a dependency that names no task."""
    target = reference.target
    gone = f"It is free of this when the dependency on {target} is corrected or taken away."
    is_elsewhere = reference.state == "open"
    return Blocker(
        span=span_of(item, reference),
        ref=item.ref,
        entity=item.id,
        blocker=entity_ref(item.type, target),
        blocker_id=target,
        blocker_name=target,
        blocker_status="missing",
        native_type=reference.word,
        reason=f"it waits for {target} ({reference.word}), "
        + ("which is open, and not in this source" if is_elsewhere else "and there is none"),
        unblock=f"It is free of this when {target} is done." if is_elsewhere else gone,
        ordinal=ordinal,
    )


def _blocker(item: Item, edge: Edge, ordinal: int) -> Blocker:
    by, word = edge.source, edge.reference.word
    state = str(by.native.get("status") or "").strip() or by.status
    state = by.status if len(state) < 2 or by.status == "archived" else state
    if word == PARENT_CHILD:
        reason = f"{by.id} is its parent, and is blocked itself"
        unblock = f"It is free when {by.id} is no longer blocked."
    elif word == WAITS_FOR:
        reason = f"it waits for the children of {by.id}, and not all of them are closed"
        unblock = f"It is free when the children of {by.id} are closed."
    else:
        reason = f"it waits for {by.id} ({word}), which is {state}"
        unblock = f"It is free of this when {by.id} is {'closed' if item.group.profile == BEADS else 'done'}."
    return Blocker(
        span=edge.span,
        ref=item.ref,
        entity=item.id,
        blocker=by.ref,
        blocker_id=by.id,
        blocker_name=by.record.name,
        blocker_status=by.status,
        native_type=word,
        reason=reason,
        unblock=unblock,
        ordinal=ordinal,
    )
