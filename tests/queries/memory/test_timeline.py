"""`memory_timeline` and `memory_agent_timeline`: what happened in order of time."""

from tests.queries.asking import all_rows, ask, error
from tests.queries.cases import each
from tests.queries.memory.memories import fact, greenhouse, ids, memory


def entries(**arguments: object) -> list[str]:
    return ids(ask(greenhouse(), "memory_timeline", **arguments)["entries"])


@each(
    "arguments, expected",
    [
        ({"session_id": "s-1"}, ["o-1", "o-2", "f-rattle", "f-felt"]),
        ({"session_id": "s-1", "order": "desc"}, ["f-felt", "f-rattle", "o-2", "o-1"]),
        ({"session_id": "s-1", "after": "2026-04-03T09:10:00Z", "before": "2026-04-03T09:30:00Z"}, ["o-2", "f-rattle"]),
        ({"branch": "main"}, ["f-flap", "f-sun", "f-old", "f-undated"]),
        ({"branch": "vents", "own_only": True}, ["o-1", "o-2", "f-rattle", "f-felt"]),
        ({"types": ["merge", "handoff", "snapshot"], "branch": "all"}, ["sn-1", "h-1", "mg-1"]),
        ({"types": ["message"], "session_id": "s-2"}, ["m-5"]),
        ({"types": ["session"], "session_id": "s-2"}, ["s-2"]),
    ],
)
def test_timeline_is_in_order_of_time(arguments: dict[str, object], expected: list[str]) -> None:
    assert entries(**arguments) == expected


def test_timeline_shows_every_type() -> None:
    kinds = ["fact", "observation", "relation", "message", "conversation", "session", "task", "merge", "snapshot"]
    kinds += ["handoff", "branch"]
    rows = all_rows(greenhouse(), "memory_timeline", "entries", types=kinds, branch="all", limit=9)
    assert {row["type"] for row in rows} == set(kinds)
    assert all(row["source"].startswith("memory.jsonl:") for row in rows)


def test_timeline_reads_the_default_branch_of_a_session_all_and_all_on_request() -> None:
    assert entries() == entries(branch="main")
    assert ask(greenhouse(), "memory_timeline")["branch"] == "main"
    assert ask(greenhouse(), "memory_timeline", session_id="s-1")["branch"] == "all"
    everything = entries(branch="all")
    assert set(everything) > {*entries(branch="main"), *entries(branch="vents", own_only=True)}
    assert "f-motor" in everything


def test_timeline_records_without_time_come_last_and_lie_in_no_range() -> None:
    assert entries(branch="main", order="desc")[-1] == "f-undated"
    assert "f-undated" not in entries(branch="main", before="2099")


def test_agent_timeline_has_tasks_facts_and_observations() -> None:
    answer = ask(greenhouse(), "memory_agent_timeline", agent_id="rosa")
    assert ids(answer["tasks"]) == ["t-1"]
    assert ids(answer["facts"]) == ["f-rattle", "f-felt"]
    assert ids(answer["observations"]) == ["o-1", "o-2"]
    assert answer["counts"] == {"facts": 2, "observations": 2}
    assert answer["tasks"][0]["role"] == "implementer"


def test_agent_timeline_page_is_one_range_of_time() -> None:
    first = ask(greenhouse(), "memory_agent_timeline", agent_id="rosa", limit=3)
    assert (ids(first["facts"]), ids(first["observations"])) == (["f-rattle"], ["o-1", "o-2"])
    second = ask(greenhouse(), "memory_agent_timeline", agent_id="rosa", limit=3, cursor=first["next_cursor"])
    assert (ids(second["facts"]), second["observations"]) == (["f-felt"], [])


def test_agent_timeline_filters_by_task_type() -> None:
    answer = ask(greenhouse(), "memory_agent_timeline", agent_id="rosa", task_type="feature")
    assert answer["tasks"] == answer["facts"] == answer["observations"] == []


@each(
    "tool, arguments, near",
    [
        ("memory_timeline", {"session_id": "s-11"}, "s-1"),
        ("memory_timeline", {"branch": "heatings"}, "heating"),
        ("memory_agent_timeline", {"agent_id": "Rosa "}, "rosa"),
    ],
)
def test_timeline_unknown_names_get_near_names(tool: str, arguments: dict[str, str], near: str) -> None:
    refused = error(greenhouse(), tool, **arguments)
    assert refused["code"] == "not_found"
    assert near in refused["did_you_mean"]


def test_timeline_empty_answer_counts_records() -> None:
    answer = ask(memory([fact("f", "text")]), "memory_timeline", after="2030")
    assert answer["searched"] == {"fact": 1, "observation": 0}
