"""What the branches of a memory see, for tests that compare it before and after an operation."""

from typing import Any

from compiler.store.snapshot import Snapshot
from queries.memory.selection import branches_of
from queries.operations.memory.branches import state_of
from tests.queries.asking import ask
from tests.queries.memory.histories import at


def views(snapshot: Snapshot) -> dict[str, dict[Any, Any]]:
    """What each branch holds, as the tools read it."""
    return {
        name: {key: one.compared for key, one in state_of(snapshot, name).items()} for name in branches_of(snapshot)
    }


def earlier(snapshot: Snapshot) -> dict[str, list[tuple[str, str]]]:
    """The facts that each branch knew before the newest records."""
    found = {}
    for name in branches_of(snapshot):
        answer = ask(snapshot, "memory_time_travel", query="", timestamp=at(11), branch=name)
        found[name] = sorted((one["id"], one["fact_text"]) for one in answer["results"])
    return found


def verdicts(snapshot: Snapshot) -> dict[tuple[str, str], str]:
    return {
        (branch, id): verdict
        for branch, id, verdict in snapshot.rows("SELECT branch, record_id, verification FROM fact_memory_fact")
    }
