"""The relations of agent memory over a small log."""

import json

from tests.compiler.languages.querying import ask


def log(*records: dict[str, object]) -> dict[str, str]:
    return {"memory.jsonl": "\n".join(json.dumps(one) for one in records) + "\n"}


def fact(id_: str, text: str, **more: object) -> dict[str, object]:
    return {"type": "fact", "id": id_, "text": text, "at": "2026-03-01T10:00:00+01:00", **more}


BRANCHES: tuple[dict[str, object], ...] = (
    {"type": "branch", "id": "main", "at": "2026-03-01T08:00:00Z"},
    {"type": "branch", "id": "task/x", "parent": "main", "at": "2026-03-02T08:00:00Z"},
)


def test_memory_branch_relation_has_parent_and_time() -> None:
    sql = "SELECT id, ref, parent, status, at FROM memory_branch ORDER BY id"
    assert ask(log(*BRANCHES), sql) == [
        ("main", "m:branch/main", None, "active", "2026-03-01T08:00:00Z"),
        ("task/x", "m:branch/task/x", "main", "active", "2026-03-02T08:00:00Z"),
    ]


def test_memory_fact_relation_has_a_row_for_each_branch_with_its_own_version() -> None:
    files = log(
        *BRANCHES,
        fact("f-1", "The old text", branch="main"),
        fact("f-1", "The text of main", branch="main", category="pattern"),
        fact("f-1", "The text of the task", branch="task/x", category="decision"),
    )
    assert ask(files, "SELECT branch, text, category, is_active, at, line FROM memory_fact ORDER BY branch") == [
        ("main", "The text of main", "pattern", 1, "2026-03-01T09:00:00Z", 4),
        ("task/x", "The text of the task", "decision", 1, "2026-03-01T09:00:00Z", 5),
    ]


def test_memory_fact_relation_leaves_out_what_a_branch_retracted() -> None:
    files = log(
        *BRANCHES,
        fact("f-1", "The text of main", branch="main"),
        fact("f-1", "The text of the task", branch="task/x"),
        {"type": "fact", "id": "f-1", "op": "retract", "branch": "task/x", "at": "2026-03-03T10:00:00Z"},
    )
    assert ask(files, "SELECT branch, text FROM memory_fact") == [("main", "The text of main")]


def test_memory_fact_relation_names_what_supersedes_it() -> None:
    files = log(fact("f-1", "Old", status="superseded", superseded_by="f-2"), fact("f-2", "New"))
    sql = "SELECT id, status, is_active, superseded_by FROM memory_fact ORDER BY id"
    assert ask(files, sql) == [("f-1", "superseded", 0, "f-2"), ("f-2", "active", 1, None)]


def test_memory_message_relation_has_a_message_once_though_a_fork_shares_it() -> None:
    files = log(
        {"type": "conversation", "id": "c-1", "name": "Late boats", "at": "2026-03-01T09:00:00Z"},
        {"type": "message", "id": "m-1", "conversation_id": "c-1", "role": "user", "content": "Why?"},
        {"type": "message", "id": "m-2", "conversation_id": "c-1", "role": "assistant", "content": "Ebb."},
        {"type": "conversation", "id": "c-2", "parent_id": "c-1", "fork_point": "m-1"},
        {"type": "message", "id": "m-3", "conversation_id": "c-2", "role": "user", "content": "Really?"},
    )
    assert ask(files, "SELECT conversation, number, id, role, text FROM memory_message ORDER BY id") == [
        ("c-1", 1, "m-1", "user", "Why?"),
        ("c-1", 2, "m-2", "assistant", "Ebb."),
        ("c-2", 2, "m-3", "user", "Really?"),
    ]
    assert ask(files, "SELECT id, title, parent, fork_point, status FROM memory_conversation ORDER BY id") == [
        ("c-1", "Late boats", None, None, "forked"),
        ("c-2", "c-2", "c-1", "m-1", "active"),
    ]


def test_memory_relation_relation_has_ended_ones_with_their_end() -> None:
    relation = {"type": "relation", "id": "r-1", "source": "Boat", "relation": "moors_at", "target": "Quay"}
    files = log({**relation, "valid_from": "2026-03-01T00:00:00Z", "valid_to": "2026-03-05T00:00:00Z"})
    assert ask(files, "SELECT branch, source, relation, target, valid_from, valid_to FROM memory_relation") == [
        ("main", "Boat", "moors_at", "Quay", "2026-03-01T00:00:00Z", "2026-03-05T00:00:00Z")
    ]


def test_memory_session_and_task_relations_have_status() -> None:
    files = log(
        {"type": "session", "id": "s-1", "status": "active", "started_at": "2026-03-01T00:00:00Z"},
        {"type": "task", "id": "t-1", "name": "mend", "status": "paused", "task_type": "repair", "tags": ["noise"]},
    )
    assert ask(files, "SELECT id, status FROM memory_session") == [("s-1", "active")]
    assert ask(files, "SELECT id, title, status, type FROM memory_task") == [("t-1", "mend", "paused", "repair")]
    assert ask(files, "SELECT ref, kind, tag FROM tag") == [("m:task/t-1", "memory_task", "noise")]
