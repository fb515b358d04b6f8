"""Verdicts on what can be worked on, and their facts: `WorkState` and `Blocker`."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from compiler.languages.knowledge.facts import Blocker, WorkState
from compiler.languages.knowledge.linking.items import BEADS, WAITS_FOR, Item
from compiler.languages.knowledge.linking.references import Edge
from compiler.languages.knowledge.records import Scheduling

SortKey = tuple[int | str | bool, ...]


@dataclass(slots=True)
class Verdict:
    """Whether one item can be worked on. `blockers` are the edges from what is unfinished; the other fields are those
    of `WorkState`."""

    item: Item
    scheduling: Scheduling
    blockers: list[Edge] = field(default_factory=list)
    is_ready: bool = False
    is_blocked: bool = False
    is_listed: bool = False
    hidden_until: str | None = None
    why: str = ""


class SortKeys(NamedTuple):
    """What sorts an item among the ready ones, and among the blocked ones."""

    ready: SortKey
    blocked: SortKey


def work_facts(verdicts: list[Verdict]) -> list[WorkState | Blocker]:
    """The verdicts as facts: one `WorkState` per item, in order, each followed by its `Blocker`s."""
    keys = {one.item.ref: _sort_keys(one) for one in verdicts}
    ready = _ranks(verdicts, lambda one: keys[one.item.ref].ready)
    blocked = _ranks(verdicts, lambda one: keys[one.item.ref].blocked)
    facts: list[WorkState | Blocker] = []
    for verdict in verdicts:
        item = verdict.item
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
                is_done=item.status in ("done", "accepted"),
                is_ready=verdict.is_ready,
                hidden_until=verdict.hidden_until,
                is_blocked=verdict.is_blocked,
                is_listed=verdict.is_listed,
                ready_rank=ready[item.ref],
                blocked_rank=blocked[item.ref],
                why=verdict.why,
            )
        )
        facts += _blockers(verdict)
    return facts


def _sort_keys(verdict: Verdict) -> SortKeys:
    """Priority first, then the collection, then the order of the format: newest first in Beads, else by due date."""
    item, scheduling = verdict.item, verdict.scheduling
    group = item.group.order
    if item.group.profile == BEADS:
        newest: SortKey = (scheduling.rank, group, -scheduling.created, item.id)
        return SortKeys(newest, newest)
    written = (scheduling.order, item.position)
    by_due_date = (scheduling.rank, group, scheduling.due is None, scheduling.due or "", *written)
    return SortKeys(by_due_date, (scheduling.rank, group, *written))


def _ranks(verdicts: list[Verdict], key: Callable[[Verdict], SortKey]) -> dict[str, int]:
    return {one.item.ref: at for at, one in enumerate(sorted(verdicts, key=key), 1)}


def _blockers(verdict: Verdict) -> list[Blocker]:
    """The blockers of an item, each once, in the order of the collection. Of two edges from the same blocker, one that
    waits for the blocker itself counts before one that waits for its children."""
    by_weight = sorted(verdict.blockers, key=lambda one: one.reference.word == WAITS_FOR)
    edges = {one.source.ref: one for one in reversed(by_weight)}
    ordered = sorted(edges.values(), key=lambda one: one.source.position)
    return [_blocker(verdict.item, edge, at) for at, edge in enumerate(ordered, 1)]


def _blocker(item: Item, edge: Edge, ordinal: int) -> Blocker:
    by, word = edge.source, edge.reference.word
    state = str(by.native.get("status") or "").strip() or by.status
    state = by.status if len(state) < 2 else state
    if word == "parent-child":
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
