"""Whole answers of every tool on the sample memory, locked with the order of their fields."""

import orjson
import pytest
from syrupy.assertion import SnapshotAssertion

from compiler.store.snapshot import Snapshot
from queries import TOOLS
from tests.closing import compile_source, shared
from tests.paths import ROOT
from tests.queries.asking import Json, answers_of_processes, ask

INES, OMAR, TASK = "agent/late-boats/ines", "agent/late-boats/omar", "task/late-boats"

CALLS: list[tuple[str, Json]] = [
    ("memory_search", {"query": "how long does a crossing take?", "branch": INES}),
    ("memory_search", {"query": "berths", "search_type": "keyword"}),
    ("memory_search", {"query": "print times for passengers", "category": "feedback"}),
    ("memory_search", {"query": "buffer", "branch": TASK, "own_only": True}),
    ("memory_search", {"query": "", "time_range": {"after": "2026-04-02", "before": "2026-04-02"}}),
    ("memory_search", {"query": "ebb", "search_type": "vector"}),
    ("memory_time_travel", {"query": "crossing", "timestamp": "2026-04-05"}),
    ("memory_time_travel", {"query": "anchor", "timestamp": "2026-04-12T09:30:00+02:00"}),
    ("memory_time_travel", {"query": "", "timestamp": "2026-03-01"}),
    ("memory_time_travel", {"query": "", "timestamp": "2026-04-05", "axis": "revision"}),
    ("memory_graph_query", {"entity": "Timetable", "depth": 2, "branch": OMAR, "limit": 5}),
    ("memory_graph_query", {"entity": "EveningBoat", "as_of": "2026-04-05", "direction": "out"}),
    ("memory_graph_query", {"entity": "Evening Boat", "relation_type": "flies"}),
    ("memory_timeline", {"session_id": "s-ines-1"}),
    ("memory_timeline", {"types": ["merge", "handoff", "snapshot", "task", "branch"], "branch": "all", "limit": 6}),
    ("memory_timeline", {"branch": OMAR, "own_only": True, "order": "desc"}),
    ("memory_branch_list", {}),
    ("memory_branch_list", {"status": "gone"}),
    ("memory_branch_topology", {}),
    ("memory_branch_topology", {"root_branch": "loop/a", "include_archived": True}),
    ("memory_branch_diff", {"source_branch": OMAR, "target_branch": "main"}),
    ("memory_branch_diff", {"source_branch": OMAR, "target_branch": TASK, "category": "decision"}),
    ("memory_branch_diff", {"source_branch": INES, "target_branch": OMAR}),
    ("memory_snapshot_list", {}),
    ("memory_task_status", {"task_id": "t-late"}),
    ("memory_task_status", {"task_id": "t-lat"}),
    ("memory_search_task", {"task_id": "t-late", "query": "ebb and tide"}),
    ("memory_search_task", {"task_id": "t-late", "query": "ebb", "agent_id": "omar"}),
    ("memory_agent_timeline", {"agent_id": "ines"}),
    ("memory_replay_task_type", {"task_type": "incident"}),
    ("memory_list_conversations", {}),
    ("memory_list_conversations", {"session_id": "s-omar-1"}),
    ("memory_search_messages", {"query": "what about the ebb?", "conversation_id": "c-buffer"}),
    ("memory_search_messages", {"query": "leaflet lines", "role": "assistant", "limit": 3}),
    ("memory_session_context", {"session_id": "s-omar-1"}),
    ("memory_session_context", {"session_id": "0c9b2d4e-71aa-4f0e-8f55-3e6b1a2c7d90", "message_limit": 4}),
    ("memory_template_list", {"task_type": "incident"}),
    ("memory_template_list", {"status": "deprecated"}),
    ("knowledge_bundle_list", {}),
    ("verify_merge_gate", {"source_branch": OMAR}),
    ("verify_merge_gate", {"source_branch": TASK}),
    ("memory_handoff_get", {"handoff_id": "h-omar", "message_limit": 2}),
    ("memory_handoff_get", {"handoff_id": "h-lost"}),
    ("get_snapshot_info", {}),
    ("search", {"query": "ebb", "limit": 5}),
    ("object_get", {"object_ref": "m:fact/f-tide"}),
    ("get_impact", {"ref": "m:observation/o-log"}),
]

# These name the compiler's version and the sources' bytes; every commit may change them.
CHANGING = ("snapshot_id", "next_cursor", "cursor", "compiler_version", "languages")


@shared
def ferry() -> Snapshot:
    return compile_source(ROOT / "worlds" / "ferry-memory")


@pytest.mark.parametrize(("tool", "arguments"), CALLS, ids=[f"{tool} {arguments}" for tool, arguments in CALLS])
def test_memory_tool_answers(tool: str, arguments: Json, snapshot: SnapshotAssertion) -> None:
    answer = ask(ferry(), tool, **arguments)
    steady = {name: "…" if name in CHANGING else value for name, value in answer.items()}
    shown = orjson.dumps(steady, option=orjson.OPT_INDENT_2).decode()
    assert shown.replace(ferry().id, "…") == snapshot


def test_every_memory_tool_has_a_locked_answer() -> None:
    assert {one.name for one in TOOLS.values() if one.pack == "memory"} <= {tool for tool, _ in CALLS}


def test_answers_are_the_same_under_every_hash_seed() -> None:
    """Invariant: the same source gives the same bytes, cursors and snapshot id included."""
    outputs = answers_of_processes(ROOT / "worlds" / "ferry-memory", CALLS)
    assert len(outputs) == 1
