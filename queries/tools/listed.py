"""Which tools are listed: few, whatever the source holds, since every agent reads the list before its first question.

All other tools are answered too. `find_tools` finds them, and `use_tool` calls them for clients that call listed tools
only.
"""

from collections.abc import Collection, Mapping

from compiler.store.snapshot import Snapshot
from queries.tools.names import TOOL_NAMES
from queries.tools.packs import ALL, CORE, listed_packs, packs_of

# Bytes of the list as JSON, with the instructions: of the core alone, of several languages, and of one.
MAX_CORE, MAX_SEVERAL, MAX_ONE = 7_000, 10_000, 12_000
# Tools of each language that are listed when a source is of several; of MANY languages one of each.
LEADING, MANY = 2, 4

CORE_TOOLS = (
    *("get_snapshot_info", "search", "object_get", "get_impact", "query_facts", "get_diagnostics", "refresh"),
    *("propose_change", "find_tools", "use_tool"),
)

# The tools of each language, the most useful first, with those that its seed names. The packs of diagrams are one
# language; a tool is listed if its pack is.
LANGUAGE_TOOLS: Mapping[str, tuple[str, ...]] = {
    "world": (
        *("get_exit_graph", "get_dialogue_graph", "get_entity_details", "get_property_dependencies"),
        *("get_reachable_locations", "get_choice_conditions", "get_world_metadata", "find_playthrough"),
    ),
    "diagrams": (
        *("session_list_diagrams", "diagram_get_digest", "diagram_get_snapshot", "diagram_get_slice"),
        *("flow_reachable", "flow_paths", "flow_cycles", "flow_dead_ends", "flow_unreachable"),
        *("seq_messages", "seq_trace", "walkthrough_list", "walkthrough_get", "xref_list"),
        *("session_get_active_diagram", "diagram_render_ascii"),
    ),
    "requirements": (
        *("get_requirement", "get_uncovered_assertions", "discover_requirements", "get_test_coverage"),
        *("get_hierarchy", "get_subtree", "scoped_search", "find_assertions_by_keywords", "suggest_links"),
        *("minimize_requirement_set", "get_changed_requirements", "get_graph_status", "get_project_summary"),
        *("get_workspace_info",),
    ),
    "knowledge": (
        *("task_ready", "entity_get", "task_blocked", "task_next", "entity_list", "search_fulltext"),
        *("graph_relations", "graph_path", "graph_orphans"),
    ),
    "memory": (
        *("memory_search", "memory_time_travel", "memory_session_context", "memory_timeline", "memory_graph_query"),
        *("memory_branch_list", "memory_branch_diff", "memory_search_messages", "memory_list_conversations"),
        *("memory_task_status", "memory_search_task", "memory_agent_timeline", "memory_replay_task_type"),
        *("verify_merge_gate", "memory_handoff_get", "memory_snapshot_list"),
    ),
}
LANGUAGE_OF: Mapping[str, str] = {
    name: language
    for language, packs in {
        **{name: (name,) for name in ("world", "requirements", "knowledge", "memory")},
        "diagrams": ("diagrams", "flow", "sequence", "walkthroughs"),
    }.items()
    for name in packs
}
# Rules for files are in sources of every language; pages are, too, and an agent can read them itself.
BESIDE_LANGUAGES = ("instructions_for",)
WITHOUT_LANGUAGE = ("instructions_for", "list_instructions", "document_outline", "document_get")

# Tools beside another one that does the same: `cursor` pages every list, `refresh` tells more. Only `all` lists them.
ALIASES = frozenset({"open_cursor", "cursor_next", "cursor_info", "refresh_graph"})


def listed_names(snapshot: Snapshot, toolsets: Collection[str] | None = None) -> list[str]:
    """Return the names of the tools that are listed for a snapshot, in the order of the list.

    Those are the core's, and for a source of one language the tools of that language; of several languages, the LEADING
    ones of each. With `toolsets`, those of the packs that they name, and all with `all`.
    """
    if toolsets is not None:
        named = [pack for pack in packs_of(snapshot, toolsets) if pack != CORE]
        if ALL in toolsets:
            return [name for pack in (CORE, *named) for name in TOOL_NAMES[pack]]
        return [*CORE_TOOLS, *(name for pack in named for name in TOOL_NAMES[pack] if name not in ALIASES)]
    there = {name for pack in listed_packs(snapshot) for name in TOOL_NAMES[pack]}
    languages = languages_of(listed_packs(snapshot))
    most = None if len(languages) < 2 else leading(len(languages))
    beside = BESIDE_LANGUAGES if languages else WITHOUT_LANGUAGE
    of_languages = (
        name for language in languages for name in [tool for tool in LANGUAGE_TOOLS[language] if tool in there][:most]
    )
    return [*CORE_TOOLS, *(name for name in beside if name in there), *of_languages]


def leading(languages: int) -> int:
    """Return how many tools of each language are listed when a source is of several."""
    return LEADING if languages < MANY else 1


def languages_of(packs: Collection[str]) -> list[str]:
    """Return the languages that packs are for, each once."""
    return list(dict.fromkeys(LANGUAGE_OF[pack] for pack in packs if pack in LANGUAGE_OF))


def max_bytes(snapshot: Snapshot, toolsets: Collection[str] | None = None) -> int | None:
    """Return how many bytes the list of tools may have with the instructions; None if toolsets beside the core are
    asked for, whose tools are listed in any case."""
    if toolsets is not None:
        return None if {*packs_of(snapshot, toolsets)} - {CORE} or ALL in toolsets else MAX_CORE
    return MAX_SEVERAL if len(languages_of(listed_packs(snapshot))) > 1 else MAX_ONE
