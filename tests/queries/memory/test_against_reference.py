"""Branch trees, moments and differences beside a plain reading of the same lines, for memories of any shape."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from compiler.store.snapshot import Snapshot
from tests.queries.asking import all_rows, ask
from tests.queries.memory.histories import BRANCHES, at, lineage
from tests.queries.memory.memories import Record, ids, memory

FACTS = ("f-1", "f-2", "f-3", "f-4")
STATUSES = ("active", "active", "active", "superseded", "archived")
VERDICTS = ("verified", "unverified", "invalidated", None)


@st.composite
def memories(draw: st.DrawFn) -> list[Record]:
    """Branches with parents among those before them, then lines that put and retract facts, not always in order of
    time."""
    records: list[Record] = [{"type": "branch", "id": "main", "status": "active", "at": at(0)}]
    for place, name in enumerate(BRANCHES[1:], 1):
        parent = draw(st.sampled_from(BRANCHES[:place]))
        hour = draw(st.integers(0, 40))
        records.append({"type": "branch", "id": name, "parent": parent, "status": "active", "at": at(hour)})
    homes = {id: draw(st.sampled_from(BRANCHES)) for id in FACTS}
    for _ in range(draw(st.integers(1, 14))):
        id = draw(st.sampled_from(FACTS))
        record: Record = {"type": "fact", "id": id, "branch": homes[id], "at": at(draw(st.integers(1, 72)))}
        if draw(st.integers(0, 6)) == 0:
            records.append({**record, "op": "retract"})
            continue
        verdict = draw(st.sampled_from(VERDICTS))
        record |= {"text": draw(st.sampled_from(("pump one", "pump two", "drain"))), "confidence": 0.5}
        record |= {"status": draw(st.sampled_from(STATUSES))}
        records.append(record | ({"verification": {"status": verdict}} if verdict else {}))
    return records


def states(records: list[Record], until: str = "9") -> dict[str, Record]:
    """The last line of each fact that is not after a time, unless it retracts."""
    last = {one["id"]: one for one in records if one["type"] == "fact" and one["at"] <= until}
    return {id: one for id, one in last.items() if one.get("op") != "retract"}


def read(records: list[Record], name: str, until: str = "9") -> set[str]:
    tree = set(lineage(records, name))
    return {id for id, one in states(records, until).items() if one["branch"] in tree and one["status"] == "active"}


@given(memories(), st.sampled_from(BRANCHES), st.integers(0, 75))
def test_time_travel_and_lineages_equal_the_reference(records: list[Record], name: str, hour: int) -> None:
    snapshot = memory(records)
    now = all_rows(snapshot, "memory_search", "results", query="", branch=name, limit=2)
    assert sorted(ids(now)) == sorted(read(records, name))
    own = ask(snapshot, "memory_search", query="", branch=name, own_only=True)["results"]
    assert set(ids(own)) == {id for id in read(records, name) if states(records)[id]["branch"] == name}
    then = ask(snapshot, "memory_time_travel", query="", timestamp=at(hour), branch=name)["results"]
    assert set(ids(then)) == read(records, name, at(hour))
    found = ask(snapshot, "memory_time_travel", query="pumps", timestamp=at(hour), branch=name)["results"]
    pumps = {id for id in read(records, name, at(hour)) if "pump" in states(records, at(hour))[id]["text"]}
    assert set(ids(found)) == pumps


@given(memories(), st.sampled_from(BRANCHES))
def test_merge_gate_equals_the_reference(records: list[Record], name: str) -> None:
    own = [one for one in states(records).values() if one["branch"] == name and one["status"] == "active"]
    counts = dict.fromkeys(("verified", "unverified", "invalidated"), 0)
    for one in own:
        counts[one.get("verification", {}).get("status", "unverified")] += 1
    answer = ask(memory(records), "verify_merge_gate", source_branch=name)
    assert {verdict: answer[verdict] for verdict in counts} == counts
    assert answer["can_merge"] == (not counts["unverified"] and not counts["invalidated"])
    assert answer["empty"] == (not own)


@given(memories(), st.sampled_from(BRANCHES), st.sampled_from(BRANCHES))
def test_branch_diff_counts_add_up(records: list[Record], source: str, target: str) -> None:
    snapshot = memory(records)
    counts = ask(snapshot, "memory_branch_diff", source_branch=source, target_branch=target)["counts"]["facts"]
    shared = counts["same"] + counts["changed"] + counts["changed_in_target"] + counts["conflicts"]
    assert counts["source"] == counts["new"] + shared + counts["removed_in_target"] == len(read(records, source))
    assert counts["target"] == counts["only_in_target"] + shared + counts["removed"] == len(read(records, target))
    assert counts["new"] == len(read(records, source) - read(records, target)) == len(_new(snapshot, source, target))


def _new(snapshot: Snapshot, source: str, target: str) -> list[dict[str, Any]]:
    return all_rows(snapshot, "memory_branch_diff", "new_facts", source_branch=source, target_branch=target, limit=1)
