"""Branches are isolated, and all tools tell one story: relations between answers, for histories of any shape."""

from collections.abc import Sequence
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from compiler.store.snapshot import Snapshot
from tests.queries.asking import all_rows, ask
from tests.queries.cases import each
from tests.queries.memory.histories import BRANCHES, at, last_lines, lineage, seen
from tests.queries.memory.memories import Record, branch, fact, ids, memory, relation

ENDS = ("Pump", "Tank", "Hose")
LAST = "2026-07-01T00:00:00Z"


@st.composite
def lines(draw: st.DrawFn, hour: int, on: Sequence[str] = BRANCHES) -> list[Record]:
    """What one writer appends to a branch: a fact, relation or observation, in any state, its end, or a merge."""
    branch_name = draw(st.sampled_from(on))
    kind = draw(st.sampled_from(("fact", "fact", "fact", "relation", "observation", "merge")))
    id = f"{kind[0]}-{draw(st.integers(1, 3))}"
    record: Record = {"type": kind, "id": id, "branch": branch_name, "at": at(hour)}
    if kind == "merge":
        copied = fact(f"f-{draw(st.integers(1, 3))}", f"merged {hour}", at(hour), branch_name)
        source = draw(st.sampled_from(BRANCHES))
        merge = {"id": f"mg-{hour}", "source": source, "target": branch_name, "items_merged": [copied["id"]]}
        return [copied, {**record, **merge}]
    if draw(st.integers(0, 3)) == 0:
        return [{**record, "op": "retract"}]
    if kind == "fact":
        record |= {"text": f"pump {hour}", "status": draw(st.sampled_from(("active", "active", "archived")))}
        record |= {"parent_id": draw(st.sampled_from((None, "f-1", "f-2")))}
        if draw(st.integers(0, 3)) == 0:
            record |= {"status": "superseded", "superseded_by": "f-3"}
        verdict = draw(st.sampled_from((None, "verified", "invalidated")))
        return [record | ({"verification": {"status": verdict}} if verdict else {})]
    if kind == "relation":
        record |= {"source": draw(st.sampled_from(ENDS)), "relation": "feeds", "target": draw(st.sampled_from(ENDS))}
        return [record | ({"valid_to": at(hour)} if draw(st.integers(0, 3)) == 0 else {})]
    return [{**record, "summary": f"saw {hour}", "observation_type": "discovery"}]


@st.composite
def histories(draw: st.DrawFn) -> list[Record]:
    """Branches that fork from those before them, and what was written on them, hour by hour."""
    parents = {name: draw(st.sampled_from(BRANCHES[:place])) for place, name in enumerate(BRANCHES) if place}
    records = [branch(name, parents.get(name), at(draw(st.integers(0, 20)))) for name in BRANCHES]
    for hour in range(1, draw(st.integers(2, 20))):
        records += draw(lines(hour))
    snapshots = (
        {"type": "snapshot", "id": f"sn-{name}", "branch": name, "at": at(draw(st.integers(0, 20)))}
        for name in BRANCHES
    )
    return [*records, *snapshots]


def active(records: Sequence[Record], name: str) -> dict[str, str]:
    facts = seen(records, "fact", name).values()
    return {one["id"]: one["text"] for one in facts if one.get("status", "active") == "active"}


def found(snapshot: Snapshot, name: str, tool: str = "memory_search", **arguments: Any) -> dict[str, str]:
    rows = ask(snapshot, tool, query="", branch=name, limit=100, **arguments)["results"]
    assert len(set(ids(rows))) == len(rows)
    return {row["id"]: row["fact_text"] for row in rows}


def listed(snapshot: Snapshot, name: str, kind: str) -> list[str]:
    return sorted(ids(ask(snapshot, "memory_timeline", branch=name, types=[kind], limit=100)["entries"]))


def edges(snapshot: Snapshot, name: str, **arguments: Any) -> set[str]:
    found: set[str] = set()
    for entity in ask(snapshot, "list_objects", kind="memory_entity")["objects"]:
        asked = {"entity": entity["id"], "branch": name, **arguments}
        found.update(ids(ask(snapshot, "memory_graph_query", **asked)["relations"]))
    return found


def counted(snapshot: Snapshot, source: str, target: str) -> Any:
    return ask(snapshot, "memory_branch_diff", source_branch=source, target_branch=target)["counts"]


def gate(snapshot: Snapshot, name: str) -> dict[str, int]:
    answer = ask(snapshot, "verify_merge_gate", source_branch=name)
    return {verdict: answer[verdict] for verdict in ("verified", "unverified", "invalidated")}


@given(histories())
def test_every_tool_reads_what_the_branch_sees(records: list[Record]) -> None:
    snapshot = memory(records)
    for name in BRANCHES:
        facts = active(records, name)
        assert found(snapshot, name) == facts
        assert found(snapshot, name, "memory_time_travel", timestamp=LAST) == facts
        assert listed(snapshot, name, "fact") == sorted(facts)
        assert listed(snapshot, name, "observation") == sorted(seen(records, "observation", name))
        relations = seen(records, "relation", name)
        assert listed(snapshot, name, "relation") == sorted(relations)
        live = {id for id, one in relations.items() if "valid_to" not in one}
        assert edges(snapshot, name) == edges(snapshot, name, as_of=LAST) == live
        counts = counted(snapshot, name, "main")
        assert (counts["facts"]["source"], counts["relations"]["source"]) == (len(facts), len(live))


@given(histories(), st.sampled_from(BRANCHES), st.data())
def test_a_line_changes_no_branch_that_does_not_read_its_branch(
    records: list[Record], written: str, data: st.DataObject
) -> None:
    before, after = memory(records), memory([*records, *data.draw(lines(30, (written,)))])
    untouched = [name for name in BRANCHES if written not in lineage(records, name)]
    for name in untouched:
        asked: dict[str, Any] = {"branch": name, "query": "", "limit": 100}
        for tool, more in (("memory_search", {}), ("memory_time_travel", {"timestamp": LAST})):
            assert ask(before, tool, **asked, **more)["results"] == ask(after, tool, **asked, **more)["results"]
        for kind in ("fact", "observation", "relation"):
            assert listed(before, name, kind) == listed(after, name, kind)
        assert edges(before, name) == edges(after, name)
        assert gate(before, name) == gate(after, name)
        for other in untouched:
            assert counted(before, name, other) == counted(after, name, other)


@given(histories())
def test_a_branch_reads_what_its_parent_reads_except_what_it_wrote_itself(records: list[Record]) -> None:
    snapshot = memory(records)
    for name in BRANCHES[1:]:
        parent = lineage(records, name)[1]
        own = {id for id, last in last_lines(records, "fact").items() if name in last}
        here, above = found(snapshot, name), found(snapshot, parent)
        assert {id: text for id, text in here.items() if id not in own} == {
            id: text for id, text in above.items() if id not in own
        }
        assert {id: text for id, text in here.items() if id in own} == found(snapshot, name, own_only=True)


@given(histories())
def test_counts_of_branches_gates_snapshots_and_relations_agree(records: list[Record]) -> None:
    snapshot = memory(records)
    rows = {row["branch_name"]: row for row in ask(snapshot, "memory_branch_list")["branches"]}
    sql = "SELECT branch, count(*) FROM memory_fact WHERE is_active GROUP BY branch"
    by_sql = dict(ask(snapshot, "query_facts", sql=sql)["rows"])
    for name in BRANCHES:
        own = len(found(snapshot, name, own_only=True))
        assert counted(snapshot, name, name)["relations"]["same"] == len(edges(snapshot, name))
        assert rows[name]["relations"] == len(edges(snapshot, name, own_only=True))
        assert rows[name]["facts"] == sum(gate(snapshot, name).values()) == by_sql.get(name, 0) == own
    everything = all_rows(snapshot, "memory_search", "results", query="", branch="all")
    assert len(everything) == sum(row["facts"] for row in rows.values())
    for one in ask(snapshot, "memory_snapshot_list")["snapshots"][1:]:
        then = found(snapshot, one["branch"], "memory_time_travel", timestamp=one["created_at"])
        assert one["facts"] == len(then)
    tree = ask(snapshot, "memory_branch_topology")
    assert tree["branch_count"] == len(rows) == len(BRANCHES)


@given(histories())
def test_every_version_has_a_ref_of_its_own_that_leads_to_it(records: list[Record]) -> None:
    snapshot = memory(records)
    rows = all_rows(snapshot, "memory_search", "results", query="", branch="all")
    assert len({row["ref"] for row in rows}) == len(rows)
    for row in rows:
        (one,) = ask(snapshot, "object_get", object_ref=row["ref"])["objects"]
        assert (one["fields"]["text"], one["fields"]["branch"]) == (row["fact_text"], row["branch"])


@given(histories(), st.sampled_from(BRANCHES), st.sampled_from(BRANCHES))
def test_differences_swap_and_add_up(records: list[Record], one: str, other: str) -> None:
    snapshot = memory(records)
    there, back = counted(snapshot, one, other), counted(snapshot, other, one)
    for kind in ("facts", "relations"):
        counts = there[kind]
        shared = counts["same"] + counts["changed"] + counts["changed_in_target"] + counts["conflicts"]
        assert counts["source"] == counts["new"] + shared + counts["removed_in_target"]
        assert counts["target"] == counts["only_in_target"] + shared + counts["removed"]
        assert (counts["source"], counts["same"]) == (back[kind]["target"], back[kind]["same"])
    texts, others = active(records, one), active(records, other)
    assert there["facts"]["same"] == sum(others.get(id) == text for id, text in texts.items())


MAIN_AND_DEV = (branch("main"), branch("dev", "main"))
EARLIER, LATER = "2026-04-05T08:00:00Z", "2026-04-06T08:00:00Z"


def test_gate_closes_for_an_invalidated_fact_that_main_changed_later() -> None:
    wrong = fact("f", "The flap opens inwards", EARLIER, "dev", verification={"status": "invalidated"})
    right = fact("f", "The flap opens outwards", LATER, verification={"status": "verified"})
    snapshot = memory([*MAIN_AND_DEV, wrong, right])
    assert ask(snapshot, "verify_merge_gate", source_branch="dev", require_verified=False)["can_merge"] is False
    assert ask(snapshot, "verify_merge_gate", source_branch="main")["can_merge"] is True


def test_verdict_of_a_branch_judges_the_version_that_the_branch_sees() -> None:
    records = [*MAIN_AND_DEV, fact("f", "one"), fact("f", "two", EARLIER, "dev")]
    verdict = {"type": "verification", "target_id": "f", "verdict": "invalidated", "at": LATER}
    for on, invalidated in (("dev", "dev"), ("main", "main")):
        snapshot = memory([*records, {**verdict, "branch": on}])
        told = {name: gate(snapshot, name)["invalidated"] for name in ("main", "dev")}
        assert told == {**dict.fromkeys(told, 0), invalidated: 1}


def test_retraction_without_a_branch_ends_the_record_at_its_home() -> None:
    retracted = {"type": "fact", "id": "f", "op": "retract", "at": LATER}
    both = memory([*MAIN_AND_DEV, fact("f", "one"), fact("f", "two", EARLIER, "dev"), retracted])
    assert (found(both, "main"), found(both, "dev")) == ({}, {"f": "two"})
    alone = memory([*MAIN_AND_DEV, fact("f", "two", EARLIER, "dev"), retracted])
    assert (found(alone, "main"), found(alone, "dev")) == ({}, {})


def test_home_of_a_record_is_the_default_branch_else_the_first_that_wrote_it() -> None:
    first, then, main = (fact("f", on, on=on) for on in ("dev", "dev/a", "main"))
    forked = [*MAIN_AND_DEV, branch("dev/a", "dev")]
    refs = {row["branch"]: row["ref"] for row in _everything(memory([*forked, first, then]))}
    assert refs == {"dev": "m:fact/f", "dev/a": "m:fact/f@dev/a"}
    refs = {row["branch"]: row["ref"] for row in _everything(memory([*forked, first, then, main]))}
    assert refs == {"main": "m:fact/f", "dev": "m:fact/f@dev", "dev/a": "m:fact/f@dev/a"}


def test_ref_of_a_version_is_never_that_of_another_record() -> None:
    records = [*MAIN_AND_DEV, fact("f", "one"), fact("f", "two", on="dev"), fact("f@dev", "three")]
    refs = {row["fact_text"]: row["ref"] for row in _everything(memory(records))}
    assert refs == {"one": "m:fact/f", "two": "m:fact/f@@dev", "three": "m:fact/f@dev"}


def _everything(snapshot: Snapshot) -> list[dict[str, Any]]:
    return all_rows(snapshot, "memory_search", "results", query="", branch="all")


def test_links_lead_to_the_version_that_the_branch_sees() -> None:
    newer = fact("g", "newer", LATER, "dev", parent_id="f")
    snapshot = memory([*MAIN_AND_DEV, fact("f", "one"), fact("f", "two", EARLIER, "dev"), newer])
    links = ask(snapshot, "get_links", ref="m:fact/g", kinds=["replaces"])["links"]
    assert {one["to"] for one in links} == {"m:fact/f@dev"}


def test_fact_of_a_branch_does_not_supersede_the_one_of_main() -> None:
    newer = fact("g", "newer", LATER, "dev", parent_id="f")
    snapshot = memory([*MAIN_AND_DEV, fact("f", "one"), newer])
    (one,) = ask(snapshot, "object_get", object_ref="m:fact/f")["objects"]
    assert one["fields"].get("superseded_by") is None


def test_handoff_shows_facts_as_the_source_branch_has_them() -> None:
    packet = {"type": "handoff", "id": "h", "source_branch": "dev", "target_branch": "main", "fact_ids": ["f", "g"]}
    gone = {"type": "fact", "id": "g", "op": "retract", "branch": "dev", "at": LATER}
    records = [*MAIN_AND_DEV, fact("f", "one"), fact("g", "one"), fact("f", "two", EARLIER, "dev"), gone, packet]
    answer = ask(memory(records), "memory_handoff_get", handoff_id="h")
    assert [(row["id"], row["fact_text"]) for row in answer["facts"]] == [("f", "two")]
    assert answer["missing_fact_ids"] == ["g"]


def test_observation_of_an_entity_that_a_branch_no_longer_has_stays_on_the_other() -> None:
    entity = {"type": "entity", "name": "Flap", "observations": ["is red", "is loose"]}
    records = [*MAIN_AND_DEV, entity, {**entity, "branch": "dev"}]
    snapshot = memory([*records, {**entity, "branch": "dev", "observations": ["is red"]}])
    assert sorted(found(snapshot, "dev").values()) == ["is red"]
    assert sorted(found(snapshot, "main").values()) == ["is loose", "is red"]


@each("tool", ["memory_search", "memory_time_travel"])
def test_all_reads_the_own_versions_of_all_branches(tool: str) -> None:
    snapshot = memory([*MAIN_AND_DEV, fact("f", "one"), fact("f", "two", EARLIER, "dev")])
    moment = {"timestamp": LAST} if tool == "memory_time_travel" else {}
    answer = ask(snapshot, tool, query="", branch="all", **moment)
    assert [(row["branch"], row["fact_text"]) for row in answer["results"]] == [("dev", "two"), ("main", "one")]
    assert answer["branch"] == "all"


def test_relations_of_all_branches_and_of_one() -> None:
    ended = relation("r", "Pump", "feeds", "Tank", "dev", valid_to=LATER)
    snapshot = memory([*MAIN_AND_DEV, relation("r", "Pump", "feeds", "Tank"), ended])
    assert (edges(snapshot, "main"), edges(snapshot, "dev"), edges(snapshot, "all")) == ({"r"}, set(), {"r"})


def test_retraction_on_a_branch_that_does_not_have_the_record_ends_nothing() -> None:
    retracted = {"type": "fact", "id": "f", "op": "retract", "branch": "dev", "at": EARLIER}
    forked = [*MAIN_AND_DEV, branch("other", "main"), fact("f", "one", on="other"), retracted]
    snapshot = memory([*forked, fact("f", "two", LATER)])
    told = ask(snapshot, "get_diagnostics", code="MEM306")["diagnostics"]
    assert [one["message"] for one in told] == ["fact f is retracted here, and dev has no such record."]
    assert (found(snapshot, "dev"), found(snapshot, "other")) == ({"f": "two"}, {"f": "one"})
