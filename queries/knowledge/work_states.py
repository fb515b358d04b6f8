"""Which items can be worked on and which are blocked. The facts decide that by the rules of each format.

Only dates are judged here: work that is deferred until after the snapshot's reference time is not ready.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from compiler.languages.knowledge.facts import WorkState
from compiler.store.snapshot import Snapshot, memoized
from queries.knowledge.entities import heads_of
from queries.lookup.examples import example_files, example_reason

LAST_SECOND = "T23:59:59Z"
OF_PROJECT = "file NOT IN (SELECT path FROM fact_example_file)"  # of work in `fact_knowledge_work`
MAX_STEPS = 20_000  # blockers that `root_blockers` follows


class QueuedItem(NamedTuple):
    """An item in the queue of ready or of blocked items. `rank` orders the queue. `is_current` is false for a task of a
    Task Master tag that is not worked on."""

    rank: int
    ref: str
    priority: str
    is_current: bool


@memoized
def reference_time(snapshot: Snapshot) -> str:
    """The snapshot's "now" as `2025-01-30T12:00:00Z`, or "" if no source states a time. A bare date means its last
    second."""
    time = snapshot.meta.get("as_of")
    if time is None:
        time = snapshot.rows("SELECT max(latest) FROM fact_knowledge_collection")[0][0]
    text = str(time or "")
    return f"{text}{LAST_SECOND}" if len(text) == len("2025-01-30") else text


def ready(snapshot: Snapshot, all_tags: bool = False) -> Sequence[QueuedItem]:
    """The items that can be worked on now, in order; of Task Master those of the current tag, unless `all_tags`."""
    found = snapshot.memoize("queries.knowledge.ready", _read_ready)
    return found if all_tags else [item for item in found if item.is_current]


def _read_ready(snapshot: Snapshot) -> list[QueuedItem]:
    heads_of(snapshot)
    sql = (
        "SELECT ready_rank, ref, priority, is_current FROM fact_knowledge_work "
        f"WHERE is_ready AND (hidden_until IS NULL OR hidden_until <= ?) AND {OF_PROJECT} ORDER BY ready_rank"
    )
    return [QueuedItem(*row) for row in snapshot.rows(sql, (reference_time(snapshot),))]


def blocked(snapshot: Snapshot, all_tags: bool = False) -> Sequence[QueuedItem]:
    """The items that something unfinished blocks, in order; of Task Master those of the current tag, unless
    `all_tags`."""
    found = snapshot.memoize("queries.knowledge.blocked", _read_blocked)
    return found if all_tags else [item for item in found if item.is_current]


def _read_blocked(snapshot: Snapshot) -> list[QueuedItem]:
    heads_of(snapshot)
    columns = "blocked_rank, ref, priority, is_current"
    sql = f"SELECT {columns} FROM fact_knowledge_work WHERE is_listed AND {OF_PROJECT} ORDER BY blocked_rank"
    return [QueuedItem(*row) for row in snapshot.rows(sql)]


def left_out_by_tag(snapshot: Snapshot, listed: Callable[[Snapshot, bool], Sequence[QueuedItem]]) -> dict[str, int]:
    """How many items of a queue (`ready` or `blocked`) belong to tags of Task Master that are not current, by
    collection."""
    others = [item.ref for item in listed(snapshot, True) if not item.is_current]
    if not others:
        return {}
    collections = snapshot.memoize("queries.knowledge.collections_by_ref", _read_collections)
    return dict(sorted(Counter(collections[ref] for ref in others).items()))


def _read_collections(snapshot: Snapshot) -> dict[str, str]:
    return dict(snapshot.rows("SELECT ref, collection FROM fact_knowledge_work WHERE NOT is_current"))


@memoized
def priorities_by_ref(snapshot: Snapshot) -> Mapping[str, str]:
    """The priorities of all items, in the word of the model, by ref."""
    return dict(snapshot.rows("SELECT ref, priority FROM fact_knowledge_work"))


def is_ready(snapshot: Snapshot, state: WorkState) -> bool:
    """Whether work on an item can begin now. An example is no work."""
    if state.span.file in example_files(snapshot, "task"):
        return False
    return state.is_ready and (state.hidden_until is None or state.hidden_until <= reference_time(snapshot))


def is_blocked(snapshot: Snapshot, state: WorkState) -> bool:
    """Whether something unfinished blocks an item. Nothing blocks an example."""
    return state.is_blocked and state.span.file not in example_files(snapshot, "task")


def why_of(snapshot: Snapshot, state: WorkState) -> str:
    """Why an item is ready, blocked or neither, in a sentence."""
    if reason := example_reason(snapshot, state.span.file):
        return f"It is no work of the project: {reason}."
    if state.is_ready and not is_ready(snapshot, state):
        return f"It is put off until {state.hidden_until}, which is after {reference_time(snapshot) or 'now'}."
    return state.why


@memoized
def undecided_items(snapshot: Snapshot) -> list[tuple[str, str, str]]:
    """The items of which it is not known whether they can be worked on: id, place, and what is not understood."""
    sql = (
        "SELECT entity, file || ':' || start_line, undecided FROM fact_knowledge_work "
        f"WHERE undecided <> '' AND NOT is_done AND status <> 'archived' AND is_current AND {OF_PROJECT} "
        "ORDER BY ready_rank"
    )
    return [(str(entity), str(place), str(text)) for entity, place, text in snapshot.rows(sql)]


def state_of(snapshot: Snapshot, ref: str) -> WorkState | None:
    """The state of an item; None for an entity that is no work."""
    found = snapshot.facts(WorkState, ref=ref)
    return found[0] if found else None


def ready_refs(snapshot: Snapshot) -> Collection[str]:
    """The refs of the items that can be worked on now."""
    return snapshot.memoize(
        "queries.knowledge.ready_refs", lambda snapshot: frozenset(state.ref for state in ready(snapshot, True))
    )


def reasons_of(snapshot: Snapshot, refs: Sequence[str]) -> dict[str, str]:
    """Why each of these items is ready, blocked or neither, in a sentence, by ref."""
    sql = f"SELECT ref, why FROM fact_knowledge_work WHERE ref IN ({', '.join('?' * len(refs))})"
    return dict(snapshot.rows(sql, refs))


def begun_of(snapshot: Snapshot, refs: Sequence[str]) -> Collection[str]:
    """Those of some items on which work has begun, by their refs."""
    sql = f"SELECT ref FROM fact_knowledge_work WHERE is_begun AND ref IN ({', '.join('?' * len(refs))})"
    return {str(ref) for (ref,) in snapshot.rows(sql, refs)}


def blocker_rows(snapshot: Snapshot, refs: Sequence[str], explain: bool = False) -> dict[str, list[dict[str, Any]]]:
    """The blockers of each of these items, by ref, in the order of their format, with the line that states each."""
    heads = heads_of(snapshot)
    columns = "ref, blocker, blocker_id, blocker_name, blocker_status, native_type, reason, unblock"
    sql = (
        f"SELECT {columns}, file || ':' || start_line FROM fact_knowledge_blocker "
        f"WHERE ref IN ({', '.join('?' * len(refs))}) ORDER BY ref, ordinal"
    )
    found: dict[str, list[dict[str, Any]]] = {ref: [] for ref in refs}
    for ref, blocker, name, title, status, native, reason, unblock, place in snapshot.rows(sql, refs):
        row = {"id": name, "title": title, "status": status, "native_type": native}
        row |= {"reason": reason, "unblock": unblock} if explain else {}
        row |= {"ref": blocker} if blocker in heads else {}
        found[ref].append({**row, "source": place})
    return found


def work_row(snapshot: Snapshot, ref: str) -> dict[str, Any]:
    """Whether an item can be worked on: `{is_ready, is_blocked, why, hidden_until?, blockers?}`; {} for an entity that
    is no work."""
    state = state_of(snapshot, ref)
    if state is None:
        return {}
    blockers = blocker_rows(snapshot, [ref])[ref]
    return {
        "is_ready": is_ready(snapshot, state),
        "is_blocked": is_blocked(snapshot, state),
        "why": why_of(snapshot, state),
        **({"is_begun": True} if state.is_begun else {}),
        **({"undecided": state.undecided} if state.undecided else {}),
        **({"hidden_until": state.hidden_until} if state.hidden_until else {}),
        **({"blockers": blockers} if blockers else {}),
    }


class BlockerChain(NamedTuple):
    """The ends of the chains of blockers of an item: `roots` are blocked by nothing. `is_cycle`: the item waits for
    itself."""

    roots: tuple[str, ...]
    is_cycle: bool


def root_blockers(blockers: Mapping[str, Sequence[str]], start: str) -> BlockerChain:
    """Follow the blockers of `start` to those that nothing blocks, nearest first."""
    seen: dict[str, None] = {start: None}
    roots: list[str] = []
    waiting = [start]
    is_cycle = False
    for ref in waiting:
        below = blockers.get(ref, ())
        if not below and ref != start:
            roots.append(ref)
        is_cycle = is_cycle or start in below
        fresh = [ref for ref in dict.fromkeys(below) if ref not in seen]
        seen |= dict.fromkeys(fresh)
        waiting += fresh[: MAX_STEPS - len(seen)] if len(seen) < MAX_STEPS else []
    return BlockerChain(tuple(roots), is_cycle)


@memoized
def blockers_by_ref(snapshot: Snapshot) -> Mapping[str, Sequence[str]]:
    """The direct blockers of each item."""
    return _grouped(snapshot.rows("SELECT ref, blocker FROM fact_knowledge_blocker ORDER BY ref, ordinal"))


@memoized
def dependents_by_ref(snapshot: Snapshot) -> Mapping[str, Sequence[str]]:
    """The items that wait directly for each item."""
    sql = (
        "SELECT blocker, fact_knowledge_blocker.ref FROM fact_knowledge_blocker "
        "JOIN fact_knowledge_work ON fact_knowledge_work.ref = fact_knowledge_blocker.ref "
        "WHERE NOT is_done AND status <> 'archived' ORDER BY blocker, blocked_rank, ordinal"
    )
    return _grouped(snapshot.rows(sql))


def _grouped(pairs: Iterable[tuple[Any, ...]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found
