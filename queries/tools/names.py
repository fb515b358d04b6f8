"""The names of the tools of each pack, so that a question imports only the modules of one pack. A test compares them
with the declarations."""

from collections.abc import Mapping

# fmt: off
TOOL_NAMES: Mapping[str, tuple[str, ...]] = {
    "core": (
        "compare_revisions", "find_route", "find_tools", "get_broken_references", "get_diagnostics", "get_health",
        "get_impact", "get_links", "get_snapshot_info", "list_objects", "list_revisions", "object_get",
        "object_history", "propose_change", "query_facts", "refresh", "search", "use_tool",
    ),
    "world": (
        "find_playthrough", "get_choice_conditions", "get_dead_content", "get_dialogue_graph", "get_entity_details",
        "get_exit_graph", "get_playthrough_state", "get_property_dependencies", "get_reachable_locations", "get_rules",
        "get_soft_locks", "get_world_metadata",
    ),
    "diagrams": (
        "diagram_get_ast", "diagram_get_delta", "diagram_get_digest", "diagram_get_slice", "diagram_get_snapshot",
        "diagram_render_ascii", "session_find_route", "session_get_active_diagram", "session_list_diagrams",
        "xref_list", "xref_neighbors",
    ),
    "flow": (
        "flow_cycles", "flow_dead_ends", "flow_degrees", "flow_paths", "flow_reachable", "flow_unreachable",
    ),
    "sequence": (
        "seq_messages", "seq_search", "seq_trace",
    ),
    "walkthroughs": (
        "session_get_active_walkthrough", "walkthrough_get", "walkthrough_get_digest", "walkthrough_get_node",
        "walkthrough_list", "walkthrough_render_ascii",
    ),
    "requirements": (
        "cursor_info", "cursor_next", "discover_requirements", "find_assertions_by_keywords", "find_by_keywords",
        "get_changed_requirements", "get_graph_status", "get_hierarchy",
        "get_project_summary", "get_requirement", "get_subtree", "get_test_coverage",
        "get_uncovered_assertions", "get_workspace_info", "minimize_requirement_set", "open_cursor",
        "refresh_graph", "scoped_search", "suggest_links",
    ),
    "knowledge": (
        "entity_get", "entity_list", "graph_orphans", "graph_path", "graph_relations", "search_fulltext",
        "task_blocked", "task_next", "task_ready",
    ),
    "memory": (
        "knowledge_bundle_list", "memory_agent_timeline", "memory_branch_diff", "memory_branch_list",
        "memory_branch_topology", "memory_graph_query", "memory_handoff_get", "memory_list_conversations",
        "memory_replay_task_type", "memory_search", "memory_search_messages", "memory_search_task",
        "memory_session_context", "memory_snapshot_list", "memory_task_status", "memory_template_list",
        "memory_time_travel", "memory_timeline", "verify_merge_gate",
    ),
    "instructions": (
        "instructions_for", "list_instructions",
    ),
    "documents": (
        "document_get", "document_outline",
    ),
}
# fmt: on

PACK_OF: Mapping[str, str] = {name: pack for pack, names in TOOL_NAMES.items() for name in names}
