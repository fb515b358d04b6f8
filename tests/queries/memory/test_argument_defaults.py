"""What an argument of a memory tool means when it is left out."""

from compiler.store.snapshot import Snapshot
from tests.closing import shared
from tests.queries.asking import Json, ask, error
from tests.queries.cases import each
from tests.queries.memory.memories import branch, fact, greenhouse, ids, memory, message, observation, relation

MANY = 60


@shared
def many() -> Snapshot:
    """Sixty records of every kind of which a list is cut."""
    numbers = range(MANY)
    task = {"type": "task", "name": "n", "task_type": "repair", "branch": "main", "objectives": []}
    return memory(
        [
            branch("main"),
            *(fact(f"f-{at:02}", "a pump", agent_id="ada", task_id="t-00") for at in numbers),
            *(message(f"m-{at:02}", "c", at, "a pump") for at in numbers),
            *({"type": "conversation", "id": f"c-{at:02}", "branch": "main"} for at in numbers),
            *({**task, "id": f"t-{at:02}"} for at in numbers),
            *({"type": "template", "id": f"p-{at:02}", "name": f"p-{at}", "branch": "x"} for at in numbers),
            *({"type": "bundle", "id": f"b-{at:02}", "name": f"b-{at}", "data": {}} for at in numbers),
        ]
    )


@each(
    "tool, field, arguments, default",
    [
        ("memory_search", "results", {"query": "pump"}, 10),
        ("memory_time_travel", "results", {"query": "pump", "timestamp": "2026-05-01"}, 10),
        ("memory_search_task", "results", {"task_id": "t-00", "query": "pump"}, 10),
        ("memory_search_messages", "results", {"query": "pump"}, 10),
        ("memory_list_conversations", "conversations", {}, 20),
        ("memory_replay_task_type", "tasks", {"task_type": "repair"}, 20),
        ("memory_template_list", "templates", {}, 20),
        ("knowledge_bundle_list", "bundles", {}, 20),
        ("memory_timeline", "entries", {}, 50),
        ("memory_agent_timeline", "facts", {"agent_id": "ada"}, 50),
    ],
)
def test_limit_of_a_memory_tool_has_the_default_of_the_seed(
    tool: str, field: str, arguments: Json, default: int
) -> None:
    assert len(ask(many(), tool, **arguments)[field]) == default
    assert len(ask(many(), tool, **arguments, limit=3)[field]) == 3


@shared
def forked() -> Snapshot:
    """A branch dev of main, each with a fact, an observation and a relation of its own."""
    return memory(
        [
            branch("main"),
            branch("dev", "main"),
            *(fact(f"f-{on}", "the pump", on=on) for on in ("main", "dev")),
            *(observation(f"o-{on}", "the pump", on=on) for on in ("main", "dev")),
            *(relation(f"r-{on}", "Pump", "feeds", "Tank", on) for on in ("main", "dev")),
        ]
    )


@each(
    "tool, field, arguments",
    [
        ("memory_search", "results", {"query": "pump"}),
        ("memory_time_travel", "results", {"query": "pump", "timestamp": "2026-05-01"}),
        ("memory_graph_query", "relations", {"entity": "Pump"}),
        ("memory_timeline", "entries", {}),
    ],
)
def test_branch_of_a_memory_tool_defaults_to_main(tool: str, field: str, arguments: Json) -> None:
    answer = ask(forked(), tool, **arguments)
    assert answer["branch"] == "main"
    assert {row["branch"] for row in answer[field]} == {"main"}
    assert "dev" in {row["branch"] for row in ask(forked(), tool, **arguments, branch="dev")[field]}


def test_graph_query_depth_defaults_to_1() -> None:
    near = ids(ask(greenhouse(), "memory_graph_query", entity="Flap")["relations"])
    assert near == ids(ask(greenhouse(), "memory_graph_query", entity="Flap", depth=1)["relations"]) == ["r-1", "r-2"]


def test_snapshot_list_without_branch_lists_all_branches() -> None:
    named = [{"type": "snapshot", "id": f"s-{on}", "branch": on, "at": "2026-05-01"} for on in ("main", "dev")]
    rows = ask(memory([branch("main"), branch("dev", "main"), *named]), "memory_snapshot_list")["snapshots"]
    assert {row["branch"] for row in rows if row["kind"] == "record"} == {"main", "dev"}


def test_topology_begins_at_main_and_shows_ten_levels_without_archived_branches() -> None:
    chain = [branch(f"b-{at:02}", f"b-{at - 1:02}" if at else "main") for at in range(12)]
    answer = ask(memory([branch("main"), *chain, branch("old", "main", status="archived")]), "memory_branch_topology")
    assert (answer["branch_name"], answer["archived_left_out"]) == ("main", 1)
    levels = 0
    while answer["children"]:
        (answer,) = answer["children"]
        levels += 1
    assert (levels, answer["omitted_children"]) == (10, 1)


def test_merge_gate_requires_verified_facts_by_default() -> None:
    snapshot = memory([branch("main"), branch("dev", "main"), fact("f", "new", on="dev")])
    assert ask(snapshot, "verify_merge_gate", source_branch="dev")["can_merge"] is False
    assert ask(snapshot, "verify_merge_gate", source_branch="dev", require_verified=False)["can_merge"] is True


def test_replay_limit_leaves_its_counts_whole() -> None:
    answer = ask(many(), "memory_replay_task_type", task_type="repair", limit=3)
    assert (len(answer["tasks"]), answer["total"], answer["active"]) == (3, MANY, MANY)


def test_bundle_list_shows_active_bundles_by_default() -> None:
    bundles: list[Json] = [
        {"type": "bundle", "id": one, "name": one, "status": one, "data": {}} for one in ("active", "deprecated")
    ]
    snapshot = memory([branch("main"), *bundles])
    assert ids(ask(snapshot, "knowledge_bundle_list")["bundles"]) == ["active"]
    assert ids(ask(snapshot, "knowledge_bundle_list", status="deprecated")["bundles"]) == ["deprecated"]


def test_session_context_has_fifty_messages_and_twenty_facts() -> None:
    records = [fact(f"f-{at:02}", "a", session_id="s") for at in range(MANY)]
    records += [message(f"m-{at:02}", "c", at, "b", session_id="s") for at in range(MANY)]
    session = {"type": "session", "id": "s", "branch": "main"}
    answer = ask(memory([session, *records]), "memory_session_context", session_id="s", max_chars=40_000)
    assert (len(answer["messages"]), len(answer["facts"])) == (50, 20)


@each(
    "tool, required",
    [
        ("memory_search", "query"),
        ("memory_graph_query", "entity"),
        ("memory_branch_diff", "source_branch target_branch"),
        ("memory_time_travel", "timestamp query"),
        ("memory_task_status", "task_id"),
        ("memory_search_task", "task_id query"),
        ("memory_agent_timeline", "agent_id"),
        ("memory_replay_task_type", "task_type"),
        ("memory_search_messages", "query"),
        ("memory_session_context", "session_id"),
        ("verify_merge_gate", "source_branch"),
        ("memory_handoff_get", "handoff_id"),
    ],
)
def test_memory_tool_without_its_required_arguments_names_them(tool: str, required: str) -> None:
    refused = error(greenhouse(), tool)
    assert refused["code"] == "invalid_argument"
    assert {one["argument"] for one in refused["problems"]} == set(required.split())


@each(
    "tool",
    [
        "memory_timeline",
        "memory_branch_list",
        "memory_snapshot_list",
        "memory_list_conversations",
        "memory_branch_topology",
        "memory_template_list",
        "knowledge_bundle_list",
    ],
)
def test_memory_tool_of_optional_arguments_answers_without_any(tool: str) -> None:
    assert "error" not in ask(greenhouse(), tool)
