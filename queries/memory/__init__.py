"""The memory pack: what agents learned, said and did, on which branch, and when.

A branch reads its own records and those of the branches it was forked from. Searches match any word of the query,
filter before they rank, and page last. Times are the records' own, in UTC. A record without a time lies in no range and
was known at no time.
"""

# ruff: noqa: I001  # tools are listed in the order of these imports

from queries.memory.branches import memory_branch_list, memory_branch_topology, memory_snapshot_list
from queries.memory.branch_diff import memory_branch_diff
from queries.memory.handoffs import knowledge_bundle_list, memory_handoff_get, memory_template_list
from queries.memory.gate import verify_merge_gate
from queries.memory.graph import memory_graph_query
from queries.memory.replays import memory_replay_task_type
from queries.memory.fact_search import memory_search
from queries.memory.sessions import memory_session_context
from queries.memory.conversations import memory_list_conversations, memory_search_messages
from queries.memory.tasks import memory_search_task, memory_task_status
from queries.memory.timeline import memory_agent_timeline, memory_timeline
from queries.memory.time_travel import memory_time_travel

__all__ = [
    "knowledge_bundle_list",
    "memory_agent_timeline",
    "memory_branch_diff",
    "memory_branch_list",
    "memory_branch_topology",
    "memory_graph_query",
    "memory_handoff_get",
    "memory_list_conversations",
    "memory_replay_task_type",
    "memory_search",
    "memory_search_messages",
    "memory_search_task",
    "memory_session_context",
    "memory_snapshot_list",
    "memory_task_status",
    "memory_template_list",
    "memory_time_travel",
    "memory_timeline",
    "verify_merge_gate",
]
