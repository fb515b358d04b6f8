"""Questions about a generated source: several for each tool, so that no answer stays in a cache.

The objects are from all over the source, and of its worlds from the largest. A new tool needs a line in
`candidate_questions`. Without one, a tool is called with no arguments; if it requires some, it is not measured.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from compiler.store.snapshot import Snapshot
from harness.benchmarks.sources.words import coined_names
from queries import answer, is_error, tools_for

Question = Mapping[str, Any]

VARIANTS = 8
COMMON = ("valve boiler", "lantern", "two seconds", "encrypt ledger")  # words of at least every tenth file
PATTERNS = (
    "^the (pump|valve)",
    "restart .* hour",
    "s1[0-9]$",
    "ledger|crane",
    "[A-Z]{3}-d0",
    "on request",
    "tide",
    "_key",
)

# Names from frequent to rare, some with a common word beside them.
NAMES = tuple(coined_names()[number] for number in (5, 40, 100, 300, 700, 1_500))
WORDS = (*COMMON, *NAMES[:3], *(f"{name} archive" for name in NAMES[3:]), "REQ-d0", "m:0042")

# Tools without questions here, and why.
UNASKED: Mapping[str, str] = {
    "list_revisions": "the generated source is no repository: `harness.benchmarks.revisions` measures one",
    "compare_revisions": "the generated source is no repository: `harness.benchmarks.revisions` measures one",
    "object_history": "the generated source is no repository: `harness.benchmarks.revisions` measures one",
    "refresh": "only a server can: `harness.benchmarks.refresh_costs` measures it",
    "refresh_graph": "only a server can: `harness.benchmarks.refresh_costs` measures it",
    "propose_change": "it compiles: `harness.benchmarks.refresh_costs` measures it",
    "instructions_for": "the generated source has no instructions to agents",
    "list_instructions": "the generated source has no instructions to agents",
    **dict.fromkeys(
        ("find_playthrough", "get_dead_content", "get_playthrough_state", "get_soft_locks"),
        "they play a world: `harness.benchmarks.playthroughs` measures them",
    ),
}

# Tools that read a whole source or search without a bound, and why. The budget of a query is not for them.
WHOLE_GRAPH: Mapping[str, str] = {
    "search, regex": "tries the pattern on every text of the source",
    "find_route": "searches the links of all languages",
    "session_find_route": "searches all diagrams",
    "diagram_render_ascii": "lays a whole diagram out",
    "walkthrough_render_ascii": "lays a whole walkthrough out",
    "get_dialogue_graph": "reads all sections, jumps and choices of a world",
    "get_exit_graph": "reads all locations and exits of a world",
    "get_reachable_locations": "walks all exits of a world",
}


def questions(snapshot: Snapshot) -> dict[str, list[Question]]:
    """The questions of each tool that is listed, by `name` or `name, form`. Questions whose answer is an error are left
    out."""
    candidates = candidate_questions(snapshot)
    by_form: dict[str, list[Question]] = {}
    for tool in tools_for(snapshot):
        forms = [form for form in candidates if form.split(",")[0] == tool.name]
        for form in forms or [tool.name]:
            of_form = candidates.get(form) or ([] if any(parameter.required for parameter in tool.parameters) else [{}])
            by_form[form] = [one for one in of_form if not is_error(answer(snapshot, tool.name, one))]
    return by_form


def candidate_questions(snapshot: Snapshot) -> dict[str, list[Question]]:
    """The questions of every language by form. Some may have an error for an answer."""
    languages = (_core, _world, _diagrams, _requirements, _knowledge, _memory, _documents)
    return {form: of_form for language in languages for form, of_form in language(snapshot).items()}


def _objects(snapshot: Snapshot, kind: str, where: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
    """Some objects of a kind, evenly spread over the first pages."""
    found: list[dict[str, Any]] = []
    page: dict[str, Any] = {}
    while page.get("next_cursor", "first") and len(found) < 40 * VARIANTS:
        cursor = {"cursor": page["next_cursor"]} if page else {}
        page = answer(snapshot, "list_objects", {"kind": kind, "where": where, "limit": 500, **cursor})
        found += page.get("objects", [])
        page.setdefault("next_cursor", None)
    return [found[number * len(found) // VARIANTS] for number in range(VARIANTS)] if found else []


def _each(name: str, values: Iterable[Any], **more: Any) -> list[Question]:
    """A question for each value of an argument. `more` are arguments of all."""
    return [{name: value, **more} for value in values]


def _refs(snapshot: Snapshot, *kinds: str) -> list[str]:
    """Refs of several kinds, alternating."""
    of_kind = [[one["ref"] for one in _objects(snapshot, kind)] for kind in kinds]
    return [refs[number] for number in range(VARIANTS) for refs in of_kind if refs]


def _core(snapshot: Snapshot) -> dict[str, list[Question]]:
    refs = _refs(snapshot, "entity", "node", "requirement", "assertion", "task")
    kinds = ("entity", "node", "message", "requirement", "choice", "test", "file", "exit", "task")
    return {
        "get_diagnostics": [{}, {"severity": "error"}, {"code": "URD301"}, {"file": "spec/none.md"}],
        "search": _each("query", WORDS),
        "search, regex": _each("query", PATTERNS, regex=True),
        "object_get": _each("object_ref", refs),
        "find_tools": [{}, *_each("question", WORDS), {"name": "get_impact"}],
        "use_tool": _each("name", ("get_diagnostics", "list_revisions"), arguments={"limit": 5}),
        "list_objects": [*_each("kind", kinds), {"kind": "entity", "where": {"type": "Person"}}],
        "get_links": [*_each("ref", refs), *_each("ref", refs[:8], depth=2)],
        "find_route": [{"from": one, "to": other} for one, other in zip(refs[::5], refs[5::5], strict=False)],
        "get_impact": _each("ref", refs),
    }


def _world(snapshot: Snapshot) -> dict[str, list[Question]]:
    worlds = [one["id"] for one in _objects(snapshot, "world")]
    if not worlds:
        return {}
    sizes = {one: answer(snapshot, "get_world_metadata", {"world": one})["location_count"] for one in worlds}
    world = max(worlds, key=lambda one: (sizes[one], one))
    of_world = {"world": world}

    def ids(kind: str, field: str = "id") -> list[str]:
        return [one[field] for one in _objects(snapshot, kind, of_world)]

    properties = [one["fields"] for one in _objects(snapshot, "property", of_world)]
    return {
        "get_world_metadata": _each("world", worlds),
        "get_exit_graph": [of_world],
        "get_dialogue_graph": [of_world],
        "get_choice_conditions": _each("section", ids("section"), **of_world),
        "get_reachable_locations": _each("from", ids("location"), **of_world),
        "get_entity_details": _each("entity_id", ids("entity"), **of_world),
        "get_rules": [of_world, *_each("rule", ids("rule"), **of_world)],
        "get_property_dependencies": [
            {"entity_type": property["type"], "property": property["name"], **of_world} for property in properties
        ],
    }


def _diagrams(snapshot: Snapshot) -> dict[str, list[Question]]:
    flows = [one["id"] for one in _objects(snapshot, "diagram", {"type": "flowchart"})]
    sequences = [one["id"] for one in _objects(snapshot, "diagram", {"type": "sequence"})]
    every = [one["id"] for one in _objects(snapshot, "diagram")]
    sessions = [one["id"] for one in _objects(snapshot, "session")]
    walks = [one["id"] for one in _objects(snapshot, "walkthrough")]
    ends = _refs(snapshot, "node", "message")
    flow = {name: _each("diagram_id", flows) for name in ("flow_cycles", "flow_dead_ends", "flow_unreachable")}
    walking = {name: _each("walkthrough_id", walks) for name in ("walkthrough_get", "walkthrough_get_digest")}
    shown: dict[str, list[Question]] = {
        name: _each("diagram_id", every) for name in ("diagram_get_digest", "diagram_get_snapshot", "diagram_get_ast")
    }
    return {
        **shown,
        **flow,
        **walking,
        "diagram_render_ascii": _each("diagram_id", every),
        "diagram_get_slice": _each("center_ref", ends, radius=2),
        "session_list_diagrams": _each("session", sessions),
        "session_get_active_diagram": _each("session", sessions),
        "session_get_active_walkthrough": _each("session", sessions),
        "session_find_route": [{"from": one, "to": other} for one, other in zip(ends[::2], ends[2::2], strict=False)],
        "xref_list": [*_each("session", sessions), *_each("session", sessions, dangling_only=True)],
        "xref_neighbors": _each("object_ref", [one["fields"]["from_ref"] for one in _objects(snapshot, "xref")]),
        "flow_degrees": _each("diagram_id", flows),
        "flow_reachable": _each("diagram_id", flows, from_node_id="n:s0"),
        "flow_paths": _each("diagram_id", flows, from_node_id="n:s0", to_node_id="n:s20"),
        "seq_messages": _each("diagram_id", sequences),
        "seq_search": [
            *_each("diagram_id", sequences, needle="valve"),
            *_each("diagram_id", sequences, needle=PATTERNS[1], mode="regex"),
        ],
        "seq_trace": _each("diagram_id", sequences, from_message_id="m:0004"),
        "walkthrough_get_node": _each("walkthrough_id", walks, node_id="step-4"),
        "walkthrough_render_ascii": _each("walkthrough_id", walks),
    }


def _requirements(snapshot: Snapshot) -> dict[str, list[Question]]:
    ids = [one["id"] for one in _objects(snapshot, "requirement")]
    if not ids:
        return {}
    tops = [one["id"] for one in _objects(snapshot, "requirement", {"level": "prd"})] or ids
    files = [one["source"].split(":")[0] for one in _objects(snapshot, "test")]
    of_one = ("get_requirement", "get_hierarchy", "get_test_coverage")
    cursors = [_cursor(snapshot, one) for one in tops]
    scoped: list[Question] = [{"query": word, "scope_id": top} for word, top in zip(WORDS, tops, strict=False)]
    return {
        **{name: _each("req_id", [*ids, *tops]) for name in of_one},
        "get_subtree": _each("root_id", tops),
        "get_uncovered_assertions": [{}, *_each("req_id", tops)],
        "get_changed_requirements": [{"base_hashes": dict.fromkeys(ids, "00000000")}],
        "minimize_requirement_set": [{"req_ids": [*ids, *tops]}],
        "find_assertions_by_keywords": [
            *_each("keywords", [["valve", "lock"], ["two seconds"], ["restart"], ["crane", "tide"]]),
            {"keywords": ["valve", "lock"], "match_all": False},
        ],
        "find_by_keywords": [*_each("keywords", [["valve"], ["crane", "tide"]]), {"keywords": ["valve"]}],
        "scoped_search": scoped,
        "scoped_search, regex": [{**question, "regex": True} for question in scoped],
        "discover_requirements": [*_each("query", WORDS), *scoped],
        "suggest_links": [{}, *_each("file_path", files)],
        "open_cursor": [{"query": "subtree", "params": {"root_id": one}} for one in tops],
        "cursor_next": _each("cursor", cursors, count=10),
        "cursor_info": _each("cursor", cursors),
    }


def _knowledge(snapshot: Snapshot) -> dict[str, list[Question]]:
    decisions, tasks, notes = (_refs(snapshot, kind) for kind in ("decision", "task", "note"))
    if not tasks:
        return {}
    ids = [one["id"] for one in _objects(snapshot, "task")]
    return {
        "entity_get": _each("id", [*ids, *decisions, *notes]),
        "entity_list": [
            *({"type": kind} for kind in ("task", "decision", "note")),
            *({"type": "task", "status": status} for status in ("todo", "open", "To Do", "done")),
            *({"tag": tag, "offset": 20} for tag in ("harbour", "valve", "payroll")),
        ],
        "search_fulltext": [
            *_each("query", WORDS),
            *_each("query", ["status:open valve boiler", "tag:harbour -ledger", '"when the tide turns"']),
            *_each(
                "query", ["cre* ledger", "the crane of Hul at every full load with a warden", "created:>2025-02 lamp"]
            ),
        ],
        "graph_relations": [*_each("id", [*ids, *decisions]), *_each("id", ids, direction="to")],
        "graph_path": [{"from_id": one, "to_id": other} for one, other in zip(ids, [*ids[1:], ids[0]], strict=True)],
        "graph_orphans": [{}, *_each("type", ["task", "decision", "note"])],
        "task_ready": [{}, {"explain": True}, *_each("priority", ["urgent", "high", "low"])],
        "task_blocked": [{}, {"explain": True}, *_each("id", ids, explain=True)],
        "task_next": [{}],
    }


def _memory(snapshot: Snapshot) -> dict[str, list[Question]]:
    branches = [one["id"] for one in _objects(snapshot, "memory_branch")]
    if not branches:
        return {}
    sessions = [one["id"] for one in _objects(snapshot, "memory_session")]
    entities = [one["fields"]["source"] for one in _objects(snapshot, "memory_relation")]
    tasks = _objects(snapshot, "memory_task")
    in_tasks: list[Question] = [
        {"task_id": task["id"], "query": word} for task, word in zip(tasks, WORDS, strict=False)
    ]
    return {
        "memory_search": [*_each("query", WORDS), *_each("query", WORDS, search_type="keyword")],
        "memory_search_messages": _each("query", WORDS),
        "memory_graph_query": _each("entity", entities, depth=2),
        "memory_timeline": [{}, *_each("session_id", sessions), *_each("branch", branches)],
        "memory_session_context": _each("session_id", sessions),
        "memory_list_conversations": [{}, *_each("branch", branches)],
        "memory_branch_diff": _each("source_branch", branches, target_branch="main"),
        "memory_task_status": _each("task_id", [task["id"] for task in tasks]),
        "memory_search_task": in_tasks,
        "memory_replay_task_type": _each("task_type", {task["fields"]["task_type"]: None for task in tasks}),
        "memory_handoff_get": _each("handoff_id", [one["id"] for one in _objects(snapshot, "memory_handoff")]),
        "verify_merge_gate": _each("source_branch", branches),
        "memory_agent_timeline": _each("agent_id", [f"agent-{number}" for number in range(7)]),
        "memory_time_travel": [
            {"query": word, "timestamp": time} for word in WORDS for time in ("2025-02-20", "2025-04-01T12:00:00Z")
        ],
    }


def _cursor(snapshot: Snapshot, id: str) -> str:
    """The cursor of the subtree of a requirement."""
    opened = answer(snapshot, "open_cursor", {"query": "subtree", "params": {"root_id": id}})
    return str(opened.get("cursor") or opened.get("next_cursor"))


def _documents(snapshot: Snapshot) -> dict[str, list[Question]]:
    pages = [one["ref"] for one in _objects(snapshot, "document")]
    sections = [one["ref"] for one in _objects(snapshot, "document_section")]
    return {
        "document_outline": _each("document", pages),
        "document_get": _each("document", sections),
    }
