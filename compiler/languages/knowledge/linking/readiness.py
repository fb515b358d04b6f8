"""The fifth phase of linking: what can be worked on and what cannot, by the semantics of each format, and why.

Where nothing else is said, a task is ready when it is not done and nothing that it waits for is open; begun ones are
ready too. Beads has rules of its own (`beads_rules`).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from compiler.graphs import shortest_cycle
from compiler.languages.knowledge import codes
from compiler.languages.knowledge.facts import Blocker, WorkState
from compiler.languages.knowledge.linking.cycles import find_cycles, path_text
from compiler.languages.knowledge.linking.relate import Edge, Related
from compiler.languages.knowledge.linking.stated import BEADS, WAITS_FOR, Item
from compiler.languages.knowledge.records import Work
from compiler.model.diagnostics import Diagnostic

Order = tuple[int | str | bool, ...]


@dataclass(slots=True)
class Verdict:
    """What is found of one item: `blockers` are the links that hold it up, live ones only."""

    item: Item
    work: Work
    blockers: list[Edge] = field(default_factory=list)
    is_ready: bool = False
    is_blocked: bool = False
    is_listed: bool = False
    hidden_until: str | None = None
    why: str = ""


class Ranks(NamedTuple):
    """What an item is sorted by among what is ready, and among what is blocked."""

    ready: Order
    blocked: Order


def judge(items: list[Item], related: Related) -> tuple[list[Verdict], list[Diagnostic]]:
    """The verdict on every task, and what is worked on like one, in the order of the items."""
    from compiler.languages.knowledge.linking.beads_rules import judge_beads

    verdicts = {one.ref: Verdict(one, one.entry.work) for one in items if one.entry.work}
    waits: dict[str, list[Edge]] = {}
    for edge in related.of("blocks"):
        waits.setdefault(edge.target.ref, []).append(edge)
    beads = [one for one in verdicts.values() if one.item.group.profile == BEADS]
    if beads:
        judge_beads(beads, related, waits)
    for verdict in verdicts.values():
        if verdict.item.group.profile != BEADS:
            _by_dependencies(verdict, waits.get(verdict.item.ref, []))
    return list(verdicts.values()), _cycles(items, waits)


def _by_dependencies(verdict: Verdict, waits: Iterable[Edge]) -> None:
    """Not done, and every task that it waits for is."""
    item, state = verdict.item, verdict.work.state
    verdict.blockers = [one for one in waits if one.source.type == "task" and one.source.status != "done"]
    if item.status == "done":
        verdict.why = "It is done."
        return
    verdict.is_blocked = verdict.is_listed = bool(verdict.blockers)
    verdict.hidden_until = verdict.work.deferred_until
    if verdict.is_blocked:
        verdict.why = f"It waits for {_named(verdict.blockers)}."
    elif state in ("draft", "deferred"):
        verdict.why = f"It is {'a draft' if state == 'draft' else 'deferred'}, so it is not to be worked on yet."
    else:
        verdict.is_ready = True
        verdict.why = "It is not done, and nothing that it waits for is open."
        if item.status == "blocked":
            verdict.why = "It says that it is blocked, but nothing that it waits for is open."


def _named(blockers: list[Edge]) -> str:
    names = list(dict.fromkeys(one.source.id for one in blockers))
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def _cycles(items: list[Item], waits: dict[str, list[Edge]]) -> list[Diagnostic]:
    """Circles of waiting in which something is still open."""
    graph = {
        ref: list(dict.fromkeys(one.source.ref for one in edges if one.reference.word != WAITS_FOR))
        for ref, edges in waits.items()
    }
    by_ref = {one.ref: one for one in items}
    found = []
    for members in find_cycles(graph):
        if any(by_ref[one].status != "done" for one in members):
            way = path_text([by_ref[one].id for one in shortest_cycle(graph, members)])
            found.append(codes.DEPENDENCY_CYCLE.at(by_ref[members[0]].span, cycle=way))
    return found


def _ranks(verdict: Verdict) -> Ranks:
    """Priority first, then the collection, then what its format sorts by: Beads the newest, others what is due."""
    item, work = verdict.item, verdict.work
    group = item.group.order
    if item.group.profile == BEADS:
        newest: Order = (work.rank, group, -work.created, item.id)
        return Ranks(newest, newest)
    written = (work.order, item.position)
    return Ranks((work.rank, group, work.due is None, work.due or "", *written), (work.rank, group, *written))


def work_facts(verdicts: list[Verdict]) -> list[WorkState | Blocker]:
    """The verdicts as facts: the states in the order of the items, and under each what holds it up."""
    ranks = {one.item.ref: _ranks(one) for one in verdicts}
    ready = _numbered(verdicts, lambda one: ranks[one.item.ref].ready)
    blocked = _numbered(verdicts, lambda one: ranks[one.item.ref].blocked)
    found: list[WorkState | Blocker] = []
    for verdict in verdicts:
        item = verdict.item
        found.append(
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
        found += _blockers(verdict)
    return found


def _numbered(verdicts: list[Verdict], key: Callable[[Verdict], Order]) -> dict[str, int]:
    return {one.item.ref: at for at, one in enumerate(sorted(verdicts, key=key), 1)}


def _blockers(verdict: Verdict) -> list[Blocker]:
    """What holds an item up, each once, in the order of the collection."""
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
        blocker_name=by.entry.name,
        blocker_status=by.status,
        native_type=word,
        reason=reason,
        unblock=unblock,
        ordinal=ordinal,
    )
