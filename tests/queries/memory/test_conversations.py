"""Conversations, messages, sessions, and what is handed on."""

import orjson

from compiler.store.snapshot import Snapshot
from tests.queries.asking import all_rows, ask, error, pages
from tests.queries.cases import each
from tests.queries.memory.memories import fact, greenhouse, ids, memory, message


def said(query: str, **arguments: object) -> list[str]:
    return ids(ask(greenhouse(), "memory_search_messages", query=query, **arguments)["results"])


@each(
    "arguments, expected",
    [
        ({}, ["c-2", "c-1"]),
        ({"branch": "main"}, []),
        ({"branch": "vents"}, ["c-1"]),
        ({"branch": "vents/night"}, ["c-2", "c-1"]),
        ({"branch": "vents/night", "own_only": True}, ["c-2"]),
        ({"session_id": "s-1"}, ["c-1"]),
        ({"agent_id": "ole"}, ["c-2"]),
        ({"task_id": "t-1"}, ["c-1"]),
        ({"status": "forked"}, ["c-1"]),
    ],
)
def test_conversation_list_is_filtered_and_newest_first(arguments: dict[str, object], expected: list[str]) -> None:
    assert ids(ask(greenhouse(), "memory_list_conversations", **arguments)["conversations"]) == expected


@each(
    "query, arguments, expected",
    [
        ("fan", {}, {"m-2", "m-5"}),
        ("fan", {"conversation_id": "c-1"}, {"m-2"}),
        ("fan", {"conversation_id": "c-2"}, {"m-2", "m-5"}),  # the shared beginning is the fork's too
        ("felt", {"conversation_id": "c-2"}, set()),  # said after the fork left
        ("fan", {"role": "assistant"}, {"m-2"}),
        ("fan", {"role": "tool"}, set()),
        ("fan", {"branch": "vents"}, {"m-2"}),
        ("fan", {"session_id": "s-2"}, {"m-5"}),
        ("fan", {"time_range": {"after": "2026-04-04"}}, {"m-5"}),
    ],
)
def test_message_search_finds_own_and_shared_messages(
    query: str, arguments: dict[str, object], expected: set[str]
) -> None:
    found = said(query, **arguments)
    assert set(found) == expected
    assert len(found) == len(expected)


def test_message_search_shows_a_shared_message_as_the_forks() -> None:
    row = ask(greenhouse(), "memory_search_messages", query="noon", conversation_id="c-2")["results"][0]
    assert (row["id"], row["conversation_id"], row["written_in"]) == ("m-1", "c-2", "c-1")


def test_message_search_shows_messages_before_and_after() -> None:
    row = ask(greenhouse(), "memory_search_messages", query="felt")["results"][0]
    assert (row["previous"]["id"], row["id"], row["next"]["content"]) == ("m-2", "m-3", "Yes, strips of it.")


def test_message_search_shows_neighbours_in_the_fork() -> None:
    rows = ask(greenhouse(), "memory_search_messages", query="fans", conversation_id="c-2")["results"]
    beside = {row["id"]: (row["previous"]["id"], row.get("next", {}).get("id")) for row in rows}
    assert beside == {"m-2": ("m-1", "m-5"), "m-5": ("m-2", None)}
    (own,) = ask(greenhouse(), "memory_search_messages", query="rubber")["results"]
    assert own["previous"]["id"] == "m-2"


def test_session_context_has_the_whole_session() -> None:
    answer = ask(greenhouse(), "memory_session_context", session_id="s-1")
    assert (answer["session"]["id"], answer["session"]["continued_by"]) == ("s-1", ["s-2"])
    assert ids(answer["facts"]) == ["f-rattle", "f-felt"]
    assert ids(answer["conversations"]) == ["c-1"]
    assert ids(answer["observations"]) == ["o-1", "o-2"]
    assert ids(answer["messages"]) == ["m-1", "m-2", "m-3", "m-4"]
    assert answer["tools_used"] == {"Fan": 1}


def test_session_context_pages_go_back_in_time() -> None:
    shown = pages(greenhouse(), "memory_session_context", session_id="s-1", message_limit=3, fact_limit=1)
    assert [ids(one["messages"]) for one in shown] == [["m-2", "m-3", "m-4"], ["m-1"]]
    assert ids(shown[0]["facts"]) == ["f-felt"]
    assert shown[1]["facts"] == []
    assert shown[0]["counts"]["facts"] == 2


def test_session_context_leaves_room_for_messages() -> None:
    talk = {"type": "conversation", "id": "c", "session_id": "s", "branch": "main"}
    seen = [
        {
            "type": "observation",
            "id": f"o-{at}",
            "observation_type": "insight",
            "summary": "s" * 1_900,
            "session_id": "s",
        }
        for at in range(60)
    ]
    snapshot = memory(
        [talk, *seen, *(message(f"m-{at}", "c", at + 1, "word " * 300, session_id="s") for at in range(55))]
    )
    shown = pages(snapshot, "memory_session_context", session_id="s")
    assert shown[0]["messages"]
    assert any("observations" in told for told in shown[0]["left_out"])
    said_in_all = [id for one in reversed(shown) for id in ids(one["messages"])]
    assert said_in_all == [f"m-{at}" for at in range(55)]


def long_session(count: int) -> Snapshot:
    """A session with messages of which every third is an empty one of the system."""
    talk = {"type": "conversation", "id": "c", "session_id": "s", "branch": "main"}
    said = [
        message(f"m-{at}", "c", at + 1, "word " * 60, session_id="s")
        if at % 3
        else message(f"m-{at}", "c", at + 1, " \n", role="system", session_id="s")
        for at in range(count)
    ]
    return memory([talk, *said])


def test_session_context_leaves_out_messages_that_say_nothing() -> None:
    answer = ask(long_session(6), "memory_session_context", session_id="s")
    assert ids(answer["messages"]) == ["m-1", "m-2", "m-4", "m-5"]
    assert (answer["total"], answer["counts"]["messages"], answer["counts"]["empty_messages"]) == (4, 4, 2)


@each("arguments, bound", [({}, 8_000), ({"max_chars": 3_000}, 3_000)])
def test_session_context_has_a_useful_size_and_pages(arguments: dict[str, int], bound: int) -> None:
    shown = pages(long_session(57), "memory_session_context", session_id="s", **arguments)
    assert all(len(orjson.dumps(one)) <= bound for one in shown)
    assert len(shown) > 1
    said = [id for one in reversed(shown) for id in ids(one["messages"])]
    assert said == [f"m-{at}" for at in range(57) if at % 3]


def test_session_context_gives_room_that_one_list_does_not_need_to_others() -> None:
    facts = [fact(f"f-{at:02}", "Felt " * 40, session_id="s") for at in range(12)]
    snapshot = memory([{"type": "session", "id": "s", "branch": "main"}, *facts])
    answer = ask(snapshot, "memory_session_context", session_id="s")
    assert len(answer["facts"]) > 8
    assert len(orjson.dumps(answer)) <= 8_000


def test_handoff_lists_missing_records() -> None:
    answer = ask(greenhouse(), "memory_handoff_get", handoff_id="h-1")
    assert (ids(answer["facts"]), answer["missing_fact_ids"]) == (["f-rattle"], ["f-lost"])
    assert (ids(answer["conversations"]), answer["missing_conversation_ids"]) == (["c-2"], ["c-lost"])
    assert ids(answer["conversations"][0]["last_messages"]) == ["m-1", "m-2", "m-5"]
    assert answer["context_summary"] == "Felt is on order."


def test_templates_and_bundles_are_filtered_before_paging() -> None:
    assert ids(ask(greenhouse(), "memory_template_list", task_type="repair", limit=1)["templates"]) == ["tpl-1"]
    assert ids(ask(greenhouse(), "memory_template_list", status="deprecated")["templates"]) == ["tpl-0"]
    assert ids(all_rows(greenhouse(), "memory_template_list", "templates", status="all", limit=1)) == ["tpl-1", "tpl-0"]
    assert ids(ask(greenhouse(), "memory_template_list")["templates"]) == ["tpl-1"]
    assert ask(greenhouse(), "memory_template_list", task_type="repairs")["did_you_mean"] == ["repair"]
    (bundle,) = ask(greenhouse(), "knowledge_bundle_list")["bundles"]
    assert (bundle["id"], bundle["fact_count"]) == ("b-1", 1)
    assert "bundles is deprecated" in ask(greenhouse(), "knowledge_bundle_list", status="deprecated")["hint"]


@each(
    "tool, arguments",
    [
        ("memory_session_context", {"session_id": "s-3"}),
        ("memory_list_conversations", {"task_id": "t-3"}),
        ("memory_search_messages", {"query": "x", "conversation_id": "c-3"}),
        ("memory_handoff_get", {"handoff_id": "h-3"}),
    ],
)
def test_unknown_ids_get_near_names(tool: str, arguments: dict[str, str]) -> None:
    refused = error(greenhouse(), tool, **arguments)
    assert refused["code"] == "not_found"
    assert refused["did_you_mean"]
    assert refused.get("hint") != ""


def test_handoff_marks_facts_changed_since() -> None:
    at, then = "2026-04-02T08:00:00Z", "2026-04-03T00:00:00Z"
    snapshot = memory(
        [
            *(fact(id, "before", at) for id in ("f-1", "f-2", "f-3", "f-4")),
            {"type": "handoff", "id": "h", "fact_ids": ["f-1", "f-2", "f-3", "f-4"], "at": then},
            fact("f-2", "after", at, updated_at="2026-04-03T00:00:00.5Z"),
            fact("f-3", "after", "2026-04-04T00:00:00Z"),
            fact("f-4", "not after", at, updated_at="2026-04-03T01:00:00+01:00"),
        ]
    )
    facts = ask(snapshot, "memory_handoff_get", handoff_id="h")["facts"]
    assert [(one["id"], one.get("changed_since", False)) for one in facts] == [
        ("f-1", False),
        ("f-2", True),
        ("f-3", True),
        ("f-4", False),
    ]
