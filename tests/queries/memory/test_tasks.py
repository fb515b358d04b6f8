"""`memory_task_status`, `memory_search_task`, `memory_replay_task_type`."""

from tests.queries.asking import ask, error
from tests.queries.cases import each
from tests.queries.memory.memories import branch, fact, greenhouse, ids, memory


def test_task_status_has_objectives_agents_progress_and_facts() -> None:
    answer = ask(greenhouse(), "memory_task_status", task_id="t-1")
    assert [one["status"] for one in answer["objectives"]] == ["done", "active", "todo"]
    assert answer["progress"] == {"total": 3, "done": 1, "active": 1, "blocked": 0, "todo": 1}
    (rosa,) = answer["agents"]
    assert (rosa["agent_id"], rosa["role"], rosa["objectives"], rosa["facts"], rosa["observations"]) == (
        "rosa",
        "implementer",
        [1, 2],
        2,
        2,
    )
    assert ids(answer["key_facts"]) == ["f-motor", "f-felt", "f-rattle"]


def test_task_is_found_by_id_name_and_ref() -> None:
    answers = [ask(greenhouse(), "memory_task_status", task_id=name) for name in ("t-1", "Quiet-vents", "m:task/t-1")]
    assert answers[0] == answers[1] == answers[2]


def test_task_search_finds_facts_and_observations_of_all_agents() -> None:
    answer = ask(greenhouse(), "memory_search_task", task_id="t-1", query="flaps")
    assert {(one["type"], one["id"]) for one in answer["results"]} == {
        ("fact", "f-rattle"),
        ("fact", "f-felt"),
        ("observation", "o-1"),
    }
    assert answer["results"] == sorted(answer["results"], key=lambda one: -one["score"])


def test_task_search_by_agent_finds_what_that_agent_wrote() -> None:
    facts = [fact(f"f-{agent}", "a pump", agent_id=agent, task_id="t") for agent in ("ada", "bo")]
    snapshot = memory([{"type": "task", "id": "t", "name": "t"}, *facts])
    assert ids(ask(snapshot, "memory_search_task", task_id="t", query="pump", agent_id="bo")["results"]) == ["f-bo"]
    assert len(ask(snapshot, "memory_search_task", task_id="t", query="pump")["results"]) == 2


def test_task_search_filters_before_paging() -> None:
    others = [fact(f"f-{number}", "pump pump pump", task_id="t-2") for number in range(40)]
    tasks = [{"type": "task", "id": id, "name": id, "branch": id, "task_type": "x"} for id in ("t-1", "t-2")]
    snapshot = memory([branch("main"), *tasks, *others, fact("mine", "a pump", task_id="t-1")])
    assert ids(ask(snapshot, "memory_search_task", task_id="t-1", query="pump", limit=1)["results"]) == ["mine"]


def test_task_search_without_hits_counts_what_was_searched() -> None:
    answer = ask(greenhouse(), "memory_search_task", task_id="t-1", query="gravity", agent_id="rosa")
    assert answer["searched"] == {"facts": 2, "observations": 2}


def test_task_replay_counts_open_tasks_as_neither_completed_nor_failed() -> None:
    answer = ask(greenhouse(), "memory_replay_task_type", task_type="repair")
    assert [answer[name] for name in ("total", "completed", "failed", "active")] == [2, 1, 0, 1]
    assert answer["success_rate"] == 1.0
    assert ids(answer["tasks"]) == ["t-2", "t-1"]
    assert answer["patterns"]["failed_tools"] == {"Fan": 1}


def test_task_replay_unknown_type_gets_near_names() -> None:
    answer = ask(greenhouse(), "memory_replay_task_type", task_type="repairs")
    assert (answer["total"], answer["did_you_mean"]) == (0, ["repair"])
    assert "success_rate" not in answer


@each(
    "tool, arguments",
    [
        ("memory_task_status", {"task_id": "t-9"}),
        ("memory_search_task", {"task_id": "t-9", "query": "x"}),
        ("memory_search_task", {"task_id": "t-1", "query": "x", "agent_id": "nobody"}),
    ],
)
def test_unknown_task_ids_are_reported(tool: str, arguments: dict[str, str]) -> None:
    assert error(greenhouse(), tool, **arguments)["code"] == "not_found"


def test_task_search_accepts_a_task_without_a_record() -> None:
    talk = {"type": "conversation", "id": "c-1", "task_id": "OPS-7"}
    snapshot = memory([fact("f-1", "a pump", task_id="OPS-7"), fact("f-2", "a pump", task_id="OPS-8"), talk])
    assert ids(ask(snapshot, "memory_search_task", task_id="OPS-7", query="pump")["results"]) == ["f-1"]
    assert ids(ask(snapshot, "memory_list_conversations", task_id="OPS-7")["conversations"]) == ["c-1"]
    assert error(snapshot, "memory_search_task", task_id="OPS-9", query="pump")["code"] == "not_found"


def test_conversation_list_accepts_the_name_of_a_task() -> None:
    named = ask(greenhouse(), "memory_list_conversations", task_id="quiet-vents")
    assert named == ask(greenhouse(), "memory_list_conversations", task_id="t-1") and named["conversations"]


def test_agent_without_facts_is_known() -> None:
    handoff = {"type": "handoff", "id": "h", "source_agent_id": "ada", "target_agent_id": "bo"}
    snapshot = memory([handoff, {"type": "message", "id": "m", "conversation_id": "c", "agent_id": "cy"}])
    for name in ("ada", "bo", "cy"):
        answer = ask(snapshot, "memory_agent_timeline", agent_id=name)
        assert (answer["facts"], answer["observations"], "hint" in answer) == ([], [], True)
    assert error(snapshot, "memory_agent_timeline", agent_id="dee")["code"] == "not_found"
