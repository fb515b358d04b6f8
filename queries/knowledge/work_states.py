"""What can be worked on and what cannot, as the facts have it: each by the rules of the format it comes from.

Nothing is decided here but what depends on a date: work that is put off until a time after the snapshot's `as_of` is
not ready.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from compiler.languages.knowledge.facts import WorkState
from compiler.store.snapshot import Snapshot
from queries.knowledge.entities import heads_of

LAST_SECOND = "T23:59:59Z"
MOST_STEPS = 20_000  # blockers that one question follows


class State(NamedTuple):
    """Whether an item can be worked on; `place` is where it stands among the ready or the blocked ones."""

    place: int
    ref: str
    priority: str


def as_of(snapshot: Snapshot) -> str:
    """The time that stands for now, `2025-01-30T12:00:00Z`: of a date its end; "" when the source tells no time."""
    return snapshot.memoize("queries.knowledge.as_of", _as_of)


def _as_of(snapshot: Snapshot) -> str:
    known = snapshot.meta.get("as_of")
    if known is None:
        known = snapshot.rows("SELECT max(latest) FROM knowledge_collection")[0][0]
    told = str(known or "")
    return f"{told}{LAST_SECOND}" if len(told) == len("2025-01-30") else told


def ready(snapshot: Snapshot) -> Sequence[State]:
    """What can be worked on now, what matters most first."""
    return snapshot.memoize("queries.knowledge.ready", _ready)


def _ready(snapshot: Snapshot) -> list[State]:
    heads_of(snapshot)
    sql = (
        "SELECT ready_rank, ref, priority FROM knowledge_work "
        "WHERE is_ready AND (hidden_until IS NULL OR hidden_until <= ?) ORDER BY ready_rank"
    )
    return [State(*row) for row in snapshot.rows(sql, (as_of(snapshot),))]


def blocked(snapshot: Snapshot) -> Sequence[State]:
    """What something unfinished holds up, what matters most first."""
    return snapshot.memoize("queries.knowledge.blocked", _blocked)


def _blocked(snapshot: Snapshot) -> list[State]:
    heads_of(snapshot)
    sql = "SELECT blocked_rank, ref, priority FROM knowledge_work WHERE is_listed ORDER BY blocked_rank"
    return [State(*row) for row in snapshot.rows(sql)]


def is_ready(snapshot: Snapshot, state: WorkState) -> bool:
    """Whether work on an item can begin now."""
    return state.is_ready and (state.hidden_until is None or state.hidden_until <= as_of(snapshot))


def why_of(snapshot: Snapshot, state: WorkState) -> str:
    """Why an item is ready, blocked or neither, in a sentence."""
    if state.is_ready and not is_ready(snapshot, state):
        return f"It is put off until {state.hidden_until}, which is after {as_of(snapshot) or 'now'}."
    return state.why


def state_of(snapshot: Snapshot, ref: str) -> WorkState | None:
    """The state of an item; None for what is no work."""
    found = snapshot.facts(WorkState, ref=ref)
    return found[0] if found else None


def able(snapshot: Snapshot) -> Collection[str]:
    """The refs of what can be worked on now."""
    return snapshot.memoize("queries.knowledge.able", lambda one: frozenset(state.ref for state in ready(one)))


def reasons_of(snapshot: Snapshot, refs: Sequence[str]) -> dict[str, str]:
    """Why each of these items is ready, blocked or neither, in a sentence."""
    sql = f"SELECT ref, why FROM knowledge_work WHERE ref IN ({', '.join('?' * len(refs))})"
    return dict(snapshot.rows(sql, refs))


def blocker_rows(snapshot: Snapshot, refs: Sequence[str], explain: bool = False) -> dict[str, list[dict[str, Any]]]:
    """What holds each of these items up, in the order of their format, with the line that says so."""
    heads = heads_of(snapshot)
    columns = "ref, blocker, blocker_id, blocker_name, blocker_status, native_type, reason, unblock"
    sql = (
        f"SELECT {columns}, file || ':' || start_line FROM knowledge_blocker "
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
    """Whether an item can be worked on, and why: `{is_ready, is_blocked, why, hidden_until?, blockers?}`; empty for
    what is no work."""
    state = state_of(snapshot, ref)
    if state is None:
        return {}
    blockers = blocker_rows(snapshot, [ref])[ref]
    return {
        "is_ready": is_ready(snapshot, state),
        "is_blocked": state.is_blocked,
        "why": why_of(snapshot, state),
        **({"hidden_until": state.hidden_until} if state.hidden_until else {}),
        **({"blockers": blockers} if blockers else {}),
    }


class Chain(NamedTuple):
    """What is at the bottom of what holds an item up: `roots` are held up by nothing themselves; `circle` is true when
    the item waits for itself."""

    roots: tuple[str, ...]
    circle: bool


def chain_of(waits_for: Mapping[str, Sequence[str]], start: str) -> Chain:
    """Follows blockers down to those that nothing holds up, nearest first."""
    seen: dict[str, None] = {start: None}
    roots: list[str] = []
    waiting = [start]
    circle = False
    for ref in waiting:
        below = waits_for.get(ref, ())
        if not below and ref != start:
            roots.append(ref)
        circle = circle or start in below
        fresh = [one for one in dict.fromkeys(below) if one not in seen]
        seen |= dict.fromkeys(fresh)
        waiting += fresh[: MOST_STEPS - len(seen)] if len(seen) < MOST_STEPS else []
    return Chain(tuple(roots), circle)


def waits_for(snapshot: Snapshot) -> Mapping[str, Sequence[str]]:
    """Everything that each item waits for directly, by ref."""
    return snapshot.memoize("queries.knowledge.waits_for", _waits_for)


def _waits_for(snapshot: Snapshot) -> dict[str, list[str]]:
    return _grouped(snapshot.rows("SELECT ref, blocker FROM knowledge_blocker ORDER BY ref, ordinal"))


def waited_by(snapshot: Snapshot) -> Mapping[str, Sequence[str]]:
    """Everything that waits directly for each item, by ref."""
    return snapshot.memoize("queries.knowledge.waited_by", _waited_by)


def _waited_by(snapshot: Snapshot) -> dict[str, list[str]]:
    sql = (
        "SELECT blocker, knowledge_blocker.ref FROM knowledge_blocker "
        "JOIN knowledge_work ON knowledge_work.ref = knowledge_blocker.ref "
        "WHERE NOT is_done ORDER BY blocker, blocked_rank, ordinal"
    )
    return _grouped(snapshot.rows(sql))


def _grouped(pairs: Iterable[tuple[Any, ...]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found
