"""Answers keep their bound whatever a memory holds, and what they leave out is on the next page."""

from compiler.store.snapshot import Snapshot
from tests.closing import shared
from tests.queries.asking import Json, all_rows, ask, pages
from tests.queries.cases import each
from tests.queries.memory.memories import branch, fact, ids, memory, message, observation, relation

LONG = "an unusually long story about a pump " * 400


@shared
def large() -> Snapshot:
    facts = [fact(f"f-{at:03}", f"{LONG} {at}", f"2026-05-{at % 28 + 1:02}T08:00:00Z", "work") for at in range(120)]
    for one in facts:
        one |= {"session_id": "s", "agent_id": "ada", "task_id": "t", "category": "decision"}
    talk = [message(f"m-{at:03}", "c", at + 1, LONG, session_id="s") | {"at": "2026-05-03"} for at in range(120)]
    seen = [observation(f"o-{at}", LONG, on="work", agent_id="ada", task_id="t", session_id="s") for at in range(60)]
    return memory([
        branch("main"),
        branch("work", "main", description=LONG),
        {"type": "session", "id": "s", "summary": LONG},
        {"type": "task", "id": "t", "name": "t", "task_type": "x", "branch": "work", "description": LONG[:3_000]},
        {"type": "conversation", "id": "c", "session_id": "s", "title": LONG},
        {"type": "handoff", "id": "h", "source_branch": "work", "target_branch": "main", "context_summary": LONG,
         "fact_ids": [one["id"] for one in facts], "conversation_ids": ["c"]},
        *facts, *talk, *seen,
        *(relation(f"r-{at}", "Hub", "joins", f"{at} {LONG[:1_000]}") for at in range(120)),
    ])  # fmt: skip


@each(
    "tool, field, arguments, count",
    [
        ("memory_search", "results", {"query": "pump", "branch": "work", "limit": 500}, 120),
        ("memory_search_messages", "results", {"query": "pump", "limit": 500}, 120),
        ("memory_search_task", "results", {"task_id": "t", "query": "pump", "limit": 500}, 180),
        ("memory_time_travel", "results", {"query": "", "branch": "work", "timestamp": "2027", "limit": 500}, 120),
        ("memory_graph_query", "relations", {"entity": "Hub", "limit": 500}, 120),
        ("memory_timeline", "entries", {"branch": "all", "limit": 500}, 180),
        ("memory_agent_timeline", "facts", {"agent_id": "ada", "limit": 500}, 120),
        ("memory_branch_diff", "new_facts", {"source_branch": "work", "target_branch": "main", "limit": 500}, 120),
        ("verify_merge_gate", "blocking", {"source_branch": "work", "limit": 500}, 120),
        ("memory_handoff_get", "facts", {"handoff_id": "h", "limit": 500}, 120),
        ("memory_session_context", "messages", {"session_id": "s", "message_limit": 500}, 120),
    ],
)
def test_pages_list_every_row_once(tool: str, field: str, arguments: Json, count: int) -> None:
    rows = all_rows(large(), tool, field, **arguments)
    assert len(rows) == len(set(ids(rows))) == count


def test_task_status_with_long_texts_fits_an_answer() -> None:
    answer = ask(large(), "memory_task_status", task_id="t")
    assert answer["fact_count"] == 120
    assert 0 < len(answer["key_facts"]) <= 20


def test_empty_memory_answers_every_tool() -> None:
    nothing = memory([{"type": "memory", "format": "memory-jsonl", "version": 1}])
    for tool, arguments in (
        ("memory_search", {"query": "anything"}),
        ("memory_time_travel", {"query": "anything", "timestamp": "2026-01-01"}),
        ("memory_timeline", {}),
        ("memory_branch_list", {}),
        ("memory_branch_topology", {}),
        ("memory_snapshot_list", {}),
        ("memory_replay_task_type", {"task_type": "x"}),
        ("memory_list_conversations", {}),
        ("memory_search_messages", {"query": "anything"}),
        ("memory_template_list", {}),
        ("knowledge_bundle_list", {}),
    ):
        assert len(pages(nothing, tool, **arguments)) == 1
