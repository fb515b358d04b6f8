"""Conversations, messages, sessions and tasks are isolated by branch as facts are: relations between answers, for
histories of any shape, and the cases that are easily got wrong."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from compiler.store.snapshot import Snapshot
from queries import answer
from tests.queries.asking import all_rows, ask
from tests.queries.memory.histories import BRANCHES, at, lineage, seen
from tests.queries.memory.memories import Record, branch, fact, ids, memory

KINDS = ("session", "conversation", "message", "task")
TALKS = ("c-1", "c-2", "c-3")  # c-2 forks c-1; nothing declares c-3


@st.composite
def lines(draw: st.DrawFn, hour: int, on: Sequence[str] = BRANCHES) -> list[Record]:
    """What one writer appends to a branch: a message, session, conversation or task, in any state, or its end."""
    kind = draw(st.sampled_from(("message", "message", "message", "message", *KINDS)))
    number = draw(st.integers(1, 5 if kind == "message" else 2))
    record: Record = {"type": kind, "id": f"{kind[0]}-{number}", "branch": draw(st.sampled_from(on)), "at": at(hour)}
    if draw(st.integers(0, 4)) == 0 and record["id"] != "c-1" and kind != "session":
        return [{**record, "op": "retract"}]
    if kind == "message":
        talk = draw(st.sampled_from(TALKS))
        return [{**record, "conversation_id": talk, "role": "user", "content": f"word {hour}", "session_id": "s-1"}]
    if kind == "conversation":
        forked = {"parent_conversation_id": "c-1", "fork_point_message_id": draw(st.sampled_from(("m-1", "m-2", None)))}
        return [{**record, "title": f"talk {hour}", **(forked if number == 2 else {})}]
    status = draw(st.sampled_from(("active", "completed")))
    return [{**record, "status": status, ("name" if kind == "task" else "summary"): f"work {hour}"}]


@st.composite
def histories(draw: st.DrawFn) -> list[Record]:
    """Branches that fork from those before them, a conversation of main, and what was written, hour by hour."""
    parents = {name: draw(st.sampled_from(BRANCHES[:place])) for place, name in enumerate(BRANCHES) if place}
    records = [branch(name, parents.get(name), at(0)) for name in BRANCHES]
    records.append({"type": "conversation", "id": "c-1", "branch": "main", "at": at(0)})
    # Every session is declared somewhere: one that records only name is no record.
    records += [{"type": "session", "id": f"s-{n}", "branch": "main", "status": "active", "at": at(0)} for n in (1, 2)]
    for hour in range(1, draw(st.integers(2, 16))):
        records += draw(lines(hour))
    return records


def talks(records: Sequence[Record], name: str) -> dict[str, list[str]]:
    """The conversations that a branch sees, read plainly, each with its own messages in the order of the source."""
    messages = seen(records, "message", name)
    order = list(dict.fromkeys(one["id"] for one in records if one["type"] == "message" and "content" in one))
    found: dict[str, list[str]] = {id: [] for id in seen(records, "conversation", name)}
    for id in sorted(messages, key=order.index):
        found.setdefault(messages[id]["conversation_id"], []).append(id)
    return found


def whole(records: Sequence[Record], name: str, talk: str) -> list[str]:
    """The messages of a conversation as a branch sees it, with what a fork shares."""
    own = talks(records, name)
    record = seen(records, "conversation", name).get(talk)
    if record is None or "parent_conversation_id" not in record:
        return own[talk]
    point, before = record["fork_point_message_id"], own["c-1"]
    shared = before if point is None else before[: before.index(point) + 1] if point in before else []
    return [*shared, *own[talk]]


def said(snapshot: Snapshot, name: str, **arguments: Any) -> dict[str, str]:
    rows = ask(snapshot, "memory_search_messages", query="", branch=name, limit=100, **arguments)["results"]
    assert len(set(ids(rows))) == len(rows)
    return {row["id"]: row["content"] for row in rows}


def listed(snapshot: Snapshot, name: str, **arguments: Any) -> dict[str, Record]:
    rows = all_rows(snapshot, "memory_list_conversations", "conversations", branch=name, **arguments)
    assert len(set(ids(rows))) == len(rows)
    return {row["id"]: row for row in rows}


def without_refs(rows: dict[str, Record]) -> list[Record]:
    """Rows without their refs: a ref also says where the home of the record is."""
    return [{name: value for name, value in row.items() if name != "ref"} for row in rows.values()]


def on_timeline(snapshot: Snapshot, name: str, kind: str) -> list[str]:
    entries = ask(snapshot, "memory_timeline", branch=name, types=[kind], limit=100)["entries"]
    return [one["id"] for one in sorted(entries, key=lambda one: one["id"])]


@given(histories())
def test_every_tool_sees_the_conversations_and_messages_of_the_branch(records: list[Record]) -> None:
    snapshot = memory(records)
    for name in BRANCHES:
        messages, known = seen(records, "message", name), talks(records, name)
        assert said(snapshot, name) == {id: one["content"] for id, one in messages.items()}
        assert on_timeline(snapshot, name, "message") == sorted(messages)
        rows = listed(snapshot, name)
        assert sorted(rows) == on_timeline(snapshot, name, "conversation") == sorted(known)
        for id, row in rows.items():
            parts = whole(records, name, id)
            assert (row.get("own_messages", 0), row.get("messages", 0)) == (len(known[id]), len(parts))
            assert sorted(said(snapshot, name, conversation_id=id)) == sorted(parts)
            assert row.get("title") == seen(records, "conversation", name).get(id, {}).get("title")
        is_forked = "c-2" in known and "parent_conversation_id" in seen(records, "conversation", name).get("c-2", {})
        assert (rows["c-1"]["status"], rows["c-1"].get("forks", [])) == (
            ("forked", ["c-2"]) if is_forked else ("active", [])
        )


@given(histories())
def test_every_tool_sees_the_sessions_and_tasks_of_the_branch(records: list[Record]) -> None:
    snapshot = memory(records)
    for name in BRANCHES:
        tasks, sessions = seen(records, "task", name), seen(records, "session", name)
        assert on_timeline(snapshot, name, "task") == sorted(tasks)
        assert on_timeline(snapshot, name, "session") == sorted(sessions)
        for id in ("t-1", "t-2"):
            told = answer(snapshot, "memory_task_status", {"task_id": id, "branch": name})
            assert told.get("task", {}).get("status") == tasks.get(id, {}).get("status")
        for id in sessions:
            context = ask(snapshot, "memory_session_context", session_id=id, branch=name)
            shown = [context["session"].get(field) for field in ("status", "summary")]
            assert shown == [sessions[id].get(field) for field in ("status", "summary")]
            of_session = [one for one in seen(records, "message", name).values() if one["session_id"] == id]
            assert context["counts"]["messages"] == len(of_session)


@given(histories(), st.sampled_from(BRANCHES), st.data())
def test_a_line_changes_no_branch_that_does_not_read_its_branch(
    records: list[Record], written: str, data: st.DataObject
) -> None:
    before, after = memory(records), memory([*records, *data.draw(lines(30, (written,)))])
    for name in BRANCHES:
        if written not in lineage(records, name):
            assert said(before, name) == said(after, name)
            assert without_refs(listed(before, name)) == without_refs(listed(after, name))
            for kind in KINDS:
                assert on_timeline(before, name, kind) == on_timeline(after, name, kind)


@given(histories())
def test_counts_of_branches_conversations_and_relations_agree(records: list[Record]) -> None:
    snapshot = memory(records)
    rows = {row["branch_name"]: row for row in ask(snapshot, "memory_branch_list")["branches"]}
    held = {name: len(listed(snapshot, name, own_only=True)) for name in BRANCHES}
    assert {name: rows[name]["conversations"] for name in BRANCHES} == held
    for name in BRANCHES:
        judged = ask(snapshot, "verify_merge_gate", source_branch=name).get("not_judged", {})
        for kind in ("messages", "tasks", "conversations"):
            assert rows[name][kind] == judged.get(kind, 0)
        assert rows[name]["messages"] == len(said(snapshot, name, own_only=True))
    everything = all_rows(snapshot, "memory_list_conversations", "conversations")
    assert Counter(row["branch"] for row in everything) == +Counter(held)
    for relation, tool, field in (
        ("memory_conversation", "memory_list_conversations", "conversations"),
        ("memory_message", "memory_search_messages", "results"),
    ):
        query = {"query": ""} if tool == "memory_search_messages" else {}
        shown = all_rows(snapshot, tool, field, **query)
        found = ask(snapshot, "query_facts", sql=f"SELECT ref, branch FROM {relation} ORDER BY ref", limit=200)["rows"]
        assert sorted([row["ref"], row["branch"]] for row in shown) == [list(row) for row in found]
        assert len({row["ref"] for row in shown}) == len(shown)


def compared(records: Sequence[Record], name: str, kind: str) -> dict[str, Record]:
    """What a comparison of branches looks at, of each record of a kind that a branch sees."""
    if kind == "conversation":
        declared = seen(records, kind, name)
        found = {id: declared.get(id, {}) for id in talks(records, name)}
    else:
        found = seen(records, kind, name)
    ignored = ("branch", "at", "session_id")
    return {id: {field: one[field] for field in one if field not in ignored} for id, one in found.items()}


@given(histories(), st.sampled_from(BRANCHES), st.sampled_from(BRANCHES))
def test_differences_of_branches_cover_what_was_said_and_worked_on(records: list[Record], one: str, other: str) -> None:
    snapshot = memory(records)
    there = ask(snapshot, "memory_branch_diff", source_branch=one, target_branch=other, limit=500)
    back = ask(snapshot, "memory_branch_diff", source_branch=other, target_branch=one, limit=500)
    for kind in KINDS:
        counts, swapped = there["counts"][f"{kind}s"], back["counts"][f"{kind}s"]
        here, beyond = compared(records, one, kind), compared(records, other, kind)
        assert (counts["source"], counts["target"]) == (len(here), len(beyond))
        shared = counts["same"] + counts["changed"] + counts["changed_in_target"] + counts["conflicts"]
        assert counts["source"] == counts["new"] + shared + counts["removed_in_target"]
        assert counts["target"] == counts["only_in_target"] + shared + counts["removed"]
        assert counts["same"] == swapped["same"] == sum(beyond.get(id) == text for id, text in here.items())
        fresh = {row["id"] for row in there["new_records"] if row["type"] == kind}
        ended = {row["id"] for row in there["removed_in_target"] if row["type"] == kind}
        assert fresh | ended == here.keys() - beyond.keys() and not fresh & ended
        listed_rows = [row for name in ("changed", "changed_in_target", "conflicts") for row in there[name]]
        differing = {id for id in here.keys() & beyond.keys() if here[id] != beyond[id]}
        assert {row["id"] for row in listed_rows if row["type"] == kind} == differing


MAIN_AND_DEV = (branch("main"), branch("dev", "main"))
TALK: Record = {"type": "conversation", "id": "c", "title": "Flap", "branch": "main", "at": at(1)}
FIRST: Record = {"type": "message", "id": "m-1", "conversation_id": "c", "role": "user", "content": "loose"}


def test_message_of_a_branch_is_not_said_on_main() -> None:
    later = {**FIRST, "id": "m-2", "content": "loose again", "branch": "dev", "at": at(3)}
    snapshot = memory([*MAIN_AND_DEV, TALK, FIRST, later, fact("f", "loose")])
    assert (said(snapshot, "main"), said(snapshot, "dev")) == (
        {"m-1": "loose"},
        {"m-1": "loose", "m-2": "loose again"},
    )
    assert [listed(snapshot, name)["c"]["messages"] for name in ("main", "dev")] == [1, 2]
    (hit,) = ask(snapshot, "memory_search_messages", query="again", branch="dev")["results"]
    assert (hit["conversation_id"], hit["previous"]["id"], hit.get("written_in")) == ("c", "m-1", None)


def test_conversation_of_an_id_is_searched_on_all_branches() -> None:
    later = {**FIRST, "id": "m-2", "branch": "dev", "at": at(3)}
    snapshot = memory([*MAIN_AND_DEV, TALK, FIRST, later])
    assert sorted(said(snapshot, "all", conversation_id="c")) == ["m-1", "m-2"]
    assert sorted(said(snapshot, "all", conversation_id="m:conversation/c")) == ["m-1"]


def test_conversation_without_a_record_has_a_home_where_messages_of_it_are_left() -> None:
    branches = (branch("main"), branch("a", "main"), branch("b", "a"), branch("c", "main"))
    moved = {**FIRST, "id": "m-2", "branch": "b", "at": at(1)}
    of_other = {**FIRST, "conversation_id": "x", "branch": "c", "at": at(2)}
    back = {**moved, "conversation_id": "x", "branch": "a", "at": at(3)}
    snapshot = memory([*branches, TALK, moved, of_other, back])
    assert [sorted(said(snapshot, name, conversation_id="x")) for name in ("a", "c")] == [["m-2"], ["m-1"]]


def test_message_without_a_branch_belongs_to_the_branch_of_its_conversation() -> None:
    snapshot = memory([*MAIN_AND_DEV, {**TALK, "branch": "dev"}, FIRST])
    assert (said(snapshot, "main"), said(snapshot, "dev")) == ({}, {"m-1": "loose"})
    assert list(listed(snapshot, "main")) == []


def test_line_without_a_branch_changes_the_record_where_it_is() -> None:
    task = {"type": "task", "id": "t", "name": "Mend", "status": "active", "branch": "dev", "at": at(1)}
    done = {"type": "task", "id": "t", "name": "Mend", "status": "completed", "at": at(2)}
    snapshot = memory([*MAIN_AND_DEV, task, done])
    told = ask(snapshot, "memory_task_status", task_id="t")
    assert (told["task"]["status"], told["task"]["branch"], "other_versions" in told) == ("completed", "dev", False)


def test_task_that_a_branch_completed_stays_active_on_main_and_counts_once() -> None:
    task = {"type": "task", "id": "t", "name": "Mend", "task_type": "repair", "status": "active", "at": at(1)}
    snapshot = memory([*MAIN_AND_DEV, task, {**task, "status": "completed", "branch": "dev", "at": at(2)}])
    told = ask(snapshot, "memory_task_status", task_id="Mend")
    assert (told["task"]["status"], told["other_versions"]) == ("active", ["m:task/t@dev"])
    assert ask(snapshot, "memory_task_status", task_id="t", branch="dev")["task"]["status"] == "completed"
    assert ask(snapshot, "memory_task_status", task_id="m:task/t@dev")["task"]["status"] == "completed"
    assert ask(snapshot, "memory_replay_task_type", task_type="repair")["total"] == 1


def test_task_of_another_branch_is_not_found_on_a_branch() -> None:
    task = {"type": "task", "id": "t", "name": "Mend", "status": "active", "branch": "dev", "at": at(1)}
    told = answer(memory([*MAIN_AND_DEV, task]), "memory_task_status", {"task_id": "t", "branch": "main"})
    assert (told["code"], told["hint"]) == ("not_found", "It is a task of dev.")


def test_handoff_shows_the_conversation_as_the_source_branch_has_it() -> None:
    later = {**FIRST, "id": "m-2", "branch": "dev", "at": at(3)}
    packet = {"type": "handoff", "id": "h", "source_branch": "dev", "target_branch": "main", "conversation_ids": ["c"]}
    told = ask(memory([*MAIN_AND_DEV, TALK, FIRST, later, packet]), "memory_handoff_get", handoff_id="h")
    assert [one["messages"] for one in told["conversations"]] == [2]
    assert ids(told["conversations"][0]["last_messages"]) == ["m-1", "m-2"]


def test_branch_diff_lists_what_a_branch_said_and_worked_on() -> None:
    later = {**FIRST, "id": "m-2", "content": "loose again", "branch": "dev", "at": at(3)}
    task = {"type": "task", "id": "t", "name": "Mend", "status": "active", "branch": "dev", "at": at(4)}
    snapshot = memory([*MAIN_AND_DEV, TALK, FIRST, later, task])
    told = ask(snapshot, "memory_branch_diff", source_branch="dev", target_branch="main")
    assert [(row["type"], row["id"], row["text"]) for row in told["new_records"]] == [
        ("message", "m-2", "loose again"),
        ("task", "t", "Mend"),
    ]
    assert told["new_records"][0]["conversation_id"] == "c"
    assert told["counts"]["conversations"]["same"] == 1


def test_branch_diff_message_that_both_branches_rewrote_is_a_conflict() -> None:
    mine, theirs = ({**FIRST, "content": f"{on} says", "branch": on, "at": at(5)} for on in ("dev", "main"))
    forked = (branch("main", at=at(0)), branch("dev", "main", at(2)))
    snapshot = memory([*forked, TALK, {**FIRST, "at": at(1)}, mine, theirs])
    (row,) = ask(snapshot, "memory_branch_diff", source_branch="dev", target_branch="main")["conflicts"]
    assert (row["type"], row["id"]) == ("message", "m-1")
    assert [row[side].partition(" (")[0] for side in ("source", "target", "base")] == ["dev says", "main says", "loose"]
