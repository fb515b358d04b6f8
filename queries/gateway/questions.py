"""The questions that people have, in their words, and the tools that answer them.

`find_tools` ranks by these words, and docs/questions.md shows the first question of each row. A tool of its own for a
seed's name only (`refresh_graph`) stands beside the one that it is like.
"""

from typing import NamedTuple


class Asked(NamedTuple):
    """A question, the tools for it, the best first, and other words in which it is put."""

    question: str
    tools: tuple[str, ...]
    otherwise: str = ""


QUESTIONS: tuple[Asked, ...] = (
    Asked(
        "which tool answers my question, and how is it called?",
        ("find_tools", "use_tool"),
        "what can you do, help, capabilities, list of tools",
    ),
    Asked(
        "what is in this source?",
        ("get_snapshot_info", "list_objects"),
        "overview, summary, about this project, how big, contents, languages, formats, inventory, list all",
    ),
    Asked(
        "what is wrong with it?",
        ("get_diagnostics",),
        "errors, warnings, problems, findings, issues, lint, check, validate, mistakes, is it valid here",
    ),
    Asked(
        "is what it says still so?",
        ("get_health",),
        "verdicts, health, outdated, stale, obsolete, still valid, still true, contradiction, conflict, contested,"
        " proposed but already built, replaced, in force, done but not tested, stands on what is gone",
    ),
    Asked(
        "where is … mentioned?",
        ("search",),
        "find text, look for a word, grep, contains, keyword, locate, what do we know about, any language",
    ),
    Asked(
        "what is known about this object?",
        ("object_get", "get_links"),
        "details, show, read, look up by id, who mentions, cites, refers to or uses it, backlinks, references",
    ),
    Asked(
        "how are these two objects connected?",
        ("find_route",),
        "path between, relation of one to another, related, chain, why does it matter for",
    ),
    Asked(
        "what is affected if I change this?",
        ("get_impact",),
        "impact, what breaks, depends on it, dependents, consequences, safe to delete, remove, blast radius, file",
    ),
    Asked(
        "whatever combines, filters, counts or compares: any question in SQL",
        ("query_facts",),
        "how many, count, statistics, average, group by, join, table, sort, report, number of, most, all that have",
    ),
    Asked(
        "which revisions are there, and what changed between two of them?",
        ("compare_revisions", "list_revisions"),
        "diff, since, last week, yesterday, main, branch, tag, commit, pull request, history, before, after, release",
    ),
    Asked(
        "when did this come, change, move or go, and in which commit?",
        ("object_history",),
        "history of one object, since when, when was it accepted, who changed the status, log, blame, first, last,"
        " superseded when, renamed, deleted, gone, evolution",
    ),
    Asked(
        "what would this edit change, break and resolve?",
        ("propose_change",),
        "rename, edit, write, add, create, move, delete, mark as done, fix, patch, preview, try a change, update",
    ),
    Asked(
        "I edited files: what do they say now, and what changed?",
        ("refresh", "refresh_graph", "diagram_get_delta"),
        "reload, stale, out of date, read again, rescan, latest, saved",
    ),
    Asked(
        "what was decided, and which decisions are in force?",
        ("entity_list", "entity_get", "search_fulltext"),
        "adr, rfc, proposal, accepted, still valid, current, superseded, replaced, rejected, status, why did we choose",
    ),
    Asked(
        "which task is next, which tasks are blocked, and by what?",
        ("task_next", "task_ready", "task_blocked"),
        "todo, backlog, work on, what should I do now, waiting, stuck, prerequisite, issue, ticket, priority",
    ),
    Asked(
        "what can be begun now?",
        ("task_ready", "task_next"),
        "ready, begin, start, pick up, available, unblocked, free, open work, can I do",
    ),
    Asked(
        "what does this task wait for?",
        ("task_blocked",),
        "why blocked, cannot start, blocking, blocker, circle of tasks, depends on, waits",
    ),
    Asked(
        "how are decisions, tasks and notes connected?",
        ("graph_relations", "graph_path", "graph_orphans"),
        "unlinked notes, orphan, lonely, neighbours, knowledge graph, wikilinks",
    ),
    Asked(
        "how complete are the requirements, and which project is served?",
        ("get_graph_status", "get_project_summary", "get_workspace_info"),
        "status of the specification, totals, levels, summary of requirements, configuration",
    ),
    Asked(
        "what does this requirement say, and where is it in the hierarchy?",
        ("get_requirement", "get_hierarchy", "get_subtree"),
        "implemented, implements, which code, parent, ancestors, serves, derives, children, below, refines, trace",
    ),
    Asked(
        "which requirements apply to this task?",
        (
            *("discover_requirements", "scoped_search", "find_by_keywords", "find_assertions_by_keywords"),
            "minimize_requirement_set",
        ),
        "relevant, for this ticket, feature, shall, must, specification of",
    ),
    Asked(
        "what is tested, and what is not?",
        ("get_test_coverage", "get_uncovered_assertions", "suggest_links"),
        "coverage, untested, without a test, no tests, verified, failing tests, gaps, missing links",
    ),
    Asked(
        "which assertions have no test?",
        ("get_uncovered_assertions",),
        "untested requirements, not covered, no tests, lacking, unverified, gaps",
    ),
    Asked(
        "which requirements changed, and which citations point to nothing?",
        ("get_changed_requirements", "get_broken_references"),
        "stale hash, modified, dead links, broken links, dangling, missing target, 404",
    ),
    Asked(
        "how do I read a long list of requirements in parts?",
        ("open_cursor", "cursor_next", "cursor_info"),
        "page, more, next",
    ),
    Asked(
        "which diagrams are there, and which is active?",
        ("session_list_diagrams", "session_get_active_diagram"),
        "list of charts, mermaid, drawings, figures",
    ),
    Asked(
        "what is in this diagram?",
        (
            *("diagram_get_digest", "diagram_get_snapshot", "diagram_get_ast", "diagram_get_slice"),
            "diagram_render_ascii",
        ),
        "nodes, edges, boxes, arrows, chart, flowchart, classes, entities, states, show, draw as text",
    ),
    Asked(
        "which steps follow from this one, and by which paths?",
        ("flow_reachable", "flow_paths"),
        "downstream, upstream, after, before, leads to, reach, from one node to another, flow, route in a flowchart",
    ),
    Asked(
        "where are cycles, dead ends, unreachable nodes and hubs?",
        ("flow_cycles", "flow_dead_ends", "flow_unreachable", "flow_degrees"),
        "loop, circular, sink, isolated, most connected, degree, flowchart",
    ),
    Asked(
        "who sends which message to whom, and what comes next?",
        ("seq_messages", "seq_search", "seq_trace"),
        "calls, sequence, participant, actor, request, reply, service, api, interaction",
    ),
    Asked(
        "how are the diagrams connected?",
        ("xref_list", "xref_neighbors", "session_find_route"),
        "cross references, links between diagrams, same component elsewhere",
    ),
    Asked(
        "which walkthroughs explain the diagrams, and how?",
        (
            *("walkthrough_list", "walkthrough_get", "walkthrough_get_node", "walkthrough_get_digest"),
            *("walkthrough_render_ascii", "session_get_active_walkthrough"),
        ),
        "tour, explain step by step, guide, onboarding",
    ),
    Asked(
        "which rules apply to the file that I am about to edit, and why?",
        ("instructions_for", "list_instructions"),
        "conventions, guidelines, agents.md, claude.md, cursor rules, coding style, instructions, skills, path",
    ),
    Asked(
        "what is on this page, and what does this section say?",
        ("document_outline", "document_get"),
        "table of contents, toc, headings, read a document, chapter, text of a page, markdown",
    ),
    Asked(
        "what is this world, and what are its rules?",
        ("get_world_metadata", "get_rules"),
        "game, story, setting, title, author",
    ),
    Asked(
        "which places can be reached, and what blocks the way?",
        ("get_exit_graph", "get_reachable_locations"),
        "map, rooms, exits, doors, unreachable room, location, locked, travel, go from",
    ),
    Asked(
        "can a player really get there, and how? where is one stuck?",
        ("find_playthrough", "get_playthrough_state", "get_dead_content", "get_soft_locks"),
        "win, ending, solve, play, walkthrough of the game, state after moves, never seen, impossible",
    ),
    Asked(
        "where can a player get stuck?",
        ("get_soft_locks",),
        "soft lock, no way out, dead end of the game, unwinnable",
    ),
    Asked(
        "how do the conversations branch, and on which conditions?",
        ("get_dialogue_graph", "get_choice_conditions"),
        "dialogue, choices, talk, options, npc, requires, effects of a choice",
    ),
    Asked(
        "what is this entity, and what reads and writes this property?",
        ("get_entity_details", "get_property_dependencies"),
        "character, item, variable, attribute, set, changed by, who changes it",
    ),
    Asked(
        "what did agents learn, and when?",
        ("memory_search", "memory_timeline", "memory_time_travel", "memory_graph_query"),
        "remember, recall, memory, facts, known about, learned, at that time, earlier",
    ),
    Asked(
        "how do the branches of a memory differ?",
        (
            *("memory_branch_list", "memory_branch_diff", "memory_branch_topology", "memory_snapshot_list"),
            "verify_merge_gate",
        ),
        "merge, conflict, fork, checkpoint, snapshot",
    ),
    Asked(
        "what was said, by whom, during which task?",
        (
            *("memory_list_conversations", "memory_search_messages", "memory_session_context", "memory_task_status"),
            *("memory_search_task", "memory_agent_timeline", "memory_replay_task_type"),
        ),
        "chat, transcript, session, message, told, yesterday, conversation, previous run, agent did",
    ),
    Asked(
        "what did one agent hand over to another?",
        ("memory_handoff_get", "memory_template_list", "knowledge_bundle_list"),
        "handoff, handover, brief, context for the next agent, template, bundle",
    ),
)
